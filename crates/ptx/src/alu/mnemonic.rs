//! Splits a mnemonic into operation, types and modifiers. Each modifier must be consumed, so that none is ignored.

use crate::number::soft::Rounding;
use crate::scalar::{Scalar, Space};
use crate::text::Error;

#[derive(Debug, Clone)]
pub(crate) struct Mnemonic<'a> {
    pub(crate) line: u32,
    /// As written.
    pub(crate) text: &'a str,
    pub(crate) operation: &'a str,
    /// In source order.
    pub(crate) types: Vec<Scalar>,
    modifiers: Vec<&'a str>,
}

impl<'a> Mnemonic<'a> {
    pub(crate) fn new(text: &'a str, line: u32) -> Mnemonic<'a> {
        let mut parts = text.split('.');
        let operation = parts.next().unwrap_or_default();
        let (mut types, mut modifiers) = (Vec::new(), Vec::new());
        for part in parts {
            match Scalar::named(part) {
                Some(scalar) => types.push(scalar),
                None => modifiers.push(part),
            }
        }
        Mnemonic { line, text, operation, types, modifiers }
    }

    /// Consumes a modifier; returns whether it was present.
    pub(crate) fn take(&mut self, modifier: &str) -> bool {
        let at = self.modifiers.iter().position(|m| *m == modifier);
        if let Some(at) = at {
            self.modifiers.remove(at);
        }
        at.is_some()
    }

    pub(crate) fn has(&self, modifier: &str) -> bool {
        self.modifiers.contains(&modifier)
    }

    /// Consumes the first of these modifiers that is present.
    pub(crate) fn one_of(&mut self, modifiers: &[&'static str]) -> Option<&'static str> {
        modifiers.iter().find(|modifier| self.take(modifier)).copied()
    }

    /// Consumes the state space, if present.
    pub(crate) fn space(&mut self) -> Option<Space> {
        let at = self.modifiers.iter().position(|m| Space::named(m).is_some())?;
        Space::named(self.modifiers.remove(at))
    }

    /// Consumes the rounding of a floating-point result.
    pub(crate) fn rounding(&mut self) -> Option<Rounding> {
        self.rounding_of([
            ("rn", Rounding::Nearest),
            ("rz", Rounding::Zero),
            ("rm", Rounding::Down),
            ("rp", Rounding::Up),
        ])
        .or_else(|| self.take("rna").then_some(Rounding::Away))
    }

    /// Consumes the rounding to an integer.
    pub(crate) fn integer_rounding(&mut self) -> Option<Rounding> {
        self.rounding_of([
            ("rni", Rounding::Nearest),
            ("rzi", Rounding::Zero),
            ("rmi", Rounding::Down),
            ("rpi", Rounding::Up),
        ])
    }

    fn rounding_of(&mut self, names: [(&str, Rounding); 4]) -> Option<Rounding> {
        names.into_iter().find(|(name, _)| self.take(name)).map(|(_, rounding)| rounding)
    }

    pub(crate) fn scalar(&self) -> Result<Scalar, Error> {
        self.types.last().copied().ok_or_else(|| self.error("has no type"))
    }

    pub(crate) fn error(&self, message: &str) -> Error {
        Error::new(self.line, format!("`{}` {message}", self.text))
    }

    pub(crate) fn unsupported(&self) -> Error {
        self.error("is not supported")
    }

    /// Returns an error if a modifier was not consumed.
    pub(crate) fn finish(&self) -> Result<(), Error> {
        match self.modifiers.first() {
            None => Ok(()),
            Some(modifier) => Err(self.error(&format!("has the modifier `.{modifier}`, which is not supported here"))),
        }
    }
}
