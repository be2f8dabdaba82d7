//! The classes of open files.

use super::methods;
use super::stream::{Face, Stream};
use crate::builtins::repr::str_repr;
use crate::native::Native;
use crate::object::{Dict, Iter};
use crate::{Builtin, Class, Getter, Result, Value, Vm};
use std::any::Any;
use std::cell::OnceCell;
use std::rc::Rc;

thread_local! {
    static TEXT: Rc<Class> = class("TextIOWrapper", &methods::NEW_TEXT, "Text over a stream of bytes.",
        &[methods::COMMON, methods::TEXT], methods::TEXT_GETTERS);
    static BUFFERED: [Rc<Class>; 3] = [
        ("BufferedReader", &methods::NEW_READER),
        ("BufferedWriter", &methods::NEW_WRITER),
        ("BufferedRandom", &methods::NEW_RANDOM),
    ]
    .map(|(name, new)| class(name, new, "Bytes with a buffer.",
        &[methods::COMMON, methods::BYTES, methods::BUFFERED], methods::BUFFERED_GETTERS));
    static RAW: Rc<Class> = class("FileIO", &methods::NEW_RAW, "A file without a buffer.",
        &[methods::COMMON, methods::BYTES, methods::RAW], methods::RAW_GETTERS);
}

fn class(
    name: &str,
    new: &'static Builtin,
    doc: &'static str,
    methods: &[&'static [Builtin]],
    getters: &'static [Getter],
) -> Rc<Class> {
    let class = Class::native("_io", name, &[], Some(new), &[], methods::GETTERS, doc);
    methods.iter().for_each(|methods| class.define(*methods));
    class.define_getters(getters);
    class.shown_in_full()
}

/// The classes of open files, for `io`.
pub fn classes() -> Vec<Rc<Class>> {
    let mut all = vec![TEXT.with(Rc::clone), RAW.with(Rc::clone)];
    all.extend(BUFFERED.with(|buffered| buffered.to_vec()));
    all
}

impl Native for Stream {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        match (&self.face, self.readable, self.writable) {
            (Face::Text(_), ..) => TEXT.with(Rc::clone),
            (Face::Raw, ..) => RAW.with(Rc::clone),
            (Face::Buffered, true, true) => BUFFERED.with(|buffered| buffered[2].clone()),
            (Face::Buffered, readable, _) => BUFFERED.with(|buffered| buffered[usize::from(!readable)].clone()),
        }
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        let name = match self.shown_name(vm) {
            Some(name) => format!(" name={}", vm.repr(&name)?),
            None => String::new(),
        };
        Ok(match &self.face {
            Face::Raw if self.is_closed() => "<_io.FileIO [closed]>".to_owned(),
            Face::Raw => format!("<_io.FileIO{name} mode={} closefd=True>", str_repr(&self.mode.borrow())),
            Face::Buffered => format!("<_io.{}{name}>", self.class().name),
            Face::Text(coding) => {
                let mode = self.mode.borrow();
                let mode = if mode.is_empty() { String::new() } else { format!(" mode={}", str_repr(&mode)) };
                format!("<_io.TextIOWrapper{name}{mode} encoding={}>", str_repr(&coding.encoding.borrow()))
            }
        })
    }
    fn iter(&self, vm: &mut Vm, this: &Value) -> Result<Option<Value>> {
        self.check_readable(vm)?;
        self.with(vm, |_, _| Ok(()))?;
        let this = this.clone();
        Ok(Some(Iter::from_fn("file_iterator", move |vm| match this.downcast::<Stream>() {
            Some(stream) => stream.line(vm, usize::MAX),
            None => Ok(None),
        })))
    }
    fn enter(&self, vm: &mut Vm, this: &Value) -> Result<Option<Value>> {
        self.with(vm, |_, _| Ok(()))?;
        Ok(Some(this.clone()))
    }
    fn exit(&self, vm: &mut Vm) -> Result<()> {
        self.close(vm)
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        if let Ok(state) = self.state.try_borrow()
            && let Some(object) = state.as_ref().and_then(|buffer| buffer.device.object())
            && Rc::strong_count(&self.state) == 1
        {
            visit(object);
        }
        if let Some(own) = self.own.get() {
            visit(&Value::Dict(own.clone()));
        }
    }
    fn own(&self) -> Option<&OnceCell<Rc<Dict>>> {
        Some(&self.own)
    }
}
