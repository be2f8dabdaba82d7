//! What statements bind, read from the tree: for code that has not run, in a cell or on disk.

use ruff_python_ast::{self as ast, Expr, Parameters, Stmt};

/// A name that the code before the cursor gives a meaning.
#[derive(Clone, Copy)]
pub enum Binding<'t> {
    Assigned(&'t Expr),
    /// One of what is iterated over.
    Element(&'t Expr),
    Entered(&'t Expr),
    Annotated(&'t Expr),
    Function(&'t ast::StmtFunctionDef),
    Class(&'t ast::StmtClassDef),
    Import(&'t str),
    ImportFrom(&'t str, &'t str),
    /// `self` of a class.
    Receiver(&'t ast::StmtClassDef),
    Unknown,
}

/// The names that a statement binds. Of one that is being written (`open`) only what its head binds counts.
pub fn bindings<'t>(statement: &'t Stmt, open: bool, tell: &mut dyn FnMut(&'t str, Binding<'t>)) {
    let mut target = |target: &'t Expr, binding: Binding<'t>| bound(target, binding, tell);
    match statement {
        Stmt::Assign(assign) if !open => {
            for left in &assign.targets {
                target(left, Binding::Assigned(&assign.value));
            }
        }
        Stmt::AnnAssign(assign) if !open => target(&assign.target, Binding::Annotated(&assign.annotation)),
        Stmt::For(each) => target(&each.target, Binding::Element(&each.iter)),
        Stmt::With(with) => {
            for item in &with.items {
                if let Some(name) = &item.optional_vars {
                    target(name, Binding::Entered(&item.context_expr));
                }
            }
        }
        Stmt::FunctionDef(function) => tell(function.name.as_str(), Binding::Function(function)),
        Stmt::ClassDef(class) => tell(class.name.as_str(), Binding::Class(class)),
        Stmt::Import(import) if !open => {
            for alias in &import.names {
                let name = alias.name.as_str();
                match &alias.asname {
                    Some(given) => tell(given.as_str(), Binding::Import(name)),
                    None => {
                        let top = name.split('.').next().unwrap_or(name);
                        tell(top, Binding::Import(top));
                    }
                }
            }
        }
        Stmt::ImportFrom(import) if !open => {
            for alias in &import.names {
                let name = alias.name.as_str();
                let given = alias.asname.as_ref().map_or(name, |given| given.as_str());
                let binding = match &import.module {
                    Some(module) => Binding::ImportFrom(module.as_str(), name),
                    None => Binding::Unknown,
                };
                tell(given, binding);
            }
        }
        _ => {}
    }
}

fn bound<'t>(target: &'t Expr, binding: Binding<'t>, tell: &mut dyn FnMut(&'t str, Binding<'t>)) {
    match target {
        Expr::Name(name) => tell(name.id.as_str(), binding),
        Expr::Starred(starred) => bound(&starred.value, Binding::Unknown, tell),
        Expr::Tuple(ast::ExprTuple { elts, .. }) | Expr::List(ast::ExprList { elts, .. }) => {
            for (at, part) in elts.iter().enumerate() {
                let part_binding = match binding {
                    Binding::Assigned(Expr::Tuple(values)) => values.elts.get(at).map(Binding::Assigned),
                    _ => None,
                };
                bound(part, part_binding.unwrap_or(Binding::Unknown), tell);
            }
        }
        _ => {}
    }
}

/// The blocks of a statement that share its names.
pub fn inner_bodies<'t>(statement: &'t Stmt, visit: &mut dyn FnMut(&'t [Stmt])) {
    match statement {
        Stmt::For(each) => {
            visit(&each.body);
            visit(&each.orelse);
        }
        Stmt::While(loop_) => {
            visit(&loop_.body);
            visit(&loop_.orelse);
        }
        Stmt::If(choice) => {
            visit(&choice.body);
            choice.elif_else_clauses.iter().for_each(|clause| visit(&clause.body));
        }
        Stmt::With(with) => visit(&with.body),
        Stmt::Try(attempt) => {
            visit(&attempt.body);
            for ast::ExceptHandler::ExceptHandler(handler) in &attempt.handlers {
                visit(&handler.body);
            }
            visit(&attempt.orelse);
            visit(&attempt.finalbody);
        }
        _ => {}
    }
}

/// The kind that completion shows.
pub fn kind_of(binding: Binding<'_>) -> &'static str {
    match binding {
        Binding::Function(_) => "function",
        Binding::Class(_) => "class",
        Binding::Import(_) => "module",
        _ => "instance",
    }
}

/// The names that statements bind, in them and in what they hold, with their kinds.
pub fn names_bound<'t>(body: &'t [Stmt], tell: &mut dyn FnMut(&'t str, &'static str)) {
    for statement in body {
        bindings(statement, false, &mut |name, binding| tell(name, kind_of(binding)));
        inner_bodies(statement, &mut |body| names_bound(body, tell));
    }
}

/// The names of parameters, in order.
pub fn parameter_names(parameters: &Parameters) -> Vec<String> {
    parameters.iter().map(|parameter| parameter.name().to_string()).collect()
}
