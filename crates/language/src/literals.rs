//! Restores lone surrogates in string literals, which the parser cannot represent.

use crate::surrogate::char_of;
use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::{FString, InterpolatedStringElement, Stmt, StringLiteral, TString};
use ruff_text_size::{Ranged, TextRange};

/// The parser's replacement for a surrogate.
const LOST: char = char::REPLACEMENT_CHARACTER;

/// Restores the surrogates of literals.
pub(crate) fn restore(body: &mut [Stmt], text: &str) {
    if has_surrogate(text) {
        Restoring { text }.visit_body(body);
    }
}

/// Whether a source contains an escaped surrogate, possibly in a raw literal.
fn has_surrogate(text: &str) -> bool {
    text.match_indices("\\u")
        .chain(text.match_indices("\\U0000"))
        .any(|(at, start)| is_coded(&text[at + start.len()..]))
}

fn is_coded(digits: &str) -> bool {
    matches!(digits.as_bytes(), [b'd' | b'D', b'8'..=b'9' | b'a'..=b'f' | b'A'..=b'F', ..])
}

struct Restoring<'a> {
    text: &'a str,
}

impl Restoring<'_> {
    fn restored(&self, value: &str, range: TextRange, is_raw: bool) -> Option<Box<str>> {
        if is_raw || !value.contains(LOST) {
            return None;
        }
        let mut found = characters(&self.text[range]).into_iter();
        let restored = value.chars().map(|c| if c == LOST { found.next().unwrap_or(LOST) } else { c });
        Some(restored.collect())
    }
    fn element(&self, element: &mut InterpolatedStringElement, is_raw: bool) {
        if let InterpolatedStringElement::Literal(literal) = element
            && let Some(value) = self.restored(&literal.value, literal.range, is_raw)
        {
            literal.value = value;
        }
    }
}

impl Transformer for Restoring<'_> {
    fn visit_string_literal(&self, literal: &mut StringLiteral) {
        let is_raw = literal.flags.prefix().is_raw();
        if let Some(value) = self.restored(&literal.value, literal.range(), is_raw) {
            literal.value = value;
        }
    }
    fn visit_f_string(&self, string: &mut FString) {
        let is_raw = string.flags.prefix().is_raw();
        string.elements.iter_mut().for_each(|element| self.element(element, is_raw));
        transformer::walk_f_string(self, string);
    }
    fn visit_t_string(&self, string: &mut TString) {
        let is_raw = string.flags.prefix().is_raw();
        string.elements.iter_mut().for_each(|element| self.element(element, is_raw));
        transformer::walk_t_string(self, string);
    }
    fn visit_interpolated_string_element(&self, element: &mut InterpolatedStringElement) {
        if let InterpolatedStringElement::Interpolation(interpolation) = element
            && let Some(spec) = &mut interpolation.format_spec
        {
            spec.elements.iter_mut().for_each(|element| self.element(element, false));
        }
        transformer::walk_interpolated_string_element(self, element);
    }
}

/// The characters, in order, that the parser replaced by U+FFFD in a literal's source.
fn characters(source: &str) -> Vec<char> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find(['\\', LOST]) {
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix(LOST) {
            found.push(LOST);
            rest = after;
            continue;
        }
        let digits = match rest.as_bytes().get(1) {
            Some(b'u') => 4,
            Some(b'U') => 8,
            Some(b'N') => {
                let name = rest.get(3..).and_then(|rest| rest.split('}').next()).unwrap_or_default();
                found.extend(name.eq_ignore_ascii_case("REPLACEMENT CHARACTER").then_some(LOST));
                0
            }
            _ => 0,
        };
        let code = rest.get(2..2 + digits).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        found.extend(code.filter(|code| matches!(code, 0xd800..=0xdfff | 0xfffd)).and_then(char_of));
        let mut after = rest.chars();
        after.nth(1);
        rest = after.as_str();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surrogate::code_of;

    #[test]
    fn what_was_lost_is_found_in_its_order() {
        let codes = |source: &str| characters(source).into_iter().map(code_of).collect::<Vec<u32>>();
        assert_eq!(
            codes(r"'a\ud800\U0000dFFF\\udc00 \ufffd\N{REPLACEMENT CHARACTER}'"),
            [0xd800, 0xdfff, 0xfffd, 0xfffd]
        );
        assert_eq!(codes("'\u{fffd}\\n\\u00e9'"), [0xfffd]);
        assert!(has_surrogate(r"'\uDC80'") && !has_surrogate(r"'\u00e9'"));
    }
}
