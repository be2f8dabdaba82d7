//! Analyses a cell's syntax tree: the names that it reads, binds and changes in place.

use super::magics::declaration::{self, Operand};
use ruff_python_ast::{self as ast, Expr, Mod, Stmt};
use std::collections::BTreeMap;
use tensorcell_language::globals::{self, Names};
use tensorcell_language::syntax;

/// A cell's use of the notebook's names.
#[derive(Debug, Default, PartialEq)]
pub struct Uses {
    /// Names that may be read before the cell has bound them.
    pub reads: Names,
    pub binds: Names,
    /// Names of which an item or attribute is set or deleted.
    pub changes: Names,
    /// Names that the cell's functions and classes read when they are called.
    pub later: BTreeMap<String, Names>,
}

/// Returns a cell's use of names; empty if it is not code of the language.
pub fn of(code: &str) -> Uses {
    let mut walk = Walk::default();
    walk.text(below_magic(code));
    walk.uses
}

/// The code below a magic that runs code; empty below others.
pub fn below_magic(code: &str) -> &str {
    let Some(rest) = code.trim_start().strip_prefix("%%") else { return code };
    let (line, body) = rest.split_once('\n').unwrap_or((rest, ""));
    let name = line.split_whitespace().next().unwrap_or_default();
    if name == "capture" || takes_code(name) { body } else { "" }
}

fn takes_code(magic: &str) -> bool {
    declaration::find(magic).is_some_and(|magic| matches!(magic.operand, Operand::Code(_)))
}

#[derive(Default)]
struct Walk {
    uses: Uses,
    /// Names that the cell has bound so far on every path.
    bound: Names,
}

impl Walk {
    fn text(&mut self, code: &str) {
        syntax::with_room(|| {
            let parsed = syntax::tree(code).filter(|parsed| parsed.errors().is_empty());
            if let Some(Mod::Module(module)) = parsed.as_ref().map(|parsed| parsed.syntax()) {
                self.block(&module.body);
            }
        });
    }

    fn block(&mut self, body: &[Stmt]) {
        body.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::For(each) => {
                self.expression(&each.iter);
                self.expression(&each.target);
                self.block(&each.body);
                self.block(&each.orelse);
            }
            Stmt::While(turns) => {
                self.expression(&turns.test);
                self.block(&turns.body);
                self.block(&turns.orelse);
            }
            Stmt::If(choice) => self.choice(choice),
            Stmt::With(with) => {
                for item in &with.items {
                    self.expression(&item.context_expr);
                    item.optional_vars.iter().for_each(|name| self.expression(name));
                }
                self.block(&with.body);
            }
            Stmt::Try(attempt) => self.attempt(attempt),
            Stmt::IpyEscapeCommand(command) => self.magic(&command.value),
            _ => self.simple(statement),
        }
    }

    /// After an `if`, names are bound that both branches bind.
    fn choice(&mut self, choice: &ast::StmtIf) {
        self.expression(&choice.test);
        let before = self.bound.clone();
        self.block(&choice.body);
        let mut after = std::mem::replace(&mut self.bound, before.clone());
        let mut is_whole = false;
        for clause in &choice.elif_else_clauses {
            clause.test.iter().for_each(|test| self.expression(test));
            is_whole |= clause.test.is_none();
            self.block(&clause.body);
            let branch = std::mem::replace(&mut self.bound, before.clone());
            after.retain(|name| branch.contains(name));
        }
        if is_whole {
            self.bound = after;
        }
    }

    /// Handlers start with the names bound before `try`; after it, names are bound that the body binds.
    fn attempt(&mut self, attempt: &ast::StmtTry) {
        let before = self.bound.clone();
        self.block(&attempt.body);
        self.block(&attempt.orelse);
        let after = std::mem::replace(&mut self.bound, before.clone());
        for ast::ExceptHandler::ExceptHandler(handler) in &attempt.handlers {
            handler.type_.iter().for_each(|class| self.expression(class));
            self.bound.extend(handler.name.iter().map(ToString::to_string));
            self.block(&handler.body);
            self.bound.clone_from(&before);
        }
        self.bound = after;
        self.block(&attempt.finalbody);
    }

    fn magic(&mut self, line: &str) {
        if let Some((name, code)) = line.split_once(char::is_whitespace)
            && takes_code(name)
        {
            self.text(code);
        }
    }

    fn expression(&mut self, expr: &Expr) {
        let statement = ast::StmtExpr {
            node_index: ast::AtomicNodeIndex::NONE,
            range: ruff_text_size::Ranged::range(expr),
            value: Box::new(expr.clone()),
        };
        self.simple(&Stmt::Expr(statement));
    }

    fn simple(&mut self, statement: &Stmt) {
        let found = globals::of(std::slice::from_ref(statement));
        let defines = match statement {
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => true,
            Stmt::Assign(assign) => assign.value.is_lambda_expr(),
            _ => false,
        };
        self.read(&found.read);
        if !defines {
            self.read(&found.read_later);
        }
        for target in targets(statement) {
            self.target(statement, target);
        }
        match statement {
            Stmt::Delete(_) => found.bound.iter().for_each(|name| self.unbind(name)),
            _ => found.bound.iter().for_each(|name| self.bind(name, &found.read_later)),
        }
        self.bound.extend(found.imported);
    }

    /// Records what a target reads or changes, besides what it binds.
    fn target(&mut self, statement: &Stmt, target: &Expr) {
        match target {
            Expr::Name(name) if matches!(statement, Stmt::AugAssign(_) | Stmt::Delete(_)) => {
                self.read(&Names::from([name.id.to_string()]));
            }
            Expr::Tuple(ast::ExprTuple { elts, .. }) | Expr::List(ast::ExprList { elts, .. }) => {
                elts.iter().for_each(|part| self.target(statement, part));
            }
            Expr::Subscript(_) | Expr::Attribute(_) => self.uses.changes.extend(root(target).map(str::to_owned)),
            _ => {}
        }
    }

    fn bind(&mut self, name: &str, later: &Names) {
        self.bound.insert(name.to_owned());
        self.uses.binds.insert(name.to_owned());
        self.uses.later.remove(name);
        if !later.is_empty() {
            self.uses.later.insert(name.to_owned(), later.clone());
        }
    }

    fn unbind(&mut self, name: &str) {
        self.bound.remove(name);
        self.uses.binds.remove(name);
        self.uses.later.remove(name);
    }

    /// Reading a function of this cell also reads the names that it reads.
    fn read(&mut self, names: &Names) {
        let mut next: Vec<&String> = names.iter().collect();
        let mut seen = Names::new();
        while let Some(name) = next.pop() {
            if !seen.insert(name.clone()) {
                continue;
            }
            match self.bound.contains(name) {
                true => next.extend(self.uses.later.get(name).into_iter().flatten()),
                false => _ = self.uses.reads.insert(name.clone()),
            }
        }
    }
}

fn targets(statement: &Stmt) -> Vec<&Expr> {
    match statement {
        Stmt::Assign(assign) => assign.targets.iter().collect(),
        Stmt::AugAssign(assign) => vec![&assign.target],
        Stmt::AnnAssign(assign) => vec![&assign.target],
        Stmt::Delete(delete) => delete.targets.iter().collect(),
        _ => Vec::new(),
    }
}

/// The name whose item or attribute is a target.
fn root(target: &Expr) -> Option<&str> {
    match target {
        Expr::Name(name) => Some(name.id.as_str()),
        Expr::Subscript(item) => root(&item.value),
        Expr::Attribute(attribute) => root(&attribute.value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &Names) -> String {
        names.iter().map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    /// Code, and the names that it reads, binds and changes.
    const READ_BOUND_CHANGED: [(&str, &str, &str, &str); 24] = [
        ("y = x + 1", "x", "y", ""),
        ("x = x + 1", "x", "x", ""),
        ("x = 1\ny = x", "", "x y", ""),
        ("x += z", "x z", "x", ""),
        ("x[i] = 1", "i x", "", "x"),
        ("a.b.c, d = 1, 2", "a", "d", "a"),
        ("for i in r: print(i, total)", "print r total", "i", ""),
        ("for i in r: total = total + i", "r total", "i total", ""),
        ("import numpy as np\ny = np.zeros(n)", "n", "y", ""),
        ("from m import *", "", "", ""),
        ("def f(a, b=c): return a + b + d", "c", "f", ""),
        ("def f(): return d\ny = f()", "d", "f y", ""),
        ("def f(): return g()\ndef g(): return d\nf()", "d", "f g", ""),
        ("f = lambda v: w * v", "", "f", ""),
        ("y = sorted(v, key=lambda i: w[i])", "sorted v w", "y", ""),
        ("y = [i * k for i in v]", "k v", "y", ""),
        ("class A(B):\n    n = m\n    k = n\n    def f(self): return z", "B m", "A", ""),
        ("if t: a = 1\nb = a", "a t", "a b", ""),
        ("if t: a = 1\nelse: a = 2\nb = a", "t", "a b", ""),
        ("try: a = f()\nexcept E as e: a = e\nb = a", "E f", "a b", ""),
        ("with open(p) as h: t = h.read()", "open p", "h t", ""),
        ("del x", "x", "", ""),
        ("%%time\ny = x", "x", "y", ""),
        ("%time y = x", "x", "y", ""),
    ];

    #[test]
    fn a_tree_tells_what_code_reads_binds_and_changes() {
        declaration::declare(crate::notebook::magics::MAGICS);
        for (code, reads, binds, changes) in READ_BOUND_CHANGED {
            let uses = of(code);
            let found = [&uses.reads, &uses.binds, &uses.changes].map(names);
            assert_eq!(found, [reads, binds, changes], "{code}");
        }
        assert_eq!(of("%%bash\necho $x"), Uses::default());
        assert_eq!(names(&of("def f(): return x + g()").later["f"]), "g x");
    }
}
