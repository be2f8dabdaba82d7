//! Compiles the syntax tree to bytecode.

mod annotation;
mod attributes;
mod constants;
mod docstring;
mod expression;
mod flow;
mod fuse;
pub mod globals;
mod op;
mod operand_spans;
pub(crate) mod packed;
mod pattern;
mod scope;
mod statement;
pub(crate) mod symbols;
mod type_parameters;

pub(crate) use flow::{Awaited, Flow};
pub use op::Code;
pub(crate) use op::{CodeKind, EXTRA_KEYWORD, Found, MOST_PLACES, Op, Original, Parameters, Site, TracePoint};
pub(crate) use operand_spans::OperandSpans;

use super::object::{Str, intern};
use super::source::Lease;
use super::{Span, Value};
use constants::Constants;
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};
use scope::{Scope, ScopeKind, Scopes, Slot};
use std::collections::HashMap;
use std::rc::Rc;

/// An error for code that the grammar allows and this language does not.
#[derive(Debug, Clone)]
pub(crate) struct CompileError {
    pub message: String,
    pub span: Span,
}

type Result<T> = std::result::Result<T, CompileError>;

/// How the values of expression statements are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) enum Last {
    /// The code returns the last one.
    Value,
    Dropped,
    /// Each is passed to `sys.displayhook`, as at a prompt.
    Shown,
}

/// Where top-level names are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Names {
    Globals,
    /// In a namespace besides the globals: `exec(code, globals, locals)`.
    Namespace,
}

/// Deeper nesting is refused, because it could overflow the native stack.
const DEEPEST: usize = 1500;

/// The input and options of a compilation.
pub(crate) struct Program<'a> {
    pub body: &'a [Stmt],
    pub source: u32,
    pub text: &'a str,
    /// Whether the source is the user's.
    pub is_users: bool,
    /// The lease of a source whose text is dropped with its code.
    pub lease: Option<Rc<Lease>>,
    pub last: Last,
    pub names: Names,
}

/// Compiles a module, script, cell or evaluated source.
pub(crate) fn compile(program: Program) -> Result<Rc<Code>> {
    let Program { body, source, text, is_users, lease, last, names } = program;
    let outermost = match names {
        Names::Globals => ScopeKind::Module,
        Names::Namespace => ScopeKind::Evaluated,
    };
    let scopes = scope::analyse(body, outermost);
    let mut compiler = Compiler {
        scopes: &scopes,
        units: Vec::new(),
        source,
        is_users,
        text,
        lease,
        depth: 0,
        text_annotations: annotation::are_kept(body),
        shows_values: last == Last::Shown,
    };
    compiler.open(0, "<module>", CodeKind::Module, TextRange::new(0.into(), (text.len() as u32).into()));
    compiler.unit().doc = docstring(body);
    compiler.set_up_annotations(body);
    // The value of a cell that is only a text is shown.
    if last == Last::Dropped || last == Last::Value && body.len() > 1 {
        compiler.store_docstring(names);
    }
    match (last, body.split_last()) {
        (Last::Value, Some((Stmt::Expr(statement), rest))) => {
            compiler.body(rest)?;
            // The implicit return belongs to the line of the expression.
            compiler.unit().at = statement.range;
            compiler.expr(&statement.value)?;
        }
        (Last::Value, Some((Stmt::IpyEscapeCommand(command), rest))) => {
            compiler.body(rest)?;
            compiler.escape(command.range, command.kind, &command.value)?;
        }
        _ => {
            compiler.body(body)?;
            compiler.constant(Value::None);
        }
    }
    compiler.emit(Op::Return);
    Ok(compiler.close(Vec::new()))
}

fn docstring(body: &[Stmt]) -> Option<String> {
    match body.first() {
        Some(Stmt::Expr(statement)) => match &*statement.value {
            Expr::StringLiteral(text) => Some(docstring::cleaned(text.value.to_str())),
            _ => None,
        },
        _ => None,
    }
}

/// A block that a jump out of a statement must leave, innermost last.
#[derive(Clone, Copy)]
enum Block<'a> {
    /// The target of `break` and `continue`; a for loop has its iterator on the stack.
    Loop { start: usize, has_iterator: bool },
    /// A handler is installed.
    Try,
    /// A handler is installed, and statements must run on exit.
    Finally(&'a [Stmt]),
    /// A handler is installed, and the manager is on the stack.
    With { is_async: bool },
    /// Statements must run on exit while the value to return is on the stack.
    Pending,
    /// Inside a handler, while an exception is being handled.
    Handling,
    /// Inside a handler that bound a name, which must be unbound on exit.
    Named(&'a str),
}

/// The code object under construction.
struct Unit<'a> {
    scope: usize,
    name: Rc<str>,
    qualname: Rc<str>,
    kind: CodeKind,
    /// The hidden function for type parameters: qualified names skip it.
    is_hidden: bool,
    range: TextRange,
    parameters: Parameters,
    doc: Option<String>,
    ops: Vec<Op>,
    spans: Vec<(u32, u32)>,
    operands: OperandSpans,
    constants: Constants,
    names: Vec<Str>,
    name_index: HashMap<String, u32>,
    keywords: Vec<Rc<[Str]>>,
    keyword_index: HashMap<Rc<[Str]>, u16>,
    codes: Vec<Rc<Code>>,
    blocks: Vec<Block<'a>>,
    /// The instruction ranges of inlined comprehensions.
    comprehensions: Vec<(u32, u32)>,
    /// Jumps of `break` statements, one list per loop.
    breaks: Vec<Vec<usize>>,
    /// The span given to new instructions.
    at: TextRange,
}

struct Compiler<'a> {
    scopes: &'a Scopes,
    units: Vec<Unit<'a>>,
    source: u32,
    /// Whether the source is the user's.
    is_users: bool,
    text: &'a str,
    lease: Option<Rc<Lease>>,
    depth: usize,
    /// `from __future__ import annotations`: annotations stay text.
    text_annotations: bool,
    /// Whether top-level expression statements are shown.
    shows_values: bool,
}

fn place(range: TextRange) -> (u32, u32) {
    (range.start().to_u32(), range.end().to_u32())
}

impl<'a> Compiler<'a> {
    fn unit(&mut self) -> &mut Unit<'a> {
        self.units.last_mut().expect("a unit is open while code is compiled")
    }
    fn scope(&self) -> &'a Scope {
        let scopes = self.scopes;
        &scopes.scopes[self.units.last().map_or(0, |unit| unit.scope)]
    }
    fn error<T>(&self, range: TextRange, message: impl Into<String>) -> Result<T> {
        let (start, end) = place(range);
        Err(CompileError { message: message.into(), span: Span { source: self.source, start, end } })
    }
    /// Compiles one level deeper; nesting that is too deep is an error.
    fn nested<T>(&mut self, range: TextRange, step: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= DEEPEST {
            return self.error(range, "too many nested expressions or statements: split this up");
        }
        self.depth += 1;
        let result = step(self);
        self.depth -= 1;
        result
    }

    fn open(&mut self, scope: usize, name: &str, kind: CodeKind, range: TextRange) {
        let is_global = |outer: &Unit| self.scopes.scopes[outer.scope].binds_global(name);
        let qualname = match self.units.iter().rev().find(|unit| !unit.is_hidden) {
            Some(outer) if is_global(outer) => name.to_owned(),
            Some(outer) if outer.kind == CodeKind::Class => format!("{}.{name}", outer.qualname),
            Some(outer) if outer.kind != CodeKind::Module => {
                format!("{}.<locals>.{name}", outer.qualname)
            }
            _ => name.to_owned(),
        };
        self.units.push(Unit {
            scope,
            name: name.into(),
            qualname: qualname.into(),
            kind,
            is_hidden: false,
            range,
            parameters: Parameters::default(),
            doc: None,
            ops: Vec::new(),
            spans: Vec::new(),
            operands: OperandSpans::default(),
            constants: Constants::default(),
            names: Vec::new(),
            name_index: HashMap::new(),
            keywords: Vec::new(),
            keyword_index: HashMap::new(),
            codes: Vec::new(),
            blocks: Vec::new(),
            comprehensions: Vec::new(),
            breaks: Vec::new(),
            at: range,
        });
    }

    fn close(&mut self, captures: Vec<u32>) -> Rc<Code> {
        let mut unit = self.units.pop().expect("the unit that was opened");
        let scope = &self.scopes.scopes[unit.scope];
        fuse::fuse(&mut unit.ops);
        let code = Code {
            name: unit.name,
            qualname: unit.qualname,
            kind: unit.kind,
            source: self.source,
            range: place(unit.range),
            lease: self.lease.clone(),
            original: None,
            version: 0,
            is_light: false,
            is_usual: false,
            parameters: unit.parameters,
            flow: scope.flow(),
            is_users: self.is_users,
            doc: unit.doc,
            ops: unit.ops,
            spans: unit.spans,
            operands: unit.operands,
            sites: Vec::new(),
            constants: unit.constants.values(),
            names: unit.names,
            keywords: unit.keywords,
            codes: unit.codes,
            locals: scope.locals.iter().map(|name| Str::new(name)).collect(),
            cells: scope.cells.iter().map(|name| Str::new(name)).collect(),
            own_cells: scope.own_cells,
            captures,
            first_inlined: scope.first_inlined,
            comprehensions: unit.comprehensions,
            cell_parameters: scope.cell_parameters.clone(),
        };
        code.finished()
    }
    /// Closes the unit of an inner function or class; returns its index in the current one.
    fn close_inner(&mut self) -> u32 {
        let scope = self.scope();
        let free = &scope.cells[scope.own_cells..];
        let outer = &self.scopes.scopes[self.units[self.units.len() - 2].scope];
        let captures = free.iter().map(|name| outer.cell(name).unwrap_or(0)).collect();
        let code = self.close(captures);
        let codes = &mut self.unit().codes;
        codes.push(code);
        codes.len() as u32 - 1
    }

    // --- instructions
    fn emit(&mut self, op: Op) -> usize {
        let unit = self.unit();
        unit.ops.push(op);
        let at = place(unit.at);
        unit.spans.push(at);
        unit.ops.len() - 1
    }
    /// Emits an instruction that can fail at an expression, with the spans of its operands.
    fn emit_at(&mut self, range: TextRange, op: Op, operands: &[TextRange]) -> usize {
        let outer = std::mem::replace(&mut self.unit().at, range);
        let at = self.emit(op);
        let unit = self.unit();
        unit.at = outer;
        if !operands.is_empty() {
            unit.operands.add(at as u32, operands.iter().map(|range| place(*range)));
        }
        at
    }
    fn here(&self) -> usize {
        self.units.last().map_or(0, |unit| unit.ops.len())
    }
    /// Points a jump at the next instruction.
    fn land(&mut self, jump: usize) {
        let here = self.here() as u32;
        let op = &mut self.unit().ops[jump];
        *op = match *op {
            Op::Jump(_) => Op::Jump(here),
            Op::PopJumpIfFalse(_) => Op::PopJumpIfFalse(here),
            Op::PopJumpIfTrue(_) => Op::PopJumpIfTrue(here),
            Op::JumpIfFalseOrPop(_) => Op::JumpIfFalseOrPop(here),
            Op::JumpIfTrueOrPop(_) => Op::JumpIfTrueOrPop(here),
            Op::ForIter(_) => Op::ForIter(here),
            Op::Try(_) => Op::Try(here),
            Op::TryBelow(_) => Op::TryBelow(here),
            other => other,
        };
    }
    fn land_all(&mut self, jumps: Vec<usize>) {
        for jump in jumps {
            self.land(jump);
        }
    }
    fn constant(&mut self, value: Value) {
        let at = self.unit().constants.place(value);
        self.emit(Op::Const(at));
    }
    /// Stores a module's docstring as `__doc__`.
    fn store_docstring(&mut self, names: Names) {
        if let Some(doc) = self.unit().doc.clone() {
            self.constant(Value::from(doc));
            let name = self.name_index("__doc__");
            self.emit(match names {
                Names::Globals => Op::StoreGlobal(name),
                Names::Namespace => Op::StoreName(name),
            });
        }
    }
    fn name_index(&mut self, name: &str) -> u32 {
        let unit = self.unit();
        if let Some(at) = unit.name_index.get(name) {
            return *at;
        }
        let at = unit.names.len() as u32;
        unit.names.push(intern(name));
        unit.name_index.insert(name.to_owned(), at);
        at
    }
    fn keyword_index(&mut self, range: TextRange, names: impl Iterator<Item = String>) -> Result<u16> {
        let names: Rc<[Str]> = names.map(|name| intern(&name)).collect();
        if let Some(&at) = self.unit().keyword_index.get(&names) {
            return Ok(at);
        }
        let at =
            self.short(range, self.units.last().map_or(0, |unit| unit.keywords.len()), "sets of keyword arguments")?;
        let unit = self.unit();
        unit.keywords.push(names.clone());
        unit.keyword_index.insert(names, at);
        Ok(at)
    }
    /// Returns a count that an instruction has 16 bits for.
    fn short(&self, range: TextRange, count: usize, what: &str) -> Result<u16> {
        let short = u16::try_from(count).ok();
        short.map_or_else(|| self.error(range, format!("more than {} {what} in one scope: split it up", u16::MAX)), Ok)
    }
    fn make_function(&mut self, range: TextRange, code: u32, flags: u16) -> Result<()> {
        let code = self.short(range, code as usize, "functions")?;
        self.emit(Op::MakeFunction(code, flags));
        Ok(())
    }

    // --- names
    fn is_local(&mut self, name: &str) -> bool {
        let name = self.scope().mangle(name);
        matches!(self.scope().slot(&name), Slot::Local(_))
    }
    fn load(&mut self, name: &str) {
        let name = self.scope().mangle(name);
        if self.scope().asks_class(&name) {
            return self.load_from_class(&name);
        }
        let op = match self.scope().slot(&name) {
            Slot::Local(at) => Op::LoadLocal(at),
            Slot::Cell(at) => Op::LoadCell(at),
            Slot::Global => Op::LoadGlobal(self.name_index(&name)),
            Slot::Name => Op::LoadName(self.name_index(&name)),
            Slot::NameOrCell(at) => Op::LoadNameOrCell(at),
        };
        self.emit(op);
    }
    /// Loads a name that may belong to the enclosing class, else to its enclosing scopes.
    fn load_from_class(&mut self, name: &str) {
        let slot = self.scope().slot(name);
        self.load(scope::CLASS_NAMES);
        let op = match slot {
            Slot::Cell(at) => Op::LoadNameInOrCell(at),
            _ => Op::LoadNameIn(self.name_index(name)),
        };
        self.emit(op);
    }
    fn store(&mut self, name: &str) {
        let name = self.scope().mangle(name);
        let op = match self.scope().slot(&name) {
            Slot::Local(at) => Op::StoreLocal(at),
            Slot::Cell(at) => Op::StoreCell(at),
            Slot::Global => Op::StoreGlobal(self.name_index(&name)),
            Slot::Name | Slot::NameOrCell(_) => Op::StoreName(self.name_index(&name)),
        };
        self.emit(op);
    }
    fn delete(&mut self, name: &str) {
        let name = self.scope().mangle(name);
        let op = match self.scope().slot(&name) {
            Slot::Local(at) => Op::DeleteLocal(at),
            Slot::Cell(at) => Op::DeleteCell(at),
            Slot::Global => Op::DeleteGlobal(self.name_index(&name)),
            Slot::Name | Slot::NameOrCell(_) => Op::DeleteName(self.name_index(&name)),
        };
        self.emit(op);
    }
    fn at(&mut self, node: &impl Ranged) {
        self.unit().at = node.range();
    }

    /// Compiles a function's code, and emits the instructions that make the function at run time.
    fn function(
        &mut self,
        node: usize,
        name: &str,
        range: TextRange,
        parameters: Option<&'a ast::Parameters>,
        returns: Option<&'a Expr>,
        body: FunctionBody<'a>,
    ) -> Result<()> {
        let flags = match parameters {
            Some(parameters) => {
                self.defaults(parameters)?;
                default_flags(parameters)
            }
            None => 0,
        };
        self.function_with(flags, node, name, range, parameters, returns, body)
    }

    /// Pushes the default values of parameters, according to `default_flags`.
    fn defaults(&mut self, parameters: &'a ast::Parameters) -> Result<()> {
        let flags = default_flags(parameters);
        if flags & 1 != 0 {
            let defaults: Vec<&Expr> =
                parameters.posonlyargs.iter().chain(&parameters.args).filter_map(|p| p.default()).collect();
            defaults.iter().try_for_each(|default| self.expr(default))?;
            self.emit(Op::BuildTuple(defaults.len() as u32));
        }
        if flags & 2 != 0 {
            for parameter in &parameters.kwonlyargs {
                match parameter.default() {
                    Some(default) => self.expr(default)?,
                    None => self.constant(Value::Unbound),
                }
            }
            self.emit(Op::BuildTuple(parameters.kwonlyargs.len() as u32));
        }
        Ok(())
    }

    /// As `function`, with the default values on the stack already.
    #[expect(clippy::too_many_arguments, reason = "the parts of a definition")]
    fn function_with(
        &mut self,
        mut flags: u16,
        node: usize,
        name: &str,
        range: TextRange,
        parameters: Option<&'a ast::Parameters>,
        returns: Option<&'a Expr>,
        body: FunctionBody<'a>,
    ) -> Result<()> {
        if let Some(parameters) = parameters {
            let annotated = parameters.iter().filter_map(|p| Some((p.name().as_str(), p.annotation()?)));
            let annotated: Vec<(&str, &Expr)> = annotated.chain(returns.map(|returns| ("return", returns))).collect();
            if !annotated.is_empty() {
                for (name, annotation) in &annotated {
                    let name = self.scope().mangle(name);
                    self.constant(Value::from(name));
                    self.annotation(annotation)?;
                }
                self.emit(Op::BuildDict(annotated.len() as u32));
                flags |= 4;
            }
        }
        self.open(self.scopes.of(node), name, CodeKind::Function, range);
        if let Some(parameters) = parameters {
            self.unit().parameters = Parameters {
                positional_only: parameters.posonlyargs.len(),
                positional: parameters.posonlyargs.len() + parameters.args.len(),
                keyword_only: parameters.kwonlyargs.len(),
                rest: parameters.vararg.is_some(),
                keywords: parameters.kwarg.is_some(),
            };
        }
        match body {
            FunctionBody::Statements(statements) => {
                self.unit().doc = docstring(statements);
                self.body(statements)?;
                self.constant(Value::None);
            }
            FunctionBody::Expression(expr) => self.expr(expr)?,
        }
        self.emit(Op::Return);
        let code = self.close_inner();
        self.make_function(range, code, flags)
    }
}

/// Which defaults are on the stack before a function is made: 1 for positional parameters, 2 for keyword-only ones.
fn default_flags(parameters: &ast::Parameters) -> u16 {
    let positional = parameters.posonlyargs.iter().chain(&parameters.args).any(|p| p.default.is_some());
    let keyword = parameters.kwonlyargs.iter().any(|p| p.default.is_some());
    u16::from(positional) | u16::from(keyword) << 1
}

enum FunctionBody<'a> {
    Statements(&'a [Stmt]),
    Expression(&'a Expr),
}
