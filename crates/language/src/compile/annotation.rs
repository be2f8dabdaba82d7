//! Annotations of names, parameters and results.

use super::{CodeKind, Compiler, Op, Result};
use crate::Value;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::Ranged;

/// Whether a module has `from __future__ import annotations`.
pub(super) fn are_kept(body: &[Stmt]) -> bool {
    body.iter().any(|statement| match statement {
        Stmt::ImportFrom(import) if import.module.as_ref().is_some_and(|name| name.as_str() == "__future__") => {
            import.names.iter().any(|alias| alias.name.as_str() == "annotations")
        }
        _ => false,
    })
}

/// Finds annotated names in statements, including nested blocks but not functions and classes.
struct Annotated(bool);

impl<'a> Visitor<'a> for Annotated {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::AnnAssign(_) => self.0 = true,
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => {}
            _ => visitor::walk_stmt(self, stmt),
        }
    }
    fn visit_expr(&mut self, _: &'a Expr) {}
}

impl<'a> Compiler<'a> {
    /// Creates `__annotations__` at the start of a body that annotates names.
    pub(super) fn set_up_annotations(&mut self, body: &[Stmt]) {
        let mut annotated = Annotated(false);
        annotated.visit_body(body);
        if annotated.0 {
            self.emit(Op::SetUpAnnotations);
        }
    }

    pub(super) fn annotated(&mut self, assign: &'a ast::StmtAnnAssign) -> Result<()> {
        if let Some(value) = &assign.value {
            self.expr(value)?;
            self.assign(&assign.target)?;
        }
        if let Expr::Name(name) = &*assign.target
            && matches!(self.unit().kind, CodeKind::Class | CodeKind::Module)
        {
            self.annotation(&assign.annotation)?;
            let name = self.mangled(name.id.as_str());
            self.emit(Op::Annotate(name));
        }
        Ok(())
    }

    /// Compiles an annotation. If evaluating it raises, its source text is stored instead, so that a missing name is no error.
    pub(super) fn annotation(&mut self, annotation: &'a Expr) -> Result<()> {
        if self.text_annotations {
            let text = self.text[annotation.range()].to_owned();
            self.constant(Value::from(text));
            return Ok(());
        }
        let handler = self.emit(Op::Try(0));
        match annotation {
            // `*args: *Ts`
            Expr::Starred(starred) => {
                self.expr(&starred.value)?;
                self.emit(Op::Unpack(1));
            }
            annotation => self.expr(annotation)?,
        }
        self.emit(Op::PopTry);
        let done = self.emit(Op::Jump(0));
        self.land(handler);
        self.emit(Op::PopHandling);
        let text = self.text[annotation.range()].to_owned();
        self.constant(Value::from(text));
        self.land(done);
        Ok(())
    }
}
