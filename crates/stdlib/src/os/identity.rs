//! Users and groups of this process and of names.

use super::{checked, failed};
use std::ffi::CString;
use tensorcell_language::{Args, Builtin, Exc, Raise, Result, Value};

/// Reads a user or group id. -1 keeps the current one.
fn id(args: &Args, slot: usize, kind: &str) -> Result<u32> {
    let number = args.int(slot)?;
    if number == -1 {
        return Ok(u32::MAX);
    }
    u32::try_from(number).map_err(|_| {
        let bound = if number < 0 { "less than minimum" } else { "greater than maximum" };
        Raise::new(Exc::OverflowError, format!("{kind} is {bound}"))
    })
}

fn name(args: &Args) -> Result<CString> {
    CString::new(args.str(0)?).map_err(|_| Raise::value_error("embedded null byte"))
}

fn three(ids: [u32; 3]) -> Value {
    Value::tuple(ids.into_iter().map(|id| Value::Int(i64::from(id))).collect())
}

fn users() -> Result<Value> {
    let mut ids = [0; 3];
    let [real, effective, saved] = &mut ids;
    // SAFETY: the call fills three numbers.
    checked(i64::from(unsafe { libc::getresuid(real, effective, saved) }))?;
    Ok(three(ids))
}

fn groups() -> Result<Value> {
    let mut ids = [0; 3];
    let [real, effective, saved] = &mut ids;
    // SAFETY: the call fills three numbers.
    checked(i64::from(unsafe { libc::getresgid(real, effective, saved) }))?;
    Ok(three(ids))
}

/// Returns the groups of a user by the system's database. The call tells how many there are if the list is too short.
fn groups_of(args: &Args) -> Result<Value> {
    let (name, group) = (name(args)?, id(args, 1, "gid")?);
    let (mut found, mut length) = (vec![0; 64], 64);
    // SAFETY: the list has the given length.
    while unsafe { libc::getgrouplist(name.as_ptr(), group, found.as_mut_ptr(), &raw mut length) } < 0 {
        if length as usize <= found.len() {
            return Err(failed(libc::EINVAL));
        }
        found.resize(length as usize, 0);
    }
    found.truncate(length as usize);
    Ok(Value::list(found.into_iter().map(|group| Value::Int(i64::from(group))).collect()))
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("os.getresuid", "()", "Return (ruid, euid, suid) of the current process.", |_, _| users()),
    Builtin::new("os.getresgid", "()", "Return (rgid, egid, sgid) of the current process.", |_, _| groups()),
    Builtin::new("os.setresuid", "(ruid, euid, suid, /)", "Set the process's three user ids.", |_, args| {
        let (real, effective, saved) = (id(args, 0, "uid")?, id(args, 1, "uid")?, id(args, 2, "uid")?);
        // SAFETY: the call reads numbers and fails if it is not permitted.
        checked(i64::from(unsafe { libc::setresuid(real, effective, saved) })).map(|_| Value::None)
    }),
    Builtin::new("os.setresgid", "(rgid, egid, sgid, /)", "Set the process's three group ids.", |_, args| {
        let (real, effective, saved) = (id(args, 0, "gid")?, id(args, 1, "gid")?, id(args, 2, "gid")?);
        // SAFETY: the call reads numbers and fails if it is not permitted.
        checked(i64::from(unsafe { libc::setresgid(real, effective, saved) })).map(|_| Value::None)
    }),
    Builtin::new(
        "os.getgrouplist",
        "(user, group, /)",
        "Return a list of groups to which a user belongs.",
        |_, args| groups_of(args),
    ),
    Builtin::new("os.initgroups", "(username, gid, /)", "Initialize the group access list.", |_, args| {
        let (name, group) = (name(args)?, id(args, 1, "gid")?);
        // SAFETY: the call reads a text and a number, and fails if it is not permitted.
        checked(i64::from(unsafe { libc::initgroups(name.as_ptr(), group) })).map(|_| Value::None)
    }),
    Builtin::new("os.setpgrp", "()", "Make the current process the leader of its process group.", |_, _| {
        // SAFETY: the call reads two numbers.
        checked(i64::from(unsafe { libc::setpgid(0, 0) })).map(|_| Value::None)
    }),
];
