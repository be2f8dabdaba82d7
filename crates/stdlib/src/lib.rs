//! The modules of Python's standard library, each native or in the language itself (`*.py` here).
//!
//! [`register`] makes them importable.

mod csv;
mod deque;
mod getpass;
mod heapq;
mod itertools;
mod json;
mod math;
mod os;
mod random;
mod re;
pub mod sys;
mod time;
mod traceback;
mod unicodedata;

use tensorcell_language::object::Module;
use tensorcell_language::{Builtin, ModuleDef, Truth, Value, Vm};

/// A module written in the language.
macro_rules! written {
    ($name:literal, $($file:literal),+; $doc:literal) => {
        &ModuleDef {
            name: $name,
            doc: $doc,
            functions: &[],
            init: Some(|vm, module| {
                $(vm.run_prelude($file, include_str!($file), module)?;)+
                Ok(())
            }),
        }
    };
    ($name:literal, $file:literal, $doc:literal) => {
        written!($name, $file; $doc)
    };
}

/// Has errors name the module of these classes, which CPython writes in C.
fn show_in_full(module: &Module, classes: &[&str]) {
    for name in classes {
        if let Some(Value::Class(class)) = module.dict.get_str(name) {
            class.shown_in_full();
        }
    }
}

/// Makes every module of the standard library importable.
pub fn register(vm: &mut Vm) {
    for module in MODULES {
        vm.register_module(module);
    }
}

/// Every module of the standard library.
pub static MODULES: &[&ModuleDef] = &[
    &csv::CSV,
    &deque::COLLECTIONS,
    &getpass::GETPASS,
    &heapq::HEAPQ,
    &itertools::ITERTOOLS,
    &json::JSON,
    &math::MATH,
    &os::OS,
    &os::OS_PATH,
    &random::RANDOM,
    &re::RE,
    &sys::SYS,
    &time::TIME,
    &traceback::TRACEBACK,
    &unicodedata::UNICODEDATA,
    &FUTURE,
    &GC,
    &PLATFORM,
    written!("abc", "abc.py", "Abstract base classes."),
    written!("argparse", "argparse_help.py", "argparse.py"; "Command-line options."),
    written!("base64", "base64.py", "Bytes as printable text."),
    written!("bisect", "bisect.py", "Places in sorted lists."),
    written!("collections.abc", "collections_abc.py", "Kinds of containers, for isinstance and annotations."),
    written!("codecs", "codecs.py", "Encodings by name."),
    &INSPECT,
    written!("contextlib", "contextlib.py", "Context managers and what helps with them."),
    written!("copy", "copy.py", "Shallow and deep copies."),
    &DATACLASSES,
    &DATETIME,
    written!("enum", "enum.py", "Sets of named constants."),
    &FUNCTOOLS,
    written!("glob", "glob.py", "Files by pattern."),
    &IMPORTLIB,
    written!("html", "html.py", "Text that is safe in a page."),
    &IO,
    written!("logging", "logging.py", "Messages with levels."),
    written!("operator", "operator.py", "The operators as functions."),
    written!("pathlib", "pathlib.py", "Paths as objects."),
    written!("pprint", "pprint.py", "Nested values over several lines."),
    written!("reprlib", "reprlib.py", "What repr shows, with limits."),
    written!("shutil", "shutil.py", "Files and folders, whole."),
    written!("statistics", "statistics.py", "Averages and spreads."),
    written!("string", "string.py", "Constants and templates of text."),
    written!("tempfile", "tempfile.py", "Files and folders that go away."),
    written!("textwrap", "textwrap.py", "Filling and indenting paragraphs."),
    written!("types", "types.py", "Names of types that have no other."),
    written!("typing", "typing.py", "Names for annotations."),
    written!("warnings", "warnings.py", "Warnings and their filters."),
];

static DATETIME: ModuleDef = ModuleDef {
    name: "datetime",
    doc: "Dates, times and the differences between them.",
    functions: &[],
    init: Some(|vm, module| {
        vm.run_prelude("datetime.py", include_str!("datetime.py"), module)?;
        show_in_full(module, &["date", "datetime", "time", "timedelta", "timezone", "tzinfo"]);
        Ok(())
    }),
};

static FUNCTOOLS: ModuleDef = ModuleDef {
    name: "functools",
    doc: "Functions that act on functions.",
    functions: &[],
    init: Some(|vm, module| {
        vm.run_prelude("functools.py", include_str!("functools.py"), module)?;
        show_in_full(module, &["partial"]);
        Ok(())
    }),
};

static IO: ModuleDef = ModuleDef {
    name: "io",
    doc: "Streams in memory, and the classes of open files.",
    functions: &[],
    init: Some(|vm, module| {
        for class in tensorcell_language::builtins::files::classes() {
            module.dict.insert_str(&class.name.clone(), Value::Class(class));
        }
        vm.run_prelude("io.py", include_str!("io.py"), module)
    }),
};

static FUTURE: ModuleDef = ModuleDef {
    name: "__future__",
    doc: "Names of features that are in the language already.",
    functions: &[],
    init: Some(|_, module| {
        for name in ["annotations", "division", "print_function", "absolute_import", "unicode_literals", "generators"] {
            module.dict.insert_str(name, Value::None);
        }
        Ok(())
    }),
};

static DATACLASSES: ModuleDef = ModuleDef {
    name: "dataclasses",
    doc: "Classes that are mostly their fields.",
    functions: &[Builtin::new(
        "dataclasses._function",
        "(source, names, /)",
        "The function `made` that a source defines, which sees the names.",
        |vm, args| {
            let Value::Dict(names) = args.get(1) else {
                return Err(args.wrong(1, "dict"));
            };
            let module = Module::new("dataclasses", names.clone());
            vm.run_made("dataclasses.py", args.str(0)?, &module)?;
            Ok(module.dict.get_str("made").unwrap_or_default())
        },
    )],
    init: Some(|vm, module| vm.run_prelude("dataclasses.py", include_str!("dataclasses.py"), module)),
};

static INSPECT: ModuleDef = ModuleDef {
    name: "inspect",
    doc: "What functions, classes and modules show of themselves.",
    functions: &[
        Builtin::new("inspect._source", "(object, /)", "The source of a function or class.", |vm, args| {
            Ok(vm.source_of(args.get(0)).map_or(Value::None, Value::from))
        }),
        Builtin::new(
            "inspect._native_parameters",
            "(function, /)",
            "The parameters of a native function as (name, kind, default...); None where a default has no form.",
            |_, args| Ok(tensorcell_language::signature::as_values(args.get(0)).map_or(Value::None, Value::list)),
        ),
    ],
    init: Some(|vm, module| vm.run_prelude("inspect.py", include_str!("inspect.py"), module)),
};

static IMPORTLIB: ModuleDef = ModuleDef {
    name: "importlib",
    doc: "Modules by name.",
    functions: &[Builtin::new("importlib._import", "(name, /)", "The module of a full name.", |vm, args| {
        vm.import(args.str(0)?)
    })],
    init: Some(|vm, module| vm.run_prelude("importlib.py", include_str!("importlib.py"), module)),
};

static PLATFORM: ModuleDef = ModuleDef {
    name: "platform",
    doc: "Facts about the machine.",
    functions: &[],
    init: Some(|vm, module| {
        module.dict.insert_str("_machine", Value::str(std::env::consts::ARCH));
        vm.run_prelude("platform.py", include_str!("platform.py"), module)
    }),
};

static GC: ModuleDef = ModuleDef {
    name: "gc",
    doc: "The collector of objects that refer to each other.",
    functions: &[
        Builtin::new("gc.collect", "(generation=2, /)", "Collect cycles now; the number of objects freed.", |vm, _| {
            Ok(Value::Int(vm.collect_cycles() as i64))
        }),
        Builtin::new("gc.enable", "()", "Cycles are collected at the end of each cell.", |_, _| Ok(Value::None)),
        Builtin::new("gc.disable", "()", "Accepted: cycles are collected at the end of each cell.", |_, _| {
            Ok(Value::None)
        }),
        Builtin::new("gc.isenabled", "()", "True.", |_, _| Ok(Value::Bool(Truth::True))),
        Builtin::new("gc.get_count", "()", "Nothing waits.", |_, _| {
            Ok(Value::tuple(vec![Value::Int(0), Value::Int(0), Value::Int(0)]))
        }),
    ],
    init: None,
};
