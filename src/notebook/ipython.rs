//! The names that notebooks take from IPython: `display`, `IPython.display`, `get_ipython`.

use super::host::front;
use super::{account, magics, rich};
use crate::jupyter::Display;
use crate::language::builtins::files::{inside_folder, os_error};
use crate::language::{Args, Builtin, Class, Getter, ModuleDef, Native, Result, Value, Vm};
use std::any::Any;
use std::rc::Rc;

pub static PACKAGE: ModuleDef = ModuleDef {
    name: "IPython",
    doc: "The part of IPython that notebooks use: IPython.display and get_ipython.",
    functions: &[GET_IPYTHON],
    init: None,
};

pub static DISPLAY: ModuleDef = ModuleDef {
    name: "IPython.display",
    doc: "Rich output: display, HTML, Image, SVG, Markdown, clear_output.",
    functions: &[
        Builtin::new(
            "IPython.display.clear_output",
            "(wait=False)",
            "Clears the cell's output; with wait=True only when the next output comes.",
            |_, args| {
                let wait = args.bool(0)?;
                front(|front| front.clear_output(wait));
                Ok(Value::None)
            },
        ),
        Builtin::new("IPython.display._show", "(obj, display_id, update, raw)", "Shows one object.", show),
        Builtin::new("IPython.display._read", "(filename)", "The bytes of a file in the notebook's folder.", read),
    ],
    init: Some(|vm, module| vm.run_prelude("IPython/display.py", include_str!("prelude/display.py"), module)),
};

pub static CAPTURE: ModuleDef = ModuleDef {
    name: "IPython.utils.capture",
    doc: "What magics keep: CapturedIO of %%capture, TimeitResult of %timeit -o.",
    functions: &[],
    init: Some(|vm, module| vm.run_prelude("IPython/capture.py", include_str!("prelude/capture.py"), module)),
};

pub static UTILS: ModuleDef = ModuleDef {
    name: "IPython.utils",
    doc: "The part of IPython.utils that notebooks use.",
    functions: &[],
    init: None,
};

const GET_IPYTHON: Builtin =
    Builtin::new("IPython.get_ipython", "()", "The running session.", |_, _| Ok(Value::native(Shell)));

/// `get_ipython` as a cell sees it without an import.
pub static GET_IPYTHON_GLOBAL: Builtin = GET_IPYTHON;

fn show(vm: &mut Vm, args: &Args) -> Result<Value> {
    let forms = match (args.get(0), args.bool(3)?) {
        (Value::Dict(bundle), true) => {
            let mut forms = Vec::new();
            rich::merge(vm, &mut forms, bundle)?;
            forms
        }
        (object, _) => rich::forms(vm, object)?,
    };
    let display =
        Display { display_id: args.opt_str(1)?.map(str::to_owned), update: args.bool(2)?, ..rich::display(&forms) };
    front(|front| front.display(display));
    Ok(Value::None)
}

/// Files come from the notebook's folder, and from nowhere else.
fn read(_vm: &mut Vm, args: &Args) -> Result<Value> {
    let name = args.str(0)?;
    let path = inside_folder(name).map_err(|raise| raise.mark(0, "this file"))?;
    Ok(Value::bytes(std::fs::read(path).map_err(|error| os_error(&error, name).mark(0, "this file"))?))
}

/// What `get_ipython()` returns.
struct Shell;

impl Native for Shell {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        static METHODS: [Builtin; 3] = [
            Builtin::new(
                "Shell.run_line_magic",
                "(self, magic_name, line, _stack_depth=1)",
                "Runs %magic_name.",
                |vm, args| magics::run(vm, args.str(1)?, args.str(2)?, None),
            ),
            Builtin::new("Shell.run_cell_magic", "(self, magic_name, line, cell)", "Runs %%magic_name.", |vm, args| {
                magics::run(vm, args.str(1)?, args.str(2)?, Some(args.str(3)?))
            }),
            Builtin::new("Shell.magic", "(self, line)", "Runs a line magic.", |vm, args| {
                let line = args.str(1)?.trim_start_matches('%');
                let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
                magics::run(vm, name, rest, None)
            }),
        ];
        static GETTERS: [Getter; 1] = [Getter {
            name: "execution_count",
            doc: "The number of the running cell.",
            get: |_, _| Ok(Value::Int(account::count().into())),
            set: None,
        }];
        thread_local!(static CLASS: Rc<Class> =
            Class::native("IPython", "InteractiveShell", &[], None, &METHODS, &GETTERS, "The running session."));
        CLASS.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok("<tensorcell session>".into())
    }
}
