//! Provides IPython's names: `display`, `IPython.display`, `get_ipython`.

use super::front::front;
use super::{rich, shell};
use base64::Engine as _;
use std::rc::Rc;
use tensorcell_language::builtins::files::{os_error, reachable};
use tensorcell_language::object::Module;
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Value, Vm};

/// The module that reloads changed modules.
pub const AUTORELOAD: &str = "IPython.extensions.autoreload";

pub static MODULES: [ModuleDef; 17] = [
    ModuleDef {
        functions: &[GET_IPYTHON, ATTRIBUTE],
        init: Some(package),
        ..module("IPython", "The parts of IPython that notebooks use.")
    },
    ModuleDef { functions: FUNCTIONS, ..module("_tensorcell.display", "The native part of IPython.display.") },
    ModuleDef {
        init: Some(|vm, module| {
            vm.run_prelude("IPython/display_objects.py", include_str!("prelude/display_objects.py"), module)
        }),
        ..module("IPython._display", "Display objects and their updates: part of IPython.display.")
    },
    ModuleDef {
        init: Some(|vm, module| {
            vm.run_prelude("IPython/display_media.py", include_str!("prelude/display_media.py"), module)
        }),
        ..module("IPython._display_media", "Pictures, sound and pages: part of IPython.display.")
    },
    ModuleDef {
        init: Some(|vm, module| vm.run_prelude("IPython/display.py", include_str!("prelude/display.py"), module)),
        ..module("IPython.display", "Rich output: display, HTML, Image, SVG, Markdown, clear_output.")
    },
    ModuleDef {
        init: Some(also_environments),
        ..module("IPython.core", "The part of IPython.core that notebooks use.")
    },
    ModuleDef { init: Some(from_display), ..module("IPython.core.display", "IPython.display by its other name.") },
    ModuleDef {
        init: Some(from_display),
        ..module("IPython.core.display_functions", "IPython.display by its other name.")
    },
    ModuleDef { init: Some(from_display), ..module("IPython.lib.display", "IPython.display by its other name.") },
    ModuleDef {
        init: Some(also_environments),
        ..module("IPython.extensions", "The part of IPython.extensions that notebooks use.")
    },
    ModuleDef {
        init: Some(|vm, module| vm.run_prelude("IPython/autoreload.py", include_str!("prelude/autoreload.py"), module)),
        ..module(AUTORELOAD, "Modules that have changed, run again before the next cell.")
    },
    ModuleDef { init: Some(also_environments), ..module("IPython.lib", "The part of IPython.lib that notebooks use.") },
    ModuleDef {
        init: Some(also_environments),
        ..module("IPython.utils", "The part of IPython.utils that notebooks use.")
    },
    ModuleDef {
        init: Some(|vm, module| vm.run_prelude("IPython/text.py", include_str!("prelude/text.py"), module)),
        ..module("IPython.utils.text", "Lists and texts that commands of the shell give.")
    },
    ModuleDef {
        init: Some(|vm, module| {
            module.dict.insert_str("_names", Value::Dict(vm.globals()));
            vm.run_prelude("IPython/shell.py", include_str!("prelude/shell.py"), module)
        }),
        ..module("IPython.utils._shell", "Commands of the shell and scripts of other languages.")
    },
    module("matplotlib_inline", "Figures are always inline here."),
    ModuleDef {
        functions: &[
            Builtin::new(
                "backend_inline.set_matplotlib_formats",
                "(*formats, **kwargs)",
                "Accepted: figures come as SVG and PNG at once.",
                |_, _| Ok(Value::None),
            ),
            Builtin::new(
                "backend_inline.set_matplotlib_close",
                "(close=True)",
                "Accepted: a cell's figures are shown and closed at its end.",
                |_, _| Ok(Value::None),
            ),
        ],
        ..module("matplotlib_inline.backend_inline", "Figures are always inline here.")
    },
];

const fn module(name: &'static str, doc: &'static str) -> ModuleDef {
    ModuleDef { name, doc, functions: &[], init: None }
}

const FUNCTIONS: &[Builtin] = &[
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
    Builtin::new(
        "IPython.display._show",
        "(obj, display_id, update, raw, metadata, include, exclude)",
        "Shows one object.",
        show,
    ),
    Builtin::new("IPython.display._read", "(filename)", "The bytes of a file in the notebook's folder.", read),
    Builtin::new("IPython.display._base64", "(data)", "Bytes as text.", |_, args| match args.get(0) {
        Value::Bytes(bytes) => Ok(Value::from(base64::engine::general_purpose::STANDARD.encode(&*bytes.data.borrow()))),
        _ => Err(args.wrong(0, "bytes")),
    }),
];

/// Importing `IPython` also imports `IPython.display` and binds its most used names.
fn package(vm: &mut Vm, module: &Rc<Module>) -> Result<()> {
    let display = vm.import("IPython.display")?;
    module.dict.insert_str("display", display);
    module.dict.insert_str("version_info", Value::tuple(vec![Value::Int(9), Value::Int(0), Value::Int(0)]));
    module.dict.insert_str("__version__", Value::str("9.0.0"));
    Ok(())
}

/// Submodules that are missing here are imported from the environment's IPython, if installed.
fn also_environments(vm: &mut Vm, module: &Rc<Module>) -> Result<()> {
    let package = module.name.replace('.', "/");
    let folders = vm.search_path()?.into_iter().map(|folder| folder.join(&package)).filter(|folder| folder.is_dir());
    let folders = folders.map(|folder| Value::from(folder.to_string_lossy().into_owned())).collect();
    module.dict.insert_str("__path__", Value::list(folders));
    Ok(())
}

fn from_display(vm: &mut Vm, module: &Rc<Module>) -> Result<()> {
    if let Value::Module(display) = vm.import("IPython.display")? {
        let public = |name: &Value| name.as_str().filter(|name| !name.starts_with('_')).map(str::to_owned);
        for (name, value) in display.dict.items() {
            if let Some(name) = public(&name) {
                module.dict.insert_str(&name, value);
            }
        }
    }
    Ok(())
}

pub static CAPTURE: ModuleDef = ModuleDef {
    name: "IPython.utils.capture",
    doc: "What magics keep: CapturedIO of %%capture, TimeitResult of %timeit -o.",
    functions: &[],
    init: Some(|vm, module| vm.run_prelude("IPython/capture.py", include_str!("prelude/capture.py"), module)),
};

pub const GET_IPYTHON: Builtin =
    Builtin::new("IPython.get_ipython", "()", "The running session.", |vm, _| shell::get(vm));

/// Imports lazily, so that the session's class exists only if the program uses it.
const ATTRIBUTE: Builtin =
    Builtin::new("IPython.__getattr__", "(name)", "Imports what is asked for.", |vm, args| match args.str(0)? {
        "InteractiveShell" => {
            let module = vm.import_own("IPython.core.interactiveshell")?;
            vm.get_attr(&module, "InteractiveShell")
        }
        name => Err(Raise::new(Exc::AttributeError, format!("module 'IPython' has no attribute '{name}'"))),
    });

/// `get_ipython`, which cells see without an import.
pub static GET_IPYTHON_GLOBAL: Builtin = GET_IPYTHON;

fn show(vm: &mut Vm, args: &Args) -> Result<Value> {
    if !args.bool(3)? && rich::shows_itself(vm, args.get(0))? {
        return Ok(Value::None);
    }
    let mut display = match (args.get(0), args.bool(3)?) {
        (Value::Dict(bundle), true) => {
            let mut forms = Vec::new();
            rich::merge(vm, &mut forms, bundle)?;
            rich::display(&forms)
        }
        (object, _) => rich::of(vm, object)?,
    };
    if let Value::Dict(metadata) = args.get(4) {
        display.metadata.extend(rich::object(vm, metadata)?);
    }
    for (slot, wanted) in [(5, true), (6, false)] {
        if !args.get(slot).is_none() {
            let names = vm.collect(args.get(slot))?;
            let named = |mime: &str| names.iter().any(|name| name.as_str() == Some(mime));
            display.data.retain(|mime, _| named(mime) == wanted);
        }
    }
    display.display_id = args.opt_str(1)?.map(str::to_owned);
    display.update = args.bool(2)?;
    front(|front| front.display(display));
    Ok(Value::None)
}

/// Reads a file. Only the notebook's folder is accessible.
fn read(_vm: &mut Vm, args: &Args) -> Result<Value> {
    let name = args.str(0)?;
    let path = reachable(name).map_err(|raise| raise.mark(0, "this file"))?;
    Ok(Value::bytes(std::fs::read(path).map_err(|error| os_error(&error, name).mark(0, "this file"))?))
}
