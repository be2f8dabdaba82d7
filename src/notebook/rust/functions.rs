//! Exported functions: names of the notebook that run in the cells' process.
//!
//! Each becomes a function of the language with the Rust function's parameters, types and doc comment, so that
//! Shift-Tab, errors and tracebacks treat it like any other function.

use super::cells::with;
use super::process::Event;
use super::values::{needs_grad, raise, refuse_grad};
use super::wire::{Function, Message};
use super::{RUST, Rust};
use std::time::Duration;
use tensorcell_engine as engine;
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Exc, ModuleDef, Raise, Result, Value, Vm};

pub static MODULE: ModuleDef = ModuleDef {
    name: "tensorcell.rust",
    doc: "What Rust cells export: each function marked #[tensorcell_cell::export].",
    functions: &[Builtin::new(
        "tensorcell.rust.call",
        "(name, /, *arguments)",
        "Calls a function that a %%rust cell exports, by name. The name itself does the same.",
        call,
    )],
    init: None,
};

impl Rust {
    /// Binds the functions that a cell has exported. Every cell compiles the functions of earlier ones again. Only
    /// those in the cell's own source are bound, so that later changes of a name in the notebook stay.
    pub fn bind(&mut self, vm: &mut Vm, body: &str) -> Result<()> {
        for name in std::mem::take(&mut self.exported) {
            if !body.contains(&format!("fn {name}")) {
                continue;
            }
            let Some(function) = self.functions.get(&name) else { continue };
            let Value::Module(module) = vm.import("tensorcell.rust")? else { continue };
            vm.run_made(&format!("rust/{name}"), &definition(function), &module)?;
            let value = module.dict.get_str(&name).unwrap_or(Value::None);
            vm.globals().insert_str(&name, value);
        }
        Ok(())
    }
}

/// Returns the source of the wrapper function that calls a Rust function.
fn definition(function: &Function) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let parameters =
        function.parameters.iter().map(|parameter| format!("{}: {}", parameter.name, quoted(&parameter.written)));
    let names: String = function.parameters.iter().map(|parameter| format!(", {}", parameter.name)).collect();
    let doc = function.doc.replace('\\', "\\\\").replace('"', "\\\"");
    let doc = if doc.is_empty() { "A function of a Rust cell.".to_owned() } else { doc };
    format!(
        "def {name}({parameters}) -> {result}:\n    \"\"\"{doc}\"\"\"\n    return call(\"{name}\"{names})\n",
        name = function.name,
        parameters = parameters.collect::<Vec<_>>().join(", "),
        result = quoted(&function.result),
    )
}

fn call(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (name, arguments) = (args.str(0)?, args.rest(1));
    if RUST.with_borrow(Option::is_none) {
        return Err(gone(name));
    }
    with(vm, |vm, rust| rust.call(vm, name, arguments))
}

fn gone(name: &str) -> Raise {
    Raise::runtime(format!("the Rust function {name} is gone with the process that it was in"))
        .help("run the %%rust cell that defines it again")
}

impl Rust {
    fn call(&mut self, vm: &mut Vm, name: &str, arguments: &[Value]) -> Result<Value> {
        if self.process.calls.is_none() || self.lost {
            self.catch_up(vm)?;
            // A crashed cell leaves a fresh process without loaded functions.
            if self.process.calls.is_none() && self.functions.contains_key(name) {
                self.revive(vm)?;
            }
        }
        let Some(function) = self.functions.get(name) else { return Err(gone(name)) };
        let parameters = function.parameters.clone();
        if parameters.len() != arguments.len() {
            let (wants, given) = (parameters.len(), arguments.len());
            return Err(Raise::type_error(format!("{name}() takes {wants} arguments and {given} were given")));
        }
        if parameters.iter().any(|parameter| parameter.want.is_tensor()) {
            engine::flush();
        }
        let mut data = Vec::with_capacity(arguments.len());
        for (value, parameter) in arguments.iter().zip(&parameters) {
            if parameter.want.is_tensor() && needs_grad(value) {
                return Err(refuse_grad(name, &parameter.name));
            }
            data.push(self.data_of(value, parameter.want, &parameter.name, None).map_err(Raise::type_error)?);
        }
        let Some(calls) = &mut self.process.calls else { return Err(gone(name)) };
        if calls.send(&Message::Call(name.to_owned(), data)).is_err() {
            return Err(self.ended(vm, name));
        }
        let mut interrupted = false;
        loop {
            let Some(calls) = &mut self.process.calls else { return Err(self.ended(vm, name)) };
            match calls.receive() {
                Ok(Some(Message::Returned(outcome, released))) => {
                    let outcome = outcome.and_then(|data| self.value_of(data));
                    for hold in released {
                        self.held.remove(&hold);
                    }
                    return raise(outcome);
                }
                // A request or message of the function itself.
                Ok(Some(message)) => {
                    if let Some(answer) = self.respond(vm, message)
                        && let Some(calls) = &mut self.process.calls
                    {
                        let _ = calls.send(&Message::Answer(answer));
                    }
                }
                Ok(None) => {
                    // Threads that it has started use the other socket.
                    while let Some(event) = self.process.next(Duration::ZERO) {
                        match event {
                            Event::Cells(_, message) => self.serve(vm, message),
                            Event::Host(event) => self.handle(&event),
                            Event::CellsGone(_) => self.held.clear(),
                            _ => {}
                        }
                    }
                    if !interrupted && vm.check_interrupt().is_err() {
                        interrupted = true;
                        self.process.interrupt();
                    }
                }
                Err(_) if interrupted => {
                    self.forget(vm);
                    return Err(Raise::new(Exc::KeyboardInterrupt, "").help(
                        "Rust's variables are gone; its functions, and the notebook's tensors, are still there",
                    ));
                }
                Err(_) => return Err(self.ended(vm, name)),
            }
        }
    }

    fn ended(&mut self, vm: &mut Vm, name: &str) -> Raise {
        self.forget(vm);
        let how = self.signal.take().map(|signal| format!(": {signal}")).unwrap_or_default();
        Raise::runtime(format!("Rust's process ended in {name}{how}"))
            .help("Rust's variables are gone; its functions, and the notebook's tensors, are still there")
    }

    /// Cleans up after the cells' process has ended: releases its tensors and restarts it.
    fn forget(&mut self, vm: &mut Vm) {
        self.held.clear();
        while let Some(event) = self.process.next(Duration::from_millis(200)) {
            match event {
                Event::CellsGone(_) => break,
                Event::Host(event) => self.handle(&event),
                Event::Cells(_, message) => self.serve(vm, message),
                _ => {}
            }
        }
        self.process.calls = None;
        self.lost = self.revive(vm).is_err();
    }
}
