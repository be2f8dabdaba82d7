//! `sys`: the interpreter's own facts and its streams.

use crate::language::builtins::{files, number};
use crate::language::native::Native;
use crate::language::object::Module;
use crate::language::{Args, Builtin, Class, Exc, Getter, ModuleDef, Raise, Result, Truth, Value, Vm};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

pub static SYS: ModuleDef = ModuleDef {
    name: "sys",
    doc: "The interpreter's own facts and its streams.",
    functions: FUNCTIONS,
    init: Some(init),
};

/// The version of the language that programs see.
pub const VERSION: (i64, i64, i64) = (3, 12, 0);

#[derive(Clone, Copy, PartialEq)]
enum Console {
    Input,
    Output,
    Error,
}

/// One of the console's three streams.
struct ConsoleStream(Console);

thread_local! {
    /// The module, once it has been imported: `sys.stdout` may have been assigned to.
    static MODULE: RefCell<Option<Rc<Module>>> = const { RefCell::new(None) };
    static STREAM: Rc<Class> = Class::native("_io", "TextIOWrapper", &[], None, METHODS, GETTERS, "A stream of the console.");
}

/// What `sys.stdout` was set to, when it is no longer the console.
pub fn redirected_stdout() -> Option<Value> {
    let stream = MODULE.with_borrow(|module| module.as_ref().and_then(|module| module.dict.get_str("stdout")))?;
    match stream.downcast::<ConsoleStream>() {
        Some(ConsoleStream(Console::Output)) => None,
        _ if stream.is_none() => None,
        _ => Some(stream),
    }
}

impl Native for ConsoleStream {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        STREAM.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        let (name, mode) = match self.0 {
            Console::Input => ("<stdin>", 'r'),
            Console::Output => ("<stdout>", 'w'),
            Console::Error => ("<stderr>", 'w'),
        };
        Ok(format!("<_io.TextIOWrapper name='{name}' mode='{mode}' encoding='utf-8'>"))
    }
}

fn console(args: &Args) -> Result<Console> {
    match args.get(0).downcast::<ConsoleStream>() {
        Some(stream) => Ok(stream.0),
        None => Err(args.wrong(0, "TextIOWrapper")),
    }
}

static METHODS: &[Builtin] = &[
    Builtin::new("stream.write", "(self, text, /)", "Write text to the stream.", |vm, args| {
        let Some(text) = args.get(1).as_str() else {
            return Err(Raise::type_error(format!("write() argument must be str, not {}", args.get(1).type_name())));
        };
        match console(args)? {
            Console::Output => vm.host().write_stdout(text),
            Console::Error => vm.host().write_stderr(text),
            Console::Input => return Err(Raise::new(Exc::OSError, "not writable")),
        }
        Ok(Value::Int(text.chars().count() as i64))
    }),
    Builtin::new("stream.writelines", "(self, lines, /)", "Write a list of lines to the stream.", |vm, args| {
        for line in vm.collect(args.get(1))? {
            vm.call_method(args.get(0), "write", &[line])?;
        }
        Ok(Value::None)
    }),
    Builtin::new("stream.readline", "(self, size=-1, /)", "Ask for a line.", |vm, args| {
        if console(args)? != Console::Input {
            return Err(Raise::new(Exc::OSError, "not readable"));
        }
        files::size(vm, args, 1)?;
        match vm.host().input("", false) {
            Ok(line) => Ok(Value::from(line + "\n")),
            Err(error) if error.is(Exc::EOFError) => Ok(Value::str("")),
            Err(error) => Err(error),
        }
    }),
    Builtin::new("stream.flush", "(self, /)", "Nothing is held back: returns at once.", |_, _| Ok(Value::None)),
    Builtin::new("stream.isatty", "(self, /)", "False: a notebook is no terminal.", |_, _| {
        Ok(Value::Bool(Truth::False))
    }),
    Builtin::new("stream.fileno", "(self, /)", "The console has no file of its own.", |_, _| {
        Err(Raise::new(Exc::OSError, "fileno: the notebook's streams are no files"))
    }),
    Builtin::new("stream.readable", "(self, /)", "Whether it can be read from.", |_, args| {
        Ok(Value::from(console(args)? == Console::Input))
    }),
    Builtin::new("stream.writable", "(self, /)", "Whether it can be written to.", |_, args| {
        Ok(Value::from(console(args)? != Console::Input))
    }),
    Builtin::new(
        "stream.reconfigure",
        "(self, /, **kwargs)",
        "Accepted; the streams are UTF-8 and unbuffered.",
        |_, _| Ok(Value::None),
    ),
];

static GETTERS: &[Getter] = &[
    Getter { name: "encoding", doc: "utf-8", get: |_, _| Ok(Value::str("utf-8")), set: None },
    Getter { name: "closed", doc: "False", get: |_, _| Ok(Value::Bool(Truth::False)), set: None },
];

fn init(vm: &mut Vm, module: &Rc<Module>) -> Result<()> {
    let set = |name: &str, value: Value| module.dict.insert_str(name, value);
    let (major, minor, micro) = VERSION;
    set("version", Value::from(format!("{major}.{minor}.{micro} (TensorCell {})", env!("CARGO_PKG_VERSION"))));
    set("platform", Value::str(std::env::consts::OS));
    set("byteorder", Value::str(if cfg!(target_endian = "little") { "little" } else { "big" }));
    set("maxsize", Value::Int(i64::MAX));
    set("maxunicode", Value::Int(0x10ffff));
    set("executable", Value::from(std::env::current_exe().map(|path| path.display().to_string()).unwrap_or_default()));
    set("argv", Value::list(vec![Value::str("")]));
    set("path", Value::list(vec![Value::str("")]));
    for (name, console) in [("stdin", Console::Input), ("stdout", Console::Output), ("stderr", Console::Error)] {
        let stream = Value::native(ConsoleStream(console));
        set(&format!("__{name}__"), stream.clone());
        set(name, stream);
    }
    MODULE.set(Some(module.clone()));
    vm.run_prelude("sys.py", include_str!("sys.py"), module)
}

static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "sys.set_int_max_str_digits",
        "(maxdigits)",
        "How many digits the text of an integer may have; 0 for any number.",
        |_, args| {
            let digits = args.int(0)?;
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
        if matches!(object, Value::Native(_) | Value::Instance(_)) && vm.find_attr(object, "__sizeof__")?.is_some() {
            return vm.call_method(object, "__sizeof__", &[]);
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
    Builtin::new("sys.getrecursionlimit", "()", "The depth at which calls raise RecursionError.", |_, _| {
        Ok(Value::Int(1000))
    }),
    Builtin::new(
        "sys.setrecursionlimit",
        "(limit, /)",
        "Accepted; the depth of calls is bounded by memory.",
        |_, args| {
            if args.int(0)? < 1 {
                return Err(Raise::value_error("recursion limit must be greater or equal than 1"));
            }
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "sys.exc_info",
        "()",
        "(type, value, traceback) of the exception that is being handled.",
        super::traceback::exc_info,
    ),
    Builtin::new("sys.exception", "()", "The exception that is being handled.", |vm, _| {
        Ok(vm.current_exception().unwrap_or_default())
    }),
    Builtin::new(
        "sys._calls",
        "()",
        "Where the running calls are, innermost first: (file, line, function) of each.",
        |vm, _| {
            let place = |(file, line, function): (Rc<str>, u32, Rc<str>)| {
                Value::tuple(vec![Value::str(file), Value::Int(i64::from(line)), Value::str(function)])
            };
            Ok(Value::list(vm.user_calls().into_iter().map(place).collect()))
        },
    ),
    Builtin::new("sys._finish", "()", "Ends the program: lets go of what `__main__` holds.", |vm, _| {
        vm.end();
        Ok(Value::None)
    }),
    Builtin::new("sys.intern", "(string, /)", "The string itself.", |_, args| {
        args.str(0)?;
        Ok(args.get(0).clone())
    }),
    Builtin::new("sys.getdefaultencoding", "()", "utf-8", |_, _| Ok(Value::str("utf-8"))),
];
