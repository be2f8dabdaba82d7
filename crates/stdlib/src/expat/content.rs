//! Reads the content of elements: tags, text, references and CDATA sections.

use super::dtd::{Entity, Shared};
use super::event::{Event, Handler, Sink};
use super::faults::Fault;
use super::parser::{Account, Parser, Progress, Source, Tag};
use super::tokens::{self, Kind, Token};

impl Parser {
    /// Reads content up to the end of a text or of the document's element. `level`: how many elements were open at its beginning.
    pub fn content(
        &self,
        out: &mut dyn Sink,
        source: &Source,
        mut at: usize,
        level: usize,
        more: bool,
        account: Account,
    ) -> Progress {
        let end = source.text.len();
        self.mark(source, at);
        loop {
            self.pause(out)?;
            let token = tokens::content(&source.text, at, self.reads_namespaces());
            let is_trailing = matches!(token.kind, Kind::TrailingCr | Kind::TrailingBrackets);
            let used = if !is_trailing {
                token.next
            } else if more {
                at
            } else {
                end
            };
            self.account(token.kind, used - at, account)?;
            match token.kind {
                Kind::TrailingCr | Kind::TrailingBrackets | Kind::None | Kind::Partial | Kind::PartialChar if more => {
                    return Ok(at);
                }
                Kind::TrailingCr | Kind::TrailingBrackets => return self.trailing(out, source, at, token.kind, level),
                Kind::None if source.is_main && self.input.borrow().has_half_unit() => {
                    return Err(Fault::UnclosedToken);
                }
                Kind::None => return self.end_of_content(level).map(|()| at),
                Kind::Invalid => {
                    self.mark(source, token.next);
                    return Err(Fault::InvalidToken);
                }
                Kind::Partial => return Err(Fault::UnclosedToken),
                Kind::PartialChar => return Err(Fault::PartialChar),
                Kind::EntityRef => self.entity_reference(out, source, at, token.next)?,
                Kind::StartTag => self.start_tag(out, source, at, token.next, account)?,
                Kind::EmptyElement => {
                    self.empty_element(out, source, at, token.next)?;
                    if self.level.get() == 0 && self.goes_on().is_ok() {
                        return self.epilog(out, token.next);
                    }
                }
                Kind::EndTag => {
                    self.end_tag(out, source, at, token.next, level)?;
                    if self.level.get() == 0 && self.goes_on().is_ok() {
                        return self.epilog(out, token.next);
                    }
                }
                Kind::CharRef => self.character(out, source, at, token.next)?,
                Kind::Newline => self.text(out, source, at, token.next, "\n"),
                Kind::Data => self.data(out, source, at, token.next),
                Kind::CdataOpen => {
                    let (next, is_closed) = self.cdata_section(out, source, at, token.next, more, account)?;
                    if !is_closed {
                        return Ok(next);
                    }
                    at = next;
                    self.mark(source, at);
                    self.goes_on()?;
                    continue;
                }
                Kind::Instruction => self.instruction(out, source, at, token.next),
                Kind::Comment => self.comment(out, source, at, token.next),
                Kind::Declaration => return Err(Fault::MisplacedXmlPi),
                _ => self.default(out, source, at, token.next),
            }
            at = token.next;
            self.mark(source, at);
            self.goes_on()?;
        }
    }
    /// The elements of a text must end in it.
    fn end_of_content(&self, level: usize) -> Result<(), Fault> {
        match level {
            0 => Err(Fault::NoElements),
            level if level != self.level.get() => Err(Fault::AsyncEntity),
            _ => Ok(()),
        }
    }
    /// A line end or brackets at the end of all text.
    fn trailing(&self, out: &mut dyn Sink, source: &Source, at: usize, kind: Kind, level: usize) -> Progress {
        let end = source.text.len();
        if kind == Kind::TrailingCr {
            self.text(out, source, at, end, "\n");
        } else {
            self.data(out, source, at, end);
        }
        let done = self.end_of_content(level);
        if done.is_err() && kind == Kind::TrailingBrackets {
            self.mark(source, end);
        }
        done.map(|()| end)
    }

    /// Data that differs from its text in the document.
    fn text(&self, out: &mut dyn Sink, source: &Source, at: usize, next: usize, text: &str) {
        if out.wants(Handler::CharacterData) {
            out.event(Event::Text(text));
        } else {
            self.default(out, source, at, next);
        }
    }
    fn data(&self, out: &mut dyn Sink, source: &Source, at: usize, next: usize) {
        if out.wants(Handler::CharacterData) {
            self.in_pieces(source, at, next, |piece| {
                out.event(Event::Text(piece));
            });
        } else {
            self.default(out, source, at, next);
        }
    }
    fn character(&self, out: &mut dyn Sink, source: &Source, at: usize, next: usize) -> Result<(), Fault> {
        let c = tokens::referenced(&source.text[at..next]).ok_or(Fault::BadCharRef)?;
        self.text(out, source, at, next, c.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn start_tag(
        &self,
        out: &mut dyn Sink,
        source: &Source,
        at: usize,
        next: usize,
        account: Account,
    ) -> Result<(), Fault> {
        self.level.set(self.level.get() + 1);
        let started = self.started(out, source, at, account, false)?;
        if out.wants(Handler::StartElement) {
            let (attributes, specified) = (&started.attributes[..], started.specified);
            out.event(Event::StartElement { name: &started.name, attributes, specified });
        } else {
            self.default(out, source, at, next);
        }
        let tag = Tag { element: started.element, name: started.name, bindings: started.bindings };
        self.tags.borrow_mut().push(tag);
        Ok(())
    }
    fn empty_element(&self, out: &mut dyn Sink, source: &Source, at: usize, next: usize) -> Result<(), Fault> {
        let started = self.started(out, source, at, Account::None, true)?;
        let (starts, mut handled) = (out.wants(Handler::StartElement), false);
        if starts {
            let (attributes, specified) = (&started.attributes[..], started.specified);
            out.event(Event::StartElement { name: &started.name, attributes, specified });
            handled = true;
        }
        if out.wants(Handler::EndElement) {
            if out.wants(Handler::StartElement) {
                self.mark(source, next);
            }
            out.event(Event::EndElement(&started.name));
            handled = true;
        }
        if !handled {
            self.default(out, source, at, next);
        }
        self.unbind(out, started.bindings);
        Ok(())
    }
    fn end_tag(&self, out: &mut dyn Sink, source: &Source, at: usize, next: usize, level: usize) -> Result<(), Fault> {
        if self.level.get() == level {
            return Err(Fault::AsyncEntity);
        }
        let Some(tag) = self.tags.borrow_mut().pop() else { return Err(Fault::AsyncEntity) };
        let rest = &source.text[at + 2..next - 1];
        let name = rest.trim_ascii_end();
        if name != tag.element.name.text.as_bytes() {
            self.mark(source, at + 2);
            self.tags.borrow_mut().push(tag);
            return Err(Fault::TagMismatch);
        }
        self.level.set(self.level.get() - 1);
        if out.wants(Handler::EndElement) {
            out.event(Event::EndElement(&tag.name));
        } else {
            self.default(out, source, at, next);
        }
        self.unbind(out, tag.bindings);
        Ok(())
    }

    fn entity_reference(&self, out: &mut dyn Sink, source: &Source, at: usize, next: usize) -> Result<(), Fault> {
        let name = source.str(at + 1, next - 1);
        if let Some(text) = tokens::predefined(name.as_bytes()) {
            self.account_predefined();
            self.text(out, source, at, next, text);
            return Ok(());
        }
        let (entity, is_checked) = {
            let dtd = self.dtd.borrow();
            (dtd.entities.get(name).cloned(), !dtd.has_parameter_refs || dtd.is_standalone)
        };
        let Some(entity) = entity else {
            return if is_checked { Err(Fault::UndefinedEntity) } else { self.skip(out, source, at, next, name) };
        };
        let text = {
            let entity = entity.borrow();
            if is_checked && !entity.is_internal {
                return Err(Fault::EntityDeclaredInPe);
            }
            if entity.open.get() {
                return Err(Fault::RecursiveEntityRef);
            }
            if entity.notation.is_some() {
                return Err(Fault::BinaryEntityRef);
            }
            entity.text.clone()
        };
        match text {
            Some(_) if !self.expands.get() => self.skip(out, source, at, next, name),
            Some(text) => self.expand(out, &entity, Source { text, is_main: false }),
            None if out.wants(Handler::ExternalEntityRef) => self.external(out, &entity),
            None => {
                self.default(out, source, at, next);
                Ok(())
            }
        }
    }
    fn skip(&self, out: &mut dyn Sink, source: &Source, at: usize, next: usize, name: &str) -> Result<(), Fault> {
        if out.wants(Handler::SkippedEntity) {
            out.event(Event::Skipped(name, false));
        } else {
            self.default(out, source, at, next);
        }
        Ok(())
    }
    /// Reads the text of an internal entity as content.
    fn expand(&self, out: &mut dyn Sink, entity: &Shared<Entity>, source: Source) -> Result<(), Fault> {
        entity.borrow().open.set(true);
        self.open_entities.borrow_mut().push(false);
        let level = self.level.get();
        out.nested(&mut |out| self.content(out, &source, 0, level, false, Account::Expansion).map(drop))?;
        self.open_entities.borrow_mut().pop();
        entity.borrow().open.set(false);
        Ok(())
    }
    fn external(&self, out: &mut dyn Sink, entity: &Shared<Entity>) -> Result<(), Fault> {
        entity.borrow().open.set(true);
        let context = self.context();
        entity.borrow().open.set(false);
        let (base, system, public) = {
            let entity = entity.borrow();
            (entity.base.clone(), entity.system.clone(), entity.public.clone())
        };
        let event = Event::ExternalEntity { context: Some(&context), base, system, public };
        if out.event(event) { Ok(()) } else { Err(Fault::ExternalEntityHandling) }
    }

    fn cdata_section(
        &self,
        out: &mut dyn Sink,
        source: &Source,
        at: usize,
        next: usize,
        more: bool,
        account: Account,
    ) -> Result<(usize, bool), Fault> {
        if out.wants(Handler::StartCdataSection) {
            out.event(Event::StartCdata);
        } else {
            self.default(out, source, at, next);
        }
        let done = self.cdata(out, source, next, more, account)?;
        if !done.1 {
            self.stays_in_cdata();
        }
        Ok(done)
    }
    /// Reads a CDATA section up to its end, or up to that of a text of which more may come.
    pub fn cdata(
        &self,
        out: &mut dyn Sink,
        source: &Source,
        mut at: usize,
        more: bool,
        account: Account,
    ) -> Result<(usize, bool), Fault> {
        self.mark(source, at);
        loop {
            self.pause(out)?;
            let Token { kind, next, .. } = tokens::cdata(&source.text, at);
            self.account(kind, next - at, account)?;
            match kind {
                Kind::CdataClose => {
                    if out.wants(Handler::EndCdataSection) {
                        out.event(Event::EndCdata);
                    } else {
                        self.default(out, source, at, next);
                    }
                    self.goes_on()?;
                    return Ok((next, true));
                }
                Kind::Newline => self.text(out, source, at, next, "\n"),
                Kind::Data => self.data(out, source, at, next),
                Kind::Invalid => {
                    self.mark(source, next);
                    return Err(Fault::InvalidToken);
                }
                _ if more => return Ok((at, false)),
                Kind::PartialChar => return Err(Fault::PartialChar),
                _ => return Err(Fault::UnclosedCdataSection),
            }
            at = next;
            self.mark(source, at);
            self.goes_on()?;
        }
    }

    pub fn instruction(&self, out: &mut dyn Sink, source: &Source, at: usize, next: usize) {
        if !out.wants(Handler::ProcessingInstruction) {
            return self.default(out, source, at, next);
        }
        let text = source.str(at + 2, next - 2);
        let is_space = |c| matches!(c, ' ' | '\t' | '\r' | '\n');
        let (target, data) = text.split_once(is_space).unwrap_or((text, ""));
        out.event(Event::Instruction(target, &with_plain_lines(data.trim_start_matches(is_space))));
    }
    pub fn comment(&self, out: &mut dyn Sink, source: &Source, at: usize, next: usize) {
        if !out.wants(Handler::Comment) {
            return self.default(out, source, at, next);
        }
        out.event(Event::Comment(&with_plain_lines(source.str(at + 4, next - 3))));
    }
}

/// A text whose lines all end with a line feed.
fn with_plain_lines(text: &str) -> std::borrow::Cow<'_, str> {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text.into() }
}
