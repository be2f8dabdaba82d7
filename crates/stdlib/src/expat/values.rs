//! Computes the values of attributes and entities: replaces references and normalizes spaces.

use super::dtd::{Entity, Shared};
use super::event::{Event, Handler, Sink};
use super::faults::Fault;
use super::markup;
use super::parser::{Account, Parser, Source};
use super::tokens::{self, Kind};
use tensorcell_language::memory;

/// How an attribute's value is read.
#[derive(Clone, Copy)]
struct Reading {
    is_cdata: bool,
    /// The value stands in a declaration.
    in_prolog: bool,
}

impl Parser {
    /// Returns the value of an attribute between its quotes.
    pub fn attribute_value(
        &self,
        out: &mut dyn Sink,
        source: &Source,
        (from, to): (usize, usize),
        is_cdata: bool,
        account: Account,
        in_prolog: bool,
    ) -> Result<String, Fault> {
        let mut value = Vec::new();
        self.append_attribute(out, source, (from, to), Reading { is_cdata, in_prolog }, account, &mut value)?;
        if !is_cdata && value.ends_with(b" ") {
            value.pop();
        }
        Ok(String::from_utf8(value).unwrap_or_default())
    }

    fn append_attribute(
        &self,
        out: &mut dyn Sink,
        source: &Source,
        (mut at, to): (usize, usize),
        reading: Reading,
        account: Account,
        value: &mut Vec<u8>,
    ) -> Result<(), Fault> {
        let text = &source.text[..to];
        loop {
            self.pause(out)?;
            let token = markup::attribute_value(text, at, self.reads_namespaces());
            self.account(token.kind, token.next - at, account)?;
            // A second space, or one at the beginning, is dropped unless the value is character data.
            let drops_space = !reading.is_cdata && matches!(value.last(), None | Some(b' '));
            match token.kind {
                Kind::None => return Ok(()),
                Kind::Data => append(value, &text[at..token.next])?,
                Kind::TrailingCr | Kind::AttributeSpace | Kind::Newline if drops_space => {}
                Kind::TrailingCr | Kind::AttributeSpace | Kind::Newline => append(value, b" ")?,
                Kind::CharRef => {
                    let c = tokens::referenced(&text[at..token.next]);
                    let c = c.ok_or_else(|| self.fault_at(source, at, Fault::BadCharRef))?;
                    if c != ' ' || !drops_space {
                        append(value, c.encode_utf8(&mut [0; 4]).as_bytes())?;
                    }
                }
                Kind::EntityRef => self.append_entity(out, source, (at, token.next), reading, value)?,
                Kind::Invalid => return Err(self.fault_at(source, token.next, Fault::InvalidToken)),
                _ => return Err(self.fault_at(source, at, Fault::InvalidToken)),
            }
            at = token.next;
        }
    }
    fn fault_at(&self, source: &Source, at: usize, fault: Fault) -> Fault {
        self.mark(source, at);
        fault
    }

    fn append_entity(
        &self,
        out: &mut dyn Sink,
        source: &Source,
        (at, next): (usize, usize),
        reading: Reading,
        value: &mut Vec<u8>,
    ) -> Result<(), Fault> {
        let name = source.str(at + 1, next - 1);
        if let Some(text) = tokens::predefined(name.as_bytes()) {
            self.account_predefined();
            return append(value, text.as_bytes());
        }
        let entity = self.dtd.borrow().entities.get(name).cloned();
        let is_checked = self.checks_entities(reading.in_prolog);
        let Some(entity) = entity else {
            return if is_checked { Err(Fault::UndefinedEntity) } else { Ok(()) };
        };
        let text = {
            let entity = entity.borrow();
            if is_checked && !entity.is_internal {
                return Err(Fault::EntityDeclaredInPe);
            }
            if entity.open.get() {
                return Err(self.fault_at(source, at, Fault::RecursiveEntityRef));
            }
            if entity.notation.is_some() {
                return Err(self.fault_at(source, at, Fault::BinaryEntityRef));
            }
            entity.text.clone()
        };
        let text = text.ok_or_else(|| self.fault_at(source, at, Fault::AttributeExternalEntityRef))?;
        let (end, inner) = (text.len(), Source { text, is_main: false });
        entity.borrow().open.set(true);
        let expansion = Account::Expansion;
        out.nested(&mut |out| self.append_attribute(out, &inner, (0, end), reading, expansion, value))?;
        entity.borrow().open.set(false);
        Ok(())
    }
    /// Whether an entity must be declared where it is named.
    fn checks_entities(&self, in_prolog: bool) -> bool {
        let dtd = self.dtd.borrow();
        if !in_prolog {
            return !dtd.has_parameter_refs || dtd.is_standalone;
        }
        let is_sure = if dtd.is_standalone { self.open_entities.borrow().is_empty() } else { !dtd.has_parameter_refs };
        self.roles.borrow().in_document && is_sure
    }

    /// Reads the value of an entity into the declarations' own text, up to the end of a literal or of an external entity.
    pub fn store_value(
        &self,
        out: &mut dyn Sink,
        source: &Source,
        range: (usize, usize),
        account: Account,
    ) -> Result<(), Fault> {
        let before = self.in_value.replace(true);
        let done = self.append_value(out, source, range, account);
        self.in_value.set(before);
        done
    }
    /// Reads the text of an external parameter entity within an entity's value.
    pub fn store_external_value(
        &self,
        out: &mut dyn Sink,
        source: &Source,
        from: usize,
        to: usize,
    ) -> Result<(), Fault> {
        self.store_value(out, source, (from, to), Account::Direct)
    }

    fn append_value(
        &self,
        out: &mut dyn Sink,
        source: &Source,
        (mut at, to): (usize, usize),
        account: Account,
    ) -> Result<(), Fault> {
        let text = &source.text[..to];
        loop {
            self.pause(out)?;
            let token = markup::entity_value(text, at, self.reads_namespaces());
            self.account(token.kind, token.next - at, account)?;
            let read = &text[at..token.next.max(at)];
            match token.kind {
                Kind::None => return Ok(()),
                Kind::EntityRef | Kind::Data => self.append_to_value(read)?,
                Kind::TrailingCr | Kind::Newline => self.append_to_value(b"\n")?,
                Kind::CharRef => {
                    let c = tokens::referenced(read).ok_or_else(|| self.fault_at(source, at, Fault::BadCharRef))?;
                    self.append_to_value(c.encode_utf8(&mut [0; 4]).as_bytes())?;
                }
                Kind::ParameterRef if self.is_parameter || !source.is_main => {
                    if !self.append_parameter(out, source, at, token.next)? {
                        return Ok(());
                    }
                }
                Kind::ParameterRef => {
                    // Within the document's own declarations such references may stand only between them.
                    self.event.set(Some(at));
                    return Err(Fault::ParamEntityRef);
                }
                Kind::Invalid => return Err(self.fault_at(source, token.next, Fault::InvalidToken)),
                _ => return Err(self.fault_at(source, at, Fault::InvalidToken)),
            }
            at = token.next;
        }
    }
    fn append_to_value(&self, text: &[u8]) -> Result<(), Fault> {
        append(&mut self.dtd.borrow_mut().value, text)
    }
    /// Appends the text of a parameter entity to a value; false if it is not known, which ends the value.
    fn append_parameter(&self, out: &mut dyn Sink, source: &Source, at: usize, next: usize) -> Result<bool, Fault> {
        let entity = self.dtd.borrow().parameters.get(source.str(at + 1, next - 1)).cloned();
        let Some(entity) = entity else {
            self.skip_declarations();
            return Ok(false);
        };
        let is_declared_now =
            self.declaration.borrow().entity.as_ref().is_some_and(|declared| std::rc::Rc::ptr_eq(declared, &entity));
        if entity.borrow().open.get() || is_declared_now {
            return Err(self.fault_at(source, at, Fault::RecursiveEntityRef));
        }
        let (is_external, text) = {
            let entity = entity.borrow();
            (entity.system.is_some(), entity.text.clone())
        };
        if is_external {
            if self.read_parameter(out, &entity)? != Some(true) {
                self.skip_declarations();
            }
            return Ok(true);
        }
        let text = text.unwrap_or_default();
        let (end, inner) = (text.len(), Source { text, is_main: false });
        entity.borrow().open.set(true);
        out.nested(&mut |out| self.store_value(out, &inner, (0, end), Account::Expansion))?;
        entity.borrow().open.set(false);
        Ok(true)
    }

    /// Declarations that were skipped may have been the first of a name: later ones do not count, unless the document says that
    /// it stands alone.
    pub fn skip_declarations(&self) {
        let mut dtd = self.dtd.borrow_mut();
        dtd.keeps_on = dtd.is_standalone;
    }
    /// Asks the program to read an external parameter entity; whether it did, None if it has no handler.
    pub fn read_parameter(&self, out: &mut dyn Sink, entity: &Shared<Entity>) -> Result<Option<bool>, Fault> {
        if !out.wants(Handler::ExternalEntityRef) {
            return Ok(None);
        }
        self.dtd.borrow_mut().parameter_was_read = false;
        let (base, system, public) = {
            let entity = entity.borrow();
            (entity.base.clone(), entity.system.clone(), entity.public.clone())
        };
        entity.borrow().open.set(true);
        let is_read = out.event(Event::ExternalEntity { context: None, base, system, public });
        entity.borrow().open.set(false);
        if is_read { Ok(Some(self.dtd.borrow().parameter_was_read)) } else { Err(Fault::ExternalEntityHandling) }
    }
}

fn append(value: &mut Vec<u8>, more: &[u8]) -> Result<(), Fault> {
    memory::append_bytes(value, more).map_err(|_| Fault::NoMemory)
}
