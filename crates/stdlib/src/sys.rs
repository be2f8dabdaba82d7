//! `sys`: facts about the interpreter, and its streams.

use crate::environment;
use std::rc::Rc;
use tensorcell_language::builtins::{frames, number, real};
use tensorcell_language::object::Module;
use tensorcell_language::surrogate::text_of;
use tensorcell_language::{
    BUILT_IN, Builtin, Exc, Listener, ModuleDef, OWN_MODULES, Raise, Result, Value, Vm, console, traceback,
};

pub static SYS: ModuleDef = ModuleDef {
    name: "sys",
    doc: "The interpreter's own facts and its streams.",
    functions: FUNCTIONS,
    init: Some(init),
};

/// The language version that programs see.
pub const VERSION: (i64, i64, i64) = (3, 13, 0);

fn init(vm: &mut Vm, module: &Rc<Module>) -> Result<()> {
    let set = |name: &str, value: Value| module.dict.insert_str(name, value);
    let (major, minor, micro) = VERSION;
    set("version", Value::from(format!("{major}.{minor}.{micro} (TensorCell {})", env!("CARGO_PKG_VERSION"))));
    set("_version", Value::tuple([major, minor, micro].map(Value::Int).into()));
    set("platform", Value::str(std::env::consts::OS));
    set("byteorder", Value::str(if cfg!(target_endian = "little") { "little" } else { "big" }));
    set("maxsize", Value::Int(i64::MAX));
    set("maxunicode", Value::Int(0x10ffff));
    set("executable", Value::from(std::env::current_exe().map(|path| path.display().to_string()).unwrap_or_default()));
    set("argv", Value::list(vec![Value::str("")]));
    set("orig_argv", Value::list(std::env::args_os().map(|arg| Value::from(text_of(&arg))).collect()));
    set("modules", Value::Dict(vm.modules()));
    set("_machine", Value::str(std::env::consts::ARCH));
    set("builtin_module_names", Value::tuple(BUILT_IN.iter().map(Value::str).collect()));
    for (name, stream) in console::streams() {
        set(&format!("__{name}__"), stream.clone());
        set(name, stream);
    }
    vm.run_prelude("sys.py", include_str!("sys.py"), module)?;
    // Finding the environment costs more than the rest of the module, so these files run lazily.
    vm.wait_prelude("sys_path.py", include_str!("sys_path.py"), module, |_| ())?;
    vm.wait_prelude("sys_module_names.py", include_str!("sys_module_names.py"), module, |_| ())?;
    vm.wait_prelude("sys_prefixes.py", include_str!("sys_prefixes.py"), module, |_| ())?;
    vm.wait_prelude("sys_finders.py", include_str!("sys_finders.py"), module, |_| ())
}

/// Returns the function that `breakpoint()` calls.
fn breakpoint_function(vm: &mut Vm) -> Result<Option<Value>> {
    let os = vm.import("os")?;
    let environment = vm.get_attr(&os, "environ")?;
    let named = vm.call_method(&environment, "get", &[Value::str("PYTHONBREAKPOINT")])?;
    let name = match named.as_str() {
        None | Some("") => "pdb.set_trace",
        Some("0") => return Ok(None),
        Some(name) => name,
    };
    let (module, function) = name.rsplit_once('.').unwrap_or(("builtins", name));
    let found = vm.import(module).and_then(|module| vm.get_attr(&module, function));
    match found {
        Ok(function) => Ok(Some(function)),
        Err(raise) if raise.is(Exc::ImportError) || raise.is(Exc::AttributeError) || raise.is(Exc::ValueError) => {
            let message = format!("Ignoring unimportable $PYTHONBREAKPOINT: \"{name}\"");
            let warnings = vm.import("warnings")?;
            let builtins = vm.import("builtins")?;
            let class = vm.get_attr(&builtins, "RuntimeWarning")?;
            vm.call_method(&warnings, "warn", &[Value::from(message), class]).map(|_| None)
        }
        Err(raise) => Err(raise),
    }
}

/// The bytes before an instance in CPython's memory, which `__sizeof__` does not count: the collector's, those of `__dict__` and of
/// weak references.
fn header(vm: &mut Vm, object: &Value) -> Result<i64> {
    let class = vm.class_of(object);
    for slots in class.order().filter(|class| class.is_of_the_language()).map(|class| class.dict.get_str("__slots__")) {
        let named = match slots {
            None => return Ok(32),
            Some(name @ Value::Str(_)) => vec![name],
            Some(names) => vm.collect(&names)?,
        };
        if named.iter().any(|name| matches!(name.as_str(), Some("__dict__" | "__weakref__"))) {
            return Ok(32);
        }
    }
    Ok(16)
}

static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "sys._search_path",
        "(named=True)",
        "The folders that modules are looked for in, with those of PYTHONPATH if asked for.",
        |_, args| {
            let mut path = ["".to_owned(), OWN_MODULES.to_owned()].to_vec();
            path.extend(environment::folders());
            if args.bool(0)? {
                // After the standard library, which is the first folder of an environment.
                let at = path.len().min(3);
                path.splice(at..at, environment::named_folders());
            }
            Ok(Value::list(path.into_iter().map(Value::from).collect()))
        },
    ),
    Builtin::new(
        "sys._prefixes",
        "()",
        "The environment's folder, and that of the Python it was made from.",
        |_, _| {
            let (prefix, base) = environment::prefix_and_base().unwrap_or_default();
            let text = |path: std::path::PathBuf| Value::from(path.to_string_lossy().into_owned());
            Ok(Value::tuple(vec![text(prefix), text(base)]))
        },
    ),
    Builtin::new(
        "sys.set_int_max_str_digits",
        "(maxdigits)",
        "How many digits the text of an integer may have; 0 for any number.",
        |vm, args| {
            let digits = tensorcell_language::builtins::clipped_index(vm, args.get(0))?;
            if digits != 0 && digits < 640 {
                return Err(Raise::value_error("maxdigits must be 0 or larger than 640"));
            }
            number::set_most_digits(digits as usize);
            Ok(Value::None)
        },
    ),
    Builtin::new("sys.get_int_max_str_digits", "()", "How many digits the text of an integer may have.", |_, _| {
        let digits = number::most_digits();
        Ok(Value::Int(if digits > 1 << 40 { 0 } else { digits as i64 }))
    }),
    Builtin::new("sys.exit", "(status=None, /)", "Raise SystemExit(status).", |_, args| {
        let args = if args.get(0).is_none() { Vec::new() } else { vec![args.get(0).clone()] };
        Err(Raise::with_args(Exc::SystemExit, args))
    }),
    Builtin::new("sys.getsizeof", "(object, default=..., /)", "The object's own size in bytes, about.", |vm, args| {
        let object = args.get(0);
        if let Value::Native(_) | Value::Instance(_) = object
            && let Some(size) = vm.call_if_found(object, "__sizeof__")?
        {
            return match (object, size) {
                (Value::Instance(_), Value::Int(size)) => Ok(Value::Int(size + header(vm, object)?)),
                (_, size) => Ok(size),
            };
        }
        let own = match object {
            Value::Str(text) => 40 + text.len(),
            Value::Bytes(bytes) => 40 + bytes.data.borrow().len(),
            Value::List(list) => 48 + 16 * list.items.borrow().capacity(),
            Value::Tuple(items) => 32 + 16 * items.len(),
            Value::Dict(dict) => 64 + 48 * dict.len(),
            Value::Set(set) => 72 + 48 * set.len(),
            Value::BigInt(big) => 40 + (big.bits() as usize).div_ceil(8),
            _ => 16,
        };
        Ok(Value::Int(own as i64))
    }),
    Builtin::new("sys.getrecursionlimit", "()", "The depth at which calls raise RecursionError.", |vm, _| {
        Ok(Value::Int(vm.recursion_limit() as i64))
    }),
    Builtin::new(
        "sys.setrecursionlimit",
        "(limit, /)",
        "Sets the depth at which calls raise RecursionError.",
        |vm, args| {
            let limit = args.int(0)?;
            if limit < 1 {
                return Err(Raise::value_error("recursion limit must be greater or equal than 1"));
            }
            if limit > i64::from(i32::MAX) {
                return Err(Raise::new(Exc::OverflowError, "Python int too large to convert to C int"));
            }
            vm.set_recursion_limit(limit as usize)?;
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "sys.settrace",
        "(function, /)",
        "Sets a function that is called for calls, lines and exceptions.",
        |_, args| {
            Listener::Trace.set(args.get(0).clone());
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "sys.gettrace",
        "()",
        "Returns the function that is called for calls, lines and exceptions.",
        |_, _| Ok(Listener::Trace.get()),
    ),
    Builtin::new(
        "sys.call_tracing",
        "(func, args, /)",
        "Call func(*args) while tracing is on, though a trace function runs.",
        |vm, args| {
            let Value::Tuple(given) = args.get(1) else { return Err(args.wrong(1, "tuple")) };
            vm.call_traced(args.get(0), given)
        },
    ),
    Builtin::new(
        "sys.breakpointhook",
        "(*args, **kwargs)",
        "The default of breakpoint(): calls pdb.set_trace, or the function named by $PYTHONBREAKPOINT; 0 means none.",
        |vm, args| match breakpoint_function(vm)? {
            Some(function) => vm.call(&function, args.rest(0), &args.keywords(1)),
            None => Ok(Value::None),
        },
    ),
    Builtin::new(
        "sys.setprofile",
        "(function, /)",
        "Sets a function that is called for calls and returns.",
        |_, args| {
            Listener::Profile.set(args.get(0).clone());
            Ok(Value::None)
        },
    ),
    Builtin::new("sys.getprofile", "()", "Returns the function that is called for calls and returns.", |_, _| {
        Ok(Listener::Profile.get())
    }),
    Builtin::new(
        "sys._getframe",
        "(depth=0, /)",
        "The frame of the running call, or of one further out.",
        |vm, args| frames::running(vm, args.int(0)?),
    ),
    Builtin::new("sys._getframemodulename", "(depth=0)", "The name of the module whose code runs.", |vm, args| {
        let Ok(frame) = frames::running(vm, args.int(0)?) else {
            return Ok(Value::None);
        };
        let globals = vm.get_attr(&frame, "f_globals")?;
        vm.call_method(&globals, "get", &[Value::str("__name__")])
    }),
    Builtin::new("sys.exc_info", "()", "(type, value, traceback) of the exception that is being handled.", |vm, _| {
        Ok(traceback::exc_info(vm))
    }),
    Builtin::new("sys.exception", "()", "The exception that is being handled.", |vm, _| {
        Ok(vm.current_exception().unwrap_or_default())
    }),
    Builtin::new(
        "sys._user_frame",
        "(depth=0, /)",
        "As _getframe, of the user's calls alone; None where there are not so many.",
        |vm, args| Ok(frames::running_user(vm, args.int(0)?).unwrap_or_default()),
    ),
    Builtin::new("sys.is_finalizing", "()", "Return True if the interpreter is exiting.", |vm, _| {
        Ok(Value::from(vm.is_finalizing()))
    }),
    Builtin::new("sys._finish", "()", "Ends the program: lets go of what `__main__` holds.", |vm, _| {
        vm.end();
        Ok(Value::None)
    }),
    Builtin::new("sys.intern", "(string, /)", "The string itself.", |_, args| {
        args.str(0)?;
        Ok(args.get(0).clone())
    }),
    Builtin::new("sys.getswitchinterval", "()", "How long a thread runs before others have their turn.", |vm, _| {
        Ok(Value::from(vm.switch_interval().as_secs_f64()))
    }),
    Builtin::new(
        "sys.setswitchinterval",
        "(interval, /)",
        "Set how long a thread runs before others have their turn, in seconds.",
        |vm, args| {
            let interval = real(vm, args.get(0))?;
            let interval = std::time::Duration::try_from_secs_f64(interval).ok().filter(|_| interval > 0.0);
            let interval = interval.ok_or_else(|| Raise::value_error("switch interval must be strictly positive"))?;
            vm.set_switch_interval(interval);
            Ok(Value::None)
        },
    ),
    Builtin::new("sys.getdefaultencoding", "()", "utf-8", |_, _| Ok(Value::str("utf-8"))),
];
