//! `getpass`: reads a line without echo, and returns the user's name.

use tensorcell_language::{Builtin, Exc, ModuleDef, Raise, Result, Value, Vm};

pub static GETPASS: ModuleDef = ModuleDef {
    name: "getpass",
    doc: "Passwords.",
    functions: FUNCTIONS,
    init: Some(|vm, module| vm.run_prelude("getpass.py", include_str!("getpass.py"), module)),
};

static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "getpass.getpass",
        "(prompt='Password: ', stream=None)",
        "Prompt for a password, which is not shown.",
        |vm, args| {
            let prompt = vm.str(args.get(0))?;
            Ok(Value::from(vm.host().input(&prompt, true)?))
        },
    ),
    Builtin::new(
        "getpass.getuser",
        "()",
        "The name of the user, by the environment or the password database.",
        |vm, _| user(vm),
    ),
];

/// Reads `os.environ`, which the program may have changed.
fn user(vm: &mut Vm) -> Result<Value> {
    let os = vm.import("os")?;
    for name in ["LOGNAME", "USER", "LNAME", "USERNAME"] {
        let value = vm.call_method(&os, "getenv", &[Value::str(name)])?;
        if vm.truth(&value)? {
            return Ok(value);
        }
    }
    let own = vm.call_method(&os, "getuid", &[])?;
    let pwd = vm.import("pwd")?;
    match vm.call_method(&pwd, "getpwuid", &[own]) {
        Ok(entry) => vm.get_attr(&entry, "pw_name"),
        Err(error) if error.is(Exc::KeyError) => Err(Raise::new(Exc::OSError, "No username set in the environment")),
        Err(error) => Err(error),
    }
}
