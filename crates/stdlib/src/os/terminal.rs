//! The native part of `termios`, `tty` and `pty`.

use super::{checked, descriptor_number, told};
use tensorcell_language::builtins::clipped_index;
use tensorcell_language::{Args, Builtin, ModuleDef, Raise, Result, Value, Vm};

pub static TERMINAL: ModuleDef = ModuleDef {
    name: "_tensorcell.terminal",
    doc: "The native part of termios.",
    functions: &[
        Builtin::new("terminal.attributes", "(fd)", "[iflag, oflag, cflag, lflag, ispeed, ospeed, cc].", attributes),
        Builtin::new("terminal.set_attributes", "(fd, when, attributes)", "Sets them.", set_attributes),
        Builtin::new("terminal.control", "(fd, call, argument)", "tcdrain, tcsendbreak, tcflush or tcflow.", control),
        Builtin::new("os.login_tty", "(fd, /)", "Makes a terminal this process's own.", |_, args| {
            // SAFETY: the number is the program's own; a closed one makes the call fail.
            checked(i64::from(unsafe { libc::login_tty(args.int(0)? as i32) })).map(|_| Value::None)
        }),
        Builtin::new("terminal.ptsname", "(fd)", "The name of the terminal's side of a pseudo-terminal.", |_, args| {
            let name = told(rustix::pty::ptsname(super::descriptor(args, 0)?, Vec::new()))?;
            Ok(Value::str(name.to_string_lossy()))
        }),
        Builtin::new("os.tcgetpgrp", "(fd, /)", "The process group in a terminal's foreground.", |_, args| {
            // SAFETY: the number is the program's own; a closed one makes the call fail.
            checked(i64::from(unsafe { libc::tcgetpgrp(args.int(0)? as i32) }))
        }),
        Builtin::new("os.tcsetpgrp", "(fd, pgid, /)", "Puts a process group in the foreground.", |_, args| {
            // SAFETY: the number is the program's own; a closed one makes the call fail.
            let answer = unsafe { libc::tcsetpgrp(args.int(0)? as i32, args.int(1)? as i32) };
            checked(i64::from(answer)).map(|_| Value::None)
        }),
    ],
    init: None,
};

fn record(fd: i32) -> Result<libc::termios> {
    // SAFETY: the record consists of numbers, for which zeros are valid; tcgetattr fills it.
    unsafe {
        let mut record: libc::termios = std::mem::zeroed();
        checked(i64::from(libc::tcgetattr(fd, &raw mut record)))?;
        Ok(record)
    }
}

fn attributes(vm: &mut Vm, args: &Args) -> Result<Value> {
    let record = record(descriptor_number(vm, args.get(0))?)?;
    // SAFETY: the calls read the record.
    let speeds = unsafe { [libc::cfgetispeed(&raw const record), libc::cfgetospeed(&raw const record)] };
    let flags = [record.c_iflag, record.c_oflag, record.c_cflag, record.c_lflag, speeds[0], speeds[1]];
    // Without canonical mode these two are numbers: a character count and a time.
    let counts = record.c_lflag & libc::ICANON == 0;
    let character = |(place, byte): (usize, &u8)| match counts && (place == libc::VMIN || place == libc::VTIME) {
        true => Value::Int(i64::from(*byte)),
        false => Value::bytes(vec![*byte]),
    };
    let characters = record.c_cc.iter().enumerate().map(character).collect();
    let flags = flags.map(|number| Value::Int(i64::from(number)));
    Ok(Value::list(flags.into_iter().chain([Value::list(characters)]).collect()))
}

fn set_attributes(vm: &mut Vm, args: &Args) -> Result<Value> {
    let fd = descriptor_number(vm, args.get(0))?;
    let wrong = || Raise::type_error("tcsetattr, arg 3: must be 7 element list");
    let Value::List(given) = args.get(2) else { return Err(wrong()) };
    let given = given.items.borrow().to_vec();
    let [numbers @ .., Value::List(characters)] = given.as_slice() else { return Err(wrong()) };
    let mut flags = Vec::new();
    for number in numbers {
        flags.push(clipped_index(vm, number)? as u32);
    }
    let [input, output, control, local, in_speed, out_speed] = flags[..] else { return Err(wrong()) };
    let mut record = record(fd)?;
    let characters = characters.items.borrow().to_vec();
    if characters.len() != record.c_cc.len() {
        let text = format!("tcsetattr: attributes[6] must be {} element list", record.c_cc.len());
        return Err(Raise::type_error(text));
    }
    for (place, character) in characters.iter().enumerate() {
        record.c_cc[place] = match character {
            Value::Int(number) => *number as u8,
            Value::Bytes(bytes) if bytes.data.borrow().len() == 1 => bytes.data.borrow()[0],
            _ => return Err(Raise::type_error("tcsetattr: elements of attributes must be characters or integers")),
        };
    }
    (record.c_iflag, record.c_oflag, record.c_cflag, record.c_lflag) = (input, output, control, local);
    // SAFETY: the calls change the record and read it.
    unsafe {
        checked(i64::from(libc::cfsetispeed(&raw mut record, in_speed)))?;
        checked(i64::from(libc::cfsetospeed(&raw mut record, out_speed)))?;
        checked(i64::from(libc::tcsetattr(fd, args.int(1)? as i32, &raw const record))).map(|_| Value::None)
    }
}

fn control(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (fd, argument) = (descriptor_number(vm, args.get(0))?, args.int(2)? as i32);
    // SAFETY: the calls read numbers; a closed descriptor makes them fail.
    let answer = unsafe {
        match args.str(1)? {
            "drain" => libc::tcdrain(fd),
            "break" => libc::tcsendbreak(fd, argument),
            "flush" => libc::tcflush(fd, argument),
            "flow" => libc::tcflow(fd, argument),
            other => return Err(Raise::value_error(format!("no call {other:?} of a terminal"))),
        }
    };
    checked(i64::from(answer)).map(|_| Value::None)
}
