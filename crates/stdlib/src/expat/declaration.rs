//! Reads XML and text declarations, `<?xml ... ?>`.

/// Reads a declaration, from `<?xml` to `?>`. A fault is the place of what is wrong. `is_text`: it is an external entity's.
pub(super) fn said(text: &str, is_text: bool) -> Result<Said, usize> {
    Pseudo { text, at: "<?xml".len(), end: text.len() - "?>".len() }.declaration(is_text)
}

/// What the declaration of a document says; texts are ranges in it.
#[derive(Default)]
pub(super) struct Said {
    pub version: Option<(usize, usize)>,
    pub encoding: Option<(usize, usize)>,
    pub standalone: Option<bool>,
}

/// The name and the value of a pseudo attribute.
type Pair = ((usize, usize), (usize, usize));

/// The pseudo attributes of the declaration of a document. A fault is the place of what is wrong.
struct Pseudo<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl Pseudo<'_> {
    fn byte(&self) -> Option<u8> {
        (self.at < self.end).then(|| self.text.as_bytes()[self.at]).filter(u8::is_ascii)
    }
    fn is_space(&self) -> bool {
        matches!(self.byte(), Some(b' ' | b'\t' | b'\r' | b'\n'))
    }
    fn spaces(&mut self) {
        while self.is_space() {
            self.at += 1;
        }
    }
    fn is(&self, (from, to): (usize, usize), word: &str) -> bool {
        &self.text[from..to] == word
    }

    /// The next pair; none at the end.
    fn pair(&mut self) -> Result<Option<Pair>, usize> {
        if self.at == self.end {
            return Ok(None);
        }
        if !self.is_space() {
            return Err(self.at);
        }
        self.spaces();
        if self.at == self.end {
            return Ok(None);
        }
        let from = self.at;
        while !self.is_space() && self.byte() != Some(b'=') {
            self.byte().ok_or(self.at)?;
            self.at += 1;
        }
        let name = (from, self.at);
        self.spaces();
        if self.byte() != Some(b'=') || name.0 == name.1 {
            return Err(self.at);
        }
        self.at += 1;
        self.spaces();
        let quote = self.byte().filter(|byte| matches!(byte, b'"' | b'\'')).ok_or(self.at)?;
        self.at += 1;
        let from = self.at;
        while self.byte() != Some(quote) {
            let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
            self.byte().filter(is_plain).ok_or(self.at)?;
            self.at += 1;
        }
        self.at += 1;
        Ok(Some((name, (from, self.at - 1))))
    }

    fn declaration(mut self, is_text: bool) -> Result<Said, usize> {
        let mut said = Said::default();
        let Some(mut pair) = self.pair()? else { return Err(self.at) };
        if self.is(pair.0, "version") {
            said.version = Some(pair.1);
            match self.pair()? {
                Some(next) => pair = next,
                None => return if is_text { Err(self.at) } else { Ok(said) },
            }
        } else if !is_text {
            return Err(pair.0.0);
        }
        if self.is(pair.0, "encoding") {
            if !self.text.as_bytes()[pair.1.0].is_ascii_alphabetic() {
                return Err(pair.1.0);
            }
            said.encoding = Some(pair.1);
            match self.pair()? {
                Some(next) => pair = next,
                None => return Ok(said),
            }
        }
        if !self.is(pair.0, "standalone") || is_text {
            return Err(pair.0.0);
        }
        said.standalone = Some(match &self.text[pair.1.0..pair.1.1] {
            "yes" => true,
            "no" => false,
            _ => return Err(pair.1.0),
        });
        self.spaces();
        if self.at == self.end { Ok(said) } else { Err(self.at) }
    }
}
