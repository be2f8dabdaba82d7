//! Parts of Python's grammar that the language leaves out: all are reported before anything runs.

use super::Span;
use super::syntax_problem::SyntaxProblem;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};

pub(crate) const TEMPLATE_STRINGS: &str = "template strings (t'...') are not supported";

/// In source order.
pub(crate) fn found(body: &[Stmt], source: u32) -> Vec<SyntaxProblem> {
    let mut walk = Walk { found: Vec::new() };
    walk.visit_body(body);
    let problem = |(range, message): (TextRange, &str)| {
        let span = Span { source, start: range.start().to_u32(), end: range.end().to_u32() };
        SyntaxProblem::new(message.to_owned(), span)
    };
    walk.found.into_iter().map(problem).collect()
}

struct Walk {
    found: Vec<(TextRange, &'static str)>,
}

impl Walk {
    fn tell(&mut self, place: impl Ranged, what: &'static str) {
        self.found.push((place.range(), what));
    }
}

impl<'a> Visitor<'a> for Walk {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::TString(text) = expr {
            self.tell(text, TEMPLATE_STRINGS);
        }
        visitor::walk_expr(self, expr);
    }
}
