//! `torch.save` and `torch.load`.

use super::archive::{self, Names, Objects};
use super::{Source, path_of, saving};
use std::io::{BufWriter, Cursor, Write};
use std::path::Path;
use tensorcell_language::builtins::files::{os_error, reachable};
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Exc, Raise, Result, Value, Vm};

fn save(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (value, target) = (args.get(0), args.get(1));
    let objects = Objects { module: args.get(2), protocol: args.int(3)? };
    let Some(name) = path_of(vm, target)? else {
        if vm.find_attr(target, "write")?.is_none() {
            return Err(Raise::new(
                Exc::AttributeError,
                "expected 'f' to be string, path, or a file-like object with a 'write' attribute",
            ));
        }
        let bytes = archive::save(vm, value, &objects, "archive", Cursor::new(Vec::new()))?.into_inner();
        super::write(vm, target, bytes)?;
        return Ok(Value::None);
    };
    let path = reachable(&name)?;
    // The current folder is an empty path.
    if !path.parent().is_some_and(|folder| folder.as_os_str().is_empty() || folder.is_dir()) {
        return Err(Raise::runtime(format!("Parent directory {} does not exist.", parent(&name))));
    }
    let folder = path.file_stem().map_or("archive".into(), |stem| stem.to_string_lossy().into_owned());
    saving::replace(&name, |file| {
        let out = BufWriter::with_capacity(1 << 20, file);
        let mut out = archive::save(vm, value, &objects, &folder, out)?;
        out.flush().map_err(|error| os_error(&error, &name))
    })?;
    Ok(Value::None)
}

fn parent(name: &str) -> &str {
    Path::new(name).parent().and_then(Path::to_str).unwrap_or(name)
}

fn load(vm: &mut Vm, args: &Args) -> Result<Value> {
    let source = Source::of(vm, args.get(0))?;
    let pickle = args.get(2);
    let names = match weights_only(vm, args.get(3), pickle)? {
        true if !pickle.is_none() => {
            let text = "Can not safely load weights when explicit pickle_module is specified";
            return Err(Raise::runtime(text));
        }
        true => Names::Declared,
        false => Names::Any(pickle),
    };
    archive::load(vm, source, args.get(1), names)
}

/// Returns whether only tensors, containers and declared-safe names are built, decided by the argument and two
/// environment variables as in PyTorch.
fn weights_only(vm: &mut Vm, given: &Value, pickle: &Value) -> Result<bool> {
    let set = |name: &str| std::env::var(name).is_ok_and(|value| ["1", "y", "yes", "true"].contains(&value.as_str()));
    match (set("TORCH_FORCE_WEIGHTS_ONLY_LOAD"), set("TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD")) {
        (true, true) => Err(Raise::runtime(
            "Only one of `TORCH_FORCE_WEIGHTS_ONLY_LOAD` or `TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD` should be set, but both \
             were set.",
        )),
        (true, false) => Ok(true),
        (false, true) if given.is_none() => Ok(false),
        _ if given.is_none() => Ok(pickle.is_none()),
        _ => vm.truth(given),
    }
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch.save",
        "(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True)",
        "Writes an object to a file that PyTorch reads too: tensors with the memory that they share, and all else as pickle does.\n\n\
         f: a path, or an object with `write`.\n\
         pickle_module: what writes it in pickle's place.\n\n\
         Errors: what pickle refuses; RuntimeError where the folder is missing.",
        save,
    ),
    Builtin::new(
        "torch.load",
        "(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args)",
        "Reads a file of torch.save, PyTorch's or ours.\n\n\
         map_location: a device for all storages, a dict from device to device, or a function of a storage and its device.\n\
         weights_only: builds tensors, containers and what was declared safe only. False runs what the file says.\n\
         pickle_module: what finds the names of a file in pickle's place.",
        load,
    ),
];
