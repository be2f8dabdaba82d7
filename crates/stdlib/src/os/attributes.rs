//! Extended attributes of files.

use super::{descriptor, entry, is_number, place, told_of};
use rustix::fs::XattrFlags;
use std::os::fd::BorrowedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use tensorcell_language::builtins::files::{path_text, system_name};
use tensorcell_language::surrogate::text_of;
use tensorcell_language::{Args, Builtin, Raise, Result, Value, Vm};

/// What an attribute belongs to.
enum Target {
    Open(BorrowedFd<'static>),
    Path(PathBuf),
    /// The link itself.
    Link(PathBuf),
}

/// Reads the first argument. Another one says whether links are followed.
fn target(vm: &mut Vm, args: &Args, follow: usize) -> Result<Target> {
    let follows = args.bool(follow)?;
    if is_number(args.get(0)) {
        if !follows {
            let name = args.builtin.short_name();
            return Err(Raise::value_error(format!("{name}: cannot use fd and follow_symlinks together")));
        }
        return descriptor(args, 0).map(Target::Open);
    }
    if args.get(0).is_none() {
        return Ok(Target::Path(PathBuf::from(".")));
    }
    Ok(if follows { Target::Path(place(vm, args, 0)?) } else { Target::Link(entry(vm, args, 0)?) })
}

/// Reads the name of an attribute.
fn name(vm: &mut Vm, args: &Args) -> Result<Vec<u8>> {
    let text = path_text(vm, args.get(1)).map_err(|raise| super::named(raise, args, 1))?;
    Ok(system_name(&text)?.as_bytes().to_vec())
}

fn get(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (target, name, mut data) = (target(vm, args, 2)?, name(vm, args)?, vec![0; 1 << 16]);
    let outcome = match &target {
        Target::Open(fd) => rustix::fs::fgetxattr(fd, name, &mut data[..]),
        Target::Path(path) => rustix::fs::getxattr(path, name, &mut data[..]),
        Target::Link(path) => rustix::fs::lgetxattr(path, name, &mut data[..]),
    };
    let length = told_of(vm, outcome, &[args.get(0)])?;
    data.truncate(length);
    Ok(Value::bytes(data))
}

fn set(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (target, name) = (target(vm, args, 4)?, name(vm, args)?);
    let data = super::descriptors::bytes_of(args.get(2))?;
    let flags = XattrFlags::from_bits_retain(args.int(3)? as u32);
    let outcome = match &target {
        Target::Open(fd) => rustix::fs::fsetxattr(fd, name, &data, flags),
        Target::Path(path) => rustix::fs::setxattr(path, name, &data, flags),
        Target::Link(path) => rustix::fs::lsetxattr(path, name, &data, flags),
    };
    told_of(vm, outcome, &[args.get(0)]).map(|()| Value::None)
}

fn remove(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (target, name) = (target(vm, args, 2)?, name(vm, args)?);
    let outcome = match &target {
        Target::Open(fd) => rustix::fs::fremovexattr(fd, name),
        Target::Path(path) => rustix::fs::removexattr(path, name),
        Target::Link(path) => rustix::fs::lremovexattr(path, name),
    };
    told_of(vm, outcome, &[args.get(0)]).map(|()| Value::None)
}

/// Returns the names. The system ends each with a null.
fn list(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (target, mut data) = (target(vm, args, 1)?, vec![0; 1 << 16]);
    let outcome = match &target {
        Target::Open(fd) => rustix::fs::flistxattr(fd, &mut data[..]),
        Target::Path(path) => rustix::fs::listxattr(path, &mut data[..]),
        Target::Link(path) => rustix::fs::llistxattr(path, &mut data[..]),
    };
    let length = told_of(vm, outcome, &[args.get(0)])?;
    let names = data[..length].split(|byte| *byte == 0).filter(|name| !name.is_empty());
    Ok(Value::list(names.map(|name| Value::from(text_of(std::ffi::OsStr::from_bytes(name)))).collect()))
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "os.getxattr",
        "(path, attribute, *, follow_symlinks=True)",
        "Return the value of extended attribute attribute on path.",
        get,
    ),
    Builtin::new(
        "os.setxattr",
        "(path, attribute, value, flags=0, *, follow_symlinks=True)",
        "Set extended attribute attribute on path to value.",
        set,
    ),
    Builtin::new(
        "os.removexattr",
        "(path, attribute, *, follow_symlinks=True)",
        "Remove extended attribute attribute on path.",
        remove,
    ),
    Builtin::new(
        "os.listxattr",
        "(path=None, *, follow_symlinks=True)",
        "Return a list of extended attributes on path.",
        list,
    ),
];
