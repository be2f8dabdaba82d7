//! Code objects, which programs inspect and pass to `exec` and `eval`.

use crate::compile::{Code, CodeKind};
use crate::native::CompareOp;
use crate::object::Str;
use crate::program::Program;
use crate::{Args, Builtin, Class, Getter, Native, Raise, Result, Value, Vm};
use std::any::Any;
use std::rc::Rc;

thread_local! {
    static CODE: Rc<Class> = Class::native("builtins", "code", &[], None, METHODS, GETTERS, "Create a code object.  Not for mere mortals.");
}

/// A code object as programs see it.
pub(super) enum CodeView {
    Function(Rc<Code>),
    /// From `compile`.
    Program(Program),
}

/// The code object of a function.
pub(super) fn of_function(code: &Rc<Code>) -> Value {
    let plain = code.original.as_ref().map_or(code, |original| &original.code);
    Value::native(CodeView::Function(plain.clone()))
}

/// The code object of a compiled source.
pub(super) fn of_program(program: Program) -> Value {
    Value::native(CodeView::Program(program))
}

impl Native for CodeView {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        CODE.with(Rc::clone)
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        let code = self.code();
        let (address, source) = (Rc::as_ptr(code).cast::<()>() as usize, vm.source(code.source));
        let (file, line) = source.map_or(("", 0), |source| (&*source.name, source.line(code.range.0)));
        Ok(format!("<code object {} at 0x{address:x}, file \"{file}\", line {line}>", code.name))
    }
    fn identity(&self) -> Option<usize> {
        Some(Rc::as_ptr(self.code()).cast::<()>() as usize)
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        let same = other.downcast::<CodeView>().is_some_and(|other| is_same(vm, self.code(), other.code()));
        Ok(equality(op, same))
    }
    fn hash(&self, _vm: &mut Vm) -> Result<Option<u64>> {
        let code = self.code();
        Ok(Some(u64::from(code.range.0) << 32 | code.ops.len() as u64))
    }
}

/// Whether two code objects have the same name, place and instructions.
fn is_same(vm: &Vm, one: &Rc<Code>, other: &Rc<Code>) -> bool {
    let names = |code: &Code| (code.name.clone(), code.qualname.clone(), code.range);
    Rc::ptr_eq(one, other)
        || names(one) == names(other)
            && one.ops.len() == other.ops.len()
            && is_same_source(vm, one.source, other.source)
            && format!("{:?}", one.ops) == format!("{:?}", other.ops)
}

/// Whether two sources have the same name and text, as that of unmarshalled code has.
fn is_same_source(vm: &Vm, one: u32, other: u32) -> bool {
    let of = |source| vm.source(source).map(|source| (&source.name, &source.text));
    one == other || of(one).is_some() && of(one) == of(other)
}

pub(crate) fn equality(op: CompareOp, same: bool) -> Option<Value> {
    match op {
        CompareOp::Eq => Some(Value::from(same)),
        CompareOp::Ne => Some(Value::from(!same)),
        _ => None,
    }
}

impl CodeView {
    pub fn code(&self) -> &Rc<Code> {
        match self {
            CodeView::Function(code) => code,
            CodeView::Program(program) => &program.code,
        }
    }
    /// Names of variables: the parameters (including those in cells), then the locals.
    fn variables(&self) -> Vec<Value> {
        let code = self.code();
        let parameters = code.parameters.count();
        let local = |(at, name): &(usize, &Str)| {
            *at < parameters || !name.as_str().starts_with('.') && !code.cells.contains(name)
        };
        code.locals.iter().enumerate().filter(local).map(|(_, name)| Value::Str(name.clone())).collect()
    }
}

fn of(value: &Value, pick: fn(&CodeView) -> Value) -> Result<Value> {
    value.downcast().map(pick).ok_or_else(|| Raise::type_error("a code object is required"))
}

fn count(count: usize) -> Value {
    Value::Int(count as i64)
}

/// Names of cells in CPython's order: parameters first, each group sorted.
fn names(names: &[Str], parameters: &[Str]) -> Value {
    let mut sorted: Vec<&Str> = names.iter().collect();
    sorted.sort_by_key(|name| {
        let place = parameters.iter().position(|parameter| parameter == *name);
        (place.unwrap_or(parameters.len()), name.as_str())
    });
    Value::tuple(sorted.into_iter().cloned().map(Value::Str).collect())
}

macro_rules! shown {
    ($name:literal, $doc:literal, $pick:expr) => {
        Getter { name: $name, doc: $doc, get: |_, this| of(this, $pick), set: None }
    };
}

static GETTERS: &[Getter] = &[
    shown!("co_name", "the function's name", |code| Value::str(&*code.code().name)),
    shown!("co_qualname", "the function's qualified name", |code| Value::str(&*code.code().qualname)),
    shown!("co_argcount", "the number of positional parameters", |code| count(code.code().parameters.positional)),
    shown!("co_posonlyargcount", "the number of positional-only parameters", |code| {
        count(code.code().parameters.positional_only)
    }),
    shown!("co_kwonlyargcount", "the number of keyword-only parameters", |code| {
        count(code.code().parameters.keyword_only)
    }),
    shown!("co_varnames", "the parameters' and local variables' names", |code| Value::tuple(code.variables())),
    shown!("co_flags", "bits: 4 with *args, 8 with **kwargs, 32 of a generator, 128 of a coroutine", |code| {
        let (code, parameters) = (code.code(), &code.code().parameters);
        let bits = [(parameters.rest, 4), (parameters.keywords, 8), (code.own_cells < code.cells.len(), 16)];
        count(3 + code.flow.bits() + bits.iter().filter(|(set, _)| *set).map(|(_, bit)| bit).sum::<usize>())
    }),
    shown!("co_consts", "the constants, codes of inner functions among them", |code| {
        let code = code.code();
        let mut constants: Vec<Value> =
            code.constants.iter().cloned().chain(code.codes.iter().map(of_function)).collect();
        if let (Some(doc), Some(first @ Value::Str(_))) = (&code.doc, constants.first_mut()) {
            *first = Value::str(doc);
        }
        Value::tuple(constants)
    }),
    shown!("co_names", "the names of globals and attributes", |code| {
        Value::tuple(code.code().names.iter().cloned().map(Value::Str).collect())
    }),
    shown!("co_stacksize", "more values than the code needs at a time", |code| count(code.code().ops.len())),
    shown!("co_code", "the instructions, in this interpreter's own encoding", |code| {
        Value::bytes(format!("{:?}", code.code().ops).into_bytes())
    }),
    shown!("co_nlocals", "the number of local variables", |code| count(code.variables().len())),
    shown!("co_cellvars", "the variables that functions inside use", |code| {
        names(&code.code().cells[..code.code().own_cells], &code.code().locals[..code.code().parameters.count()])
    }),
    shown!("co_freevars", "the variables of functions around", |code| names(
        &code.code().cells[code.code().own_cells..],
        &[]
    )),
    Getter {
        name: "co_firstlineno",
        doc: "the line where the definition begins, from 1",
        get: |vm, this| {
            let Some(code) = this.downcast().map(CodeView::code) else {
                return Ok(Value::None);
            };
            Ok(vm.source(code.source).map_or(Value::None, |source| Value::from(i64::from(source.line(code.range.0)))))
        },
        set: None,
    },
    Getter {
        name: "co_filename",
        doc: "the source's name",
        get: |vm, this| {
            let source = this.downcast::<CodeView>().and_then(|view| vm.source(view.code().source));
            Ok(source.map_or(Value::None, |source| Value::str(&*source.name)))
        },
        set: None,
    },
];

/// First and last line, first and last column in bytes of a span, from the offsets of line starts.
pub(crate) fn position(lines: &[u32], (start, end): (u32, u32)) -> Value {
    let place = |at: u32| {
        let line = lines.partition_point(|begin| *begin <= at).max(1);
        (line as i64, i64::from(at - lines[line - 1]))
    };
    let ((line, column), (last, last_column)) = (place(start), place(end.max(start)));
    Value::tuple([line, last, column, last_column].map(Value::Int).to_vec())
}

/// Calls a function of the code and its source's line starts.
fn of_lines(vm: &mut Vm, args: &Args, tell: fn(&Code, &[u32]) -> Vec<Value>) -> Result<Value> {
    let view = args.get(0).downcast::<CodeView>().ok_or_else(|| args.wrong(0, "code"))?;
    let lines = vm.source(view.code().source).map_or_else(|| vec![0], |source| source.lines());
    let told = Value::list(tell(view.code(), &lines));
    vm.iter(&told)
}

/// The ranges of instructions that share a line: first, one past the last, line.
fn line_runs(code: &Code, lines: &[u32]) -> Vec<Value> {
    let line = |at: usize| lines.partition_point(|begin| *begin <= code.spans[at].0) as i64;
    let places: Vec<usize> = (0..code.spans.len()).collect();
    let runs = places.chunk_by(|a, b| line(*a) == line(*b));
    // The call begins at the line of the definition, before the first instruction.
    let begin = match code.kind {
        CodeKind::Module => 0,
        _ => lines.partition_point(|begin| *begin <= code.range.0) as i64,
    };
    let first = Value::tuple([0, 2, begin].map(Value::Int).to_vec());
    let others = runs.map(|run| {
        let ends = [code.lasti(run[0]), code.lasti(run[run.len() - 1] + 1)];
        Value::tuple(ends.into_iter().chain([line(run[0])]).map(Value::Int).collect())
    });
    std::iter::once(first).chain(others).collect()
}

static METHODS: &[Builtin] = &[
    Builtin::new(
        "code.co_positions",
        "(self, /)",
        "First and last line, first and last column of each instruction.",
        |vm, args| {
            of_lines(vm, args, |code, lines| {
                let begin = (code.range.0, code.range.0);
                std::iter::once(&begin).chain(&code.spans).map(|span| position(lines, *span)).collect()
            })
        },
    ),
    Builtin::new(
        "code.co_lines",
        "(self, /)",
        "The ranges of instructions of each line: first, one past the last, line.",
        |vm, args| of_lines(vm, args, line_runs),
    ),
    Builtin::new(
        "code.replace",
        "(self, /, **changes)",
        "Return a copy of the code object with new values for the specified fields: co_name, co_qualname, co_filename, co_firstlineno.",
        replaced,
    ),
];

fn replaced(vm: &mut Vm, args: &Args) -> Result<Value> {
    let view = args.get(0).downcast::<CodeView>().ok_or_else(|| args.wrong(0, "code"))?;
    let mut code = Code::clone(view.code());
    for (name, value) in args.keywords(1) {
        let text = || value.as_str().map(Rc::<str>::from).ok_or_else(|| not_text(&name, &value));
        match name.as_str() {
            "co_name" => code.name = text()?,
            "co_qualname" => code.qualname = text()?,
            "co_filename" => vm.rename_source(&mut code, &text()?),
            "co_firstlineno" if let Some(line) = new_line(vm, &value)? => vm.move_to_line(&mut code, line)?,
            _ => unchanged(vm, args.get(0), &name, &value)?,
        }
    }
    Ok(of_function(&Rc::new(code)))
}

fn not_text(name: &str, value: &Value) -> Raise {
    let found = if value.is_none() { "None" } else { &value.type_name() };
    Raise::type_error(format!("replace() argument '{name}' must be str, not {found}"))
}

/// The last line to which code can be moved: the lines before it are as many bytes of text.
const LAST_LINE: i64 = 1 << 24;

/// A line of a source, from 1; none where no text has such a line.
fn new_line(vm: &mut Vm, value: &Value) -> Result<Option<usize>> {
    let line = super::clipped_index(vm, value)?;
    if line < 0 {
        return Err(Raise::value_error("co_firstlineno must be a positive integer"));
    }
    Ok((1..=LAST_LINE).contains(&line).then_some(line as usize))
}

/// Accepts a field that keeps its value: code here is no bytes.
fn unchanged(vm: &mut Vm, code: &Value, name: &str, value: &Value) -> Result<()> {
    let Some(getter) = GETTERS.iter().find(|getter| getter.name == name) else {
        return Err(Raise::type_error(format!("replace() got an unexpected keyword argument '{name}'")));
    };
    let now = (getter.get)(vm, code)?;
    if vm.equal(&now, value)? {
        return Ok(());
    }
    Err(Raise::new(crate::Exc::NotImplementedError, format!("replace() cannot change {name}"))
        .help("code here is no bytes: compile() changed source instead"))
}

/// The instructions of a code object as `dis` shows them: (name, operand, operand's value, its repr, line) of each.
pub(super) fn instructions(vm: &mut Vm, value: &Value) -> Result<Vec<Value>> {
    let Some(code) = value.downcast().map(|view: &CodeView| view.code().clone()) else {
        return Err(Raise::type_error(format!("code object expected, not {}", value.type_name())));
    };
    (0..code.ops.len()).map(|at| instruction(vm, &code, at)).collect()
}

fn instruction(vm: &mut Vm, code: &Code, at: usize) -> Result<Value> {
    let text = format!("{:?}", code.ops[at]);
    let (name, operands) = text.split_once('(').unwrap_or((&text, ""));
    let operands = operands.trim_end_matches(')');
    let operand = operands.parse::<i64>().ok();
    let value = operand.and_then(|operand| operand_value(code, name, operand as usize));
    let shown = match (&value, name) {
        (Some(value), "Const") => vm.repr(value)?,
        (Some(value), _) => vm.str(value)?,
        (None, _) if operand.is_none() => operands.to_owned(),
        _ => String::new(),
    };
    let line = vm.source(code.source).map_or(0, |source| source.line(code.spans[at].0));
    let number = operand.map_or(Value::None, Value::Int);
    let value = value.unwrap_or_else(|| number.clone());
    Ok(Value::tuple(vec![Value::str(name), number, value, Value::from(shown), Value::from(i64::from(line))]))
}

/// The constant or name that an operand indexes.
fn operand_value(code: &Code, name: &str, at: usize) -> Option<Value> {
    let named = |names: &[Str]| names.get(at).cloned().map(Value::Str);
    match name {
        "Const" => code.constants.get(at).cloned(),
        "LoadLocal" | "StoreLocal" | "DeleteLocal" | "BranchOnLocal" => named(&code.locals),
        "LoadCell" | "StoreCell" | "DeleteCell" | "LoadNameOrCell" | "LoadNameInOrCell" => named(&code.cells),
        "LoadGlobal" | "StoreGlobal" | "DeleteGlobal" | "LoadName" | "StoreName" | "DeleteName" | "LoadAttr"
        | "StoreAttr" | "DeleteAttr" | "LoadMethod" | "Import" | "ImportTop" | "ImportFrom" => named(&code.names),
        _ => None,
    }
}
