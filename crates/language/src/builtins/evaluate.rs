//! `exec`, `eval` and `compile`.

use super::code::{self, CodeView};
use super::{function, memory_view};
use crate::compile::{Code, Last};
use crate::nodes;
use crate::object::Cell;
use crate::program::Scope;
use crate::tree::Grammar;
use crate::{Args, Builtin, Exc, Raise, Result, Value, Vm, exception, source_bytes};
use std::rc::Rc;

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "exec",
        "(source, /, globals=None, locals=None, *, closure=None)",
        "Execute the given source in the context of globals and locals.\n\n\
         The source may be a string representing one or more Python statements or a code object as returned by compile().\n\
         The globals must be a dictionary and locals can be any mapping, defaulting to the current globals and locals.\n\
         If only globals is given, locals defaults to it.",
        |vm, args| run(vm, args, &EXEC).map(|_| Value::None),
    ),
    Builtin::new(
        "eval",
        "(source, /, globals=None, locals=None)",
        "Evaluate the given source in the context of globals and locals.\n\n\
         The source may be a string representing a Python expression or a code object as returned by compile().\n\
         The globals must be a dictionary and locals can be any mapping, defaulting to the current globals and locals.\n\
         If only globals is given, locals defaults to it.",
        |vm, args| run(vm, args, &EVAL),
    ),
    Builtin::new(
        "compile",
        "(source, filename, mode, flags=0, dont_inherit=False, optimize=-1, *, _feature_version=-1)",
        "Compile source into a code object that can be executed by exec() or eval().\n\n\
         The source code may represent a Python module, statement or expression. The filename will be used for run-time\n\
         error messages. The mode must be 'exec' to compile a module, 'single' to compile a single (interactive)\n\
         statement, or 'eval' to compile an expression.",
        compile,
    ),
];

/// The differences between `exec` and `eval`.
struct Mode {
    name: &'static str,
    grammar: Grammar,
    last: Last,
}

const EXEC: Mode = Mode { name: "exec", grammar: Grammar::Module, last: Last::Dropped };
const EVAL: Mode = Mode { name: "eval", grammar: Grammar::Expression, last: Last::Value };

fn run(vm: &mut Vm, args: &Args, mode: &Mode) -> Result<Value> {
    let scope = scope(vm, args, mode)?;
    if let Some(view) = args.get(0).downcast::<CodeView>() {
        let closure = closure(args, mode, view.code())?;
        return match view {
            CodeView::Program(program) => vm.evaluate(program, scope),
            CodeView::Function(code) => vm.evaluate_function(code, &closure, scope),
        };
    }
    if mode.name == "exec" && !args.get(3).is_none() {
        return Err(Raise::type_error("closure can only be used when source is a code object"));
    }
    let wanted = || Raise::type_error(format!("{}() arg 1 must be a string, bytes or code object", mode.name));
    let text = source_text(vm, args.get(0))?.ok_or_else(wanted)?;
    let text = match mode.grammar {
        Grammar::Expression => text.trim_start_matches([' ', '\t']),
        _ => &text,
    };
    let program = vm.compile_text(text, "<string>", mode.grammar, mode.last)?;
    vm.evaluate(&program, scope)
}

/// The cells for the free variables of code.
fn closure(args: &Args, mode: &Mode, code: &Code) -> Result<Vec<Rc<Cell>>> {
    let free = code.cells.len() - code.own_cells;
    match (mode.name, args.get(3)) {
        ("eval", _) if free > 0 => {
            Err(Raise::type_error("code object passed to eval() may not contain free variables"))
        }
        ("eval", _) | (_, Value::None) if free == 0 => Ok(Vec::new()),
        _ if free == 0 => Err(Raise::type_error("cannot use a closure with this code object")),
        (_, given) => match function::cells(given).filter(|cells| cells.len() == free) {
            Some(cells) => Ok(function::closure_for(code, &cells).to_vec()),
            None => Err(Raise::type_error(format!("code object requires a closure of exactly length {free}"))),
        },
    }
}

/// The namespaces given as arguments, or those of the caller.
fn scope(vm: &mut Vm, args: &Args, mode: &Mode) -> Result<Scope> {
    let (globals, locals) = (args.get(1).clone(), args.get(2).clone());
    if !locals.is_none() && !is_mapping(vm, &locals)? {
        return Err(Raise::type_error(match mode.name {
            "eval" => "locals must be a mapping".to_owned(),
            _ => format!("locals must be a mapping or None, not {}", locals.type_name()),
        }));
    }
    match globals.beneath() {
        Value::None => {
            let current = vm.current_scope();
            if locals.is_none() {
                return Ok(current);
            }
            Ok(vm.scope_of(&current.globals.dict.clone(), Some(locals)))
        }
        Value::Dict(dict) => {
            // A subclass of dict may read and write its items in its own way.
            let locals = if locals.is_none() { globals.clone() } else { locals };
            Ok(vm.scope_of(&dict.clone(), Some(locals)))
        }
        _ if mode.name == "exec" => {
            Err(Raise::type_error(format!("exec() globals must be a dict, not {}", globals.type_name())))
        }
        _ if is_mapping(vm, &globals)? => {
            Err(Raise::type_error("globals must be a real dict; try eval(expr, {}, mapping)"))
        }
        _ => Err(Raise::type_error("globals must be a dict")),
    }
}

fn is_mapping(vm: &mut Vm, value: &Value) -> Result<bool> {
    Ok(matches!(value.beneath(), Value::Dict(_)) || vm.class_of(value).lookup("__getitem__").is_some())
}

/// The text of a source; None for an object that is not a source.
fn source_text(vm: &mut Vm, value: &Value) -> Result<Option<String>> {
    let text = match super::plain(value) {
        Value::Str(text) => source_bytes::with_line_feeds(text.to_string()),
        _ => match memory_view::contents(value)? {
            Some(bytes) => decoded(vm, &bytes)?,
            None => return Ok(None),
        },
    };
    match text.contains('\0') {
        true => Err(Raise::new(Exc::SyntaxError, "source code string cannot contain null bytes")),
        false => Ok(Some(text)),
    }
}

/// SyntaxError with the codec's message if bytes cannot be decoded.
fn decoded(vm: &mut Vm, bytes: &[u8]) -> Result<String> {
    match source_bytes::text(vm, bytes) {
        Err(raise) if !raise.is(Exc::SyntaxError) => {
            let words = vm.str(&exception::materialize(raise))?;
            Err(Raise::new(Exc::SyntaxError, format!("(unicode error) {words}")))
        }
        text => text,
    }
}

/// Compiles text or bytes as user code, even if our own modules call this; `mode` is that of `compile`.
///
/// # Errors
/// SyntaxError, TypeError for an object that is not a source, and ValueError for an unknown mode.
pub fn compile_users(vm: &mut Vm, source: &Value, file: &str, mode: &str) -> Result<Value> {
    let wanted = || Raise::type_error("a module's source must be a string or bytes");
    let text = source_text(vm, source)?.ok_or_else(wanted)?;
    let (grammar, last) = mode_of(mode, false)?;
    vm.compile_users(&text, file, grammar, last).map(code::of_program)
}

/// `ast.PyCF_ALLOW_TOP_LEVEL_AWAIT`
const TOP_LEVEL_AWAIT: i64 = 0x2000;

fn compile(vm: &mut Vm, args: &Args) -> Result<Value> {
    let file = match super::plain(args.get(1)) {
        Value::Str(text) => text.to_string(),
        Value::Bytes(bytes) => String::from_utf8_lossy(&bytes.data.borrow()).into_owned(),
        _ => match vm.class_of(args.get(1)).lookup("__fspath__").is_some() {
            true => vm.str(args.get(1))?,
            false => {
                let name = args.get(1).type_name();
                return Err(Raise::type_error(format!("expected str, bytes or os.PathLike object, not {name}")));
            }
        },
    };
    let flags = args.int(3)?;
    if flags & !KNOWN_FLAGS != 0 {
        return Err(Raise::value_error("compile(): unrecognised flags"));
    }
    let (grammar, last) = mode_of(args.str(2)?, flags & ONLY_AST != 0)?;
    let grammar = if flags & TOP_LEVEL_AWAIT != 0 { grammar.awaiting() } else { grammar };
    let level = args.int(5)?;
    if !(-1..=2).contains(&level) {
        return Err(Raise::value_error("compile(): invalid optimize value"));
    }
    let step = match flags & OPTIMIZED_AST {
        OPTIMIZED_AST => Some("optimized"),
        0 if level > 0 => Some("for_code"),
        _ => None,
    };
    let optimized = |vm: &mut Vm, tree: Value| match step {
        Some(step) => {
            let module = vm.import("_ast_optimize")?;
            vm.call_method(&module, step, &[tree, Value::Int(level.max(0))])
        }
        None => Ok(tree),
    };
    if nodes::is_node(vm, args.get(0))? {
        let tree = nodes::checked_root(vm, args.get(0), nodes::Root::of(last))?;
        let tree = optimized(vm, tree)?;
        return match flags & ONLY_AST {
            0 => vm.compile_nodes(&tree, &file, grammar, last).map(code::of_program),
            _ => Ok(tree),
        };
    }
    if args.get(0).downcast::<CodeView>().is_some() {
        return Ok(args.get(0).clone());
    }
    let wanted = || Raise::type_error("compile() arg 1 must be a string, bytes or AST object");
    let text = source_text(vm, args.get(0))?.ok_or_else(wanted)?;
    if flags & ONLY_AST == 0 && step.is_none() {
        return vm.compile_text(&text, &file, grammar, last).map(code::of_program);
    }
    let tree = vm.nodes_of_text(&text, &file, grammar, last)?;
    let tree = optimized(vm, tree)?;
    match flags & ONLY_AST {
        0 => vm.compile_nodes(&tree, &file, grammar, last).map(code::of_program),
        _ => Ok(tree),
    }
}

/// The scopes of a source, from the arguments of `compile`: text, file, mode.
pub fn scopes(vm: &mut Vm, args: &Args) -> Result<Value> {
    let wanted = || Raise::type_error("symtable() arg 1 must be a string or bytes");
    let text = source_text(vm, args.get(0))?.ok_or_else(wanted)?;
    match mode_of(args.str(2)?, false) {
        Ok((grammar, _)) => vm.scopes_of_text(&text, args.str(1)?, grammar),
        Err(_) => Err(Raise::value_error("symtable() arg 3 must be 'exec' or 'eval' or 'single'")),
    }
}

/// `ast.PyCF_ONLY_AST`: returns nodes instead of code.
const ONLY_AST: i64 = 0x400;
/// `ast.PyCF_OPTIMIZED_AST`: returns nodes with constants folded.
const OPTIMIZED_AST: i64 = 0x8000 | ONLY_AST;
/// The flags of `ast`, `codeop` and `__future__`.
const KNOWN_FLAGS: i64 = 0x0200 | ONLY_AST | 0x0800 | 0x1000 | 0x2000 | 0x4000 | 0x8000 | 0x10 | 0x1ff_0000;

/// The grammar of a mode, and how expression values are used.
fn mode_of(mode: &str, only_nodes: bool) -> Result<(Grammar, Last)> {
    match mode {
        "exec" => Ok((Grammar::Module, Last::Dropped)),
        "eval" => Ok((Grammar::Expression, Last::Value)),
        "single" => Ok((Grammar::Single, Last::Shown)),
        "func_type" if only_nodes => {
            Err(Raise::new(Exc::NotImplementedError, "type comments of functions are not parsed"))
        }
        "func_type" => Err(Raise::value_error("compile() mode 'func_type' requires flag PyCF_ONLY_AST")),
        _ if only_nodes => Err(Raise::value_error("compile() mode must be 'exec', 'eval', 'single' or 'func_type'")),
        _ => Err(Raise::value_error("compile() mode must be 'exec', 'eval' or 'single'")),
    }
}
