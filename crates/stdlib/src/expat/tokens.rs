//! The tokens of XML: what stands at a position of a text that may go on. Expat's tokens, so that errors have its positions.

use super::names;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The text ends here.
    None,
    /// What stands here is in no document.
    Invalid,
    /// The text ends within a token.
    Partial,
    /// The text ends within a character.
    PartialChar,
    TrailingCr,
    TrailingBrackets,
    StartTag,
    EmptyElement,
    EndTag,
    Data,
    Newline,
    CdataOpen,
    CdataClose,
    EntityRef,
    CharRef,
    Instruction,
    Declaration,
    Comment,
    ByteOrderMark,
    Space,
    DeclOpen,
    DeclClose,
    Name,
    PrefixedName,
    NameToken,
    PoundName,
    Or,
    Percent,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    Literal,
    ParameterRef,
    InstanceStart,
    NameQuestion,
    NameAsterisk,
    NamePlus,
    SectionOpen,
    SectionClose,
    CloseParenQuestion,
    CloseParenAsterisk,
    CloseParenPlus,
    Comma,
    AttributeSpace,
    IgnoredSection,
}

/// A token and where the next one begins, or the place of what is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    pub next: usize,
    /// The text ends with it, so it may go on.
    pub open: bool,
}

impl Token {
    pub fn new(kind: Kind, next: usize) -> Token {
        Token { kind, next, open: false }
    }
    pub fn open(kind: Kind, next: usize) -> Token {
        Token { kind, next, open: true }
    }
    /// Whether more text may change it.
    pub fn is_unfinished(&self) -> bool {
        self.open || matches!(self.kind, Kind::None | Kind::Invalid | Kind::Partial | Kind::PartialChar)
    }
}

/// What the first byte of a character means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// No character of XML.
    Bad,
    /// The first byte of a character of so many.
    Lead(u8),
    Lt,
    Amp,
    CloseBracket,
    Cr,
    Lf,
    Gt,
    Quote,
    Apostrophe,
    Equals,
    Question,
    Exclamation,
    Slash,
    Semicolon,
    Pound,
    OpenBracket,
    Space,
    NameStart,
    Colon,
    Hex,
    Digit,
    NameOnly,
    Minus,
    Other,
    Percent,
    OpenParen,
    CloseParen,
    Asterisk,
    Plus,
    Comma,
    Bar,
}

const fn class_of(byte: u8) -> Class {
    match byte {
        b'\t' | b' ' => Class::Space,
        b'\n' => Class::Lf,
        b'\r' => Class::Cr,
        0..=0x1f | 0x80..=0xbf | 0xf5..=0xff => Class::Bad,
        0xc0..=0xdf => Class::Lead(2),
        0xe0..=0xef => Class::Lead(3),
        0xf0..=0xf4 => Class::Lead(4),
        b'<' => Class::Lt,
        b'&' => Class::Amp,
        b']' => Class::CloseBracket,
        b'>' => Class::Gt,
        b'"' => Class::Quote,
        b'\'' => Class::Apostrophe,
        b'=' => Class::Equals,
        b'?' => Class::Question,
        b'!' => Class::Exclamation,
        b'/' => Class::Slash,
        b';' => Class::Semicolon,
        b'#' => Class::Pound,
        b'[' => Class::OpenBracket,
        b'a'..=b'f' | b'A'..=b'F' => Class::Hex,
        b'g'..=b'z' | b'G'..=b'Z' | b'_' => Class::NameStart,
        b':' => Class::Colon,
        b'0'..=b'9' => Class::Digit,
        b'.' => Class::NameOnly,
        b'-' => Class::Minus,
        b'%' => Class::Percent,
        b'(' => Class::OpenParen,
        b')' => Class::CloseParen,
        b'*' => Class::Asterisk,
        b'+' => Class::Plus,
        b',' => Class::Comma,
        b'|' => Class::Bar,
        b'$' | b'@' | b'\\' | b'^' | b'`' | b'{' | b'}' | b'~' | 0x7f => Class::Other,
    }
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Bad; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = class_of(byte as u8);
        byte += 1;
    }
    classes
};

/// The bytes that are data in any place: neither markup nor line ends nor the beginnings of longer characters.
static PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let class = class_of(byte as u8);
        plain[byte] = !matches!(
            class,
            Class::Bad | Class::Lead(_) | Class::Lt | Class::Amp | Class::CloseBracket | Class::Cr | Class::Lf
        );
        byte += 1;
    }
    plain
};

/// Returns the character that begins at a place with a first byte of so many; None if it is no character of XML.
pub(super) fn long_char(text: &[u8], at: usize, length: u8) -> Option<char> {
    let bytes = text.get(at..at + usize::from(length))?;
    let c = std::str::from_utf8(bytes).ok()?.chars().next()?;
    (!matches!(c, '\u{fffe}' | '\u{ffff}')).then_some(c)
}

/// A token, or the token that ends the search for one.
pub(super) type Scanned<T> = Result<T, Token>;

/// Reads a text from a place on.
pub(super) struct Scanner<'a> {
    pub text: &'a [u8],
    pub at: usize,
    /// Whether colons separate prefixes; otherwise they are letters.
    pub namespaces: bool,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a [u8], at: usize, namespaces: bool) -> Scanner<'a> {
        Scanner { text, at, namespaces }
    }
    pub fn ends(&self) -> bool {
        self.at >= self.text.len()
    }
    fn class_at(&self, at: usize) -> Class {
        match CLASSES[usize::from(self.text[at])] {
            Class::Colon if !self.namespaces => Class::NameStart,
            class => class,
        }
    }
    /// The class of the next character, which must be there.
    pub fn class(&self) -> Scanned<Class> {
        if self.ends() { Err(Token::new(Kind::Partial, self.at)) } else { Ok(self.class_at(self.at)) }
    }
    pub fn class_after(&self, ahead: usize) -> Option<Class> {
        (self.at + ahead < self.text.len()).then(|| self.class_at(self.at + ahead))
    }
    pub fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }
    /// The token that ends here or a little later.
    pub fn token(&self, kind: Kind, ahead: usize) -> Token {
        Token::new(kind, self.at + ahead)
    }
    pub fn invalid(&self) -> Token {
        self.token(Kind::Invalid, 0)
    }
    /// Steps over one byte and returns the class of what follows.
    pub fn step(&mut self) -> Scanned<Class> {
        self.at += 1;
        self.class()
    }
    /// The longer character at this place.
    pub fn long(&self, length: u8) -> Scanned<char> {
        if self.text.len() - self.at < usize::from(length) {
            return Err(self.token(Kind::PartialChar, 0));
        }
        long_char(self.text, self.at, length).ok_or_else(|| self.invalid())
    }
    /// Steps over the beginning of a name.
    pub fn begin_name(&mut self, class: Class) -> Scanned<()> {
        match class {
            Class::NameStart | Class::Hex => self.at += 1,
            Class::Lead(length) if names::begins(self.long(length)?) => self.at += usize::from(length),
            _ => return Err(self.invalid()),
        }
        Ok(())
    }
    /// Steps over a further character of a name, if there is one.
    pub fn further(&mut self, class: Class) -> Scanned<bool> {
        match class {
            Class::NameStart | Class::Hex | Class::Digit | Class::NameOnly | Class::Minus => self.at += 1,
            Class::Lead(length) => {
                if !names::continues(self.long(length)?) {
                    return Err(self.invalid());
                }
                self.at += usize::from(length);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
    /// Steps over further characters of a name; returns the class of what ends it.
    pub fn rest_of_name(&mut self) -> Scanned<Class> {
        loop {
            let class = self.class()?;
            if !self.further(class)? {
                return Ok(class);
            }
        }
    }
    /// Steps over any character of a document.
    pub fn any(&mut self, class: Class) -> Scanned<()> {
        match class {
            Class::Lead(length) => {
                self.long(length)?;
                self.at += usize::from(length);
            }
            Class::Bad => return Err(self.invalid()),
            _ => self.at += 1,
        }
        Ok(())
    }
    /// Steps over spaces; returns the class of what follows.
    pub fn spaces(&mut self) -> Scanned<Class> {
        loop {
            let class = self.class()?;
            if !is_space(class) {
                return Ok(class);
            }
            self.at += 1;
        }
    }

    /// After `<!-`.
    pub fn comment(&mut self) -> Scanned<Token> {
        if self.class()? != Class::Minus {
            return Err(self.invalid());
        }
        self.at += 1;
        loop {
            let class = self.class()?;
            if class != Class::Minus {
                self.any(class)?;
            } else if self.step()? == Class::Minus {
                if self.step()? != Class::Gt {
                    return Err(self.invalid());
                }
                return Ok(self.token(Kind::Comment, 1));
            }
        }
    }

    /// After `<?`.
    pub fn instruction(&mut self) -> Scanned<Token> {
        let start = self.at;
        let class = self.class()?;
        self.begin_name(class)?;
        let class = self.rest_of_name()?;
        if !is_space(class) && class != Class::Question {
            return Err(self.invalid());
        }
        let kind = match &self.text[start..self.at] {
            b"xml" => Kind::Declaration,
            target if target.eq_ignore_ascii_case(b"xml") => return Err(self.invalid()),
            _ => Kind::Instruction,
        };
        if class == Class::Question {
            return if self.step()? == Class::Gt { Ok(self.token(kind, 1)) } else { Err(self.invalid()) };
        }
        self.at += 1;
        loop {
            let class = self.class()?;
            if class != Class::Question {
                self.any(class)?;
            } else if self.step()? == Class::Gt {
                return Ok(self.token(kind, 1));
            }
        }
    }

    /// After `&`.
    pub fn reference(&mut self) -> Scanned<Token> {
        let class = self.class()?;
        if class == Class::Pound {
            self.at += 1;
            return self.character_reference();
        }
        self.begin_name(class)?;
        match self.rest_of_name()? {
            Class::Semicolon => Ok(self.token(Kind::EntityRef, 1)),
            _ => Err(self.invalid()),
        }
    }
    fn character_reference(&mut self) -> Scanned<Token> {
        self.class()?;
        let hex = self.byte(0) == Some(b'x');
        self.at += usize::from(hex);
        let is_digit = |class| class == Class::Digit || hex && class == Class::Hex;
        if !is_digit(self.class()?) {
            return Err(self.invalid());
        }
        loop {
            match self.step()? {
                class if is_digit(class) => {}
                Class::Semicolon => return Ok(self.token(Kind::CharRef, 1)),
                _ => return Err(self.invalid()),
            }
        }
    }

    /// After `<`, in content.
    fn tag(&mut self) -> Scanned<Token> {
        match self.class()? {
            Class::Exclamation => match self.step()? {
                Class::Minus => {
                    self.at += 1;
                    self.comment()
                }
                Class::OpenBracket => {
                    self.at += 1;
                    self.cdata_open()
                }
                _ => Err(self.invalid()),
            },
            Class::Question => {
                self.at += 1;
                self.instruction()
            }
            Class::Slash => {
                self.at += 1;
                self.end_tag()
            }
            class => {
                self.begin_name(class)?;
                self.start_tag()
            }
        }
    }
    fn cdata_open(&mut self) -> Scanned<Token> {
        const REST: &[u8] = b"CDATA[";
        if self.text.len() - self.at < REST.len() {
            return Err(self.token(Kind::Partial, 0));
        }
        for expected in REST {
            if self.text[self.at] != *expected {
                return Err(self.invalid());
            }
            self.at += 1;
        }
        Ok(self.token(Kind::CdataOpen, 0))
    }
    fn end_tag(&mut self) -> Scanned<Token> {
        let class = self.class()?;
        self.begin_name(class)?;
        loop {
            match self.rest_of_name()? {
                Class::Colon => self.at += 1,
                Class::Gt => return Ok(self.token(Kind::EndTag, 1)),
                class if is_space(class) => break,
                _ => return Err(self.invalid()),
            }
        }
        match self.spaces()? {
            Class::Gt => Ok(self.token(Kind::EndTag, 1)),
            _ => Err(self.invalid()),
        }
    }
    /// The rest of a name with at most one colon, which a beginning of a name follows.
    fn rest_of_qualified(&mut self) -> Scanned<Class> {
        let mut had_colon = false;
        loop {
            match self.rest_of_name()? {
                Class::Colon if !had_colon => {
                    had_colon = true;
                    let class = self.step()?;
                    self.begin_name(class)?;
                }
                class => return Ok(class),
            }
        }
    }
    fn start_tag(&mut self) -> Scanned<Token> {
        let mut class = self.rest_of_qualified()?;
        if is_space(class) {
            class = self.spaces()?;
            if !matches!(class, Class::Gt | Class::Slash) {
                self.begin_name(class)?;
                return self.attributes();
            }
        }
        self.tag_end(class)
    }
    fn tag_end(&mut self, class: Class) -> Scanned<Token> {
        match class {
            Class::Gt => Ok(self.token(Kind::StartTag, 1)),
            Class::Slash if self.step()? == Class::Gt => Ok(self.token(Kind::EmptyElement, 1)),
            _ => Err(self.invalid()),
        }
    }
    /// After the first character of an attribute's name.
    fn attributes(&mut self) -> Scanned<Token> {
        loop {
            let mut class = self.rest_of_qualified()?;
            if is_space(class) {
                class = self.spaces()?;
            }
            if class != Class::Equals {
                return Err(self.invalid());
            }
            self.at += 1;
            let quote = self.spaces()?;
            if !matches!(quote, Class::Quote | Class::Apostrophe) {
                return Err(self.invalid());
            }
            self.at += 1;
            self.attribute_value(quote)?;
            let class = self.step()?;
            if !is_space(class) {
                return if matches!(class, Class::Gt | Class::Slash) {
                    self.tag_end(class)
                } else {
                    Err(self.invalid())
                };
            }
            match self.spaces()? {
                class @ (Class::Gt | Class::Slash) => return self.tag_end(class),
                class => self.begin_name(class)?,
            }
        }
    }
    /// Up to the closing quote.
    fn attribute_value(&mut self, quote: Class) -> Scanned<()> {
        loop {
            match self.class()? {
                class if class == quote => return Ok(()),
                Class::Amp => {
                    self.at += 1;
                    self.at = self.reference()?.next;
                }
                Class::Lt => return Err(self.invalid()),
                class => self.any(class)?,
            }
        }
    }
    /// Steps over data up to what may be markup, a line end, a bracket or an invalid character.
    fn data(&mut self) -> Class {
        loop {
            while !self.ends() && PLAIN[usize::from(self.text[self.at])] {
                self.at += 1;
            }
            if self.ends() {
                return Class::Bad;
            }
            match self.class_at(self.at) {
                Class::Lead(length) if long_char(self.text, self.at, length).is_some() => {
                    self.at += usize::from(length);
                }
                class => return class,
            }
        }
    }
}

pub(super) fn is_space(class: Class) -> bool {
    matches!(class, Class::Space | Class::Cr | Class::Lf)
}

pub(super) fn whole(token: Scanned<Token>) -> Token {
    token.unwrap_or_else(|ends| ends)
}

/// The token at a place of an element's content.
pub(super) fn content(text: &[u8], at: usize, namespaces: bool) -> Token {
    if at >= text.len() {
        return Token::new(Kind::None, at);
    }
    whole(content_token(&mut Scanner::new(text, at, namespaces)))
}

fn content_token(scan: &mut Scanner) -> Scanned<Token> {
    match scan.class()? {
        Class::Lt => {
            scan.at += 1;
            return scan.tag();
        }
        Class::Amp => {
            scan.at += 1;
            return scan.reference();
        }
        Class::Cr => {
            return Ok(match scan.byte(1) {
                None => scan.token(Kind::TrailingCr, 1),
                next => scan.token(Kind::Newline, 1 + usize::from(next == Some(b'\n'))),
            });
        }
        Class::Lf => return Ok(scan.token(Kind::Newline, 1)),
        Class::CloseBracket => match (scan.byte(1), scan.byte(2)) {
            (None, _) | (Some(b']'), None) => return Ok(scan.token(Kind::TrailingBrackets, 0)),
            (Some(b']'), Some(b'>')) => return Err(scan.token(Kind::Invalid, 2)),
            _ => scan.at += 1,
        },
        class => scan.any(class)?,
    }
    loop {
        if scan.data() != Class::CloseBracket {
            return Ok(scan.token(Kind::Data, 0));
        }
        match (scan.byte(1), scan.byte(2)) {
            (Some(b']'), Some(b'>')) => return Err(scan.token(Kind::Invalid, 2)),
            (None, _) | (Some(b']'), None) => return Ok(scan.token(Kind::Data, 0)),
            _ => scan.at += 1,
        }
    }
}

/// The token at a place of a CDATA section.
pub(super) fn cdata(text: &[u8], at: usize) -> Token {
    if at >= text.len() {
        return Token::new(Kind::None, at);
    }
    whole(cdata_token(&mut Scanner::new(text, at, false)))
}

fn cdata_token(scan: &mut Scanner) -> Scanned<Token> {
    match scan.class()? {
        Class::CloseBracket => {
            if scan.step()? == Class::CloseBracket {
                scan.at += 1;
                if scan.class()? == Class::Gt {
                    return Ok(scan.token(Kind::CdataClose, 1));
                }
                scan.at -= 1;
            }
        }
        Class::Cr => {
            let is_pair = scan.step()? == Class::Lf;
            return Ok(scan.token(Kind::Newline, usize::from(is_pair)));
        }
        Class::Lf => return Ok(scan.token(Kind::Newline, 1)),
        class => scan.any(class)?,
    }
    loop {
        match scan.data() {
            Class::Lt | Class::Amp if !scan.ends() => scan.at += 1,
            _ => return Ok(scan.token(Kind::Data, 0)),
        }
    }
}

/// The number of a character reference that [`Kind::CharRef`] found, from its `&` on; None if it is no character of XML.
pub(super) fn referenced(reference: &[u8]) -> Option<char> {
    let digits = &reference[2..reference.len() - 1];
    let (digits, base) = if digits[0] == b'x' { (&digits[1..], 16) } else { (digits, 10) };
    let number = digits.iter().try_fold(0_u32, |number, digit| {
        let number = number * base + char::from(*digit).to_digit(base)?;
        (number < 0x11_0000).then_some(number)
    })?;
    let c = char::from_u32(number)?;
    let is_control = number < 0x20 && !matches!(c, '\t' | '\n' | '\r');
    (!is_control && !matches!(c, '\u{fffe}' | '\u{ffff}')).then_some(c)
}

/// The character of a predefined entity.
pub(super) fn predefined(name: &[u8]) -> Option<&'static str> {
    Some(match name {
        b"lt" => "<",
        b"gt" => ">",
        b"amp" => "&",
        b"quot" => "\"",
        b"apos" => "'",
        _ => return None,
    })
}
