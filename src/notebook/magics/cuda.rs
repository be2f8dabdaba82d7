//! `%%cuda`: compiles a cell of CUDA C++ and binds its kernels to names of the notebook.

use super::print;
use crate::notebook::account;
use tensorcell_language::{Exc, Raise, Result, Value, Vm};
use tensorcell_torch::cuda::kernels;

pub fn cuda(vm: &mut Vm, line: &str, body: Option<&str>) -> Result<Value> {
    let Some(body) = body else {
        let raise = Raise::new(Exc::SyntaxError, "%cuda stands over a cell");
        return Err(raise.help("write %%cuda on the first line, and CUDA C++ below it"));
    };
    let (mut options, mut checked) = (Vec::new(), true);
    for option in line.split_whitespace() {
        match option {
            "--no-check" => checked = false,
            option => {
                kernels::check_option(option)?;
                options.push(option.to_owned());
            }
        }
    }
    let head = match line {
        "" => "%%cuda\n".to_owned(),
        line => format!("%%cuda {line}\n"),
    };
    let cell = format!("{head}{body}");
    for (name, kernel) in kernels::compile(vm, &account::cell(), &cell, head.len(), options, checked)? {
        vm.globals().insert_str(&name, kernel);
    }
    if !kernels::can_launch() {
        print("No CUDA device is here: the kernels of this cell were read, not compiled.\n");
    }
    Ok(Value::None)
}
