//! Files and folders by path.

use super::{base, descriptor, entry, is_number, place, told, told_of};
use rustix::fs::{Access, AtFlags, Gid, Mode, Timespec, Timestamps, Uid};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use tensorcell_language::builtins::files::{
    change_folder, os_error_about, os_failure, path_text, reachable, system_name,
};
use tensorcell_language::surrogate::text_of;
use tensorcell_language::{Args, Builtin, Result, Value, Vm};

fn mode(args: &Args, slot: usize) -> Result<Mode> {
    Ok(Mode::from_raw_mode(args.int(slot)? as u32))
}

/// Converts a name to the type of the path: text, or bytes for a bytes path.
fn name_like(path: &Value, name: &[u8]) -> Value {
    match path.beneath() {
        Value::Bytes(_) => Value::bytes(name.to_vec()),
        _ => Value::from(text_of(OsStr::from_bytes(name))),
    }
}

/// Returns the entries of a folder: the name and the type, which the folder stores itself.
fn entries(vm: &mut Vm, args: &Args) -> Result<Vec<(Vec<u8>, i64)>> {
    let path = args.get(0);
    let folder = match path {
        Value::None => std::path::PathBuf::from("."),
        number if is_number(number) => format!("/proc/self/fd/{}", args.int(0)?).into(),
        _ => place(vm, args, 0)?,
    };
    let about = [if path.is_none() { Value::str(".") } else { super::plain(vm, path) }];
    let failed = |error: std::io::Error| os_error_about(&error, &about);
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let kind = entry.file_type().map_err(failed)?;
        let kind = i64::from(kind.is_dir()) | i64::from(kind.is_file()) << 1 | i64::from(kind.is_symlink()) << 2;
        found.push((entry.file_name().as_bytes().to_vec(), kind));
    }
    Ok(found)
}

fn rename(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (from, to) = (entry(vm, args, 0)?, entry(vm, args, 1)?);
    let outcome = rustix::fs::renameat(base(args, 2)?, from, base(args, 3)?, to);
    told_of(vm, outcome, &[args.get(0), args.get(1)]).map(|()| Value::None)
}

fn remove(vm: &mut Vm, args: &Args) -> Result<Value> {
    let path = entry(vm, args, 0)?;
    told_of(vm, rustix::fs::unlinkat(base(args, 1)?, path, AtFlags::empty()), &[args.get(0)]).map(|()| Value::None)
}

fn follow(args: &Args, slot: usize) -> Result<AtFlags> {
    Ok(if args.bool(slot)? { AtFlags::empty() } else { AtFlags::SYMLINK_NOFOLLOW })
}

/// Returns the first argument's path. Another argument says whether links are followed.
fn followed(vm: &mut Vm, args: &Args, slot: usize) -> Result<PathBuf> {
    if args.bool(slot)? { place(vm, args, 0) } else { entry(vm, args, 0) }
}

/// Returns a file's metadata as integers, in the order of `stat_result`.
fn stat(vm: &mut Vm, args: &Args) -> Result<Value> {
    let facts = match args.get(0) {
        number if is_number(number) => told(rustix::fs::fstat(descriptor(args, 0)?))?,
        _ => {
            let path = followed(vm, args, 1)?;
            told_of(vm, rustix::fs::statat(base(args, 2)?, path, follow(args, 1)?), &[args.get(0)])?
        }
    };
    let nanoseconds = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
    let facts = [
        i64::from(facts.st_mode),
        facts.st_ino as i64,
        facts.st_dev as i64,
        facts.st_nlink as i64,
        i64::from(facts.st_uid),
        i64::from(facts.st_gid),
        facts.st_size as i64,
        nanoseconds(facts.st_atime as i64, facts.st_atime_nsec as i64),
        nanoseconds(facts.st_mtime as i64, facts.st_mtime_nsec as i64),
        nanoseconds(facts.st_ctime as i64, facts.st_ctime_nsec as i64),
        facts.st_blksize as i64,
        facts.st_blocks as i64,
        facts.st_rdev as i64,
    ];
    Ok(Value::tuple(facts.into_iter().map(Value::Int).collect()))
}

fn owner(args: &Args, slot: usize) -> Result<Option<u32>> {
    Ok(u32::try_from(args.int(slot)?).ok())
}

fn chown(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (user, group) = (owner(args, 1)?.map(Uid::from_raw), owner(args, 2)?.map(Gid::from_raw));
    let outcome = match is_number(args.get(0)) {
        true => rustix::fs::fchown(descriptor(args, 0)?, user, group),
        false => rustix::fs::chownat(base(args, 3)?, followed(vm, args, 4)?, user, group, follow(args, 4)?),
    };
    told_of(vm, outcome, &[args.get(0)]).map(|()| Value::None)
}

fn chmod(vm: &mut Vm, args: &Args) -> Result<Value> {
    let mode = mode(args, 1)?;
    let outcome = match is_number(args.get(0)) {
        true => rustix::fs::fchmod(descriptor(args, 0)?, mode),
        false => rustix::fs::chmodat(base(args, 2)?, followed(vm, args, 3)?, mode, follow(args, 3)?),
    };
    told_of(vm, outcome, &[args.get(0)]).map(|()| Value::None)
}

fn moment(nanoseconds: i64) -> Timespec {
    Timespec { tv_sec: nanoseconds.div_euclid(1_000_000_000), tv_nsec: nanoseconds.rem_euclid(1_000_000_000) }
}

fn utime(vm: &mut Vm, args: &Args) -> Result<Value> {
    let times = Timestamps { last_access: moment(args.int(1)?), last_modification: moment(args.int(2)?) };
    let outcome = match is_number(args.get(0)) {
        true => rustix::fs::futimens(descriptor(args, 0)?, &times),
        false => rustix::fs::utimensat(base(args, 4)?, followed(vm, args, 3)?, &times, follow(args, 3)?),
    };
    told_of(vm, outcome, &[args.get(0)]).map(|()| Value::None)
}

fn statvfs(vm: &mut Vm, args: &Args) -> Result<Value> {
    let outcome = match is_number(args.get(0)) {
        true => rustix::fs::fstatvfs(descriptor(args, 0)?),
        false => rustix::fs::statvfs(place(vm, args, 0)?),
    };
    let facts = told_of(vm, outcome, &[args.get(0)])?;
    let facts = [
        facts.f_bsize,
        facts.f_frsize,
        facts.f_blocks,
        facts.f_bfree,
        facts.f_bavail,
        facts.f_files,
        facts.f_ffree,
        facts.f_favail,
        facts.f_flag.bits(),
        facts.f_namemax,
    ];
    Ok(Value::tuple(facts.into_iter().map(|fact| Value::Int(fact as i64)).collect()))
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("os.getcwd", "()", "Return the path of the current folder.", |_, _| {
        let folder = std::env::current_dir().map_err(|error| os_failure(&error))?;
        Ok(Value::from(text_of(folder.as_os_str())))
    }),
    Builtin::new("os.chdir", "(path)", "Change the current folder.", |vm, args| {
        if is_number(args.get(0)) {
            return told_of(vm, rustix::process::fchdir(descriptor(args, 0)?), &[args.get(0)]).map(|()| Value::None);
        }
        let text = path_text(vm, args.get(0)).map_err(|raise| super::named(raise, args, 0))?;
        change_folder(&text).map(|_| Value::None)
    }),
    Builtin::new("os.listdir", "(path=None)", "Return a list of the names in a folder.", |vm, args| {
        let names = entries(vm, args)?;
        Ok(Value::list(names.iter().map(|(name, _)| name_like(args.get(0), name)).collect()))
    }),
    Builtin::new("os._entries", "(path=None)", "The names in a folder with their types.", |vm, args| {
        let pair = |(name, kind): &(Vec<u8>, i64)| Value::pair(name_like(args.get(0), name), Value::Int(*kind));
        Ok(Value::list(entries(vm, args)?.iter().map(pair).collect()))
    }),
    Builtin::new("os.mkdir", "(path, mode=511, *, dir_fd=None)", "Create a folder.", |vm, args| {
        let path = entry(vm, args, 0)?;
        told_of(vm, rustix::fs::mkdirat(base(args, 2)?, path, mode(args, 1)?), &[args.get(0)]).map(|()| Value::None)
    }),
    Builtin::new("os.rmdir", "(path, *, dir_fd=None)", "Remove an empty folder.", |vm, args| {
        let path = entry(vm, args, 0)?;
        told_of(vm, rustix::fs::unlinkat(base(args, 1)?, path, AtFlags::REMOVEDIR), &[args.get(0)])
            .map(|()| Value::None)
    }),
    Builtin::new("os.remove", "(path, *, dir_fd=None)", "Remove a file.", remove),
    Builtin::new("os.unlink", "(path, *, dir_fd=None)", "Remove a file.", remove),
    Builtin::new("os.rename", "(src, dst, *, src_dir_fd=None, dst_dir_fd=None)", "Rename a file or folder.", rename),
    Builtin::new(
        "os.replace",
        "(src, dst, *, src_dir_fd=None, dst_dir_fd=None)",
        "Rename a file or folder, overwriting the destination.",
        rename,
    ),
    Builtin::new(
        "os.link",
        "(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True)",
        "Give a file another name.",
        |vm, args| {
            let (from, to) = (entry(vm, args, 0)?, entry(vm, args, 1)?);
            let outcome = rustix::fs::linkat(base(args, 2)?, from, base(args, 3)?, to, AtFlags::empty());
            told_of(vm, outcome, &[args.get(0), args.get(1)]).map(|()| Value::None)
        },
    ),
    Builtin::new(
        "os.symlink",
        "(src, dst, target_is_directory=False, *, dir_fd=None)",
        "Create a symbolic link.",
        |vm, args| {
            let target = path_text(vm, args.get(0)).map_err(|raise| super::named(raise, args, 0))?;
            let link = entry(vm, args, 1)?;
            // In confinement a link must not lead outside. A relative target begins at the link's folder.
            if tensorcell_language::confinement::Confinement::is_confined() {
                let folder = link.parent().unwrap_or(&link);
                reachable(&text_of(folder.join(&*system_name(&target)?).as_os_str()))?;
            }
            told_of(
                vm,
                rustix::fs::symlinkat(&*system_name(&target)?, base(args, 3)?, link),
                &[args.get(0), args.get(1)],
            )
            .map(|()| Value::None)
        },
    ),
    Builtin::new("os.readlink", "(path, *, dir_fd=None)", "Return the path that a link points to.", |vm, args| {
        let path = entry(vm, args, 0)?;
        let target = told_of(vm, rustix::fs::readlinkat(base(args, 1)?, path, Vec::new()), &[args.get(0)])?;
        Ok(name_like(args.get(0), target.as_bytes()))
    }),
    Builtin::new("os._stat", "(path, follow, dir_fd)", "The facts of a file.", stat),
    Builtin::new(
        "os.access",
        "(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True)",
        "Whether the user may access a path.",
        |vm, args| {
            let path = place(vm, args, 0)?;
            let wanted = Access::from_bits_truncate(args.int(1)? as u32);
            let flags = if args.bool(3)? { AtFlags::EACCESS } else { AtFlags::empty() };
            Ok(Value::from(rustix::fs::accessat(base(args, 2)?, path, wanted, flags).is_ok()))
        },
    ),
    Builtin::new(
        "os.chmod",
        "(path, mode, *, dir_fd=None, follow_symlinks=True)",
        "Change the permissions of a file.",
        chmod,
    ),
    Builtin::new(
        "os.chown",
        "(path, uid, gid, *, dir_fd=None, follow_symlinks=True)",
        "Change the owner and the group of a file.",
        chown,
    ),
    Builtin::new("os.mkfifo", "(path, mode=438, *, dir_fd=None)", "Create a named pipe.", |vm, args| {
        let path = entry(vm, args, 0)?;
        told_of(vm, rustix::fs::mkfifoat(base(args, 2)?, path, mode(args, 1)?), &[args.get(0)]).map(|()| Value::None)
    }),
    Builtin::new("os._utime", "(path, accessed, modified, follow, dir_fd)", "Sets the times of a file.", utime),
    Builtin::new("os.truncate", "(path, length)", "Cut a file to a length.", |vm, args| {
        let length = args.int(1)?.max(0) as u64;
        let outcome = match is_number(args.get(0)) {
            true => rustix::fs::ftruncate(descriptor(args, 0)?, length),
            false => {
                let path = place(vm, args, 0)?;
                rustix::fs::open(path, rustix::fs::OFlags::WRONLY | rustix::fs::OFlags::CLOEXEC, Mode::empty())
                    .and_then(|file| rustix::fs::ftruncate(file, length))
            }
        };
        told_of(vm, outcome, &[args.get(0)]).map(|()| Value::None)
    }),
    Builtin::new("os._statvfs", "(path)", "The facts of a file system.", statvfs),
];
