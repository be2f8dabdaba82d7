//! The attributes that a class's methods give its instances: `__static_attributes__`.

use crate::Value;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, Stmt};

/// Attributes of `self` that functions in a class body assign to, in the order of their places.
pub(super) fn of_instances(body: &[Stmt]) -> Value {
    let mut assigned = Assigned { in_function: false, names: Vec::new() };
    assigned.visit_body(body);
    Value::tuple(assigned.names.into_iter().map(Value::str).collect())
}

struct Assigned<'a> {
    in_function: bool,
    names: Vec<&'a str>,
}

impl<'a> Visitor<'a> for Assigned<'a> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::ClassDef(_) => {}
            Stmt::FunctionDef(def) => {
                let outside = std::mem::replace(&mut self.in_function, true);
                self.visit_body(&def.body);
                self.in_function = outside;
            }
            _ => visitor::walk_stmt(self, stmt),
        }
    }
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Attribute(attribute) = expr
            && attribute.ctx.is_store()
            && self.in_function
            && matches!(&*attribute.value, Expr::Name(name) if name.id.as_str() == "self")
            && !self.names.contains(&attribute.attr.as_str())
        {
            self.names.push(attribute.attr.as_str());
        }
        visitor::walk_expr(self, expr);
    }
}
