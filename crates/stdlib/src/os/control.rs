//! `fcntl` and `ioctl`: control operations on open files.

use super::{checked, descriptor_number};
use tensorcell_language::builtins::files::os_failure;
use tensorcell_language::builtins::{big_index, bytes_of as contents, change_bytes as change};
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Value, Vm};

pub static CONTROL: ModuleDef = ModuleDef {
    name: "_tensorcell.control",
    doc: "The native part of fcntl.",
    functions: &[
        Builtin::new("fcntl.fcntl", "(fd, cmd, arg=0, /)", "Perform the operation `cmd` on a file.", fcntl),
        Builtin::new(
            "fcntl.ioctl",
            "(fd, request, arg=0, mutate_flag=True, /)",
            "Perform the operation `request` on a device.",
            ioctl,
        ),
        Builtin::new("fcntl._lockf", "(fd, kind, waits, start, length, whence)", "Locks a part of a file.", lock),
    ],
    init: None,
};

/// The maximum size of a bytes argument.
const MOST: usize = 1024;

/// Returns the low bits of an integer as a number.
fn word(vm: &mut Vm, value: &Value) -> Result<i64> {
    use num_traits::ToPrimitive;
    let whole = big_index(vm, value)?;
    let word = whole.to_i64().or_else(|| whole.to_u64().map(u64::cast_signed));
    word.ok_or_else(|| Raise::new(Exc::OverflowError, "int too large to convert"))
}

/// Copies a bytes argument to a buffer that the system may write to. Returns None for a number.
fn place(args: &Args, slot: usize, function: &str) -> Result<Option<Vec<u8>>> {
    let value = args.get(slot);
    let data = match value.as_str() {
        Some(text) => Some(text.as_bytes().to_vec()),
        None => contents(value)?,
    };
    if data.as_ref().is_some_and(|data| data.len() > MOST) {
        return Err(Raise::value_error(format!("{function} argument 3 is too long")));
    }
    Ok(data)
}

fn fcntl(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (fd, command) = (descriptor_number(vm, args.get(0))?, args.int(1)? as i32);
    if let Some(mut data) = place(args, 2, "fcntl")? {
        let length = data.len();
        data.resize(MOST, 0);
        // SAFETY: the call reads and writes a record, and the buffer is larger than any record.
        checked(i64::from(unsafe { libc::fcntl(fd, command, data.as_mut_ptr()) }))?;
        data.truncate(length);
        return Ok(Value::bytes(data));
    }
    let argument = word(vm, args.get(2))?;
    // SAFETY: the number is passed by value; if the command expects an address, the system checks it.
    checked(i64::from(unsafe { libc::fcntl(fd, command, argument as libc::c_long) }))
}

fn ioctl(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (fd, request) = (descriptor_number(vm, args.get(0))?, word(vm, args.get(1))? as libc::c_ulong);
    // SAFETY: the call reads and writes a record, and the buffer is larger than any record.
    let call = |data: &mut [u8]| unsafe { libc::ioctl(fd, request, data.as_mut_ptr()) };
    let value = args.get(2);
    if vm.truth(args.get(3))? {
        let changed = change(value, |own| {
            let mut data = own.to_vec();
            data.resize(own.len().max(MOST), 0);
            let answer = call(&mut data);
            let length = own.len();
            own.copy_from_slice(&data[..length]);
            answer
        })?;
        if let Some(answer) = changed {
            return checked(i64::from(answer));
        }
    }
    if let Some(mut data) = place(args, 2, "ioctl")? {
        let length = data.len();
        data.resize(MOST, 0);
        checked(i64::from(call(&mut data)))?;
        data.truncate(length);
        return Ok(Value::bytes(data));
    }
    let argument = word(vm, value)?;
    // SAFETY: the number is passed by value; if the request expects an address, the system checks it.
    checked(i64::from(unsafe { libc::ioctl(fd, request, argument) }))
}

/// Locks or unlocks a part of a file for this process. Other threads run while it waits.
fn lock(vm: &mut Vm, args: &Args) -> Result<Value> {
    const PAUSE: std::time::Duration = std::time::Duration::from_millis(5);
    let fd = descriptor_number(vm, args.get(0))?;
    // SAFETY: the record consists of numbers, for which zeros are valid.
    let mut record: libc::flock = unsafe { std::mem::zeroed() };
    record.l_type = args.int(1)? as libc::c_short;
    (record.l_start, record.l_len) = (args.int(3)?, args.int(4)?);
    record.l_whence = args.int(5)? as libc::c_short;
    let waits = args.bool(2)?;
    loop {
        // SAFETY: the call reads the record.
        if unsafe { libc::fcntl(fd, libc::F_SETLK, &raw const record) } == 0 {
            return Ok(Value::None);
        }
        let error = std::io::Error::last_os_error();
        match error.raw_os_error() {
            Some(libc::EAGAIN | libc::EACCES) if waits => vm.pause(std::time::Instant::now().checked_add(PAUSE))?,
            _ => return Err(os_failure(&error)),
        }
    }
}
