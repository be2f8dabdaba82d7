//! Valid code that is probably a mistake: CPython's SyntaxWarning.

use super::Span;
use super::syntax_problem::SyntaxProblem;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{
    BytesLiteral, CmpOp, Expr, ExprContext, FString, InterpolatedStringElement, Number, Stmt, StringLiteral,
};
use ruff_text_size::{Ranged, TextRange};

/// Warnings about tokens first, as CPython reads all tokens before it compiles; each group is in source order.
pub(crate) fn found(body: &[Stmt], text: &str, source: u32) -> Vec<SyntaxProblem> {
    let mut walk = Walk { text, of_tokens: Vec::new(), found: Vec::new() };
    walk.visit_body(body);
    let problem = |(range, message): (TextRange, String)| {
        let span = Span { source, start: range.start().to_u32(), end: range.end().to_u32() };
        SyntaxProblem::new(message, span)
    };
    walk.of_tokens.into_iter().chain(walk.found).map(problem).collect()
}

struct Walk<'a> {
    text: &'a str,
    of_tokens: Vec<(TextRange, String)>,
    found: Vec<(TextRange, String)>,
}

/// The class of a literal's value; None if the value is not known before the program runs.
fn class_of(expr: &Expr) -> Option<&'static str> {
    Some(match expr {
        Expr::Tuple(_) => "tuple",
        Expr::List(_) | Expr::ListComp(_) => "list",
        Expr::Dict(_) | Expr::DictComp(_) => "dict",
        Expr::Set(_) | Expr::SetComp(_) => "set",
        Expr::Generator(_) => "generator",
        Expr::Lambda(_) => "function",
        Expr::FString(_) | Expr::StringLiteral(_) => "str",
        Expr::BytesLiteral(_) => "bytes",
        Expr::BooleanLiteral(_) => "bool",
        Expr::NoneLiteral(_) => "NoneType",
        Expr::EllipsisLiteral(_) => "ellipsis",
        Expr::NumberLiteral(number) => match number.value {
            Number::Int(_) => "int",
            Number::Float(_) => "float",
            Number::Complex { .. } => "complex",
        },
        _ => return None,
    })
}

/// Whether a literal may be a new object each time, so that `is` is meaningless.
fn has_no_identity(expr: &Expr) -> bool {
    match expr {
        Expr::NumberLiteral(_) | Expr::StringLiteral(_) | Expr::BytesLiteral(_) => true,
        Expr::Tuple(tuple) => tuple.elts.iter().all(|item| {
            let single = matches!(item, Expr::NoneLiteral(_) | Expr::BooleanLiteral(_) | Expr::EllipsisLiteral(_));
            single || has_no_identity(item)
        }),
        _ => false,
    }
}

impl Walk<'_> {
    fn tell(&mut self, place: impl Ranged, what: impl Into<String>) {
        self.found.push((place.range(), what.into()));
    }

    fn identity(&mut self, compare: &Expr) {
        let Expr::Compare(compare) = compare else { return };
        let mut left = &*compare.left;
        for (op, right) in compare.ops.iter().zip(&compare.comparators) {
            let literal = [left, right].into_iter().find(|side| has_no_identity(side));
            let (spoken, meant) = if *op == CmpOp::Is { ("is", "==") } else { ("is not", "!=") };
            if matches!(op, CmpOp::Is | CmpOp::IsNot)
                && let Some(class) = literal.and_then(class_of)
            {
                self.tell(compare, format!("\"{spoken}\" with '{class}' literal. Did you mean \"{meant}\"?"));
                return;
            }
            left = right;
        }
    }

    fn call(&mut self, callee: &Expr) {
        if let Some(class) = class_of(callee).filter(|_| !matches!(callee, Expr::Lambda(_))) {
            self.tell(callee, format!("'{class}' object is not callable; perhaps you missed a comma?"));
        }
    }

    fn subscript(&mut self, value: &Expr, index: &Expr) {
        let Some(class) = class_of(value) else { return };
        match value {
            Expr::NoneLiteral(_)
            | Expr::EllipsisLiteral(_)
            | Expr::BooleanLiteral(_)
            | Expr::NumberLiteral(_)
            | Expr::Set(_)
            | Expr::SetComp(_)
            | Expr::Generator(_)
            | Expr::Lambda(_) => {
                self.tell(value, format!("'{class}' object is not subscriptable; perhaps you missed a comma?"));
            }
            Expr::Dict(_) | Expr::DictComp(_) => {}
            _ => {
                if let Some(given) = class_of(index).filter(|given| !matches!(*given, "int" | "bool")) {
                    let words = format!("{class} indices must be integers or slices, not {given}");
                    self.tell(value, format!("{words}; perhaps you missed a comma?"));
                }
            }
        }
    }

    /// Warns of a keyword directly after a number: `1or 2`.
    fn number(&mut self, number: &Expr) {
        let Expr::NumberLiteral(literal) = number else { return };
        let (own, rest) = (&self.text[number.range()], &self.text[number.end().to_usize()..]);
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return;
        }
        let kind = match own.get(..2) {
            Some("0x" | "0X") => "hexadecimal",
            Some("0o" | "0O") => "octal",
            Some("0b" | "0B") => "binary",
            _ if matches!(literal.value, Number::Complex { .. }) => "imaginary",
            _ => "decimal",
        };
        self.of_tokens.push((number.range(), format!("invalid {kind} literal")));
    }

    /// Warns of the first invalid escape of a literal.
    fn escapes(&mut self, range: TextRange, is_bytes: bool) {
        let Some(text) = self.text.get(range.start().to_usize()..range.end().to_usize()) else { return };
        let mut rest = text;
        while let Some(at) = rest.find('\\') {
            rest = &rest[at + 1..];
            let Some(letter) = rest.chars().next() else { return };
            let known = "\n\r\\'\"abfnrtv01234567x";
            let digits: String = rest.chars().take(3).take_while(|c| ('0'..='7').contains(c)).collect();
            if digits.len() == 3 && digits.as_str() > "377" {
                self.of_tokens.push((range, format!("invalid octal escape sequence '\\{digits}'")));
                return;
            }
            if !known.contains(letter) && (is_bytes || !"NuU".contains(letter)) {
                self.of_tokens.push((range, format!("invalid escape sequence '\\{letter}'")));
                return;
            }
            rest = &rest[letter.len_utf8()..];
        }
    }
}

impl<'a> Visitor<'a> for Walk<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        if let Stmt::Assert(assert) = stmt
            && let Expr::Tuple(tuple) = &*assert.test
            && !tuple.elts.is_empty()
        {
            self.tell(stmt, "assertion is always true, perhaps remove parentheses?");
        }
        visitor::walk_stmt(self, stmt);
    }
    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Compare(_) => self.identity(expr),
            Expr::Call(call) => self.call(&call.func),
            Expr::Subscript(subscript) if subscript.ctx == ExprContext::Load => {
                self.subscript(&subscript.value, &subscript.slice);
            }
            Expr::NumberLiteral(_) => self.number(expr),
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
    fn visit_string_literal(&mut self, literal: &'a StringLiteral) {
        if !literal.flags.prefix().is_raw() {
            self.escapes(literal.range, false);
        }
    }
    fn visit_bytes_literal(&mut self, literal: &'a BytesLiteral) {
        if !literal.flags.prefix().is_raw() {
            self.escapes(literal.range, true);
        }
    }
    fn visit_f_string(&mut self, f_string: &'a FString) {
        for element in f_string.elements.iter().filter(|_| !f_string.flags.prefix().is_raw()) {
            if let InterpolatedStringElement::Literal(literal) = element {
                self.escapes(literal.range, false);
            }
        }
        visitor::walk_f_string(self, f_string);
    }
}
