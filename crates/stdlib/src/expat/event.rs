//! Defines the events of a document and what receives them.

use super::dtd::{Model, Name};
use super::encoding::Table;
use super::faults::Fault;
use std::borrow::Cow;
use std::rc::Rc;

/// The handlers that a program may set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Handler {
    StartElement,
    EndElement,
    ProcessingInstruction,
    CharacterData,
    UnparsedEntityDecl,
    NotationDecl,
    StartNamespaceDecl,
    EndNamespaceDecl,
    Comment,
    StartCdataSection,
    EndCdataSection,
    Default,
    DefaultExpand,
    NotStandalone,
    ExternalEntityRef,
    StartDoctypeDecl,
    EndDoctypeDecl,
    EntityDecl,
    XmlDecl,
    ElementDecl,
    AttlistDecl,
    SkippedEntity,
}

/// How many handlers there are.
pub(super) const HANDLERS: usize = Handler::SkippedEntity as usize + 1;

pub(super) type Text = Option<Rc<str>>;

/// An attribute of an element: its name, its value.
pub(super) type Attribute<'a> = (Rc<Name>, Cow<'a, str>);

/// What happened in the document.
pub(super) enum Event<'a> {
    StartElement {
        name: &'a Rc<Name>,
        attributes: &'a [Attribute<'a>],
        /// How many attributes stand in the document; the others have their declared values.
        specified: usize,
    },
    EndElement(&'a Rc<Name>),
    Instruction(&'a str, &'a str),
    Text(&'a str),
    Unparsed {
        name: Rc<str>,
        base: Text,
        system: Text,
        public: Text,
        notation: Text,
    },
    Notation {
        name: Rc<str>,
        base: Text,
        system: Text,
        public: Text,
    },
    StartNamespace(Text, Option<&'a str>),
    EndNamespace(Text),
    Comment(&'a str),
    StartCdata,
    EndCdata,
    Default(&'a str),
    NotStandalone,
    ExternalEntity {
        context: Option<&'a str>,
        base: Text,
        system: Text,
        public: Text,
    },
    StartDoctype {
        name: &'a str,
        system: Text,
        public: Text,
        has_subset: bool,
    },
    EndDoctype,
    Entity {
        name: Rc<str>,
        is_parameter: bool,
        value: Option<&'a str>,
        base: Text,
        system: Text,
        public: Text,
        notation: Text,
    },
    XmlDecl {
        version: Option<&'a str>,
        encoding: Option<&'a str>,
        standalone: Option<bool>,
    },
    Element(&'a str, &'a Model),
    Attlist {
        element: &'a Rc<Name>,
        attribute: &'a Rc<Name>,
        kind: &'a str,
        value: Option<&'a str>,
        is_required: bool,
    },
    Skipped(&'a str, bool),
}

/// A step of the parser, which may nest.
pub(super) type Step<'a> = &'a mut dyn FnMut(&mut dyn Sink) -> Result<(), Fault>;

/// What takes the events.
pub(super) trait Sink {
    fn wants(&self, handler: Handler) -> bool;
    /// Handles an event; a handler's answer counts for [`Event::NotStandalone`] and [`Event::ExternalEntity`].
    fn event(&mut self, event: Event) -> bool;
    /// The characters of an encoding of one byte that Expat does not know.
    fn table(&mut self, encoding: &str) -> Option<Rc<Table>>;
    /// Notices interrupts; a fault ends the parser's run.
    fn pause(&mut self) -> Result<(), Fault>;
    /// Runs a step that nests; a fault where steps nest too deep.
    fn nested(&mut self, step: Step) -> Result<(), Fault>;
}
