//! `epoll`: waits for many descriptors at once.

use super::{checked, descriptor_number};
use crate::time::wait_length;
use std::time::Instant;
use tensorcell_language::{Args, Builtin, ModuleDef, Result, Value, Vm};

pub static EPOLL: ModuleDef = ModuleDef {
    name: "_tensorcell.epoll",
    doc: "The native part of select.epoll.",
    functions: &[
        Builtin::new("epoll.create", "()", "A descriptor of a set of descriptors.", |_, _| {
            // SAFETY: the call makes a descriptor.
            checked(i64::from(unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) }))
        }),
        Builtin::new("epoll.control", "(epoll, operation, fd, events)", "Changes what is waited for.", control),
        Builtin::new("epoll.wait", "(epoll, most, timeout)", "(fd, events) of those that are ready.", wait),
    ],
    init: None,
};

fn control(vm: &mut Vm, args: &Args) -> Result<Value> {
    let fd = descriptor_number(vm, args.get(2))?;
    let mut event = libc::epoll_event { events: args.int(3)? as u32, u64: u64::from(fd.unsigned_abs()) };
    // SAFETY: the call reads the record; wrong descriptors make it fail.
    let answer = unsafe { libc::epoll_ctl(args.int(0)? as i32, args.int(1)? as i32, fd, &raw mut event) };
    checked(i64::from(answer)).map(|_| Value::None)
}

/// An epoll set is itself a descriptor, which is readable when one of its members is ready.
fn wait(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (epoll, most) = (args.int(0)? as i32, args.int(1)?.clamp(1, 1 << 16));
    let deadline = match args.get(2) {
        Value::None => None,
        timeout => Instant::now().checked_add(wait_length(vm, timeout)?),
    };
    vm.wait_readable(epoll, deadline)?;
    let mut found = vec![libc::epoll_event { events: 0, u64: 0 }; most as usize];
    // SAFETY: the call fills at most as many records as there are.
    let count = unsafe { libc::epoll_wait(epoll, found.as_mut_ptr(), most as i32, 0) };
    checked(i64::from(count))?;
    let pair = |event: &libc::epoll_event| {
        let (fd, events) = (event.u64, event.events);
        Value::pair(Value::Int(fd.cast_signed()), Value::Int(i64::from(events)))
    };
    Ok(Value::list(found[..count as usize].iter().map(pair).collect()))
}
