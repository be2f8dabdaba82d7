//! The tokens of the prolog and of declarations, and those inside of literals.

use super::names;
use super::tokens::{Class, Kind, Scanned, Scanner, Token, is_space, whole};

/// The token at a place of the prolog, of a document type's declarations or after the last element.
pub(super) fn prolog(text: &[u8], at: usize, namespaces: bool) -> Token {
    if at >= text.len() {
        return Token::new(Kind::None, at);
    }
    whole(prolog_token(&mut Scanner::new(text, at, namespaces)))
}

fn prolog_token(scan: &mut Scanner) -> Scanned<Token> {
    let class = scan.class()?;
    match class {
        Class::Quote | Class::Apostrophe => literal(scan, class),
        Class::Lt => markup(scan),
        Class::Cr if scan.byte(1).is_none() => Ok(Token::open(Kind::Space, scan.at + 1)),
        Class::Space | Class::Cr | Class::Lf => Ok(space(scan)),
        Class::Percent => {
            scan.at += 1;
            percent(scan)
        }
        Class::Comma => Ok(scan.token(Kind::Comma, 1)),
        Class::OpenBracket => Ok(scan.token(Kind::OpenBracket, 1)),
        Class::CloseBracket => close_bracket(scan),
        Class::OpenParen => Ok(scan.token(Kind::OpenParen, 1)),
        Class::CloseParen => close_paren(scan),
        Class::Bar => Ok(scan.token(Kind::Or, 1)),
        Class::Gt => Ok(scan.token(Kind::DeclClose, 1)),
        Class::Pound => {
            scan.at += 1;
            pound_name(scan)
        }
        class => name(scan, class),
    }
}

fn literal(scan: &mut Scanner, quote: Class) -> Scanned<Token> {
    scan.at += 1;
    loop {
        let class = scan.class()?;
        if class != quote {
            scan.any(class)?;
            continue;
        }
        scan.at += 1;
        return match scan.class_after(0) {
            None => Ok(Token::open(Kind::Literal, scan.at)),
            Some(class) if is_space(class) => Ok(scan.token(Kind::Literal, 0)),
            Some(Class::Gt | Class::Percent | Class::OpenBracket) => Ok(scan.token(Kind::Literal, 0)),
            Some(_) => Err(scan.invalid()),
        };
    }
}

fn markup(scan: &mut Scanner) -> Scanned<Token> {
    match scan.step()? {
        Class::Exclamation => {
            scan.at += 1;
            declaration(scan)
        }
        Class::Question => {
            scan.at += 1;
            scan.instruction()
        }
        Class::NameStart | Class::Hex | Class::Lead(_) => Ok(Token::new(Kind::InstanceStart, scan.at - 1)),
        _ => Err(scan.invalid()),
    }
}

/// After `<!`.
fn declaration(scan: &mut Scanner) -> Scanned<Token> {
    match scan.class()? {
        Class::Minus => {
            scan.at += 1;
            return scan.comment();
        }
        Class::OpenBracket => return Ok(scan.token(Kind::SectionOpen, 1)),
        Class::NameStart | Class::Hex => scan.at += 1,
        _ => return Err(scan.invalid()),
    }
    loop {
        match scan.class()? {
            Class::Percent => {
                let Some(next) = scan.class_after(1) else {
                    return Err(scan.token(Kind::Partial, 0));
                };
                let is_separate = is_space(next) || next == Class::Percent;
                return if is_separate { Err(scan.invalid()) } else { Ok(scan.token(Kind::DeclOpen, 0)) };
            }
            class if is_space(class) => return Ok(scan.token(Kind::DeclOpen, 0)),
            Class::NameStart | Class::Hex => scan.at += 1,
            _ => return Err(scan.invalid()),
        }
    }
}

/// Spaces; a final carriage return after others is left for the next token.
fn space(scan: &mut Scanner) -> Token {
    loop {
        scan.at += 1;
        match scan.class_after(0) {
            Some(Class::Space | Class::Lf) => {}
            Some(Class::Cr) if scan.byte(1).is_some() => {}
            _ => return scan.token(Kind::Space, 0),
        }
    }
}

/// After `%`.
fn percent(scan: &mut Scanner) -> Scanned<Token> {
    let class = scan.class()?;
    if is_space(class) || class == Class::Percent {
        return Ok(scan.token(Kind::Percent, 0));
    }
    scan.begin_name(class)?;
    match scan.rest_of_name()? {
        Class::Semicolon => Ok(scan.token(Kind::ParameterRef, 1)),
        _ => Err(scan.invalid()),
    }
}

fn close_bracket(scan: &mut Scanner) -> Scanned<Token> {
    match (scan.byte(1), scan.byte(2)) {
        (None, _) => Ok(Token::open(Kind::CloseBracket, scan.at + 1)),
        (Some(b']'), None) => Err(scan.token(Kind::Partial, 0)),
        (Some(b']'), Some(b'>')) => Ok(scan.token(Kind::SectionClose, 3)),
        _ => Ok(scan.token(Kind::CloseBracket, 1)),
    }
}

fn close_paren(scan: &mut Scanner) -> Scanned<Token> {
    scan.at += 1;
    Ok(match scan.class_after(0) {
        None => Token::open(Kind::CloseParen, scan.at),
        Some(Class::Asterisk) => scan.token(Kind::CloseParenAsterisk, 1),
        Some(Class::Question) => scan.token(Kind::CloseParenQuestion, 1),
        Some(Class::Plus) => scan.token(Kind::CloseParenPlus, 1),
        Some(Class::Gt | Class::Comma | Class::Bar | Class::CloseParen) => scan.token(Kind::CloseParen, 0),
        Some(class) if is_space(class) => scan.token(Kind::CloseParen, 0),
        Some(_) => return Err(scan.invalid()),
    })
}

/// After `#`.
fn pound_name(scan: &mut Scanner) -> Scanned<Token> {
    let class = scan.class()?;
    scan.begin_name(class)?;
    while let Some(class) = scan.class_after(0) {
        if scan.further(class)? {
            continue;
        }
        let ends = is_space(class) || matches!(class, Class::CloseParen | Class::Gt | Class::Percent | Class::Bar);
        return if ends { Ok(scan.token(Kind::PoundName, 0)) } else { Err(scan.invalid()) };
    }
    Ok(Token::open(Kind::PoundName, scan.at))
}

/// A name, a prefixed name or a name token, maybe with a sign of how often it may occur.
fn name(scan: &mut Scanner, class: Class) -> Scanned<Token> {
    let mut kind = first_of_name(scan, class)?;
    while let Some(class) = scan.class_after(0) {
        if scan.further(class)? {
            continue;
        }
        let counted = |counted| if kind == Kind::NameToken { Err(scan.invalid()) } else { Ok(scan.token(counted, 1)) };
        match class {
            Class::Colon => {
                scan.at += 1;
                kind = after_colon(scan, kind)?;
            }
            Class::Plus => return counted(Kind::NamePlus),
            Class::Asterisk => return counted(Kind::NameAsterisk),
            Class::Question => return counted(Kind::NameQuestion),
            Class::Gt | Class::CloseParen | Class::Comma | Class::Bar | Class::OpenBracket | Class::Percent => {
                return Ok(scan.token(kind, 0));
            }
            class if is_space(class) => return Ok(scan.token(kind, 0)),
            _ => return Err(scan.invalid()),
        }
    }
    Ok(Token::open(kind, scan.at))
}

fn first_of_name(scan: &mut Scanner, class: Class) -> Scanned<Kind> {
    let (kind, length) = match class {
        Class::Lead(length) => match scan.long(length)? {
            c if names::begins(c) => (Kind::Name, length),
            c if names::continues(c) => (Kind::NameToken, length),
            _ => return Err(scan.invalid()),
        },
        Class::NameStart | Class::Hex => (Kind::Name, 1),
        Class::Digit | Class::NameOnly | Class::Minus | Class::Colon => (Kind::NameToken, 1),
        _ => return Err(scan.invalid()),
    };
    scan.at += usize::from(length);
    Ok(kind)
}

fn after_colon(scan: &mut Scanner, kind: Kind) -> Scanned<Kind> {
    if kind != Kind::Name {
        return Ok(Kind::NameToken);
    }
    let class = scan.class()?;
    Ok(if scan.further(class)? { Kind::PrefixedName } else { Kind::NameToken })
}

/// The token at a place of an attribute's value.
pub(super) fn attribute_value(text: &[u8], at: usize, namespaces: bool) -> Token {
    value_token(text, at, namespaces, |class| {
        matches!(class, Class::Amp | Class::Lf | Class::Cr | Class::Space | Class::Lt)
    })
}

/// The token at a place of an entity's value.
pub(super) fn entity_value(text: &[u8], at: usize, namespaces: bool) -> Token {
    value_token(text, at, namespaces, |class| matches!(class, Class::Amp | Class::Lf | Class::Cr | Class::Percent))
}

fn value_token(text: &[u8], at: usize, namespaces: bool, is_special: fn(Class) -> bool) -> Token {
    let mut scan = Scanner::new(text, at, namespaces);
    while let Some(class) = scan.class_after(0) {
        if is_special(class) {
            // An element's beginning ends a value even in the middle of data.
            let ends = scan.at == at || class == Class::Lt;
            return if ends { special(&mut scan, class) } else { scan.token(Kind::Data, 0) };
        }
        scan.at += if let Class::Lead(length) = class { usize::from(length) } else { 1 };
    }
    if scan.at == at { Token::new(Kind::None, at) } else { Token::new(Kind::Data, text.len()) }
}

fn special(scan: &mut Scanner, class: Class) -> Token {
    match class {
        Class::Amp => {
            scan.at += 1;
            whole(scan.reference())
        }
        Class::Percent => {
            scan.at += 1;
            match whole(percent(scan)) {
                Token { kind: Kind::Percent, next, .. } => Token::new(Kind::Invalid, next),
                token => token,
            }
        }
        Class::Lf => scan.token(Kind::Newline, 1),
        Class::Cr => match scan.byte(1) {
            None => scan.token(Kind::TrailingCr, 1),
            next => scan.token(Kind::Newline, 1 + usize::from(next == Some(b'\n'))),
        },
        Class::Space => scan.token(Kind::AttributeSpace, 1),
        _ => scan.invalid(),
    }
}

/// The rest of a conditional section that is ignored.
pub(super) fn ignored(text: &[u8], at: usize) -> Token {
    whole(ignored_section(&mut Scanner::new(text, at, false)))
}

fn ignored_section(scan: &mut Scanner) -> Scanned<Token> {
    let mut level = 0_usize;
    loop {
        match scan.class()? {
            Class::Lt => {
                if scan.step()? == Class::Exclamation && scan.step()? == Class::OpenBracket {
                    level += 1;
                    scan.at += 1;
                }
            }
            Class::CloseBracket => {
                if scan.step()? == Class::CloseBracket && scan.step()? == Class::Gt {
                    scan.at += 1;
                    if level == 0 {
                        return Ok(scan.token(Kind::IgnoredSection, 0));
                    }
                    level -= 1;
                }
            }
            class => scan.any(class)?,
        }
    }
}

/// The place of a character that no public identifier has, between the quotes of a literal.
pub(super) fn not_public(text: &[u8]) -> Option<usize> {
    let is_public = |byte: &u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b' ' | b'\r' | b'\n' | b'-' | b'\'' | b'(' | b')' | b'+' | b',' | b'.' | b'/' | b'=')
            || matches!(byte, b'?' | b';' | b'!' | b'*' | b'#' | b'@' | b'$' | b'_' | b'%' | b':')
    };
    text.iter().position(|byte| !is_public(byte))
}
