//! Converts the parser's tree to objects: statements, patterns and their parts.

use super::Root;
use super::classes::{Classes, place_names};
use crate::object::{Str, intern};
use crate::{Raise, Result, Value, Vm};
use ruff_python_ast::{self as ast, Expr, Identifier, Pattern, Stmt, Suite, TypeParam};
use ruff_text_size::{Ranged, TextRange, TextSize};

pub(super) struct Writer<'a> {
    pub(super) vm: &'a mut Vm,
    pub(super) classes: &'a Classes,
    pub(super) text: &'a str,
    /// The offset of each line.
    lines: Vec<u32>,
    place_names: [Str; 4],
}

pub(super) fn name(name: &str) -> Value {
    Value::Str(intern(name))
}

fn optional_name(given: Option<&Identifier>) -> Value {
    given.map_or(Value::None, |given| name(given))
}

impl<'a> Writer<'a> {
    pub fn new(vm: &'a mut Vm, classes: &'a Classes, text: &'a str) -> Writer<'a> {
        let bytes = text.as_bytes();
        let ends_line = |at: &usize| bytes[*at] == b'\n' || bytes[*at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        let ends = (0..bytes.len()).filter(ends_line).map(|at| at as u32 + 1);
        let lines = std::iter::once(0).chain(ends).collect();
        Writer { vm, classes, text, lines, place_names: place_names() }
    }

    pub fn root(&mut self, body: &Suite, kind: Root) -> Result<Value> {
        if kind == Root::Expression {
            let Some(Stmt::Expr(statement)) = body.first() else {
                return Err(Raise::value_error("an expression was expected"));
            };
            let value = self.expr(&statement.value)?;
            return self.node("Expression", vec![value]);
        }
        let body = self.body(body)?;
        match kind {
            Root::Interactive => self.node("Interactive", vec![body]),
            _ => self.node("Module", vec![body, Value::list(Vec::new())]),
        }
    }

    /// A node without a position.
    pub(super) fn node(&mut self, name: &'static str, fields: Vec<Value>) -> Result<Value> {
        let lost = || Raise::runtime(format!("lost ast.{name}"));
        self.classes.make(name, fields).map(Value::Instance).ok_or_else(lost)
    }

    pub(super) fn placed(&mut self, name: &'static str, range: TextRange, fields: Vec<Value>) -> Result<Value> {
        let made = self.node(name, fields)?;
        if let Value::Instance(node) = &made {
            let (start, end) = (self.line_and_column(range.start()), self.line_and_column(range.end()));
            for (name, number) in self.place_names.iter().zip([start.0, start.1, end.0, end.1]) {
                node.set(name, Value::Int(i64::from(number)));
            }
        }
        Ok(made)
    }

    /// The line, counted from 1, and the column in bytes from 0.
    fn line_and_column(&self, at: TextSize) -> (u32, u32) {
        let line = self.lines.partition_point(|start| *start <= at.to_u32());
        (line as u32, at.to_u32() - self.lines[line - 1])
    }

    pub(super) fn each<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T) -> Result<Value>) -> Result<Value> {
        items.iter().map(|item| write(self, item)).collect::<Result<Vec<Value>>>().map(Value::list)
    }

    fn optional<T>(&mut self, item: Option<&T>, write: impl Fn(&mut Self, &T) -> Result<Value>) -> Result<Value> {
        item.map_or(Ok(Value::None), |item| write(self, item))
    }

    pub(super) fn maybe(&mut self, expr: Option<&Expr>) -> Result<Value> {
        self.optional(expr, Self::expr)
    }

    fn body(&mut self, body: &[Stmt]) -> Result<Value> {
        self.each(body, Self::stmt)
    }

    fn stmt(&mut self, stmt: &Stmt) -> Result<Value> {
        crate::native_stack::roomy(|| self.statement(stmt))
    }

    fn statement(&mut self, stmt: &Stmt) -> Result<Value> {
        let range = stmt.range();
        let (name, fields) = match stmt {
            Stmt::FunctionDef(def) => return self.function(def),
            Stmt::ClassDef(def) => return self.class(def),
            Stmt::If(conditional) => return self.conditional(conditional),
            Stmt::Return(e) => ("Return", vec![self.maybe(e.value.as_deref())?]),
            Stmt::Delete(e) => ("Delete", vec![self.exprs(&e.targets)?]),
            Stmt::TypeAlias(e) => (
                "TypeAlias",
                vec![self.expr(&e.name)?, self.type_params(e.type_params.as_deref())?, self.expr(&e.value)?],
            ),
            Stmt::Assign(e) => ("Assign", vec![self.exprs(&e.targets)?, self.expr(&e.value)?, Value::None]),
            Stmt::AugAssign(e) => ("AugAssign", vec![self.expr(&e.target)?, self.operator(e.op), self.expr(&e.value)?]),
            Stmt::AnnAssign(e) => {
                let (target, annotation) = (self.expr(&e.target)?, self.expr(&e.annotation)?);
                let value = self.maybe(e.value.as_deref())?;
                ("AnnAssign", vec![target, annotation, value, Value::Int(i64::from(e.simple))])
            }
            Stmt::For(e) => {
                let name = if e.is_async { "AsyncFor" } else { "For" };
                let (target, iter) = (self.expr(&e.target)?, self.expr(&e.iter)?);
                (name, vec![target, iter, self.body(&e.body)?, self.body(&e.orelse)?, Value::None])
            }
            Stmt::While(e) => ("While", vec![self.expr(&e.test)?, self.body(&e.body)?, self.body(&e.orelse)?]),
            Stmt::With(e) => {
                let name = if e.is_async { "AsyncWith" } else { "With" };
                let items = self.each(&e.items, |this, item| {
                    let fields = vec![this.expr(&item.context_expr)?, this.maybe(item.optional_vars.as_deref())?];
                    this.node("withitem", fields)
                })?;
                (name, vec![items, self.body(&e.body)?, Value::None])
            }
            Stmt::Match(e) => {
                let subject = self.expr(&e.subject)?;
                let cases = self.each(&e.cases, |this, case| {
                    let (pattern, guard) = (this.pattern(&case.pattern)?, this.maybe(case.guard.as_deref())?);
                    let body = this.body(&case.body)?;
                    this.node("match_case", vec![pattern, guard, body])
                })?;
                ("Match", vec![subject, cases])
            }
            Stmt::Raise(e) => ("Raise", vec![self.maybe(e.exc.as_deref())?, self.maybe(e.cause.as_deref())?]),
            Stmt::Try(e) => {
                let name = if e.is_star { "TryStar" } else { "Try" };
                let body = self.body(&e.body)?;
                let handlers = self.each(&e.handlers, Self::handler)?;
                (name, vec![body, handlers, self.body(&e.orelse)?, self.body(&e.finalbody)?])
            }
            Stmt::Assert(e) => ("Assert", vec![self.expr(&e.test)?, self.maybe(e.msg.as_deref())?]),
            Stmt::Import(e) => ("Import", vec![self.each(&e.names, Self::alias)?]),
            Stmt::ImportFrom(e) => {
                let names = self.each(&e.names, Self::alias)?;
                ("ImportFrom", vec![optional_name(e.module.as_ref()), names, Value::Int(i64::from(e.level))])
            }
            Stmt::Global(e) => ("Global", vec![names(&e.names)]),
            Stmt::Nonlocal(e) => ("Nonlocal", vec![names(&e.names)]),
            Stmt::Expr(e) => ("Expr", vec![self.expr(&e.value)?]),
            Stmt::Pass(_) => ("Pass", Vec::new()),
            Stmt::Break(_) => ("Break", Vec::new()),
            Stmt::Continue(_) => ("Continue", Vec::new()),
            Stmt::IpyEscapeCommand(_) => return Err(Raise::value_error("a magic has no node")),
        };
        self.placed(name, range, fields)
    }

    /// The start of a definition after its decorators: `def`, `async` or `class`.
    fn after_decorators(&self, decorators: &[ast::Decorator], range: TextRange) -> TextRange {
        let Some(last) = decorators.last() else {
            return range;
        };
        let mut at = last.range.end().to_usize();
        loop {
            let rest = &self.text[at..];
            at += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n', '\x0c', '\\', ')']).len();
            match self.text[at..].strip_prefix('#') {
                Some(comment) => at += 1 + comment.find('\n').unwrap_or(comment.len()),
                None => return TextRange::new((at as u32).into(), range.end()),
            }
        }
    }

    fn function(&mut self, def: &ast::StmtFunctionDef) -> Result<Value> {
        let range = self.after_decorators(&def.decorator_list, def.range);
        let arguments = self.arguments(Some(&def.parameters))?;
        let body = self.body(&def.body)?;
        let decorators = self.decorators(&def.decorator_list)?;
        let returns = self.maybe(def.returns.as_deref())?;
        let parameters = self.type_params(def.type_params.as_deref())?;
        let kind = if def.is_async { "AsyncFunctionDef" } else { "FunctionDef" };
        self.placed(kind, range, vec![name(&def.name), arguments, body, decorators, returns, Value::None, parameters])
    }

    fn class(&mut self, def: &ast::StmtClassDef) -> Result<Value> {
        let range = self.after_decorators(&def.decorator_list, def.range);
        let (bases, keywords) = self.call_arguments(def.arguments.as_deref())?;
        let body = self.body(&def.body)?;
        let decorators = self.decorators(&def.decorator_list)?;
        let parameters = self.type_params(def.type_params.as_deref())?;
        self.placed("ClassDef", range, vec![name(&def.name), bases, keywords, body, decorators, parameters])
    }

    fn decorators(&mut self, decorators: &[ast::Decorator]) -> Result<Value> {
        self.each(decorators, |this, decorator| this.expr(&decorator.expression))
    }

    /// Converts `elif` to an `if` in the `else` of the previous one.
    fn conditional(&mut self, conditional: &ast::StmtIf) -> Result<Value> {
        let end = conditional.range.end();
        let mut orelse = Value::list(Vec::new());
        for clause in conditional.elif_else_clauses.iter().rev() {
            let body = self.body(&clause.body)?;
            orelse = match &clause.test {
                None => body,
                Some(test) => {
                    let test = self.expr(test)?;
                    let range = TextRange::new(clause.range.start(), end);
                    Value::list(vec![self.placed("If", range, vec![test, body, orelse])?])
                }
            };
        }
        let (test, body) = (self.expr(&conditional.test)?, self.body(&conditional.body)?);
        self.placed("If", conditional.range, vec![test, body, orelse])
    }

    fn handler(&mut self, handler: &ast::ExceptHandler) -> Result<Value> {
        let ast::ExceptHandler::ExceptHandler(handler) = handler;
        let class = self.maybe(handler.type_.as_deref())?;
        let fields = vec![class, optional_name(handler.name.as_ref()), self.body(&handler.body)?];
        self.placed("ExceptHandler", handler.range, fields)
    }

    fn alias(&mut self, alias: &ast::Alias) -> Result<Value> {
        self.placed("alias", alias.range, vec![name(&alias.name), optional_name(alias.asname.as_ref())])
    }

    pub(super) fn keyword(&mut self, keyword: &ast::Keyword) -> Result<Value> {
        let fields = vec![optional_name(keyword.arg.as_ref()), self.expr(&keyword.value)?];
        self.placed("keyword", keyword.range, fields)
    }

    /// The parameters of a function.
    pub(super) fn arguments(&mut self, parameters: Option<&ast::Parameters>) -> Result<Value> {
        let none = ast::Parameters::default();
        let parameters = parameters.unwrap_or(&none);
        let one = |this: &mut Self, each: &ast::ParameterWithDefault| this.arg(&each.parameter);
        let only_positional = self.each(&parameters.posonlyargs, one)?;
        let positional = self.each(&parameters.args, one)?;
        let rest = self.optional(parameters.vararg.as_deref(), Self::arg)?;
        let only_keyword = self.each(&parameters.kwonlyargs, one)?;
        let keyword_defaults = self.each(&parameters.kwonlyargs, |this, each| this.maybe(each.default()))?;
        let keywords = self.optional(parameters.kwarg.as_deref(), Self::arg)?;
        let with_default = parameters.posonlyargs.iter().chain(&parameters.args).filter_map(|each| each.default());
        let defaults: Result<Vec<Value>> = with_default.map(|default| self.expr(default)).collect();
        let defaults = Value::list(defaults?);
        self.node(
            "arguments",
            vec![only_positional, positional, rest, only_keyword, keyword_defaults, keywords, defaults],
        )
    }

    fn arg(&mut self, parameter: &ast::Parameter) -> Result<Value> {
        let range = TextRange::new(parameter.name.range.start(), parameter.range.end());
        let annotation = self.maybe(parameter.annotation())?;
        self.placed("arg", range, vec![name(&parameter.name), annotation, Value::None])
    }

    /// The positional and the keyword arguments of a call or a class.
    pub(super) fn call_arguments(&mut self, arguments: Option<&ast::Arguments>) -> Result<(Value, Value)> {
        match arguments {
            None => Ok((Value::list(Vec::new()), Value::list(Vec::new()))),
            Some(arguments) => Ok((self.exprs(&arguments.args)?, self.each(&arguments.keywords, Self::keyword)?)),
        }
    }

    fn type_params(&mut self, parameters: Option<&ast::TypeParams>) -> Result<Value> {
        self.each(parameters.map_or(&[][..], |parameters| &parameters.type_params), Self::type_param)
    }

    fn type_param(&mut self, parameter: &TypeParam) -> Result<Value> {
        let (kind, fields) = match parameter {
            TypeParam::TypeVar(e) => {
                let bound = self.maybe(e.bound.as_deref())?;
                ("TypeVar", vec![name(&e.name), bound, self.maybe(e.default.as_deref())?])
            }
            TypeParam::ParamSpec(e) => ("ParamSpec", vec![name(&e.name), self.maybe(e.default.as_deref())?]),
            TypeParam::TypeVarTuple(e) => ("TypeVarTuple", vec![name(&e.name), self.maybe(e.default.as_deref())?]),
        };
        self.placed(kind, parameter.range(), fields)
    }

    fn pattern(&mut self, pattern: &Pattern) -> Result<Value> {
        crate::native_stack::roomy(|| self.pattern_inside(pattern))
    }

    fn patterns(&mut self, patterns: &[Pattern]) -> Result<Value> {
        self.each(patterns, Self::pattern)
    }

    fn pattern_inside(&mut self, pattern: &Pattern) -> Result<Value> {
        let (kind, fields) = match pattern {
            Pattern::MatchValue(e) => ("MatchValue", vec![self.expr(&e.value)?]),
            Pattern::MatchSingleton(e) => (
                "MatchSingleton",
                vec![match e.value {
                    ast::Singleton::None => Value::None,
                    ast::Singleton::True => Value::from(true),
                    ast::Singleton::False => Value::from(false),
                }],
            ),
            Pattern::MatchSequence(e) => ("MatchSequence", vec![self.patterns(&e.patterns)?]),
            Pattern::MatchMapping(e) => {
                let fields = vec![self.exprs(&e.keys)?, self.patterns(&e.patterns)?, optional_name(e.rest.as_ref())];
                ("MatchMapping", fields)
            }
            Pattern::MatchClass(e) => {
                let (class, patterns) = (self.expr(&e.cls)?, self.patterns(&e.arguments.patterns)?);
                let attributes = e.arguments.keywords.iter().map(|keyword| name(&keyword.attr)).collect();
                let keyword_patterns =
                    self.each(&e.arguments.keywords, |this, keyword| this.pattern(&keyword.pattern))?;
                ("MatchClass", vec![class, patterns, Value::list(attributes), keyword_patterns])
            }
            Pattern::MatchStar(e) => ("MatchStar", vec![optional_name(e.name.as_ref())]),
            Pattern::MatchAs(e) => {
                let inner = self.optional(e.pattern.as_deref(), Self::pattern)?;
                ("MatchAs", vec![inner, optional_name(e.name.as_ref())])
            }
            Pattern::MatchOr(e) => ("MatchOr", vec![self.patterns(&e.patterns)?]),
        };
        self.placed(kind, pattern.range(), fields)
    }
}

fn names(names: &[Identifier]) -> Value {
    Value::list(names.iter().map(|each| name(each)).collect())
}
