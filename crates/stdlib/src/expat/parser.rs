//! The parser: what it has read, and the steps from one part of a document to the next.

use super::dtd::{AttributeId, Binding, Dtd, ElementType, Entity, Prefix, Shared};
use super::encoding::{Encoding, Named};
use super::event::{Event, Handler, Sink, Text};
use super::faults::Fault;
use super::input::Input;
use super::markup;
use super::roles::Roles;
use super::tokens::{self, Kind, Token};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Where the next token begins, or what is wrong.
pub(super) type Progress = Result<usize, Fault>;

/// Whether and how names are joined with their namespaces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Namespaces {
    Ignored,
    /// Without a separator.
    Joined,
    Separated(u8),
}

/// When parameter entities outside of the document are read, by Expat's numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ParameterEntities {
    Never = 0,
    UnlessStandalone = 1,
    Always = 2,
}

/// The part of a document that is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    PrologStart,
    Prolog,
    Content,
    Cdata,
    Epilog,
    Ignored,
    EntityStart,
    EntityMark,
    EntityDeclaration,
    EntityContent,
    ParameterStart,
    Parameter,
    ValueStart,
    Value,
    Failed,
}

/// Whether a parser has begun and ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Fresh,
    Parsing,
    Finished,
}

/// Whose bytes are counted against the limit of what entities may grow to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Account {
    /// They were counted before.
    None,
    Direct,
    Expansion,
}

/// How much was read, and how much entities made of it.
#[derive(Default)]
pub(super) struct Grown {
    direct: Cell<usize>,
    indirect: Cell<usize>,
}

impl Grown {
    /// From so many bytes on the limit holds.
    const THRESHOLD: usize = 8 << 20;
    /// How much more than the document the result may be.
    const MOST: f32 = 100.0;
    /// The shortest text that includes another: `<!ENTITY a SYSTEM 'b'>`.
    const SHORTEST: usize = 22;

    fn add(&self, bytes: usize, is_direct: bool) -> Result<(), Fault> {
        let target = if is_direct { &self.direct } else { &self.indirect };
        target.set(target.get() + bytes);
        let (direct, indirect) = (self.direct.get(), self.indirect.get());
        let input = if direct == 0 { Self::SHORTEST } else { direct };
        let factor = (input + indirect) as f32 / input as f32;
        if direct + indirect >= Self::THRESHOLD && factor > Self::MOST {
            return Err(Fault::AmplificationLimitBreach);
        }
        Ok(())
    }
}

/// A text that is read: the document's or an entity's.
pub(super) struct Source {
    pub text: Rc<Vec<u8>>,
    /// The document's own; only there places count.
    pub is_main: bool,
}

impl Source {
    pub fn str(&self, from: usize, to: usize) -> &str {
        std::str::from_utf8(&self.text[from..to]).unwrap_or_default()
    }
}

/// A namespace that an element declares, and what its prefix stood for before.
pub(super) struct Declared {
    pub prefix: Rc<Prefix>,
    pub before: Option<Rc<Binding>>,
}

/// An element that is open.
pub(super) struct Tag {
    pub element: Rc<ElementType>,
    pub name: Rc<super::dtd::Name>,
    pub bindings: Vec<Declared>,
}

/// The declaration that is being read.
#[derive(Default)]
pub(super) struct Declaration {
    pub doctype: Option<String>,
    pub system: Text,
    pub public: Text,
    pub has_system: bool,
    pub entity: Option<Shared<Entity>>,
    pub notation: Option<Rc<str>>,
    pub notation_public: Text,
    pub element: Option<Rc<ElementType>>,
    pub attribute: Option<Rc<AttributeId>>,
    pub is_cdata: bool,
    pub is_id: bool,
    /// The attribute's type, with its values so far.
    pub kind: Option<String>,
    /// What separates the parts of each group, from the outermost inwards.
    pub connectors: Vec<Option<Connector>>,
}

/// What stands between the parts of a group.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Connector {
    Comma,
    Bar,
}

/// A parser of one document or external entity.
pub(super) struct Parser {
    pub namespaces: Namespaces,
    /// Names of elements and attributes end with their prefixes.
    pub triplets: Cell<bool>,
    /// Entities of the document itself are replaced by their texts.
    pub expands: Cell<bool>,
    pub foreign_dtd: Cell<bool>,
    pub parameter_entities: Cell<ParameterEntities>,
    pub base: RefCell<Text>,
    /// The encoding that the program gave.
    given: RefCell<Text>,
    pub input: RefCell<Input>,
    pub event: Cell<Option<usize>>,
    pub fault: Cell<Option<Fault>>,
    pub status: Cell<Status>,
    is_stopped: Cell<bool>,
    stage: Cell<Stage>,
    pub dtd: Rc<RefCell<Dtd>>,
    pub roles: RefCell<Roles>,
    pub in_value: Cell<bool>,
    pub declaration: RefCell<Declaration>,
    pub tags: RefCell<Vec<Tag>>,
    pub level: Cell<usize>,
    inherited: RefCell<Vec<Declared>>,
    /// For each internal entity being read, whether it stands between declarations.
    pub open_entities: RefCell<Vec<bool>>,
    pub is_parameter: bool,
    pub is_root: bool,
    grown: Rc<Grown>,
    steps: Cell<u32>,
}

impl Parser {
    pub fn new(encoding: Option<&str>, namespaces: Namespaces) -> Parser {
        Parser {
            namespaces,
            triplets: Cell::new(false),
            expands: Cell::new(true),
            foreign_dtd: Cell::new(false),
            parameter_entities: Cell::new(ParameterEntities::Never),
            base: RefCell::default(),
            given: RefCell::new(encoding.map(Into::into)),
            input: RefCell::new(Input::new(None)),
            event: Cell::new(None),
            fault: Cell::new(None),
            status: Cell::new(Status::Fresh),
            is_stopped: Cell::new(false),
            stage: Cell::new(Stage::PrologStart),
            dtd: Rc::new(RefCell::new(Dtd::new())),
            roles: RefCell::new(Roles::of_document()),
            in_value: Cell::new(false),
            declaration: RefCell::default(),
            tags: RefCell::default(),
            level: Cell::new(0),
            inherited: RefCell::default(),
            open_entities: RefCell::default(),
            is_parameter: false,
            is_root: true,
            grown: Rc::default(),
            steps: Cell::new(0),
        }
    }

    /// A parser of an external entity: of a general one in a context, else of a parameter entity or the external subset.
    pub fn of_entity(&self, context: Option<&str>, encoding: Option<&str>) -> Parser {
        let mut made = Parser::new(encoding, self.namespaces);
        made.triplets.set(self.triplets.get());
        made.expands.set(self.expands.get());
        made.parameter_entities.set(self.parameter_entities.get());
        made.in_value.set(self.in_value.get());
        made.input.borrow_mut().defers = self.input.borrow().defers;
        made.declaration.borrow_mut().element = self.declaration.borrow().element.clone();
        made.is_root = false;
        made.grown = self.grown.clone();
        match context {
            Some(context) => {
                made.dtd = Rc::new(RefCell::new(self.dtd.borrow().copied(self.reads_namespaces())));
                made.set_context(context);
                made.stage.set(Stage::EntityStart);
            }
            None => {
                made.dtd = self.dtd.clone();
                made.is_parameter = true;
                made.roles = RefCell::new(Roles::of_external());
                made.stage.set(Stage::ParameterStart);
            }
        }
        made
    }

    pub fn reads_namespaces(&self) -> bool {
        self.namespaces != Namespaces::Ignored
    }
    /// What separates the parts of a name.
    pub fn separator(&self) -> Option<u8> {
        match self.namespaces {
            Namespaces::Separated(separator) => Some(separator),
            _ => None,
        }
    }
    /// Sets the encoding, whatever the document says; only before it begins.
    pub fn give_encoding(&self, name: &str) {
        if self.status.get() == Status::Fresh {
            *self.given.borrow_mut() = Some(name.into());
        }
    }
    pub fn has_given_encoding(&self) -> bool {
        self.given.borrow().is_some()
    }

    /// Reads the next piece of the document.
    pub fn parse(
        &self,
        out: &mut dyn Sink,
        data: &[u8],
        is_final: bool,
    ) -> tensorcell_language::Result<Result<(), Fault>> {
        if self.status.get() == Status::Finished {
            self.fault.set(Some(Fault::Finished));
            return Ok(Err(Fault::Finished));
        }
        if self.status.get() == Status::Fresh && self.is_root && self.reads_namespaces() {
            self.set_context("xml=http://www.w3.org/XML/1998/namespace");
        }
        self.status.set(Status::Parsing);
        if self.input.borrow_mut().feed(data, is_final)? {
            self.event.set(None);
        }
        let done = self.advance(out);
        self.fault.set(done.err());
        match done {
            Err(_) => self.stage.set(Stage::Failed),
            Ok(()) if is_final || self.is_stopped.get() => self.status.set(Status::Finished),
            Ok(()) => {
                let mut input = self.input.borrow_mut();
                let start = input.start;
                input.count_to(start);
            }
        }
        Ok(done)
    }
    fn advance(&self, out: &mut dyn Sink) -> Result<(), Fault> {
        let (start, is_worth_reading) = {
            let input = self.input.borrow();
            (input.start, input.is_worth_reading())
        };
        if is_worth_reading {
            let at = self.stage(out, start)?;
            self.input.borrow_mut().consume(at);
        }
        Ok(())
    }

    fn stage(&self, out: &mut dyn Sink, at: usize) -> Progress {
        match self.stage.get() {
            Stage::PrologStart => {
                self.find_encoding(out)?;
                self.enter(Stage::Prolog, out, at)
            }
            Stage::Prolog => self.prolog(out, at),
            Stage::Content => self.document_content(out, at),
            Stage::Cdata => self.rest_of_cdata(out, at),
            Stage::Epilog => self.epilog(out, at),
            Stage::Ignored => self.rest_of_ignored(out, at),
            Stage::EntityStart => {
                self.find_encoding(out)?;
                self.enter(Stage::EntityMark, out, at)
            }
            Stage::EntityMark => self.entity_mark(out, at),
            Stage::EntityDeclaration => self.entity_declaration(out, at),
            Stage::EntityContent => self.entity_content(out, at),
            Stage::ParameterStart => self.parameter_start(out, at),
            Stage::Parameter => self.parameter(out, at),
            Stage::ValueStart => self.value_start(out, at),
            Stage::Value => self.value(out, at),
            Stage::Failed => Err(self.fault.get().unwrap_or(Fault::Aborted)),
        }
    }
    fn enter(&self, stage: Stage, out: &mut dyn Sink, at: usize) -> Progress {
        self.stage.set(stage);
        self.stage(out, at)
    }

    /// Makes the parser end after the current token.
    pub fn stop(&self) {
        self.is_stopped.set(true);
        self.status.set(Status::Finished);
    }
    /// A fault if the parser was stopped.
    pub fn goes_on(&self) -> Result<(), Fault> {
        if self.is_stopped.get() { Err(Fault::Aborted) } else { Ok(()) }
    }
    pub fn main(&self) -> Source {
        Source { text: self.input.borrow().text(), is_main: true }
    }
    /// Whether more of the document may come.
    pub fn has_more(&self) -> bool {
        !self.input.borrow().is_final
    }
    /// Notes where the current event is, if it is in the document.
    pub fn mark(&self, source: &Source, at: usize) {
        if source.is_main {
            self.event.set(Some(at));
        }
    }
    /// Notices interrupts now and then.
    pub fn pause(&self, out: &mut dyn Sink) -> Result<(), Fault> {
        let steps = self.steps.get().wrapping_add(1);
        self.steps.set(steps);
        if steps.is_multiple_of(1024) { out.pause() } else { Ok(()) }
    }
    /// Counts the bytes of a token against the limit.
    pub fn account(&self, kind: Kind, bytes: usize, account: Account) -> Result<(), Fault> {
        if account == Account::None || matches!(kind, Kind::Invalid | Kind::Partial | Kind::PartialChar | Kind::None) {
            return Ok(());
        }
        self.grown.add(bytes, account == Account::Direct && self.is_root)
    }
    /// Counts a predefined entity, which never grows.
    pub fn account_predefined(&self) {
        let _ = self.grown.add(1, false);
    }

    /// Sends text to the default handler.
    pub fn default(&self, out: &mut dyn Sink, source: &Source, from: usize, to: usize) {
        if out.wants(Handler::Default) {
            self.in_pieces(source, from, to, |piece| {
                out.event(Event::Default(piece));
            });
            if self.converts(source) {
                self.mark(source, to);
            }
        }
    }
    /// Whether Expat would convert a text to UTF-8.
    fn converts(&self, source: &Source) -> bool {
        let encoding = &self.input.borrow().encoding;
        source.is_main && !encoding.is_utf8() && !matches!(encoding, Encoding::Ascii)
    }
    /// Calls a function for each piece that Expat would convert at once: all of a text that is UTF-8.
    pub fn in_pieces(&self, source: &Source, from: usize, to: usize, mut each: impl FnMut(&str)) {
        const MOST: usize = 1024;
        let mut rest = source.str(from, to);
        if self.converts(source) {
            let mut at = from;
            while rest.len() > MOST {
                let end = rest.floor_char_boundary(MOST);
                each(&rest[..end]);
                (at, rest) = (at + end, &rest[end..]);
                self.mark(source, at);
            }
        }
        each(rest);
    }

    fn find_encoding(&self, out: &mut dyn Sink) -> Result<(), Fault> {
        let Some(name) = self.given.borrow().clone() else { return Ok(()) };
        match Named::of(&name) {
            Some(named) => {
                self.input.borrow_mut().encoding = Encoding::Pending(Some(named));
                Ok(())
            }
            None => self.use_table(out, &name, 0),
        }
    }
    /// Asks the program for an encoding that Expat does not know.
    pub fn use_table(&self, out: &mut dyn Sink, name: &str, from: usize) -> Result<(), Fault> {
        let table = out.table(name).ok_or(Fault::UnknownEncoding)?;
        self.input.borrow_mut().become_encoded(Encoding::Table(table), from);
        Ok(())
    }

    /// The token at a place of the prolog.
    pub fn prolog_token(&self, source: &Source, at: usize) -> Token {
        markup::prolog(&source.text, at, self.reads_namespaces())
    }
    /// The token at a place of the document's prolog, of which the encoding may not be known yet.
    fn first_token(&self, at: usize) -> (Source, Token) {
        let detected = self.input.borrow_mut().detect(false);
        let source = self.main();
        let token = detected.unwrap_or_else(|| self.prolog_token(&source, at));
        (source, token)
    }

    fn prolog(&self, out: &mut dyn Sink, at: usize) -> Progress {
        let (source, token) = self.first_token(at);
        let done = self.declarations(out, source, at, token, self.has_more(), true, Account::Direct)?;
        self.after_declarations(out, done)
    }
    /// Goes on after declarations with what ended them.
    fn after_declarations(&self, out: &mut dyn Sink, done: Declarations) -> Progress {
        match done {
            Declarations::Read(at) => Ok(at),
            Declarations::Ignored(at) => {
                self.stage.set(Stage::Ignored);
                Ok(at)
            }
            Declarations::Instance(at) => self.enter(Stage::Content, out, at),
        }
    }
    fn rest_of_ignored(&self, out: &mut dyn Sink, at: usize) -> Progress {
        match self.ignored(out, &self.main(), at, self.has_more())? {
            (at, true) => self.enter(Stage::Prolog, out, at),
            (at, false) => Ok(at),
        }
    }

    fn document_content(&self, out: &mut dyn Sink, at: usize) -> Progress {
        let level = usize::from(!self.is_root);
        let source = self.main();
        self.content(out, &source, at, level, self.has_more(), Account::Direct)
    }
    /// Reads the rest of a CDATA section, for which one call did not suffice.
    fn rest_of_cdata(&self, out: &mut dyn Sink, at: usize) -> Progress {
        let source = self.main();
        match self.cdata(out, &source, at, self.has_more(), Account::Direct)? {
            (at, true) => self.enter(if self.is_root { Stage::Content } else { Stage::EntityContent }, out, at),
            (at, false) => Ok(at),
        }
    }
    /// The document's text ends within a CDATA section.
    pub fn stays_in_cdata(&self) {
        self.stage.set(Stage::Cdata);
    }

    /// After the document's element.
    pub fn epilog(&self, out: &mut dyn Sink, mut at: usize) -> Progress {
        self.stage.set(Stage::Epilog);
        let source = self.main();
        self.mark(&source, at);
        loop {
            self.pause(out)?;
            let token = self.prolog_token(&source, at);
            self.account(token.kind, token.next.saturating_sub(at), Account::Direct)?;
            match token.kind {
                Kind::Space => {
                    self.default(out, &source, at, token.next);
                    if token.open {
                        self.goes_on()?;
                        return Ok(token.next);
                    }
                }
                Kind::None if !self.input.borrow().has_half_unit() || self.has_more() => return Ok(at),
                Kind::Instruction => self.instruction(out, &source, at, token.next),
                Kind::Comment => self.comment(out, &source, at, token.next),
                Kind::Invalid => {
                    self.mark(&source, token.next);
                    return Err(Fault::InvalidToken);
                }
                Kind::Partial | Kind::PartialChar if self.has_more() => return Ok(at),
                Kind::Partial | Kind::None => return Err(Fault::UnclosedToken),
                Kind::PartialChar => return Err(Fault::PartialChar),
                _ => return Err(Fault::JunkAfterDocElement),
            }
            at = token.next;
            self.mark(&source, at);
            self.goes_on()?;
        }
    }

    fn content_token(&self, at: usize) -> (Source, Token) {
        let detected = self.input.borrow_mut().detect(true);
        let source = self.main();
        let token = detected.unwrap_or_else(|| tokens::content(&source.text, at, self.reads_namespaces()));
        (source, token)
    }
    /// The fault of a token that the text ends within; none if more may come.
    fn unfinished(&self, kind: Kind) -> Option<Result<(), Fault>> {
        let fault = match kind {
            Kind::Partial => Fault::UnclosedToken,
            Kind::PartialChar => Fault::PartialChar,
            _ => return None,
        };
        Some(if self.has_more() { Ok(()) } else { Err(fault) })
    }
    fn entity_mark(&self, out: &mut dyn Sink, at: usize) -> Progress {
        let (source, token) = self.content_token(at);
        let mut next = at;
        if token.kind == Kind::ByteOrderMark {
            self.account(token.kind, token.next - at, Account::Direct)?;
            next = token.next;
            if next == source.text.len() && self.has_more() {
                return Ok(next);
            }
        } else if let Some(done) = self.unfinished(token.kind) {
            if done.is_err() {
                self.mark(&source, at);
            }
            return done.map(|()| at);
        }
        self.enter(Stage::EntityDeclaration, out, next)
    }
    fn entity_declaration(&self, out: &mut dyn Sink, mut at: usize) -> Progress {
        let (source, token) = self.content_token(at);
        self.mark(&source, at);
        if token.kind == Kind::Declaration {
            self.xml_declaration(out, &source, at, token.next, true)?;
            at = token.next;
        } else if let Some(done) = self.unfinished(token.kind) {
            return done.map(|()| at);
        }
        self.level.set(1);
        self.enter(Stage::EntityContent, out, at)
    }
    fn entity_content(&self, out: &mut dyn Sink, at: usize) -> Progress {
        let source = self.main();
        self.content(out, &source, at, 1, self.has_more(), Account::Expansion)
    }

    fn parameter_start(&self, out: &mut dyn Sink, at: usize) -> Progress {
        self.find_encoding(out)?;
        self.dtd.borrow_mut().parameter_was_read = true;
        self.enter(if self.in_value.get() { Stage::ValueStart } else { Stage::Parameter }, out, at)
    }
    /// The fault of a token that ends the search for others; none if more may come.
    fn end_of_search(&self, token: &Token) -> Option<Result<(), Fault>> {
        if token.kind == Kind::Invalid {
            return Some(Err(Fault::InvalidToken));
        }
        if !token.is_unfinished() {
            return None;
        }
        if self.has_more() {
            return Some(Ok(()));
        }
        self.unfinished(token.kind)
    }
    fn parameter(&self, out: &mut dyn Sink, mut at: usize) -> Progress {
        let (source, mut token) = self.first_token(at);
        if let Some(done) = self.end_of_search(&token) {
            return done.map(|()| at);
        }
        if token.kind == Kind::ByteOrderMark {
            self.account(token.kind, token.next - at, Account::Direct)?;
            at = token.next;
            token = self.prolog_token(&source, at);
        }
        self.stage.set(Stage::Prolog);
        let done = self.declarations(out, source, at, token, self.has_more(), true, Account::Direct)?;
        self.after_declarations(out, done)
    }
    /// The text of an external parameter entity within an entity's value.
    fn value_start(&self, out: &mut dyn Sink, start: usize) -> Progress {
        let (mut from, mut at) = (start, start);
        self.event.set(Some(at));
        loop {
            self.pause(out)?;
            let (source, token) = self.first_token(at);
            if let Some(done) = self.end_of_search(&token) {
                return done.map(|()| from);
            }
            match token.kind {
                _ if token.is_unfinished() => return self.whole_value(out, &source, from),
                Kind::Declaration => {
                    self.xml_declaration(out, &source, at, token.next, false)?;
                    return self.enter(Stage::Value, out, token.next);
                }
                Kind::ByteOrderMark => {
                    self.account(token.kind, token.next - at, Account::Direct)?;
                    from = token.next;
                }
                Kind::InstanceStart => return Err(Fault::Syntax),
                _ => {}
            }
            at = token.next;
            self.event.set(Some(at));
        }
    }
    fn value(&self, out: &mut dyn Sink, from: usize) -> Progress {
        let source = self.main();
        let mut at = from;
        loop {
            self.pause(out)?;
            let token = self.prolog_token(&source, at);
            if let Some(done) = self.end_of_search(&token) {
                return done.map(|()| from);
            }
            if token.is_unfinished() {
                return self.whole_value(out, &source, from);
            }
            at = token.next;
        }
    }
    fn whole_value(&self, out: &mut dyn Sink, source: &Source, from: usize) -> Progress {
        let end = source.text.len();
        // The value that the parameter entity stands in takes its text from here.
        self.store_external_value(out, source, from, end)?;
        Ok(from)
    }

    /// The context of an external entity: the namespaces and the open entities around it.
    pub fn context(&self) -> String {
        let dtd = self.dtd.borrow();
        let bound = |prefix: &Prefix| {
            let binding = prefix.binding.borrow();
            Some(format!("{}={}", prefix.name.as_deref().unwrap_or_default(), binding.as_ref()?.plain_uri()))
        };
        let mut prefixes: Vec<String> = dtd.prefixes.values().filter_map(|prefix| bound(prefix)).collect();
        prefixes.sort();
        let open = dtd.entities.values().map(|entity| entity.borrow()).filter(|entity| entity.open.get());
        let mut open: Vec<String> = open.map(|entity| entity.name.to_string()).collect();
        open.sort();
        let parts = bound(&dtd.default_prefix).into_iter().chain(prefixes).chain(open);
        parts.collect::<Vec<_>>().join(CONTEXT_SEPARATOR)
    }
    fn set_context(&self, context: &str) {
        for part in context.split(CONTEXT_SEPARATOR) {
            if let Some((prefix, uri)) = part.split_once('=') {
                let prefix = match prefix {
                    "" => self.dtd.borrow().default_prefix.clone(),
                    name => self.dtd.borrow_mut().prefix(name),
                };
                // The parser that wrote the context has checked the namespace.
                if let Ok(declared) = self.bind(&prefix, uri) {
                    self.inherited.borrow_mut().push(declared);
                }
            } else if let Some(entity) = self.dtd.borrow().entities.get(part) {
                entity.borrow().open.set(true);
            }
        }
    }
}

const CONTEXT_SEPARATOR: &str = "\u{c}";

/// What follows declarations that were read.
pub(super) enum Declarations {
    /// Nothing yet.
    Read(usize),
    /// The rest of an ignored section.
    Ignored(usize),
    /// The document's element.
    Instance(usize),
}
