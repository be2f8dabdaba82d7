//! Where `await`, `async for` and `async with` are allowed, with CPython's messages.

use super::Span;
use super::syntax_problem::SyntaxProblem;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Comprehension, Expr, Stmt};
use ruff_text_size::TextRange;

const ASYNC_COMPREHENSION: &str = "asynchronous comprehension outside of an asynchronous function";

/// Problems in source order; `awaits`: the top level runs as a coroutine.
pub(crate) fn check(body: &[Stmt], source: u32, awaits: bool) -> Vec<SyntaxProblem> {
    let outermost = Scope {
        kind: if awaits { Kind::AsyncFunction } else { Kind::Outside },
        yields: false,
        range: TextRange::default(),
    };
    let mut walk = Walk { found: Vec::new(), scopes: vec![outermost] };
    walk.visit_body(body);
    let problem = |(range, message): (TextRange, &str)| {
        let span = Span { source, start: range.start().to_u32(), end: range.end().to_u32() };
        SyntaxProblem::new(message.to_owned(), span)
    };
    walk.found.into_iter().map(problem).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A module or class body.
    Outside,
    Function,
    AsyncFunction,
    /// It may await, which makes it an asynchronous generator.
    GeneratorExpression,
    /// A comprehension that must not await.
    Comprehension,
}

#[derive(Clone, Copy)]
struct Scope {
    kind: Kind,
    /// Whether it contains a `yield`.
    yields: bool,
    /// Where a comprehension is.
    range: TextRange,
}

struct Walk {
    found: Vec<(TextRange, &'static str)>,
    scopes: Vec<Scope>,
}

impl Walk {
    fn kind(&self) -> Kind {
        self.scopes.last().map_or(Kind::Outside, |scope| scope.kind)
    }
    fn inside(&mut self, scope: Scope, step: impl FnOnce(&mut Self)) {
        self.scopes.push(scope);
        step(self);
        self.scopes.pop();
    }
    fn awaits(&mut self, range: TextRange) {
        match self.kind() {
            Kind::AsyncFunction | Kind::GeneratorExpression => {}
            Kind::Comprehension => {
                let comprehension = self.scopes.last().map_or(range, |scope| scope.range);
                self.found.push((comprehension, ASYNC_COMPREHENSION));
            }
            Kind::Function => self.found.push((range, "'await' outside async function")),
            Kind::Outside => self.found.push((range, "'await' outside function")),
        }
    }
    fn only_in_async(&mut self, range: TextRange, message: &'static str) {
        if self.kind() != Kind::AsyncFunction {
            self.found.push((range, message));
        }
    }
    fn comprehension<'a>(
        &mut self,
        range: TextRange,
        generators: &'a [Comprehension],
        results: &[Option<&'a Expr>],
        lazy: bool,
    ) {
        if generators.iter().any(|generator| generator.is_async) && !lazy && !self.may_be_async() {
            self.found.push((range, ASYNC_COMPREHENSION));
        }
        if let Some(first) = generators.first() {
            self.visit_expr(&first.iter);
        }
        let kind = match self.kind() {
            _ if lazy => Kind::GeneratorExpression,
            Kind::Function | Kind::Outside => Kind::Comprehension,
            around => around,
        };
        self.inside(Scope { kind, yields: false, range }, |this| {
            for (i, generator) in generators.iter().enumerate() {
                if i > 0 {
                    this.visit_expr(&generator.iter);
                }
                this.visit_expr(&generator.target);
                generator.ifs.iter().for_each(|test| this.visit_expr(test));
            }
            results.iter().flatten().for_each(|result| this.visit_expr(result));
        });
    }
    fn may_be_async(&self) -> bool {
        matches!(self.kind(), Kind::AsyncFunction | Kind::GeneratorExpression)
    }
    fn function(&mut self, def: &ast::StmtFunctionDef) {
        let kind = if def.is_async { Kind::AsyncFunction } else { Kind::Function };
        let yields = def.is_async && yields(&def.body);
        self.inside(Scope { kind, yields, range: def.range }, |this| this.visit_body(&def.body));
    }
}

impl<'a> Visitor<'a> for Walk {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(def) => {
                def.decorator_list.iter().for_each(|decorator| self.visit_decorator(decorator));
                self.visit_parameters(&def.parameters);
                def.returns.iter().for_each(|returns| self.visit_annotation(returns));
                self.function(def);
            }
            Stmt::ClassDef(def) => {
                def.decorator_list.iter().for_each(|decorator| self.visit_decorator(decorator));
                def.arguments.iter().for_each(|arguments| self.visit_arguments(arguments));
                self.inside(Scope { kind: Kind::Outside, yields: false, range: def.range }, |this| {
                    this.visit_body(&def.body)
                });
            }
            Stmt::For(each) => {
                if each.is_async {
                    self.only_in_async(each.range, "'async for' outside async function");
                }
                visitor::walk_stmt(self, stmt);
            }
            Stmt::With(with) => {
                if with.is_async {
                    self.only_in_async(with.range, "'async with' outside async function");
                }
                visitor::walk_stmt(self, stmt);
            }
            Stmt::Return(ret) => {
                if ret.value.is_some() && self.scopes.last().is_some_and(|scope| scope.yields) {
                    self.found.push((ret.range, "'return' with value in async generator"));
                }
                visitor::walk_stmt(self, stmt);
            }
            _ => visitor::walk_stmt(self, stmt),
        }
    }
    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Await(e) => {
                self.awaits(e.range);
                visitor::walk_expr(self, expr);
            }
            Expr::YieldFrom(e) => {
                if self.kind() == Kind::AsyncFunction && self.scopes.len() > 1 {
                    self.found.push((e.range, "'yield from' inside async function"));
                }
                visitor::walk_expr(self, expr);
            }
            Expr::Lambda(lambda) => {
                lambda.parameters.iter().for_each(|parameters| self.visit_parameters(parameters));
                self.inside(Scope { kind: Kind::Function, yields: false, range: lambda.range }, |this| {
                    this.visit_expr(&lambda.body)
                });
            }
            Expr::ListComp(e) => self.comprehension(e.range, &e.generators, &[Some(&e.elt)], false),
            Expr::SetComp(e) => self.comprehension(e.range, &e.generators, &[Some(&e.elt)], false),
            Expr::DictComp(e) => {
                self.comprehension(e.range, &e.generators, &[e.key.as_deref(), Some(&e.value)], false);
            }
            Expr::Generator(e) => self.comprehension(e.range, &e.generators, &[Some(&e.elt)], true),
            _ => visitor::walk_expr(self, expr),
        }
    }
}

/// Whether a function's own code contains a `yield`.
fn yields(body: &[Stmt]) -> bool {
    struct Search(bool);
    impl<'a> Visitor<'a> for Search {
        fn visit_stmt(&mut self, stmt: &'a Stmt) {
            if !matches!(stmt, Stmt::FunctionDef(_) | Stmt::ClassDef(_)) {
                visitor::walk_stmt(self, stmt);
            }
        }
        fn visit_expr(&mut self, expr: &'a Expr) {
            match expr {
                Expr::Yield(_) => self.0 = true,
                Expr::Lambda(_) => {}
                _ => visitor::walk_expr(self, expr),
            }
        }
    }
    let mut search = Search(false);
    search.visit_body(body);
    search.0
}
