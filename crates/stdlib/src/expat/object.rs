//! Holds an xmlparser object's state: its parser, handlers, options and waiting text.

use super::builder::Builder;
use super::event::{HANDLERS, Handler};
use super::parser::Parser;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tensorcell_language::builtins::clipped_index;
use tensorcell_language::object::Dict;
use tensorcell_language::{Raise, Result, Value, Vm, memory};

/// A parser with a program's handlers.
pub(super) struct XmlParser {
    pub parser: Parser,
    pub handlers: RefCell<Vec<Value>>,
    /// Which of the handlers for all other text was set last.
    pub default: Cell<Option<Handler>>,
    /// The handler of text was taken away by a handler: the text goes nowhere.
    pub drops_text: Cell<bool>,
    /// Text that waits, if text is joined.
    pub joined: RefCell<Option<String>>,
    pub joined_size: Cell<usize>,
    pub intern: Option<Rc<Dict>>,
    pub ordered: Cell<bool>,
    pub specified: Cell<bool>,
    pub triplets: Cell<bool>,
    pub in_callback: Cell<bool>,
    pub is_running: Cell<bool>,
    pub failed: RefCell<Option<Raise>>,
    pub lost_handlers: Cell<bool>,
    /// Takes elements and their text instead of the handlers.
    pub builder: RefCell<Option<Rc<Builder>>>,
}

/// How much text is joined, unless a program says so.
const JOINED_SIZE: usize = 8192;

impl XmlParser {
    pub fn new(parser: Parser, intern: Option<Rc<Dict>>) -> XmlParser {
        XmlParser {
            parser,
            handlers: RefCell::new(vec![Value::None; HANDLERS]),
            default: Cell::new(None),
            drops_text: Cell::new(false),
            joined: RefCell::default(),
            joined_size: Cell::new(JOINED_SIZE),
            intern,
            ordered: Cell::new(false),
            specified: Cell::new(false),
            triplets: Cell::new(false),
            in_callback: Cell::new(false),
            is_running: Cell::new(false),
            failed: RefCell::default(),
            lost_handlers: Cell::new(false),
            builder: RefCell::default(),
        }
    }

    pub fn handler(&self, handler: Handler) -> Value {
        self.handlers.borrow()[handler as usize].clone()
    }
    fn is_set(&self, handler: Handler) -> bool {
        !self.handlers.borrow()[handler as usize].is_none()
    }
    pub fn wants(&self, handler: Handler) -> bool {
        match handler {
            Handler::Default => self.default.get().is_some(),
            Handler::StartElement | Handler::EndElement => self.is_set(handler) || self.builder.borrow().is_some(),
            Handler::CharacterData => self.drops_text.get() || self.is_set(handler) || self.builder.borrow().is_some(),
            Handler::ExternalEntityRef => self.lost_handlers.get() || self.is_set(handler),
            handler => self.is_set(handler),
        }
    }
    pub fn default_handler(&self) -> Handler {
        self.default.get().unwrap_or(Handler::Default)
    }

    pub fn has_failed(&self) -> bool {
        self.failed.borrow().is_some()
    }
    /// Notes an exception, to be raised once the parser's run ends; no handler is called any more.
    pub fn fail(&self, raise: Raise) {
        self.fail_without_end(raise);
        self.parser.stop();
        self.handlers.borrow_mut().fill(Value::None);
        self.default.set(None);
        self.drops_text.set(false);
        self.lost_handlers.set(true);
    }
    pub fn fail_without_end(&self, raise: Raise) {
        self.failed.borrow_mut().get_or_insert(raise);
    }

    /// Calls a handler; none if it is not set.
    pub fn call(&self, vm: &mut Vm, handler: Handler, args: &[Value]) -> Result<Option<Value>> {
        let function = self.handler(handler);
        if function.is_none() {
            return Ok(None);
        }
        let before = self.in_callback.replace(true);
        let answer = vm.call(&function, args, &[]);
        self.in_callback.set(before);
        answer.map(Some)
    }
    pub fn take_text(&self, vm: &mut Vm, text: &str) -> Result<()> {
        let is_full = |joined: &String| joined.len() + text.len() > self.joined_size.get();
        let room = self.joined.borrow().as_ref().map(is_full);
        match room {
            None => return self.tell_text(vm, text),
            Some(true) => {
                self.flush(vm)?;
                if !self.is_set(Handler::CharacterData) {
                    return Ok(());
                }
                if text.len() > self.joined_size.get() {
                    return self.tell_text(vm, text);
                }
            }
            Some(false) => {}
        }
        if let Some(joined) = &mut *self.joined.borrow_mut() {
            memory::append(joined, text)?;
        }
        Ok(())
    }
    fn tell_text(&self, vm: &mut Vm, text: &str) -> Result<()> {
        self.call(vm, Handler::CharacterData, &[Value::str(text)]).map(drop)
    }
    /// Hands over the text that waits.
    pub fn flush(&self, vm: &mut Vm) -> Result<()> {
        let text = match &mut *self.joined.borrow_mut() {
            Some(joined) if !joined.is_empty() => std::mem::take(joined),
            _ => return Ok(()),
        };
        self.tell_text(vm, &text)
    }
    /// The one value for a text, from the table that the program gave.
    pub fn interned(&self, text: Option<&str>) -> Value {
        let (Some(intern), Some(text)) = (&self.intern, text) else {
            return text.map_or(Value::None, Value::str);
        };
        intern.get_str(text).unwrap_or_else(|| {
            let value = Value::str(text);
            intern.insert_str(text, value.clone());
            value
        })
    }

    /// The line, from 1 on, and the column of the current event.
    pub fn place(&self) -> (usize, usize) {
        let mut input = self.parser.input.borrow_mut();
        if let Some(at) = self.parser.event.get() {
            input.count_to(at);
        }
        let (line, column) = input.line_and_column();
        (line + 1, column)
    }
    pub fn byte_index(&self) -> i64 {
        let index = self.parser.event.get().map(|at| self.parser.input.borrow().byte_index(at));
        index.map_or(-1, |index| index as i64)
    }

    pub fn set_handler(&self, vm: &mut Vm, handler: Handler, value: Value) -> Result<()> {
        let is_none = value.is_none();
        match handler {
            Handler::CharacterData => {
                self.flush(vm)?;
                self.drops_text.set(is_none && self.in_callback.get());
            }
            Handler::Default | Handler::DefaultExpand => {
                self.default.set((!is_none).then_some(handler));
                self.parser.expands.set(handler == Handler::DefaultExpand);
            }
            Handler::ExternalEntityRef => self.lost_handlers.set(false),
            _ => {}
        }
        self.handlers.borrow_mut()[handler as usize] = value;
        Ok(())
    }
    pub fn set_joined(&self, vm: &mut Vm, joins: bool) -> Result<()> {
        if joins {
            self.joined.borrow_mut().get_or_insert_default();
        } else {
            self.flush(vm)?;
            *self.joined.borrow_mut() = None;
        }
        Ok(())
    }
    pub fn set_joined_size(&self, vm: &mut Vm, value: &Value) -> Result<()> {
        if !matches!(value.beneath(), Value::Int(_) | Value::Bool(_) | Value::BigInt(_)) {
            return Err(Raise::type_error("buffer_size must be an integer"));
        }
        let size = clipped_index(vm, value)?;
        if size <= 0 {
            return Err(Raise::value_error("buffer_size must be greater than zero"));
        }
        if size > i64::from(i32::MAX) {
            return Err(Raise::value_error(format!("buffer_size must not be greater than {}", i32::MAX)));
        }
        self.flush(vm)?;
        *self.joined.borrow_mut() = Some(String::new());
        self.joined_size.set(size as usize);
        Ok(())
    }
}
