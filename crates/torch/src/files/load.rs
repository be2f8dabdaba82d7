//! `torch.save` and `torch.load`.

use super::{Source, archive, path_of};
use std::io::{BufWriter, Cursor, Write};
use std::path::Path;
use tensorcell_language::builtins::files::{os_error, reachable};
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Exc, Raise, Result, Value, Vm};

fn save(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (value, target) = (args.get(0), args.get(1));
    let Some(name) = path_of(vm, target)? else {
        if vm.find_attr(target, "write")?.is_none() {
            return Err(Raise::new(
                Exc::AttributeError,
                "expected 'f' to be string, path, or a file-like object with a 'write' attribute",
            ));
        }
        let bytes = archive::save(vm, value, "archive", Cursor::new(Vec::new()))?.into_inner();
        super::write(vm, target, bytes)?;
        return Ok(Value::None);
    };
    let path = reachable(&name)?;
    // The current folder has no name.
    if !path.parent().is_some_and(|folder| folder.as_os_str().is_empty() || folder.is_dir()) {
        return Err(Raise::runtime(format!("Parent directory {} does not exist.", parent(&name))));
    }
    let folder = path.file_stem().map_or("archive".into(), |stem| stem.to_string_lossy().into_owned());
    // A file that was there stays until the new one is whole.
    let unfinished = path.with_extension("unfinished");
    let failed = |error| os_error(&error, &name);
    let file = std::fs::File::create(&unfinished).map_err(failed)?;
    let written = archive::save(vm, value, &folder, BufWriter::with_capacity(1 << 20, file))
        .and_then(|mut out| out.flush().map_err(failed));
    match written.and_then(|()| std::fs::rename(&unfinished, &path).map_err(failed)) {
        Ok(()) => Ok(Value::None),
        Err(raise) => {
            let _ = std::fs::remove_file(&unfinished);
            Err(raise)
        }
    }
}

fn parent(name: &str) -> &str {
    Path::new(name).parent().and_then(Path::to_str).unwrap_or(name)
}

fn load(vm: &mut Vm, args: &Args) -> Result<Value> {
    let source = Source::of(vm, args.get(0))?;
    let weights_only = args.get(3).is_none() || args.bool(3)?;
    archive::load(vm, source, args.get(1), weights_only)
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch.save",
        "(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True)",
        "Writes tensors, containers of them, numbers and text to a file that PyTorch reads too.\n\n\
         f: a path inside the notebook's folder, or an object with `write`.",
        save,
    ),
    Builtin::new(
        "torch.load",
        "(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args)",
        "Reads a file of torch.save, PyTorch's or ours. Builds tensors and plain values; what names code is refused.\n\n\
         map_location: a device for all storages, a dict from device to device, or a function of a storage and its device.",
        load,
    ),
];
