//! The console's three streams, as `sys` names them, and the target of `print`.

use super::builtins::codecs::Codec;
use super::builtins::files;
use super::native::Native;
use super::surrogate;
use super::{Args, Builtin, Class, Exc, Getter, Raise, Result, Truth, Value, Vm};
use std::any::Any;
use std::rc::Rc;

#[derive(Clone, Copy, PartialEq)]
enum Console {
    Input,
    Output,
    Error,
}

/// One of the console's three streams.
struct ConsoleStream(Console);

thread_local! {
    static STREAM: Rc<Class> = Class::native("_io", "TextIOWrapper", &[], None, METHODS, GETTERS, "A stream of the console.").shown_in_full();
}

/// The class of the console's streams.
pub fn class() -> Rc<Class> {
    STREAM.with(Rc::clone)
}

/// The streams by their names in `sys`.
pub fn streams() -> [(&'static str, Value); 3] {
    [("stdin", Console::Input), ("stdout", Console::Output), ("stderr", Console::Error)]
        .map(|(name, console)| (name, Value::native(ConsoleStream(console))))
}

/// The value of `sys.stdout` if it is not the console.
pub(crate) fn redirected_stdout(vm: &Vm) -> Option<Value> {
    redirected(vm, "stdout", Console::Output)
}

/// As `redirected_stdout`, for `sys.stdin`.
pub(crate) fn redirected_stdin(vm: &Vm) -> Option<Value> {
    redirected(vm, "stdin", Console::Input)
}

fn redirected(vm: &Vm, name: &str, own: Console) -> Option<Value> {
    let stream = vm.imported("sys")?.dict.get_str(name)?;
    match stream.downcast::<ConsoleStream>() {
        Some(ConsoleStream(console)) if *console == own => None,
        _ if stream.is_none() => None,
        _ => Some(stream),
    }
}

/// Writes to the console as UTF-8: UnicodeEncodeError for a lone surrogate.
pub(crate) fn write_output(vm: &mut Vm, text: &str) -> Result<()> {
    if surrogate::is_in(text) {
        Codec::Utf8.encode(vm, text, "strict")?;
    }
    vm.host().write_stdout(text);
    Ok(())
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

/// Reads a line including its end; None if no front end can answer.
fn next_line(vm: &mut Vm) -> Result<Option<String>> {
    match vm.host().input("", false) {
        Ok(line) => Ok(Some(line + "\n")),
        Err(error) if error.is(Exc::EOFError) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The underlying byte stream, as in `io`.
fn buffer(vm: &mut Vm, stream: &Value) -> Result<Value> {
    let io = vm.import("io")?;
    vm.call_method(&io, "_ConsoleBuffer", std::slice::from_ref(stream))
}

fn name(stream: &Value) -> &'static str {
    match stream.downcast::<ConsoleStream>() {
        Some(ConsoleStream(Console::Input)) => "<stdin>",
        Some(ConsoleStream(Console::Error)) => "<stderr>",
        _ => "<stdout>",
    }
}

static METHODS: &[Builtin] = &[
    Builtin::new("stream.write", "(self, text, /)", "Write text to the stream.", |vm, args| {
        let Some(text) = args.get(1).as_str() else {
            return Err(Raise::type_error(format!("write() argument must be str, not {}", args.get(1).type_name())));
        };
        match console(args)? {
            Console::Output => write_output(vm, text)?,
            Console::Error => vm.host().write_stderr(&surrogate::escape(text)),
            Console::Input => return Err(files::unsupported(vm, "not writable")),
        }
        Ok(Value::Int(text.chars().count() as i64))
    }),
    Builtin::new("stream.writelines", "(self, lines, /)", "Write a list of lines to the stream.", |vm, args| {
        for line in vm.collect(args.get(1))? {
            vm.call_method(args.get(0), "write", &[line])?;
        }
        Ok(Value::None)
    }),
    Builtin::new("stream.readline", "(self, size=-1, /)", "Reads a line of input.", |vm, args| {
        if console(args)? != Console::Input {
            return Err(files::unsupported(vm, "not readable"));
        }
        files::size(vm, args, 1)?;
        Ok(Value::from(next_line(vm)?.unwrap_or_default()))
    }),
    Builtin::new("stream.read", "(self, size=-1, /)", "Reads lines until the input ends.", |vm, args| {
        if console(args)? != Console::Input {
            return Err(files::unsupported(vm, "not readable"));
        }
        let most = files::size(vm, args, 1)?.unwrap_or(usize::MAX);
        let mut text = String::new();
        while text.chars().count() < most
            && let Some(line) = next_line(vm)?
        {
            text.push_str(&line);
        }
        Ok(Value::from(text))
    }),
    Builtin::new("stream.readlines", "(self, hint=-1, /)", "Reads lines until the input ends.", |vm, args| {
        if console(args)? != Console::Input {
            return Err(files::unsupported(vm, "not readable"));
        }
        let mut lines = Vec::new();
        while let Some(line) = next_line(vm)? {
            lines.push(Value::from(line));
        }
        Ok(Value::list(lines))
    }),
    Builtin::new("stream.__iter__", "(self, /)", "The stream itself.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("stream.__next__", "(self, /)", "Reads the next line.", |vm, args| {
        if console(args)? != Console::Input {
            return Err(files::unsupported(vm, "not readable"));
        }
        match next_line(vm)? {
            Some(line) => Ok(Value::from(line)),
            None => Err(Raise::new(Exc::StopIteration, "")),
        }
    }),
    Builtin::new("stream.__enter__", "(self, /)", "The stream itself.", |_, args| Ok(args.get(0).clone())),
    Builtin::new("stream.__exit__", "(self, /, *details)", "The console stays open.", |_, _| Ok(Value::None)),
    Builtin::new("stream.flush", "(self, /)", "Does nothing: output is not buffered.", |_, _| Ok(Value::None)),
    Builtin::new("stream.isatty", "(self, /)", "False: a notebook is not a terminal.", |_, _| {
        Ok(Value::Bool(Truth::False))
    }),
    Builtin::new("stream.fileno", "(self, /)", "The file descriptor of the process's stream.", |_, args| {
        Ok(Value::Int(console(args)? as i64))
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
    Getter { name: "errors", doc: "strict", get: |_, _| Ok(Value::str("strict")), set: None },
    Getter { name: "name", doc: "the stream's name", get: |_, stream| Ok(Value::str(name(stream))), set: None },
    Getter { name: "buffer", doc: "the byte stream below", get: buffer, set: None },
    Getter { name: "closed", doc: "False", get: |_, _| Ok(Value::Bool(Truth::False)), set: None },
];
