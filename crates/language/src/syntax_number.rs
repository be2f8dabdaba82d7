//! What is wrong with a number in the source, in CPython's words.

use std::iter::Peekable;
use std::str::Chars;

/// Words that may follow a number without a blank.
const KEYWORDS: &[&str] = &["and", "else", "for", "if", "in", "is", "or", "not"];

/// The fault of the number that a place is in, or directly behind.
pub(crate) fn fault(text: &str, place: usize) -> Option<String> {
    let before = text.get(..place)?;
    let in_number = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let number = &text[before.trim_end_matches(in_number).len()..];
    if !number.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    match number.get(..2).map(str::to_ascii_lowercase).as_deref() {
        Some("0b") => in_base(&number[2..], 2, "binary"),
        Some("0o") => in_base(&number[2..], 8, "octal"),
        Some("0x") => in_base(&number[2..], 16, "hexadecimal"),
        _ => decimal(number),
    }
}

fn invalid(kind: &str) -> Option<String> {
    Some(format!("invalid {kind} literal"))
}

fn in_base(digits: &str, base: u32, kind: &str) -> Option<String> {
    let mut rest = digits.chars().peekable();
    loop {
        rest.next_if_eq(&'_');
        let mut any = false;
        while rest.next_if(|c| c.is_digit(base)).is_some() {
            any = true;
        }
        match rest.peek() {
            Some(digit) if digit.is_ascii_digit() => return Some(format!("invalid digit '{digit}' in {kind} literal")),
            _ if !any => return invalid(kind),
            Some('_') => {}
            _ => return end(rest, kind),
        }
    }
}

/// Digits, with single underscores between them; None where one has no digit behind it.
fn digits(rest: &mut Peekable<Chars>) -> Option<()> {
    while rest.next_if(char::is_ascii_digit).is_some() {
        if rest.next_if_eq(&'_').is_some() && !rest.peek().is_some_and(char::is_ascii_digit) {
            return None;
        }
    }
    Some(())
}

fn decimal(number: &str) -> Option<String> {
    let (mut rest, kind) = (number.chars().peekable(), "decimal");
    if digits(&mut rest).is_none() {
        return invalid(kind);
    }
    if rest.next_if_eq(&'.').is_some() && digits(&mut rest).is_none() {
        return invalid(kind);
    }
    if matches!(rest.peek(), Some('e' | 'E')) {
        let mut exponent = rest.clone();
        exponent.next();
        let signed = exponent.next_if(|c| matches!(c, '+' | '-')).is_some();
        if exponent.peek().is_some_and(char::is_ascii_digit) {
            rest = exponent;
            if digits(&mut rest).is_none() {
                return invalid(kind);
            }
        } else if signed {
            return invalid(kind);
        }
    }
    match rest.next_if(|c| matches!(c, 'j' | 'J')) {
        Some(_) => end(rest, "imaginary"),
        None => end(rest, kind),
    }
}

/// What follows a number is no part of a name, or is a keyword.
fn end(rest: Peekable<Chars>, kind: &str) -> Option<String> {
    let rest: String = rest.collect();
    let joined = rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    if joined && !KEYWORDS.iter().any(|word| rest.starts_with(word)) { invalid(kind) } else { None }
}
