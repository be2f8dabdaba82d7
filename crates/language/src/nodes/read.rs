//! Converts objects to a tree to compile: statements and their parts. Rejects what CPython rejects, with its messages.

use super::Root;
use super::classes::Classes;
use super::place::{Layout, place_numbers};
use super::table::{Count, Node};
use crate::{Raise, Result, Value, Vm};
use ruff_python_ast::{self as ast, AtomicNodeIndex, Expr, ExprContext, Identifier, Stmt, Suite, TypeParam};
use ruff_text_size::TextRange;

pub(super) struct Reader<'a> {
    pub(super) vm: &'a mut Vm,
    pub(super) classes: &'a Classes,
    layout: &'a Layout,
}

/// A node object being read.
pub(super) struct Given {
    value: Value,
    pub node: &'static Node,
    pub range: TextRange,
}

/// The parser's node index; converted nodes have none.
pub(super) fn index() -> AtomicNodeIndex {
    AtomicNodeIndex::NONE
}

impl<'a> Reader<'a> {
    pub fn new(vm: &'a mut Vm, classes: &'a Classes, layout: &'a Layout) -> Reader<'a> {
        Reader { vm, classes, layout }
    }

    pub fn root(&mut self, root: &Value, kind: Root) -> Result<Suite> {
        let node = check_root(self.classes, root, kind)?;
        let given = Given { value: root.clone(), node, range: TextRange::default() };
        if kind == Root::Expression {
            let value = Box::new(self.expr(&given, "body")?);
            let range = ruff_text_size::Ranged::range(&*value);
            return Ok(std::iter::once(Stmt::Expr(ast::StmtExpr { node_index: index(), range, value })).collect());
        }
        self.stmts(&given, "body")
    }

    // --- nodes and their fields
    /// Checks that an object is a node of a base class.
    pub(super) fn open(&mut self, value: &Value, base: &'static str) -> Result<Given> {
        let Some(node) = self.classes.node_of(value).filter(|node| node.base.name == base) else {
            // CPython reads the position first.
            if matches!(base, "expr" | "stmt" | "pattern" | "excepthandler" | "type_param") {
                self.place(value, base)?;
            }
            let shown = self.vm.repr(value)?;
            return Err(Raise::type_error(format!("expected some sort of {base}, but got {shown}")));
        };
        let range = if node.base.has_place { self.place(value, base)? } else { TextRange::default() };
        Ok(Given { value: value.clone(), node, range })
    }

    fn place(&mut self, value: &Value, base: &str) -> Result<TextRange> {
        for required in ["lineno", "col_offset"] {
            match self.vm.find_attr(value, required)? {
                None => return Err(Raise::type_error(format!("required field \"{required}\" missing from {base}"))),
                Some(Value::Int(_)) => {}
                Some(other) => {
                    let shown = self.vm.repr(&other)?;
                    return Err(Raise::value_error(format!("invalid integer value: {shown}")));
                }
            }
        }
        let [line, column, end_line, end_column] = place_numbers(self.vm, value)?;
        let (line, column) = (line.unwrap_or_default(), column.unwrap_or_default());
        let (end_line, end_column) = (end_line.unwrap_or(line), end_column.unwrap_or(column));
        if line > end_line {
            return Err(Raise::value_error(format!("AST node line range ({line}, {end_line}) is not valid")));
        }
        if line < 0 && end_line != line || column < 0 && column != end_column {
            return Err(Raise::value_error(format!(
                "AST node column range ({column}, {end_column}) for line range ({line}, {end_line}) is not valid"
            )));
        }
        if line == end_line && column > end_column {
            return Err(Raise::value_error(format!("line {line}, column {column}-{end_column} is not a valid range")));
        }
        Ok(self.layout.range([line, column, end_line, end_column]))
    }

    /// A field's value; None for an optional field that is missing.
    fn field(&mut self, given: &Given, field: &str) -> Result<Value> {
        let required = given.node.fields.iter().any(|known| known.name == field && known.count == Count::One);
        match self.vm.find_attr(&given.value, field)? {
            Some(value) => Ok(value),
            None if !required => Ok(Value::None),
            None => Err(Raise::type_error(format!("required field \"{field}\" missing from {}", given.node.name))),
        }
    }

    pub(super) fn is_absent(&mut self, given: &Given, field: &str) -> Result<bool> {
        Ok(self.vm.find_attr(&given.value, field)?.is_none())
    }

    pub(super) fn is_none(&mut self, given: &Given, field: &str) -> Result<bool> {
        self.field(given, field).map(|value| value.is_none())
    }

    /// A field that must not be None.
    pub(super) fn required(&mut self, given: &Given, field: &str) -> Result<Value> {
        match self.field(given, field)? {
            Value::None => Err(Raise::value_error(format!("field '{field}' is required for {}", given.node.name))),
            value => Ok(value),
        }
    }

    pub(super) fn items(&mut self, given: &Given, field: &str) -> Result<Vec<Value>> {
        match self.vm.find_attr(&given.value, field)?.as_ref().map(Value::beneath) {
            None => Ok(Vec::new()),
            Some(Value::List(list)) => Ok(list.items.borrow().clone()),
            Some(other) => Err(Raise::type_error(format!(
                "{} field \"{field}\" must be a list, not a {}",
                given.node.name,
                other.type_name()
            ))),
        }
    }

    pub(super) fn each<T, L: FromIterator<T>>(
        &mut self,
        given: &Given,
        field: &str,
        read: impl Fn(&mut Self, &Value) -> Result<T>,
    ) -> Result<L> {
        let items = self.items(given, field)?;
        items.iter().map(|item| read(self, item)).collect()
    }

    pub(super) fn stmts(&mut self, given: &Given, field: &str) -> Result<Suite> {
        self.each(given, field, |this, item| match item {
            Value::None => Err(Raise::value_error("None disallowed in statement list")),
            item => this.stmt(item),
        })
    }

    /// A body with at least one statement.
    fn body(&mut self, given: &Given) -> Result<Suite> {
        let body = self.stmts(given, "body")?;
        if body.is_empty() {
            return Err(Raise::value_error(format!("empty body on {}", given.node.name)));
        }
        Ok(body)
    }

    pub(super) fn expr(&mut self, given: &Given, field: &str) -> Result<Expr> {
        let value = self.required(given, field)?;
        self.expr_of(&value, ExprContext::Load)
    }

    pub(super) fn boxed(&mut self, given: &Given, field: &str) -> Result<Box<Expr>> {
        self.expr(given, field).map(Box::new)
    }

    pub(super) fn maybe(&mut self, given: &Given, field: &str) -> Result<Option<Box<Expr>>> {
        match self.field(given, field)? {
            Value::None => Ok(None),
            value => self.expr_of(&value, ExprContext::Load).map(|expr| Some(Box::new(expr))),
        }
    }

    pub(super) fn exprs(&mut self, given: &Given, field: &str, context: ExprContext) -> Result<Vec<Expr>> {
        self.each(given, field, |this, item| match item {
            Value::None => Err(Raise::value_error("None disallowed in expression list")),
            item => this.expr_of(item, context),
        })
    }

    /// The target of an assignment.
    pub(super) fn target(&mut self, given: &Given, field: &str) -> Result<Box<Expr>> {
        let value = self.required(given, field)?;
        self.expr_of(&value, ExprContext::Store).map(Box::new)
    }

    pub(super) fn name(&mut self, given: &Given, field: &str) -> Result<Identifier> {
        let value = self.required(given, field)?;
        identifier(&value, given.range)
    }

    pub(super) fn maybe_name(&mut self, given: &Given, field: &str) -> Result<Option<Identifier>> {
        match self.field(given, field)? {
            Value::None => Ok(None),
            value => identifier(&value, given.range).map(Some),
        }
    }

    pub(super) fn int(&mut self, given: &Given, field: &str) -> Result<i64> {
        let value = self.field(given, field)?;
        match value.beneath() {
            Value::Int(number) => Ok(*number),
            Value::Bool(flag) => Ok(i64::from(flag.get())),
            Value::None => Ok(0),
            _ => {
                let shown = self.vm.repr(&value)?;
                Err(Raise::value_error(format!("invalid integer value: {shown}")))
            }
        }
    }

    pub(super) fn constant_of(&mut self, given: &Given) -> Result<Value> {
        self.field(given, "value")
    }

    pub(super) fn child(&mut self, given: &Given, field: &str, base: &'static str) -> Result<Given> {
        let value = self.required(given, field)?;
        self.open(&value, base)
    }

    fn maybe_child(&mut self, given: &Given, field: &str, base: &'static str) -> Result<Option<Given>> {
        match self.field(given, field)? {
            Value::None => Ok(None),
            value => self.open(&value, base).map(Some),
        }
    }

    // --- statements
    fn stmt(&mut self, value: &Value) -> Result<Stmt> {
        crate::native_stack::roomy(|| {
            let given = self.open(value, "stmt")?;
            self.statement(&given)
        })
    }

    fn statement(&mut self, given: &Given) -> Result<Stmt> {
        let (node_index, range) = (index(), given.range);
        Ok(match given.node.name {
            "FunctionDef" | "AsyncFunctionDef" => return self.function(given),
            "ClassDef" => return self.class(given),
            "If" => return self.conditional(given),
            "Try" | "TryStar" => return self.attempt(given),
            "Import" | "ImportFrom" => return self.import(given),
            "Return" => Stmt::Return(ast::StmtReturn { node_index, range, value: self.maybe(given, "value")? }),
            "Delete" => {
                let targets = self.exprs(given, "targets", ExprContext::Del)?;
                not_empty(targets.len(), "targets", given)?;
                Stmt::Delete(ast::StmtDelete { node_index, range, targets })
            }
            "Assign" => {
                let targets = self.exprs(given, "targets", ExprContext::Store)?;
                not_empty(targets.len(), "targets", given)?;
                Stmt::Assign(ast::StmtAssign { node_index, range, targets, value: self.boxed(given, "value")? })
            }
            "TypeAlias" => Stmt::TypeAlias(ast::StmtTypeAlias {
                node_index,
                range,
                name: self.target(given, "name")?,
                type_params: self.type_params(given)?,
                value: self.boxed(given, "value")?,
            }),
            "AugAssign" => Stmt::AugAssign(ast::StmtAugAssign {
                node_index,
                range,
                target: self.target(given, "target")?,
                op: self.operator(given)?,
                value: self.boxed(given, "value")?,
            }),
            "AnnAssign" => Stmt::AnnAssign(ast::StmtAnnAssign {
                node_index,
                range,
                target: self.target(given, "target")?,
                annotation: self.boxed(given, "annotation")?,
                value: self.maybe(given, "value")?,
                simple: self.int(given, "simple")? != 0,
            }),
            "For" | "AsyncFor" => Stmt::For(ast::StmtFor {
                node_index,
                range,
                is_async: given.node.name == "AsyncFor",
                target: self.target(given, "target")?,
                iter: self.boxed(given, "iter")?,
                body: self.body(given)?,
                orelse: self.stmts(given, "orelse")?,
            }),
            "While" => Stmt::While(ast::StmtWhile {
                node_index,
                range,
                test: self.boxed(given, "test")?,
                body: self.body(given)?,
                orelse: self.stmts(given, "orelse")?,
            }),
            "With" | "AsyncWith" => {
                let items: Vec<ast::WithItem> = self.each(given, "items", Self::with_item)?;
                not_empty(items.len(), "items", given)?;
                let is_async = given.node.name == "AsyncWith";
                Stmt::With(ast::StmtWith { node_index, range, is_async, items, body: self.body(given)? })
            }
            "Match" => {
                let subject = self.boxed(given, "subject")?;
                let cases: Vec<ast::MatchCase> = self.each(given, "cases", Self::match_case)?;
                not_empty(cases.len(), "cases", given)?;
                Stmt::Match(ast::StmtMatch { node_index, range, subject, cases })
            }
            "Raise" => {
                let (exc, cause) = (self.maybe(given, "exc")?, self.maybe(given, "cause")?);
                if exc.is_none() && cause.is_some() {
                    return Err(Raise::value_error("Raise with cause but no exception"));
                }
                Stmt::Raise(ast::StmtRaise { node_index, range, exc, cause })
            }
            "Assert" => {
                let (test, msg) = (self.boxed(given, "test")?, self.maybe(given, "msg")?);
                Stmt::Assert(ast::StmtAssert { node_index, range, test, msg })
            }
            "Global" => Stmt::Global(ast::StmtGlobal { node_index, range, names: self.names(given)? }),
            "Nonlocal" => Stmt::Nonlocal(ast::StmtNonlocal { node_index, range, names: self.names(given)? }),
            "Expr" => Stmt::Expr(ast::StmtExpr { node_index, range, value: self.boxed(given, "value")? }),
            "Break" => Stmt::Break(ast::StmtBreak { node_index, range }),
            "Continue" => Stmt::Continue(ast::StmtContinue { node_index, range }),
            _ => Stmt::Pass(ast::StmtPass { node_index, range }),
        })
    }

    fn names(&mut self, given: &Given) -> Result<Vec<Identifier>> {
        let names: Vec<Identifier> = self.each(given, "names", |_, item| identifier(item, given.range))?;
        not_empty(names.len(), "names", given)?;
        Ok(names)
    }

    fn decorator_list<L: FromIterator<ast::Decorator>>(&mut self, given: &Given) -> Result<L> {
        let expressions = self.exprs(given, "decorator_list", ExprContext::Load)?;
        let decorator = |expression: Expr| ast::Decorator {
            range: ruff_text_size::Ranged::range(&expression),
            node_index: index(),
            expression,
        };
        Ok(expressions.into_iter().map(decorator).collect())
    }

    fn function(&mut self, given: &Given) -> Result<Stmt> {
        let parameters = self.child(given, "args", "arguments")?;
        let decorators: Vec<ast::Decorator> = self.decorator_list(given)?;
        Ok(Stmt::FunctionDef(ast::StmtFunctionDef {
            node_index: index(),
            range: with_decorators(&decorators, given.range),
            is_async: given.node.name == "AsyncFunctionDef",
            name: self.name(given, "name")?,
            parameters: Box::new(self.parameters(&parameters)?),
            body: self.body(given)?,
            decorator_list: decorators.into(),
            returns: self.maybe(given, "returns")?,
            type_params: self.type_params(given)?,
        }))
    }

    fn class(&mut self, given: &Given) -> Result<Stmt> {
        let arguments = self.call_arguments(given, "bases")?;
        let decorators: Vec<ast::Decorator> = self.decorator_list(given)?;
        Ok(Stmt::ClassDef(ast::StmtClassDef {
            node_index: index(),
            range: with_decorators(&decorators, given.range),
            name: self.name(given, "name")?,
            arguments: Some(Box::new(arguments)),
            body: self.body(given)?,
            decorator_list: decorators.into(),
            type_params: self.type_params(given)?,
        }))
    }

    /// The arguments of a call or class.
    pub(super) fn call_arguments(&mut self, given: &Given, positional: &str) -> Result<ast::Arguments> {
        let args = self.exprs(given, positional, ExprContext::Load)?.into();
        let keywords = self.each(given, "keywords", |this, item| {
            let keyword = this.open(item, "keyword")?;
            let (arg, value) = (this.maybe_name(&keyword, "arg")?, this.expr(&keyword, "value")?);
            Ok(ast::Keyword { range: keyword.range, node_index: index(), arg, value })
        })?;
        Ok(ast::Arguments { range: given.range, node_index: index(), args, keywords })
    }

    fn conditional(&mut self, given: &Given) -> Result<Stmt> {
        let (test, body) = (self.boxed(given, "test")?, self.body(given)?);
        let orelse = self.stmts(given, "orelse")?;
        let otherwise = ast::ElifElseClause { range: given.range, node_index: index(), test: None, body: orelse };
        let elif_else_clauses = if otherwise.body.is_empty() { Vec::new() } else { vec![otherwise] };
        Ok(Stmt::If(ast::StmtIf { node_index: index(), range: given.range, test, body, elif_else_clauses }))
    }

    fn attempt(&mut self, given: &Given) -> Result<Stmt> {
        let name = given.node.name;
        let body = self.body(given)?;
        let handlers: Vec<ast::ExceptHandler> = self.each(given, "handlers", |this, item| {
            let handler = this.open(item, "excepthandler")?;
            Ok(ast::ExceptHandler::ExceptHandler(ast::ExceptHandlerExceptHandler {
                range: handler.range,
                node_index: index(),
                type_: this.maybe(&handler, "type")?,
                name: this.maybe_name(&handler, "name")?,
                body: this.body(&handler)?,
            }))
        })?;
        let (orelse, finalbody) = (self.stmts(given, "orelse")?, self.stmts(given, "finalbody")?);
        if handlers.is_empty() && finalbody.is_empty() {
            return Err(Raise::value_error(format!("{name} has neither except handlers nor finalbody")));
        }
        if handlers.is_empty() && !orelse.is_empty() {
            return Err(Raise::value_error(format!("{name} has orelse but no except handlers")));
        }
        let (node_index, range, is_star) = (index(), given.range, name == "TryStar");
        Ok(Stmt::Try(ast::StmtTry { node_index, range, body, handlers, orelse, finalbody, is_star }))
    }

    fn import(&mut self, given: &Given) -> Result<Stmt> {
        let (node_index, range) = (index(), given.range);
        let names: Vec<ast::Alias> = self.each(given, "names", |this, item| {
            let alias = this.open(item, "alias")?;
            let (name, asname) = (this.name(&alias, "name")?, this.maybe_name(&alias, "asname")?);
            Ok(ast::Alias { range: alias.range, node_index: index(), name, asname })
        })?;
        not_empty(names.len(), "names", given)?;
        if given.node.name == "Import" {
            return Ok(Stmt::Import(ast::StmtImport { node_index, range, names, is_lazy: false }));
        }
        let level = self.int(given, "level")?;
        let level = u32::try_from(level).map_err(|_| Raise::value_error("Negative ImportFrom level"))?;
        let module = self.maybe_name(given, "module")?;
        Ok(Stmt::ImportFrom(ast::StmtImportFrom { node_index, range, module, names, level, is_lazy: false }))
    }

    fn with_item(&mut self, item: &Value) -> Result<ast::WithItem> {
        let item = self.open(item, "withitem")?;
        let optional_vars = match self.field(&item, "optional_vars")? {
            Value::None => None,
            target => Some(Box::new(self.expr_of(&target, ExprContext::Store)?)),
        };
        let context_expr = self.expr(&item, "context_expr")?;
        Ok(ast::WithItem { range: item.range, node_index: index(), context_expr, optional_vars })
    }

    fn match_case(&mut self, case: &Value) -> Result<ast::MatchCase> {
        let case = self.open(case, "match_case")?;
        let pattern = self.required(&case, "pattern")?;
        Ok(ast::MatchCase {
            range: case.range,
            node_index: index(),
            pattern: self.pattern(&pattern, false)?,
            guard: self.maybe(&case, "guard")?,
            body: self.body(&case)?,
        })
    }

    fn type_params(&mut self, given: &Given) -> Result<Option<Box<ast::TypeParams>>> {
        let (range, node_index) = (given.range, index());
        let type_params: Vec<TypeParam> = self.each(given, "type_params", Self::type_param)?;
        let some = !type_params.is_empty();
        Ok(some.then(|| Box::new(ast::TypeParams { range, node_index, type_params })))
    }

    fn type_param(&mut self, value: &Value) -> Result<TypeParam> {
        let given = self.open(value, "type_param")?;
        let (range, node_index, name) = (given.range, index(), self.name(&given, "name")?);
        let default = self.maybe(&given, "default_value")?;
        Ok(match given.node.name {
            "TypeVar" => {
                let bound = self.maybe(&given, "bound")?;
                TypeParam::TypeVar(ast::TypeParamTypeVar { node_index, range, name, bound, default })
            }
            "ParamSpec" => TypeParam::ParamSpec(ast::TypeParamParamSpec { node_index, range, name, default }),
            _ => TypeParam::TypeVarTuple(ast::TypeParamTypeVarTuple { node_index, range, name, default }),
        })
    }

    // --- parameters
    pub(super) fn parameters(&mut self, given: &Given) -> Result<ast::Parameters> {
        let only_positional: Vec<ast::Parameter> = self.each(given, "posonlyargs", Self::parameter)?;
        let positional: Vec<ast::Parameter> = self.each(given, "args", Self::parameter)?;
        let only_keyword: Vec<ast::Parameter> = self.each(given, "kwonlyargs", Self::parameter)?;
        let defaults = self.exprs(given, "defaults", ExprContext::Load)?;
        let keyword_defaults: Vec<Option<Expr>> = self.each(given, "kw_defaults", |this, item| match item {
            Value::None => Ok(None),
            item => this.expr_of(item, ExprContext::Load).map(Some),
        })?;
        let count = only_positional.len() + positional.len();
        if defaults.len() > count {
            return Err(Raise::value_error("more positional defaults than args on arguments"));
        }
        if keyword_defaults.len() != only_keyword.len() {
            return Err(Raise::value_error("length of kwonlyargs is not the same as kw_defaults on arguments"));
        }
        let mut defaults = std::iter::repeat_with(|| None)
            .take(count - defaults.len())
            .chain(defaults.into_iter().map(Some))
            .collect::<Vec<Option<Expr>>>()
            .into_iter();
        let vararg = self.maybe_child(given, "vararg", "arg")?;
        let kwarg = self.maybe_child(given, "kwarg", "arg")?;
        Ok(ast::Parameters {
            range: given.range,
            node_index: index(),
            posonlyargs: with_defaults(only_positional, defaults.by_ref()),
            args: with_defaults(positional, defaults),
            vararg: vararg.map(|arg| self.parameter_of(&arg).map(Box::new)).transpose()?,
            kwonlyargs: with_defaults(only_keyword, keyword_defaults.into_iter()),
            kwarg: kwarg.map(|arg| self.parameter_of(&arg).map(Box::new)).transpose()?,
        })
    }

    fn parameter(&mut self, value: &Value) -> Result<ast::Parameter> {
        let given = self.open(value, "arg")?;
        self.parameter_of(&given)
    }

    fn parameter_of(&mut self, given: &Given) -> Result<ast::Parameter> {
        let (name, annotation) = (self.name(given, "arg")?, self.maybe(given, "annotation")?);
        Ok(ast::Parameter { range: given.range, node_index: index(), name, annotation })
    }
}

/// Checks that a root node is of the requested kind.
pub(super) fn check_root(classes: &Classes, root: &Value, kind: Root) -> Result<&'static Node> {
    let wanted = kind.name();
    let found = classes.node_of(root).filter(|node| node.name == wanted);
    found.ok_or_else(|| Raise::type_error(format!("expected {wanted} node, got {}", root.type_name())))
}

fn with_defaults<L: FromIterator<ast::ParameterWithDefault>>(
    parameters: Vec<ast::Parameter>,
    defaults: impl Iterator<Item = Option<Expr>>,
) -> L {
    let both = parameters.into_iter().zip(defaults).map(|(parameter, default)| ast::ParameterWithDefault {
        range: parameter.range,
        node_index: index(),
        parameter,
        default: default.map(Box::new),
    });
    both.collect()
}

pub(super) fn not_empty(count: usize, what: &str, given: &Given) -> Result<()> {
    match count {
        0 => Err(Raise::value_error(format!("empty {what} on {}", given.node.name))),
        _ => Ok(()),
    }
}

/// The parser's definition begins at its first decorator, the `ast` node at `def` or `class`.
fn with_decorators(decorators: &[ast::Decorator], range: TextRange) -> TextRange {
    let first = decorators.first().filter(|first| !first.range.is_empty());
    first.map_or(range, |first| range.cover(first.range))
}

pub(super) fn identifier(value: &Value, range: TextRange) -> Result<Identifier> {
    match value.as_str() {
        Some(name @ ("None" | "True" | "False")) => {
            Err(Raise::value_error(format!("identifier field can't represent '{name}' constant")))
        }
        Some(name) => Ok(Identifier::new(name, range)),
        None => Err(Raise::type_error("AST identifier must be of type str")),
    }
}
