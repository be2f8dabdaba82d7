//! Code that the grammar allows and Python rejects: `return` outside a function, duplicate parameters, `nonlocal` at module level...
//! The parser's own checker finds it, and asks this implementation for the context.

use super::Span;
use super::syntax_problem::SyntaxProblem;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, PythonVersion, Stmt};
use ruff_python_parser::semantic_errors::{
    LazyImportContext, SemanticSyntaxChecker, SemanticSyntaxContext, SemanticSyntaxError, SemanticSyntaxErrorKind,
};
use ruff_text_size::{Ranged, TextRange};
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

pub(crate) fn check(body: &[Stmt], text: &str, source: u32) -> Vec<SyntaxProblem> {
    let mut walk = Walk {
        checker: SemanticSyntaxChecker::new(),
        found: RefCell::default(),
        own: Vec::new(),
        moved: Vec::new(),
        text,
        scopes: vec![Scope::new(Kind::Module)],
    };
    walk.visit_body(body);
    let mut found = walk.found.into_inner();
    found.retain(|error| !is_about_await(&error.kind));
    found.sort_by_key(|error| error.range.start());
    let own = walk.own;
    found.retain(|error| own.iter().all(|(range, message)| *range != error.range || !message.starts_with("'yield'")));
    // `own` already reports an alternative that makes the later ones unreachable, at the alternative itself.
    found.retain(|error| {
        let words = error.to_string();
        !words.ends_with("unreachable") || own.iter().all(|(_, message)| *message != words)
    });
    let moved = walk.moved;
    let problem = |error: &SemanticSyntaxError| {
        let range = moved.iter().find(|(from, _)| *from == error.range).map_or(error.range, |(_, to)| *to);
        let span = Span { source, start: range.start().to_u32(), end: range.end().to_u32() };
        let words = error.to_string().replace(" a generic definition", " the definition of a generic");
        SyntaxProblem::new(words, span)
    };
    let mut problems: Vec<SyntaxProblem> = found.iter().map(problem).collect();
    problems.extend(own.into_iter().map(|(range, message)| {
        let span = Span { source, start: range.start().to_u32(), end: range.end().to_u32() };
        SyntaxProblem::new(message, span)
    }));
    problems.sort_by_key(|problem| problem.span.start);
    problems
}

fn nonlocal_type(name: &str, range: TextRange) -> (TextRange, String) {
    (range, format!("nonlocal binding not allowed for type parameter '{name}'"))
}

/// These are checked by `await_rules`.
fn is_about_await(kind: &SemanticSyntaxErrorKind) -> bool {
    matches!(
        kind,
        SemanticSyntaxErrorKind::AwaitOutsideAsyncFunction(_)
            | SemanticSyntaxErrorKind::YieldFromInAsyncFunction
            | SemanticSyntaxErrorKind::ReturnInGenerator
    )
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Module,
    Class,
    Function,
    Comprehension,
    Generator,
}

struct Scope {
    kind: Kind,
    loops: usize,
    parameters: HashSet<String>,
    /// The type parameters of its function or class.
    type_parameters: HashSet<String>,
    /// Type parameters that inner functions declare `nonlocal`: wrong unless the scope turns out to have such a variable.
    nonlocal_types: Vec<(String, TextRange)>,
    /// Names bound so far, for `nonlocal` in inner functions.
    globals: Vec<(String, TextRange)>,
    /// Names used so far, and whether they were assigned to.
    met: HashMap<String, bool>,
    /// What a comprehension is called.
    comprehension: Option<&'static str>,
}

impl Scope {
    fn new(kind: Kind) -> Scope {
        Scope {
            kind,
            loops: 0,
            parameters: HashSet::new(),
            type_parameters: HashSet::new(),
            nonlocal_types: Vec::new(),
            globals: Vec::new(),
            met: HashMap::new(),
            comprehension: None,
        }
    }
    /// Whether it is a function with this variable, as far as it has been read.
    fn has_local(&self, name: &str) -> bool {
        self.kind == Kind::Function && (self.parameters.contains(name) || self.met.get(name) == Some(&true))
    }
}

struct Walk<'a> {
    checker: SemanticSyntaxChecker,
    found: RefCell<Vec<SemanticSyntaxError>>,
    /// Problems that the parser's checker does not find.
    own: Vec<(TextRange, String)>,
    /// Where CPython places problems that the parser's checker finds at a part.
    moved: Vec<(TextRange, TextRange)>,
    text: &'a str,
    scopes: Vec<Scope>,
}

impl Walk<'_> {
    fn check(&mut self, step: impl FnOnce(&mut SemanticSyntaxChecker, &Self)) {
        let mut checker = std::mem::take(&mut self.checker);
        step(&mut checker, self);
        self.checker = checker;
    }
    fn inside(&mut self, kind: Kind, step: impl FnOnce(&mut Self)) {
        self.scopes.push(Scope::new(kind));
        step(self);
        let Some(mut scope) = self.scopes.pop() else { return };
        for (name, range) in std::mem::take(&mut scope.nonlocal_types) {
            if !scope.has_local(&name) {
                self.own.push(nonlocal_type(&name, range));
            }
        }
    }
    fn innermost(&self) -> &Scope {
        self.scopes.last().expect("the module's scope at least")
    }
    fn loop_body(&mut self, step: impl FnOnce(&mut Self)) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.loops += 1;
        }
        step(self);
        if let Some(scope) = self.scopes.last_mut() {
            scope.loops -= 1;
        }
    }
    fn declared_late(&mut self, names: &[ast::Identifier], range: TextRange, what: &str) {
        for name in names {
            let Some(assigned) = self.innermost().met.get(name.as_str()) else {
                continue;
            };
            let how = if *assigned { "assigned to before" } else { "used prior to" };
            self.own.push((range, format!("name '{name}' is {how} {what} declaration")));
        }
    }
    /// Notes `nonlocal` of a name that is a type parameter. A function's variable of the same name hides its parameter.
    fn binds_type_parameter(&mut self, names: &ast::StmtNonlocal) {
        let innermost = self.scopes.len() - 1;
        for name in &names.names {
            let is_type = |scope: &Scope| scope.type_parameters.contains(&**name);
            let mut scopes = self.scopes.iter_mut().enumerate().rev();
            let binder = scopes.find(|(at, scope)| is_type(scope) || *at < innermost && scope.has_local(name));
            let Some((at, scope)) = binder.filter(|(_, scope)| is_type(scope)) else { continue };
            // Its own variable would not be nonlocal.
            let note = (name.to_string(), names.range);
            match at < innermost {
                true => scope.nonlocal_types.push(note),
                false => {
                    self.own.push((note.1, format!("nonlocal binding not allowed for type parameter '{}'", note.0)))
                }
            }
        }
    }
    fn add_type_parameters(&mut self, parameters: Option<&ast::TypeParams>) {
        let names = parameters.into_iter().flat_map(|parameters| parameters.iter().map(|one| one.name().to_string()));
        if let Some(scope) = self.scopes.last_mut() {
            scope.type_parameters = names.collect();
        }
    }
    /// CPython places what is wrong with a name at its whole statement.
    fn place_names(&mut self, stmt: &Stmt) {
        let names: Vec<TextRange> = match stmt {
            Stmt::ClassDef(def) => vec![def.name.range],
            Stmt::FunctionDef(def) => vec![def.name.range],
            Stmt::Import(import) => import.names.iter().map(|alias| alias.range).collect(),
            Stmt::ImportFrom(import) if import.module.as_deref() == Some("__future__") => {
                import.names.iter().map(|alias| alias.range).collect()
            }
            _ => Vec::new(),
        };
        self.moved.extend(names.into_iter().map(|name| (name, stmt.range())));
    }
    /// CPython places what is wrong with a part of a pattern at the pattern.
    fn place_parts(&mut self, pattern: &ast::Pattern) {
        let moved: Vec<(TextRange, TextRange)> = match pattern {
            ast::Pattern::MatchMapping(mapping) => {
                mapping.keys.iter().map(|key| (key.range(), mapping.range)).collect()
            }
            ast::Pattern::MatchSequence(sequence) => {
                let stars = sequence.patterns.iter().filter(|one| one.is_match_star());
                stars.map(|star| (star.range(), sequence.range)).collect()
            }
            ast::Pattern::MatchClass(class) => {
                class.arguments.keywords.iter().map(|keyword| (keyword.attr.range, keyword.pattern.range())).collect()
            }
            _ => Vec::new(),
        };
        self.moved.extend(moved);
    }
    fn add_parameters(&mut self, parameters: &ast::Parameters) {
        let names = parameters.iter().map(|parameter| parameter.name().to_string()).collect();
        if let Some(scope) = self.scopes.last_mut() {
            scope.parameters = names;
        }
    }
    /// All but the first iterable belongs to the comprehension's own scope.
    fn comprehension<'a>(
        &mut self,
        name: &'static str,
        generators: &'a [ast::Comprehension],
        results: &[Option<&'a Expr>],
    ) {
        let kind = if name.starts_with("generator") { Kind::Generator } else { Kind::Comprehension };
        generators.iter().take(1).for_each(|first| self.visit_expr(&first.iter));
        self.inside(kind, |this| {
            this.scopes.iter_mut().rev().take(1).for_each(|scope| scope.comprehension = Some(name));
            for (at, generator) in generators.iter().enumerate() {
                if at > 0 {
                    this.visit_expr(&generator.iter);
                }
                this.visit_expr(&generator.target);
                generator.ifs.iter().for_each(|condition| this.visit_expr(condition));
            }
            results.iter().flatten().for_each(|result| this.visit_expr(result));
        });
    }
}

/// The error for alternatives after a pattern that matches anything.
fn matches_anything(pattern: &ast::Pattern) -> Option<String> {
    match pattern {
        ast::Pattern::MatchAs(matched) => match (&matched.pattern, &matched.name) {
            (Some(inner), _) => matches_anything(inner),
            (None, Some(name)) => Some(format!("name capture '{name}' makes remaining patterns unreachable")),
            (None, None) => Some("wildcard makes remaining patterns unreachable".to_owned()),
        },
        ast::Pattern::MatchOr(or) => or.patterns.iter().find_map(matches_anything),
        _ => None,
    }
}

impl SemanticSyntaxContext for Walk<'_> {
    fn future_annotations_or_stub(&self) -> bool {
        false
    }
    fn lazy_import_context(&self) -> Option<LazyImportContext> {
        None
    }
    fn python_version(&self) -> PythonVersion {
        PythonVersion::PY312
    }
    fn source(&self) -> &str {
        self.text
    }
    fn global(&self, name: &str) -> Option<TextRange> {
        self.innermost().globals.iter().find(|(global, _)| global == name).map(|(_, range)| *range)
    }
    fn has_nonlocal_binding(&self, _name: &str) -> bool {
        // The compiler checks this; here it would need the bindings of all scopes.
        true
    }
    fn in_async_context(&self) -> bool {
        false
    }
    fn in_await_allowed_context(&self) -> bool {
        true
    }
    fn in_yield_allowed_context(&self) -> bool {
        self.innermost().kind == Kind::Function
    }
    fn in_sync_comprehension(&self) -> bool {
        self.scopes.iter().any(|scope| scope.kind == Kind::Comprehension)
    }
    fn in_class_body_comprehension(&self) -> bool {
        let outside =
            self.scopes.iter().rev().find(|scope| !matches!(scope.kind, Kind::Comprehension | Kind::Generator));
        outside.is_some_and(|scope| scope.kind == Kind::Class)
    }
    fn in_module_scope(&self) -> bool {
        self.scopes.len() == 1
    }
    fn in_function_scope(&self) -> bool {
        self.innermost().kind == Kind::Function
    }
    fn in_generator_context(&self) -> bool {
        self.scopes.iter().any(|scope| scope.kind == Kind::Generator)
    }
    fn in_notebook(&self) -> bool {
        false
    }
    fn in_loop_context(&self) -> bool {
        self.innermost().loops > 0
    }
    fn is_bound_parameter(&self, name: &str) -> bool {
        self.innermost().parameters.contains(name)
    }
    fn report_semantic_error(&self, error: SemanticSyntaxError) {
        self.found.borrow_mut().push(error);
    }
}

impl<'a> Visitor<'a> for Walk<'_> {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        self.check(|checker, context| checker.visit_stmt(stmt, context));
        self.place_names(stmt);
        match stmt {
            Stmt::ClassDef(def) => {
                def.decorator_list.iter().for_each(|decorator| self.visit_decorator(decorator));
                if let Some(arguments) = &def.arguments {
                    self.visit_arguments(arguments);
                }
                self.inside(Kind::Class, |this| {
                    this.add_type_parameters(def.type_params.as_deref());
                    this.visit_body(&def.body);
                });
            }
            Stmt::FunctionDef(def) => {
                def.decorator_list.iter().for_each(|decorator| self.visit_decorator(decorator));
                self.visit_parameters(&def.parameters);
                self.inside(Kind::Function, |this| {
                    this.add_parameters(&def.parameters);
                    this.add_type_parameters(def.type_params.as_deref());
                    this.visit_body(&def.body);
                });
            }
            Stmt::Try(attempt) => {
                let handlers = attempt.handlers.iter().filter_map(|handler| handler.as_except_handler());
                let untyped = handlers.clone().position(|handler| handler.type_.is_none());
                if let Some(at) = untyped
                    && at + 1 < attempt.handlers.len()
                    && let Some(handler) = handlers.clone().nth(at)
                {
                    self.own.push((handler.range, "default 'except:' must be last".to_owned()));
                }
                for types in handlers.filter_map(|handler| handler.type_.as_deref()) {
                    if let Expr::Tuple(tuple) = types
                        && !tuple.parenthesized
                    {
                        self.own.push((tuple.range, "multiple exception types must be parenthesized".to_owned()));
                    }
                }
                attempt.handlers.iter().filter(|_| attempt.is_star).for_each(|handler| {
                    let ast::ExceptHandler::ExceptHandler(handler) = handler;
                    self.own.extend(leaving(&handler.body, true).into_iter().map(|range| {
                        let words = "'break', 'continue' and 'return' cannot appear in an except* block";
                        (range, words.to_owned())
                    }));
                });
                visitor::walk_stmt(self, stmt);
            }
            Stmt::Global(names) => {
                self.declared_late(&names.names, names.range, "global");
                if let Some(scope) = self.scopes.last_mut() {
                    scope.globals.extend(names.names.iter().map(|name| (name.to_string(), name.range)));
                }
            }
            Stmt::Nonlocal(names) => {
                self.declared_late(&names.names, names.range, "nonlocal");
                self.binds_type_parameter(names);
                let globals = &self.innermost().globals;
                let both = globals.iter().find(|(global, _)| names.names.iter().any(|name| name.as_str() == global));
                if let Some((name, range)) = both {
                    let told = (*range, format!("name '{name}' is nonlocal and global"));
                    self.own.push(told);
                }
            }
            Stmt::For(each) => {
                self.visit_expr(&each.iter);
                self.visit_expr(&each.target);
                self.loop_body(|this| this.visit_body(&each.body));
                self.visit_body(&each.orelse);
            }
            Stmt::While(each) => {
                self.visit_expr(&each.test);
                self.loop_body(|this| this.visit_body(&each.body));
                self.visit_body(&each.orelse);
            }
            _ => visitor::walk_stmt(self, stmt),
        }
    }

    fn visit_keyword(&mut self, keyword: &'a ast::Keyword) {
        let words = match keyword.arg.as_deref() {
            Some("__debug__") => Some("cannot assign to __debug__"),
            Some(_) if self.text[keyword.range.start().to_usize()..].starts_with('(') => {
                Some("expression cannot contain assignment, perhaps you meant \"==\"?")
            }
            _ => None,
        };
        self.own.extend(words.map(|words| (keyword.range, words.to_owned())));
        visitor::walk_keyword(self, keyword);
    }

    fn visit_pattern(&mut self, pattern: &'a ast::Pattern) {
        self.place_parts(pattern);
        if let ast::Pattern::MatchValue(value) = pattern
            && value.value.is_f_string_expr()
        {
            self.own.push((value.range, "patterns may only match literals and attribute lookups".to_owned()));
        }
        if let ast::Pattern::MatchOr(or) = pattern
            && let Some((_, before)) = or.patterns.split_last()
        {
            let told = before.iter().find_map(|one| matches_anything(one).map(|message| (one.range(), message)));
            self.own.extend(told);
        }
        visitor::walk_pattern(self, pattern);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        self.check(|checker, context| checker.visit_expr(expr, context));
        if let Expr::ListComp(ast::ExprListComp { elt, .. }) | Expr::SetComp(ast::ExprSetComp { elt, .. }) = expr
            && let Expr::Starred(starred) = &**elt
        {
            self.own.push((starred.range, "iterable unpacking cannot be used in comprehension".to_owned()));
        }
        match expr {
            Expr::Name(name) => {
                if let Some(scope) = self.scopes.last_mut() {
                    *scope.met.entry(name.id.to_string()).or_default() |= name.ctx.is_store();
                }
            }
            Expr::Named(named) if self.in_class_body_comprehension() => {
                self.moved.push((named.range, named.target.range()));
                visitor::walk_expr(self, expr);
            }
            Expr::Attribute(attribute) => {
                if attribute.attr.as_str() == "__debug__" && attribute.ctx.is_store() {
                    self.own.push((attribute.range, "cannot assign to __debug__".to_owned()));
                }
                self.visit_expr(&attribute.value);
            }
            Expr::Lambda(lambda) => {
                if let Some(parameters) = &lambda.parameters {
                    self.visit_parameters(parameters);
                }
                self.inside(Kind::Function, |this| this.visit_expr(&lambda.body));
            }
            Expr::ListComp(e) => self.comprehension("list comprehension", &e.generators, &[Some(&e.elt)]),
            Expr::SetComp(e) => self.comprehension("set comprehension", &e.generators, &[Some(&e.elt)]),
            Expr::Generator(e) => self.comprehension("generator expression", &e.generators, &[Some(&e.elt)]),
            Expr::DictComp(e) => {
                self.comprehension("dict comprehension", &e.generators, &[e.key.as_deref(), Some(&e.value)]);
            }
            Expr::Yield(_) | Expr::YieldFrom(_) => {
                let told = self.innermost().comprehension.map(|name| (expr.range(), format!("'yield' inside {name}")));
                self.own.extend(told);
                visitor::walk_expr(self, expr);
            }
            _ => visitor::walk_expr(self, expr),
        }
    }
}

/// The first statement that leaves an `except*` block early. `breaks`: whether `break` and `continue` leave it.
fn leaving(body: &[Stmt], breaks: bool) -> Option<TextRange> {
    let any = |bodies: &[(&[Stmt], bool)]| bodies.iter().find_map(|(body, breaks)| leaving(body, *breaks));
    body.iter().find_map(|statement| match statement {
        // CPython places a constant that is returned.
        Stmt::Return(ast::StmtReturn { value: Some(value), .. }) if value.is_literal_expr() => Some(value.range()),
        Stmt::Return(_) => Some(statement.range()),
        Stmt::Break(_) | Stmt::Continue(_) => breaks.then(|| statement.range()),
        Stmt::For(each) => any(&[(&each.body, false), (&each.orelse, breaks)]),
        Stmt::While(each) => any(&[(&each.body, false), (&each.orelse, breaks)]),
        Stmt::With(with) => leaving(&with.body, breaks),
        Stmt::If(branch) => leaving(&branch.body, breaks)
            .or_else(|| branch.elif_else_clauses.iter().find_map(|clause| leaving(&clause.body, breaks))),
        Stmt::Match(choice) => choice.cases.iter().find_map(|case| leaving(&case.body, breaks)),
        Stmt::Try(attempt) => {
            let handlers = attempt.handlers.iter().filter_map(|handler| handler.as_except_handler());
            // An inner except* block reports its own.
            let own = handlers.filter(|_| !attempt.is_star).find_map(|handler| leaving(&handler.body, breaks));
            own.or_else(|| any(&[(&attempt.body, breaks), (&attempt.orelse, breaks), (&attempt.finalbody, breaks)]))
        }
        _ => None,
    })
}
