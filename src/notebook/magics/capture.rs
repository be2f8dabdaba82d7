//! `%%capture`: stores a cell's output and displays instead of showing them.

use super::{evaluate_below, options};
use crate::notebook::front::{front, pass_to_outer, with_front};
use tensorcell_jupyter::{Bundle, Display, Frontend, Stream};
use tensorcell_language::threads::Ident;
use tensorcell_language::{Raise, Result, Value, Vm};

/// Stores the requested kinds of output, and passes others on.
struct Capture<'a> {
    outer: &'a mut dyn Frontend,
    stdout: Option<String>,
    stderr: Option<String>,
    displays: Option<Vec<Display>>,
}

impl Frontend for Capture<'_> {
    fn stream(&mut self, stream: Stream, text: &str) {
        let kept = if stream == Stream::Stdout { &mut self.stdout } else { &mut self.stderr };
        match kept {
            Some(kept) => kept.push_str(text),
            None => self.outer.stream(stream, text),
        }
    }
    fn display(&mut self, display: Display) {
        match &mut self.displays {
            // An update replaces the stored display of the same id.
            Some(kept) if display.update => {
                for earlier in kept.iter_mut().filter(|earlier| earlier.display_id == display.display_id) {
                    *earlier = display.clone();
                }
            }
            Some(kept) => kept.push(display),
            None => self.outer.display(display),
        }
    }
    fn execute_result(&mut self, data: Bundle, metadata: Bundle) {
        self.display(Display { data, metadata, ..Display::default() });
    }
    fn clear_output(&mut self, wait: bool) {
        match &mut self.displays {
            Some(kept) => {
                kept.clear();
                self.stdout.iter_mut().for_each(String::clear);
                self.stderr.iter_mut().for_each(String::clear);
            }
            None => self.outer.clear_output(wait),
        }
    }
    pass_to_outer!();
}

pub fn capture(vm: &mut Vm, line: &str, body: Option<&str>) -> Result<Value> {
    // IPython's long names of the three options.
    let line = ["stdout", "stderr", "display"]
        .iter()
        .zip(["-o", "-e", "-d"])
        .fold(line.to_owned(), |line, (name, short)| line.replace(&format!("--no-{name}"), short));
    let options = options::parse("capture", &line)?;
    let name = options.rest;
    if !name.is_empty() && !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return Err(Raise::value_error(format!("%%capture needs a name to keep the output under, not '{name}'")));
    }
    let kept = front(|outer| {
        let mut capture = Capture {
            outer,
            stdout: (!options.has('o')).then(String::new),
            stderr: (!options.has('e')).then(String::new),
            displays: (!options.has('d')).then(Vec::new),
        };
        // A front end on this thread's stack must not be visible to other threads; the main thread's outlives its turns.
        let is_main = vm.thread() == Ident::MAIN;
        if !is_main {
            vm.hold_turn();
        }
        let outcome = with_front(&mut capture, || {
            let value = evaluate_below(vm, body.unwrap_or_default())?;
            // The value of the last line would have been displayed.
            if let Some(value) = value {
                let display = crate::notebook::rich::of(vm, &value)?;
                front(|front| front.display(display));
            }
            Ok(())
        });
        if !is_main {
            vm.release_turn();
        }
        (outcome, capture.stdout, capture.stderr, capture.displays)
    });
    let Some((outcome, stdout, stderr, displays)) = kept else {
        return Ok(Value::None);
    };
    if !name.is_empty() {
        let outputs = displays.unwrap_or_default().into_iter();
        let outputs = outputs.map(|display| Ok(Value::pair(bundle(vm, display.data)?, bundle(vm, display.metadata)?)));
        let outputs = Value::list(outputs.collect::<Result<Vec<_>>>()?);
        let module = vm.import("IPython.utils.capture")?;
        let class = vm.get_attr(&module, "CapturedIO")?;
        let texts = [stdout, stderr].map(|text| Value::str(text.unwrap_or_default()));
        let [stdout, stderr] = texts;
        let captured = vm.call(&class, &[stdout, stderr, outputs], &[])?;
        vm.globals().insert_str(name, captured);
    }
    outcome.map(|()| Value::None)
}

/// Converts a bundle to a dict of the language.
fn bundle(vm: &mut Vm, bundle: Bundle) -> Result<Value> {
    let json = vm.import("json")?;
    vm.call_method(&json, "loads", &[Value::from(serde_json::Value::Object(bundle).to_string())])
}
