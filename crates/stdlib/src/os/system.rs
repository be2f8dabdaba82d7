//! Facts about the machine.

use super::told;
use tensorcell_language::builtins::files::os_error_about;
use tensorcell_language::{Builtin, Raise, Value, memory};

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("os.cpu_count", "()", "Return the number of logical processors.", |_, _| {
        // SAFETY: sysconf reads a number of the system.
        let count = unsafe { libc::sysconf(libc::_SC_NPROCESSORS_ONLN) };
        Ok(if count > 0 { Value::Int(count) } else { Value::None })
    }),
    Builtin::new(
        "os._confined",
        "()",
        "Whether the session keeps to its folder and sets no modes and times.",
        |_, _| Ok(Value::from(tensorcell_language::confinement::Confinement::is_confined())),
    ),
    Builtin::new("os._uname", "()", "What the system calls itself.", |_, _| {
        let own = rustix::system::uname();
        let parts = [own.sysname(), own.nodename(), own.release(), own.version(), own.machine()];
        Ok(Value::tuple(parts.iter().map(|part| Value::str(part.to_string_lossy())).collect()))
    }),
    Builtin::new("os.urandom", "(size, /)", "Random bytes of the system.", |_, args| {
        let size = usize::try_from(args.int(0)?).map_err(|_| Raise::value_error("negative argument not allowed"))?;
        memory::claim(size)?;
        let (mut data, mut filled) = (vec![0; size], 0);
        while filled < size {
            filled += told(rustix::rand::getrandom(&mut data[filled..], rustix::rand::GetRandomFlags::empty()))?;
        }
        Ok(Value::bytes(data))
    }),
    Builtin::new("os.getloadavg", "()", "The load of the machine over 1, 5 and 15 minutes.", |_, _| {
        let loads = rustix::system::sysinfo().loads;
        Ok(Value::tuple(loads.iter().map(|load| Value::from(*load as f64 / 65536.0)).collect()))
    }),
    Builtin::new("os._sysconf", "(number)", "A limit of the system.", |_, args| {
        let name = i32::try_from(args.int(0)?).map_err(|_| Raise::value_error("unrecognized configuration name"))?;
        // SAFETY: sysconf reads a number of the system; an unknown name answers -1.
        Ok(Value::Int(unsafe { libc::sysconf(name) }))
    }),
    Builtin::new("os._confstr", "(number)", "A text of the system's configuration.", |_, args| {
        let name = i32::try_from(args.int(0)?).map_err(|_| Raise::value_error("unrecognized configuration name"))?;
        // SAFETY: without a buffer confstr returns only the length, and 0 for an unknown name.
        let length = unsafe { libc::confstr(name, std::ptr::null_mut(), 0) };
        if length == 0 {
            return Err(os_error_about(&std::io::Error::last_os_error(), &[]));
        }
        let mut text = vec![0_u8; length];
        // SAFETY: the buffer has the given length.
        unsafe { libc::confstr(name, text.as_mut_ptr().cast(), length) };
        // The text ends with a null.
        text.pop();
        Ok(Value::str(String::from_utf8_lossy(&text)))
    }),
    Builtin::new("os._strerror", "(code)", "The words of an error's number.", |_, args| {
        let error = std::io::Error::from_raw_os_error(args.int(0)? as i32).to_string();
        Ok(Value::str(error.split(" (os error").next().unwrap_or_default()))
    }),
    Builtin::new("os._passwd", "()", "The file of users, as text.", |_, _| {
        Ok(Value::from(std::fs::read_to_string("/etc/passwd").unwrap_or_default()))
    }),
    Builtin::new("os._group", "()", "The file of groups, as text.", |_, _| {
        Ok(Value::from(std::fs::read_to_string("/etc/group").unwrap_or_default()))
    }),
];
