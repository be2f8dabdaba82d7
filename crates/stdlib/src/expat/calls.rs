//! Calls a program's handlers with the events of a document.

use super::dtd::{Model, Name, Part};
use super::encoding::Table;
use super::event::{Attribute, Event, Handler, Sink, Step, Text};
use super::faults::Fault;
use super::object::XmlParser;
use std::rc::Rc;
use tensorcell_language::builtins::index;
use tensorcell_language::{Exc, Raise, Result, Value, Vm};

/// A run of a parser, which calls its handlers.
pub(super) struct Caller<'a> {
    pub vm: &'a mut Vm,
    pub this: &'a XmlParser,
}

impl Sink for Caller<'_> {
    fn wants(&self, handler: Handler) -> bool {
        self.this.wants(handler)
    }

    fn event(&mut self, event: Event) -> bool {
        if self.this.has_failed() {
            return !matches!(event, Event::ExternalEntity { .. });
        }
        let builder = self.this.builder.borrow().clone();
        let done = match (event, builder) {
            (Event::StartElement { name, attributes, .. }, Some(builder)) => {
                builder.start(self.vm, name, attributes).map(|()| true)
            }
            (Event::EndElement(_), Some(builder)) => builder.end(self.vm).map(|()| true),
            (Event::Text(text), Some(builder)) => builder.data(text).map(|()| true),
            (Event::Text(text), None) => self.this.take_text(self.vm, text).map(|()| true),
            (event, _) => self.this.flush(self.vm).and_then(|()| self.handle(event)),
        };
        done.unwrap_or_else(|raise| {
            self.this.fail(raise);
            false
        })
    }

    fn table(&mut self, encoding: &str) -> Option<Rc<Table>> {
        if self.this.has_failed() {
            return None;
        }
        match table(self.vm, encoding) {
            Ok(table) => table.map(Rc::new),
            Err(raise) => {
                self.this.fail(raise);
                None
            }
        }
    }

    fn pause(&mut self) -> std::result::Result<(), Fault> {
        self.vm.check_interrupt().map_err(|raise| {
            self.this.fail(raise);
            Fault::Aborted
        })
    }

    fn nested(&mut self, step: Step) -> std::result::Result<(), Fault> {
        let this = self.this;
        let done = self.vm.nested(|vm| Ok(step(&mut Caller { vm, this })));
        done.unwrap_or_else(|raise| {
            this.fail(raise);
            Err(Fault::Aborted)
        })
    }
}

impl Caller<'_> {
    fn handle(&mut self, event: Event) -> Result<bool> {
        let (handler, args) = self.call_of(event);
        let answers = matches!(handler, Handler::NotStandalone | Handler::ExternalEntityRef);
        let answer = self.this.call(self.vm, handler, &args)?;
        match answer {
            Some(answer) if answers => match answer_of(self.vm, &answer) {
                Ok(answer) => Ok(answer),
                Err(raise) => {
                    // The handlers stay, as only the answer is of no use.
                    self.this.fail_without_end(raise);
                    Ok(true)
                }
            },
            _ => Ok(true),
        }
    }

    fn name(&self, name: &Rc<Name>) -> Value {
        name.value.get_or_init(|| self.this.interned(Some(&name.text))).clone()
    }
    fn text(&self, text: &Text) -> Value {
        self.this.interned(text.as_deref())
    }
    fn attributes(&self, attributes: &[Attribute]) -> Value {
        let pairs = attributes.iter().map(|(name, value)| (self.name(name), Value::str(value)));
        if self.this.ordered.get() {
            return Value::list(pairs.flat_map(|(name, value)| [name, value]).collect());
        }
        Value::dict(pairs)
    }

    /// The handler of an event and its arguments.
    fn call_of(&self, event: Event) -> (Handler, Vec<Value>) {
        let interned = |text: &str| self.this.interned(Some(text));
        match event {
            Event::StartElement { name, attributes, specified } => {
                let shown = if self.this.specified.get() { specified } else { attributes.len() };
                (Handler::StartElement, vec![self.name(name), self.attributes(&attributes[..shown])])
            }
            Event::EndElement(name) => (Handler::EndElement, vec![self.name(name)]),
            Event::Instruction(target, data) => {
                (Handler::ProcessingInstruction, vec![interned(target), Value::str(data)])
            }
            Event::Text(text) => (Handler::CharacterData, vec![Value::str(text)]),
            Event::StartNamespace(prefix, uri) => {
                (Handler::StartNamespaceDecl, vec![self.text(&prefix), self.this.interned(uri)])
            }
            Event::EndNamespace(prefix) => (Handler::EndNamespaceDecl, vec![self.text(&prefix)]),
            Event::Comment(text) => (Handler::Comment, vec![Value::str(text)]),
            Event::StartCdata => (Handler::StartCdataSection, Vec::new()),
            Event::EndCdata => (Handler::EndCdataSection, Vec::new()),
            Event::Default(text) => (self.this.default_handler(), vec![Value::str(text)]),
            Event::NotStandalone => (Handler::NotStandalone, Vec::new()),
            Event::XmlDecl { version, encoding, standalone } => {
                let standalone = standalone.map_or(-1, i64::from);
                (Handler::XmlDecl, vec![optional(version), optional(encoding), Value::Int(standalone)])
            }
            Event::Element(name, model) => (Handler::ElementDecl, vec![interned(name), model_of(model)]),
            Event::Attlist { element, attribute, kind, value, is_required } => {
                let names = [self.name(element), self.name(attribute)];
                let rest = [Value::str(kind), optional(value), flag(is_required)];
                (Handler::AttlistDecl, names.into_iter().chain(rest).collect())
            }
            Event::Skipped(name, is_parameter) => (Handler::SkippedEntity, vec![interned(name), flag(is_parameter)]),
            event => self.call_of_declaration(event),
        }
    }
    fn call_of_declaration(&self, event: Event) -> (Handler, Vec<Value>) {
        match event {
            Event::Unparsed { name, base, system, public, notation } => {
                let texts = [Some(name), base, system, public, notation];
                (Handler::UnparsedEntityDecl, texts.iter().map(|text| self.text(text)).collect())
            }
            Event::Notation { name, base, system, public } => {
                let texts = [Some(name), base, system, public];
                (Handler::NotationDecl, texts.iter().map(|text| self.text(text)).collect())
            }
            Event::ExternalEntity { context, base, system, public } => {
                let texts = [base, system, public];
                let rest = texts.iter().map(|text| self.text(text));
                (Handler::ExternalEntityRef, std::iter::once(optional(context)).chain(rest).collect())
            }
            Event::StartDoctype { name, system, public, has_subset } => {
                let texts = [self.this.interned(Some(name)), self.text(&system), self.text(&public)];
                (Handler::StartDoctypeDecl, texts.into_iter().chain([flag(has_subset)]).collect())
            }
            Event::Entity { name, is_parameter, value, base, system, public, notation } => {
                let begin = [self.this.interned(Some(&name)), flag(is_parameter), optional(value)];
                let rest = [base, system, public, notation];
                (Handler::EntityDecl, begin.into_iter().chain(rest.iter().map(|text| self.text(text))).collect())
            }
            _ => (Handler::EndDoctypeDecl, Vec::new()),
        }
    }
}

fn answer_of(vm: &mut Vm, answer: &Value) -> Result<bool> {
    match index(vm, answer)? {
        Value::Int(answer) => Ok(answer != 0),
        _ => Err(Raise::new(Exc::OverflowError, "Python int too large to convert to C long")),
    }
}

fn optional(text: Option<&str>) -> Value {
    text.map_or(Value::None, Value::str)
}

fn flag(is_set: bool) -> Value {
    Value::Int(i64::from(is_set))
}

/// The parts of an element's content as nested tuples.
fn model_of(model: &Model) -> Value {
    let mut made = vec![Value::None; model.parts.len()];
    for (at, Part { content, times, name, parts }) in model.parts.iter().enumerate().rev() {
        let inner = parts.iter().map(|part| std::mem::take(&mut made[*part])).collect();
        let (content, times) = (Value::Int(*content as i64), Value::Int(*times as i64));
        made[at] = Value::tuple(vec![content, times, optional(name.as_deref()), Value::tuple(inner)]);
    }
    made.into_iter().next().unwrap_or_default()
}

/// Bytes that Expat treats as markup or parts of names: an encoding must leave them as they are.
fn is_fixed(byte: usize) -> bool {
    let is_control = byte < 0x20 && !matches!(byte, 0x9 | 0xa | 0xd);
    byte < 0x7f && !is_control && !b"$@\\^`{}~".contains(&(byte as u8))
}

/// The characters of an encoding by its codec; None if it cannot be the encoding of a document.
fn table(vm: &mut Vm, encoding: &str) -> Result<Option<Table>> {
    let bytes = Value::bytes((0..=255).collect());
    let decoded = vm.call_method(&bytes, "decode", &[Value::str(encoding), Value::str("replace")])?;
    let chars: Vec<char> = decoded.as_str().unwrap_or_default().chars().collect();
    let Ok(chars) = <[char; 256]>::try_from(chars) else {
        return Err(Raise::value_error("multi-byte encodings are not supported"));
    };
    let is_usable = |byte: usize, c: char| {
        let stays = u32::from(c) as usize == byte;
        let becomes_fixed = c.is_ascii() && is_fixed(c as usize);
        stays || !(is_fixed(byte) || becomes_fixed || u32::from(c) > 0xffff)
    };
    if !chars.iter().enumerate().all(|(byte, c)| is_usable(byte, *c)) {
        return Ok(None);
    }
    Ok(Some(chars.map(|c| (!matches!(c, '\u{fffd}' | '\u{fffe}' | '\u{ffff}')).then_some(c))))
}
