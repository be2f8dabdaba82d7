//! `getpass`: a line that is not shown while it is typed.

use tensorcell_language::{Builtin, ModuleDef, Value};

pub static GETPASS: ModuleDef = ModuleDef { name: "getpass", doc: "Passwords.", functions: FUNCTIONS, init: None };

static FUNCTIONS: &[Builtin] = &[Builtin::new(
    "getpass.getpass",
    "(prompt='Password: ', stream=None)",
    "Prompt for a password, which is not shown.",
    |vm, args| {
        let prompt = vm.str(args.get(0))?;
        Ok(Value::from(vm.host().input(&prompt, true)?))
    },
)];
