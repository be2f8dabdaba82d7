//! Built-in functions for the console and for characters: print, input, repr, format, chr, ord...

use super::repr;
use crate::console;
use crate::object::Str;
use crate::surrogate::{char_of, code_of};
use crate::{Args, Builtin, Exc, Raise, Result, Value, Vm};
use num_traits::Signed;

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "print",
        "(*args, sep=' ', end='\\n', file=None, flush=False)",
        "Prints the values to a stream, or to sys.stdout by default.\n\n\
         sep: string inserted between values, default a space.\n\
         end: string appended after the last value, default a newline.\n\
         file: a file-like object (stream); defaults to the current sys.stdout.\n\
         flush: whether to forcibly flush the stream.",
        print,
    ),
    Builtin::new(
        "input",
        "(prompt='', /)",
        "Read a string from standard input. The prompt is shown first.",
        |vm, args| {
            let prompt = vm.str(args.get(0))?;
            match console::redirected_stdin(vm) {
                Some(stream) => input_from(vm, &stream, &prompt),
                None => Ok(Value::from(vm.host().input(&prompt, false)?)),
            }
        },
    ),
    Builtin::new(
        "breakpoint",
        "(*args, **kws)",
        "Call sys.breakpointhook(*args, **kws), which by default stops the program in the debugger pdb.",
        |vm, args| {
            let hook = vm.import("sys").and_then(|sys| vm.get_attr(&sys, "breakpointhook"));
            let hook = hook.map_err(|_| Raise::runtime("lost sys.breakpointhook"))?;
            vm.call(&hook, args.rest(0), &args.keywords(1))
        },
    ),
    Builtin::new(
        "repr",
        "(obj, /)",
        "Return the canonical string representation of the object.\n\n\
         >>> repr('a')\n\
         \"'a'\"",
        |vm, args| Ok(Value::from(vm.repr(args.get(0))?)),
    ),
    Builtin::new(
        "ascii",
        "(obj, /)",
        "Return an ASCII-only representation of an object: repr() with other characters escaped.",
        |vm, args| Ok(Value::from(repr::ascii(&vm.repr(args.get(0))?))),
    ),
    Builtin::new(
        "format",
        "(value, format_spec='', /)",
        "Return value.__format__(format_spec): the value as text, by the format specification mini-language.",
        |vm, args| {
            let Some(spec) = args.get(1).as_str() else {
                return Err(Raise::type_error(format!(
                    "format() argument 2 must be str, not {}",
                    super::spoken(args.get(1))
                )));
            };
            Ok(Value::from(vm.format(args.get(0), spec)?))
        },
    ),
    Builtin::new(
        "chr",
        "(i, /)",
        "Return a Unicode string of one character with ordinal i; 0 <= i <= 0x10ffff.\n\n\
         >>> chr(97)\n\
         'a'",
        |vm, args| {
            let code = super::clipped_index(vm, args.get(0))?;
            match u32::try_from(code).ok().and_then(char_of) {
                None => Err(Raise::value_error("chr() arg not in range(0x110000)")),
                Some(c) => Ok(Value::from(c.to_string())),
            }
        },
    )
    .quick(|args| match args {
        [Value::Int(code)] => Str::letter(u8::try_from(*code).ok()?).map(Value::Str),
        _ => None,
    }),
    Builtin::new(
        "ord",
        "(c, /)",
        "Return the Unicode code point for a one-character string.\n\n\
         >>> ord('a')\n\
         97",
        |_, args| {
            let wrong = |length: usize| {
                Raise::type_error(format!("ord() expected a character, but string of length {length} found"))
            };
            match super::plain(args.get(0)) {
                Value::Str(text) => {
                    let mut chars = text.as_str().chars();
                    match (chars.next(), chars.next()) {
                        (Some(c), None) => Ok(Value::Int(code_of(c).into())),
                        _ => Err(wrong(text.as_str().chars().count())),
                    }
                }
                Value::Bytes(bytes) => match bytes.data.borrow().as_slice() {
                    [b] => Ok(Value::Int(*b as i64)),
                    data => Err(wrong(data.len())),
                },
                other => Err(Raise::type_error(format!(
                    "ord() expected string of length 1, but {} found",
                    other.type_name()
                ))),
            }
        },
    )
    .quick(|args| match args {
        [Value::Str(text)] if let [letter @ ..128] = text.as_bytes() => Some(Value::Int(i64::from(*letter))),
        _ => None,
    }),
    Builtin::new(
        "hex",
        "(number, /)",
        "Return the hexadecimal representation of an integer.\n\n\
         >>> hex(12648430)\n\
         '0xc0ffee'",
        |vm, args| radix(vm, args, 16, "0x"),
    ),
    Builtin::new(
        "oct",
        "(number, /)",
        "Return the octal representation of an integer.\n\n>>> oct(342391)\n'0o1234567'",
        |vm, args| radix(vm, args, 8, "0o"),
    ),
    Builtin::new(
        "bin",
        "(number, /)",
        "Return the binary representation of an integer.\n\n>>> bin(2796202)\n'0b1010101010101010101010'",
        |vm, args| radix(vm, args, 2, "0b"),
    ),
    Builtin::new("help", "(request=..., /)", "Print the signature and the documentation of an object.", |vm, args| {
        let text = match args.given(0) {
            Some(object) => super::objects::describe(vm, object)?,
            None => "help(object) shows an object's signature and documentation; so does object? in a cell.".into(),
        };
        write_stdout(vm, &format!("{text}\n"))?;
        Ok(Value::None)
    }),
];

fn radix(vm: &mut Vm, args: &Args, radix: u32, prefix: &str) -> Result<Value> {
    let n = super::big_index(vm, args.get(0))?;
    let sign = if n.is_negative() { "-" } else { "" };
    Ok(Value::from(format!("{sign}{prefix}{}", n.magnitude().to_str_radix(radix))))
}

/// Reads a line from a replaced `sys.stdin`, without its end.
fn input_from(vm: &mut Vm, stream: &Value, prompt: &str) -> Result<Value> {
    flush(vm, "stderr");
    write_stdout(vm, prompt)?;
    flush(vm, "stdout");
    let line = vm.call_method(stream, "readline", &[])?;
    let Some(line) = line.as_str() else {
        return Err(Raise::type_error("object.readline() returned non-string"));
    };
    match line {
        "" => Err(Raise::new(Exc::EOFError, "EOF when reading a line")),
        line => Ok(Value::str(line.strip_suffix('\n').unwrap_or(line))),
    }
}

/// Flushes a stream of `sys`, so that a prompt is seen before the program waits. As in CPython, errors are ignored.
fn flush(vm: &mut Vm, name: &str) {
    if let Some(stream) = vm.imported("sys").and_then(|sys| sys.dict.get_str(name)) {
        let _ = vm.call_method(&stream, "flush", &[]);
    }
}

fn print(vm: &mut Vm, args: &Args) -> Result<Value> {
    let between = |slot: usize, name: &str, default: &str| match args.get(slot) {
        Value::None => Ok(default.to_string()),
        text => match text.as_str() {
            Some(text) => Ok(text.to_string()),
            None => Err(Raise::type_error(format!("{name} must be None or a string, not {}", text.type_name()))),
        },
    };
    let (separator, end) = (between(1, "sep", " ")?, between(2, "end", "\n")?);
    let mut parts = Vec::new();
    for (i, value) in args.rest(0).iter().enumerate() {
        if i > 0 {
            parts.push(separator.clone());
        }
        parts.push(vm.str(value)?);
    }
    parts.push(end);
    match args.get(3) {
        Value::None => write_stdout(vm, &parts.concat())?,
        file => {
            let file = file.clone();
            if vm.find_attr(&file, "write")?.is_none() {
                return Err(Raise::new(
                    Exc::AttributeError,
                    format!("'{}' object has no attribute 'write'", file.type_name()),
                ));
            }
            for part in parts {
                vm.call_method(&file, "write", &[Value::from(part)])?;
            }
            if vm.truth(args.get(4))? {
                vm.call_method(&file, "flush", &[])?;
            }
        }
    }
    Ok(Value::None)
}

/// Writes to the current `sys.stdout`.
pub fn write_stdout(vm: &mut Vm, text: &str) -> Result<()> {
    match crate::console::redirected_stdout(vm) {
        None => crate::console::write_output(vm, text)?,
        Some(stream) => {
            vm.call_method(&stream, "write", &[Value::str(text)])?;
        }
    }
    Ok(())
}
