//! Finds the names that statements bind, from the syntax tree: for code that has not run, in a cell or on disk.

use ruff_python_ast::{self as ast, Expr, Parameters, Stmt};

/// The binding of a name before the cursor.
#[derive(Clone, Copy)]
pub enum Binding<'t> {
    Assigned(&'t Expr),
    /// An element of the iterated value.
    Element(&'t Expr),
    Entered(&'t Expr),
    Annotated(&'t Expr),
    Function(&'t ast::StmtFunctionDef),
    Class(&'t ast::StmtClassDef),
    Import(&'t str),
    ImportFrom(&'t str, &'t str),
    /// The first parameter (`self`) of a class's method.
    Receiver(&'t ast::StmtClassDef),
    Unknown,
}

/// Reports the names that a statement binds. For a statement that is still being written (`open`), only those of its head.
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

/// Visits the blocks of a statement that share its scope.
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

/// Returns the kind that completion shows.
pub fn kind_of(binding: Binding<'_>) -> &'static str {
    match binding {
        Binding::Function(_) => "function",
        Binding::Class(_) => "class",
        Binding::Import(_) => "module",
        _ => "instance",
    }
}

/// Reports the names that statements and their nested blocks bind, with their kinds.
pub fn names_bound<'t>(body: &'t [Stmt], tell: &mut dyn FnMut(&'t str, &'static str)) {
    for statement in body {
        bindings(statement, false, &mut |name, binding| tell(name, kind_of(binding)));
        inner_bodies(statement, &mut |body| names_bound(body, tell));
    }
}

/// Returns the names of parameters, in order.
pub fn parameter_names(parameters: &Parameters) -> Vec<String> {
    parameters.iter().map(|parameter| parameter.name().to_string()).collect()
}
