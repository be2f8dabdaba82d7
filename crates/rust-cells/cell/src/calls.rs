//! Serves the kernel's calls: functions that cells export, on a thread of their own.

use crate::wire::{self, Data, Function, Message, Parameter, Want};
use crate::{Result, device, link, output};
use std::collections::HashMap;
use std::os::unix::net::UnixStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

type Call = fn(Vec<Data>) -> Result<Data>;
static EXPORTS: Mutex<Option<HashMap<String, Call>>> = Mutex::new(None);

/// Connects to the kernel. The hidden first cell of a session ends in it.
#[doc(hidden)]
pub fn ready() -> Result<()> {
    link::open(|calls| {
        std::panic::set_hook(Box::new(output::hook));
        std::thread::Builder::new().name(output::CALLS.to_owned()).spawn(move || serve(calls)).map(drop)
    })?;
    link::tell(&Message::Print(false, String::new()))
}

/// Makes a function callable by the kernel.
#[doc(hidden)]
pub fn export_function(name: &str, doc: &str, parameters: &[(&str, &str, Want)], result: &str, call: Call) {
    link::lock(&EXPORTS).get_or_insert_default().insert(name.to_owned(), call);
    let parameter = |(name, written, want): &(&str, &str, Want)| Parameter {
        name: (*name).to_owned(),
        written: (*written).to_owned(),
        want: *want,
    };
    let parameters = parameters.iter().map(parameter).collect();
    let function = Function { name: name.to_owned(), doc: doc.to_owned(), parameters, result: result.to_owned() };
    let _ = link::tell(&Message::Register(function));
}

/// Serves the kernel's calls until it is gone, and then ends the process.
fn serve(mut stream: UnixStream) {
    let Ok(own) = stream.try_clone() else { return };
    link::serve_through(own);
    while let Ok(message) = wire::receive(&mut stream) {
        match message {
            Message::Call(name, arguments) => {
                let outcome = call(&name, arguments);
                if wire::send(&mut stream, &Message::Returned(outcome, link::take_released())).is_err() {
                    break;
                }
            }
            Message::Settle => {
                output::flush();
                device::synchronize();
                let _ = link::send_behind_requests(&Message::Settled);
            }
            _ => break,
        }
    }
    link::end_process()
}

fn call(name: &str, arguments: Vec<Data>) -> std::result::Result<Data, String> {
    let function = link::lock(&EXPORTS).as_ref().and_then(|exports| exports.get(name).copied());
    let function = function.ok_or_else(|| format!("no cell exports a function {name}"))?;
    match catch_unwind(AssertUnwindSafe(|| function(arguments))) {
        Ok(outcome) => {
            device::synchronize();
            outcome.map_err(|error| error.0)
        }
        Err(_) => Err(format!("{name} panicked: {}", output::latest_panic())),
    }
}
