//! The native part of `get_ipython()`, its kernel and comms, and their modules.

use super::front::front;
use super::questions::Questions;
use super::{account, cells, magics, pretty, rich};
use std::rc::Rc;
use tensorcell_jupyter::{Comm, CommKind, ErrorReport, Message, Queries};
use tensorcell_language::object::Module;
use tensorcell_language::{Args, Builtin, ModuleDef, Raise, Result, Value, Vm};

macro_rules! written {
    ($name:literal, $file:literal, $doc:literal) => {
        ModuleDef {
            name: $name,
            doc: $doc,
            functions: &[],
            init: Some(|vm, module| vm.run_prelude($file, include_str!(concat!("prelude/kernel/", $file)), module)),
        }
    };
}

pub static MODULES: [ModuleDef; 30] = [
    ModuleDef { name: "_tensorcell.kernel", doc: "The native part of the session.", functions: FUNCTIONS, init: None },
    written!("IPython.core.interactiveshell", "interactiveshell.py", "The running session."),
    written!("IPython.core.shell_parts", "shell_parts.py", "The parts of the session: results, history, extensions."),
    written!("IPython.core.events", "events.py", "Functions called before and after cells."),
    written!("IPython.core.error", "error.py", "Errors of the session."),
    written!("IPython.core.magic", "magic.py", "Magics of the program's own."),
    written!("IPython.core.magic_arguments", "magic_arguments.py", "Arguments of magics."),
    written!("IPython.core.magics", "magics.py", "The session's magics as methods."),
    magics("IPython.core.magics.basic"),
    magics("IPython.core.magics.code"),
    magics("IPython.core.magics.execution"),
    magics("IPython.core.magics.extension"),
    magics("IPython.core.magics.history"),
    magics("IPython.core.magics.namespace"),
    magics("IPython.core.magics.osm"),
    magics("IPython.core.magics.pylab"),
    magics("IPython.core.magics.script"),
    written!("IPython.core.formatters", "formatters.py", "Forms of objects, by their types."),
    written!("IPython.core.displaypub", "displaypub.py", "Publishes displays."),
    ModuleDef {
        name: "IPython.core.getipython",
        doc: "The module of get_ipython.",
        functions: &[super::ipython::GET_IPYTHON],
        init: None,
    },
    written!("comm", "comm.py", "Channels between objects here and their pictures in the front end."),
    written!("comm.base_comm", "base_comm.py", "Channels between objects here and their pictures in the front end."),
    ModuleDef { name: "ipykernel", doc: "The kernel by ipykernel's names.", functions: &[], init: Some(ipykernel) },
    written!("ipykernel.comm", "ipykernel_comm.py", "Comms by ipykernel's names."),
    ModuleDef { init: Some(comms_again), ..alias("ipykernel.comm.comm") },
    ModuleDef { init: Some(comms_again), ..alias("ipykernel.comm.manager") },
    written!("ipykernel.kernelbase", "kernelbase.py", "The kernel as programs ask for it."),
    written!("ipykernel.jsonutil", "jsonutil.py", "Objects as JSON."),
    written!("ipykernel.ipkernel", "ipkernel.py", "The kernel's class."),
    written!("ipykernel.zmqshell", "zmqshell.py", "The session's class, by which programs know a notebook."),
];

pub static APPLICATION: ModuleDef =
    written!("ipykernel.kernelapp", "kernelapp.py", "The application: programs ask it whether they run in a kernel.");

const fn alias(name: &'static str) -> ModuleDef {
    ModuleDef { name, doc: "Comms by ipykernel's names.", functions: &[], init: None }
}

/// A part of `IPython.core.magics`, which has all of its classes.
const fn magics(name: &'static str) -> ModuleDef {
    ModuleDef { name, doc: "The session's magics as methods.", functions: &[], init: Some(magics_again) }
}

fn magics_again(vm: &mut Vm, module: &Rc<Module>) -> Result<()> {
    let whole = vm.import("IPython.core.magics")?;
    for name in vm.dir(&whole).iter().filter(|name| name.ends_with("Magics")) {
        let class = vm.get_attr(&whole, name)?;
        module.dict.insert_str(name, class);
    }
    Ok(())
}

/// Sets the ipykernel version that programs see.
fn ipykernel(_: &mut Vm, module: &Rc<Module>) -> Result<()> {
    let version = [7, 4, 0].map(Value::Int);
    module.dict.insert_str("version_info", Value::tuple(version.to_vec()));
    module.dict.insert_str("__version__", Value::str("7.4.0"));
    Ok(())
}

fn comms_again(vm: &mut Vm, module: &Rc<Module>) -> Result<()> {
    let comms = vm.import("ipykernel.comm")?;
    for name in ["Comm", "CommManager"] {
        let class = vm.get_attr(&comms, name)?;
        module.dict.insert_str(name, class);
    }
    Ok(())
}

/// Passes a message of the front end to the comms.
pub fn tell_comms(vm: &mut Vm, kind: CommKind, message: &Message) -> Result<()> {
    let comm = vm.import("comm")?;
    let manager = vm.call_method(&comm, "get_comm_manager", &[])?;
    let message = self::message(vm, message)?;
    vm.call_method(&manager, kind.name(), &[Value::None, Value::None, message]).map(drop)
}

/// Converts a message to a dict for programs. Its binary frames become memoryviews.
fn message(vm: &mut Vm, message: &Message) -> Result<Value> {
    let dict = serde_json::json!({
        "header": *message.header,
        "msg_id": message.header["msg_id"],
        "msg_type": message.header["msg_type"],
        "parent_header": message.parent_header,
        "metadata": message.metadata,
        "content": message.content,
    });
    let dict = from_json(vm, &dict)?;
    let view = vm.builtin("memoryview").unwrap_or_default();
    let frames = message.buffers.iter().map(|frame| vm.call(&view, &[Value::bytes(frame.to_vec())], &[]));
    let frames = Value::list(frames.collect::<Result<Vec<_>>>()?);
    if let Value::Dict(dict) = &dict {
        dict.insert_str("buffers", frames);
    }
    Ok(dict)
}

fn from_json(vm: &mut Vm, value: &serde_json::Value) -> Result<Value> {
    let json = vm.import("json")?;
    vm.call_method(&json, "loads", &[Value::from(value.to_string())])
}

/// Converts an object of the program to JSON. Values that JSON lacks are converted as in ipykernel.
fn to_json(vm: &mut Vm, value: &Value) -> Result<serde_json::Value> {
    let module = vm.import("ipykernel.jsonutil")?;
    let text = vm.call_method(&module, "_dumps", std::slice::from_ref(value))?;
    let parsed = serde_json::from_str(text.as_str().unwrap_or_default());
    parsed.map_err(|error| Raise::value_error(format!("this cannot be sent as JSON: {error}")))
}

fn dict_as_json(vm: &mut Vm, args: &Args, at: usize) -> Result<rich::Json> {
    match to_json(vm, args.get(at))? {
        serde_json::Value::Object(fields) => Ok(fields),
        _ => Err(args.wrong(at, "a dict")),
    }
}

fn send_comm(vm: &mut Vm, args: &Args) -> Result<Value> {
    let name = args.str(0)?;
    let Some(kind) = CommKind::named(name) else {
        return Err(Raise::value_error(format!("'{name}' is not a comm message type")));
    };
    let (content, metadata) = (dict_as_json(vm, args, 1)?, dict_as_json(vm, args, 2)?);
    let frame = |value: &Value| match value {
        Value::Bytes(bytes) => Ok(bytes.data.borrow().clone().into()),
        _ => Err(args.wrong(3, "a list of bytes")),
    };
    let buffers = vm.collect(args.get(3))?.iter().map(frame).collect::<Result<Vec<_>>>()?;
    front(|front| front.comm(Comm { kind, content, metadata, buffers }));
    Ok(Value::None)
}

fn request(vm: &mut Vm, _: &Args) -> Result<Value> {
    match front(|front| front.request()).flatten() {
        Some(request) => message(vm, &request),
        None => from_json(vm, &serde_json::json!({})),
    }
}

/// Returns an exception's class name, message and traceback lines.
fn report(vm: &mut Vm, args: &Args) -> Result<Value> {
    let report = vm.report(Raise::object(args.get(0).clone()));
    let lines = report.traceback.into_iter().map(Value::from).collect();
    Ok(Value::tuple(vec![Value::from(report.ename), Value::from(report.evalue), Value::list(lines)]))
}

fn error(vm: &mut Vm, args: &Args) -> Result<Value> {
    let lines = vm.collect(args.get(2))?;
    let traceback = lines.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    let report = ErrorReport { ename: args.str(0)?.to_owned(), evalue: args.str(1)?.to_owned(), traceback };
    front(|front| front.error(&report));
    Ok(Value::None)
}

fn forms(vm: &mut Vm, args: &Args) -> Result<Value> {
    let shown = rich::of(vm, args.get(0))?;
    let data = from_json(vm, &shown.data.into())?;
    let metadata = from_json(vm, &shown.metadata.into())?;
    Ok(Value::pair(data, metadata))
}

fn run(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (code, is_silent) = (args.str(0)?.to_owned(), args.bool(1)?);
    let shown = cells::Shown::named(args.str(2)?)?;
    let value = cells::evaluate(vm, &account::cell(), &code, shown, is_silent)?;
    if let (Some(value), false) = (&value, is_silent) {
        cells::show_value(vm, &code, value)?;
    }
    Ok(value.unwrap_or(Value::None))
}

fn magic(vm: &mut Vm, args: &Args) -> Result<Value> {
    let body = args.opt_str(2)?.map(str::to_owned);
    vm.host().magic(vm, args.str(0)?, args.str(1)?, body.as_deref())
}

fn complete(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (code, cursor) = (args.str(0)?.to_owned(), args.int(1)?.max(0) as usize);
    let found = Questions { vm }.complete(&code, cursor);
    Ok(Value::list(found.items.into_iter().map(|item| Value::from(item.text)).collect()))
}

fn page(vm: &mut Vm, args: &Args) -> Result<Value> {
    let data = dict_as_json(vm, args, 0)?;
    let start = args.int(1)?.max(0) as usize;
    front(|front| front.page(data, start));
    Ok(Value::None)
}

const FUNCTIONS: &[Builtin] = &[
    Builtin::new("_kernel._send_comm", "(msg_type, content, metadata, buffers)", "Sends a comm message.", send_comm),
    Builtin::new("_kernel._request", "()", "The message that output belongs to.", request),
    Builtin::new("_kernel._set_parent", "(header)", "Has output belong to another message.", |vm, args| {
        let header = to_json(vm, args.get(0))?;
        front(|front| front.set_parent(header));
        Ok(Value::None)
    }),
    Builtin::new("_kernel._report", "(error)", "Returns an exception's class name, message and traceback.", report),
    Builtin::new("_kernel._error", "(ename, evalue, traceback)", "Shows an error.", error),
    Builtin::new("_kernel._forms", "(obj)", "An object's forms, and what goes beside them.", forms),
    Builtin::new("_kernel._repr_pretty", "(obj, printer)", "What a function writes of an object.", |vm, args| {
        pretty::by(vm, args.get(1), args.get(0)).map(Value::from)
    }),
    Builtin::new("_kernel._pretty", "(obj)", "The plain text of an object.", |vm, args| {
        pretty::text(vm, args.get(0)).map(Value::from)
    }),
    Builtin::new("_kernel._run", "(code, silent, shown)", "Runs code in the notebook's names.", run),
    Builtin::new("_kernel._cleaned", "(code)", "A cell without prompts and common indentation.", |_, args| {
        Ok(Value::from(cells::cleaned(args.str(0)?).into_owned()))
    }),
    Builtin::new("_kernel._magic", "(name, line, body)", "Runs a magic.", magic),
    Builtin::new("_kernel._has_magic", "(name, is_cell)", "Whether the session has a magic.", |_, args| {
        let percents = if args.bool(1)? { "%%" } else { "%" };
        let name = format!("{percents}{}", args.str(0)?);
        Ok(Value::from(magics::declaration::find(args.str(0)?).is_some_and(|magic| magic.names().contains(&name))))
    }),
    Builtin::new("_kernel._expand", "(command)", "Fills {expressions} and $names in.", |vm, args| {
        let command = args.str(0)?.to_owned();
        Ok(Value::from(magics::expanded(vm, &command)))
    }),
    Builtin::new("_kernel._names", "()", "The notebook's names.", |vm, _| Ok(Value::Dict(vm.globals()))),
    Builtin::new("_kernel._execution_count", "()", "The number of the running cell.", |_, _| {
        Ok(Value::Int(account::count().into()))
    }),
    Builtin::new("_kernel._complete", "(code, cursor)", "How code can go on.", complete),
    Builtin::new("_kernel._set_next_input", "(text, replace)", "Puts text into a cell.", |_, args| {
        let (text, replace) = (args.str(0)?, args.bool(1)?);
        front(|front| front.set_next_input(text, replace));
        Ok(Value::None)
    }),
    Builtin::new("_kernel._page", "(data, start)", "Shows forms in the pager.", page),
    Builtin::new("_kernel._show_result", "(value)", "Shows a value as the cell's.", |vm, args| {
        let value = args.get(0).clone();
        cells::show_value(vm, "", &value).map(|()| Value::None)
    }),
];
