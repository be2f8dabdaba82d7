//! What a document type declares: entities, elements with their attributes, prefixes.

use super::roles::Times;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use tensorcell_language::Value;

/// A name, and the value that the program sees for it.
pub(super) struct Name {
    pub text: Rc<str>,
    pub value: OnceCell<Value>,
}

impl Name {
    pub fn new(text: &str) -> Rc<Name> {
        Rc::new(Name { text: text.into(), value: OnceCell::new() })
    }
}

/// An entity, general or parameter.
#[derive(Default)]
pub(super) struct Entity {
    pub name: Rc<str>,
    pub is_parameter: bool,
    /// Declared in the document itself.
    pub is_internal: bool,
    pub text: Option<Rc<Vec<u8>>>,
    pub base: Option<Rc<str>>,
    pub system: Option<Rc<str>>,
    pub public: Option<Rc<str>>,
    pub notation: Option<Rc<str>>,
    pub open: Cell<bool>,
}

pub(super) type Shared<T> = Rc<RefCell<T>>;

/// A namespace's prefix and what it stands for now.
#[derive(Default)]
pub(super) struct Prefix {
    /// None: names without a prefix.
    pub name: Option<Rc<str>>,
    pub binding: RefCell<Option<Rc<Binding>>>,
}

/// What a prefix stands for within an element.
pub(super) struct Binding {
    /// With the separator, if names are separated.
    pub uri: Rc<str>,
    /// Of `uri`, without the separator.
    pub length: usize,
    pub prefix: Option<Rc<str>>,
}

impl Binding {
    pub fn plain_uri(&self) -> &str {
        &self.uri[..self.length]
    }
}

/// The name with its namespace that a binding led to.
pub(super) type Expanded = RefCell<Option<(Rc<Binding>, Rc<Name>)>>;

/// An attribute's name, whatever its element.
pub(super) struct AttributeId {
    pub name: Rc<Name>,
    pub prefix: Option<Rc<Prefix>>,
    /// It declares a namespace.
    pub declares: bool,
    /// Some declaration gives it another type than CDATA.
    pub tokenized: Cell<bool>,
    pub seen: Cell<bool>,
    pub expanded: Expanded,
}

/// What is declared of an attribute of an element.
#[derive(Clone)]
pub(super) struct Declared {
    pub id: Rc<AttributeId>,
    pub is_cdata: bool,
    pub value: Option<Rc<str>>,
}

/// An element's name and its declared attributes.
pub(super) struct ElementType {
    pub name: Rc<Name>,
    pub prefix: Option<Rc<Prefix>>,
    pub attributes: RefCell<Vec<Declared>>,
    pub expanded: Expanded,
}

impl ElementType {
    /// Notes a declaration, unless the attribute has a default value or is an ID and was declared before.
    pub fn declare(&self, id: &Rc<AttributeId>, is_cdata: bool, is_id: bool, value: Option<Rc<str>>) {
        let mut attributes = self.attributes.borrow_mut();
        if (value.is_some() || is_id) && attributes.iter().any(|known| Rc::ptr_eq(&known.id, id)) {
            return;
        }
        if !is_cdata {
            id.tokenized.set(true);
        }
        attributes.push(Declared { id: id.clone(), is_cdata, value });
    }
}

/// The kinds of parts of an element's content, by Expat's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Empty = 1,
    Any = 2,
    Mixed = 3,
    Name = 4,
    Choice = 5,
    Sequence = 6,
}

/// A part of an element's content. Its own parts come after it in the list of all parts.
pub(super) struct Part {
    pub content: Content,
    pub times: Times,
    pub name: Option<Rc<str>>,
    pub parts: Vec<usize>,
}

/// The parts of the element being declared, the whole first.
#[derive(Default)]
pub(super) struct Model {
    pub parts: Vec<Part>,
    open: Vec<usize>,
}

impl Model {
    pub fn of(content: Content) -> Model {
        let part = Part { content, times: Times::Once, name: None, parts: Vec::new() };
        Model { parts: vec![part], open: Vec::new() }
    }
    pub fn add(&mut self, content: Content, times: Times, name: Option<Rc<str>>) {
        let at = self.parts.len();
        if let Some(group) = self.open.last() {
            self.parts[*group].parts.push(at);
        }
        self.parts.push(Part { content, times, name, parts: Vec::new() });
    }
    pub fn open(&mut self) {
        self.open.push(self.parts.len());
        let at = self.parts.len();
        let outer = self.open.len().checked_sub(2).map(|outer| self.open[outer]);
        if let Some(outer) = outer {
            self.parts[outer].parts.push(at);
        }
        self.parts.push(Part { content: Content::Sequence, times: Times::Once, name: None, parts: Vec::new() });
    }
    pub fn group(&mut self) -> Option<&mut Part> {
        let at = *self.open.last()?;
        self.parts.get_mut(at)
    }
    /// Ends a group; true if it was the whole.
    pub fn close(&mut self, times: Times) -> bool {
        if let Some(part) = self.open.pop().and_then(|at| self.parts.get_mut(at)) {
            part.times = times;
        }
        self.open.is_empty()
    }
}

/// All declarations that a document and its external entities share.
#[derive(Default)]
pub(super) struct Dtd {
    pub entities: HashMap<Rc<str>, Shared<Entity>>,
    pub parameters: HashMap<Rc<str>, Shared<Entity>>,
    elements: HashMap<Rc<str>, Rc<ElementType>>,
    attributes: HashMap<Rc<str>, Rc<AttributeId>>,
    pub prefixes: HashMap<Rc<str>, Rc<Prefix>>,
    pub default_prefix: Rc<Prefix>,
    /// Declarations count: none was skipped that may have been declared before.
    pub keeps_on: bool,
    pub has_parameter_refs: bool,
    pub is_standalone: bool,
    pub parameter_was_read: bool,
    /// The content of the element being declared.
    pub model: Option<Model>,
    /// The value of the entity being declared.
    pub value: Vec<u8>,
}

/// The name of the external subset among parameter entities.
pub(super) const SUBSET: &str = "#";

impl Dtd {
    pub fn new() -> Dtd {
        Dtd { keeps_on: true, ..Dtd::default() }
    }
    pub fn prefix(&mut self, name: &str) -> Rc<Prefix> {
        if let Some(known) = self.prefixes.get(name) {
            return known.clone();
        }
        let name: Rc<str> = name.into();
        let made = Rc::new(Prefix { name: Some(name.clone()), binding: RefCell::default() });
        self.prefixes.insert(name, made.clone());
        made
    }
    fn prefix_of(&mut self, name: &str) -> Option<Rc<Prefix>> {
        name.split_once(':').map(|(prefix, _)| self.prefix(prefix))
    }
    pub fn element(&mut self, name: &str, namespaces: bool) -> Rc<ElementType> {
        if let Some(known) = self.elements.get(name) {
            return known.clone();
        }
        let prefix = if namespaces { self.prefix_of(name) } else { None };
        let name = Name::new(name);
        let made = Rc::new(ElementType {
            name: name.clone(),
            prefix,
            attributes: RefCell::default(),
            expanded: Expanded::default(),
        });
        self.elements.insert(name.text.clone(), made.clone());
        made
    }
    pub fn attribute(&mut self, name: &str, namespaces: bool) -> Rc<AttributeId> {
        if let Some(known) = self.attributes.get(name) {
            return known.clone();
        }
        let declared = if !namespaces {
            None
        } else if name == "xmlns" {
            Some(self.default_prefix.clone())
        } else {
            name.strip_prefix("xmlns:").map(|prefix| self.prefix(prefix))
        };
        let declares = declared.is_some();
        let prefix = declared.or_else(|| if namespaces { self.prefix_of(name) } else { None });
        let name = Name::new(name);
        let made = Rc::new(AttributeId {
            name: name.clone(),
            prefix,
            declares,
            tokenized: Cell::new(false),
            seen: Cell::new(false),
            expanded: Expanded::default(),
        });
        self.attributes.insert(name.text.clone(), made.clone());
        made
    }

    /// A copy for an external entity, whose prefixes stand for nothing yet.
    pub fn copied(&self, namespaces: bool) -> Dtd {
        let mut copy = Dtd {
            entities: copied_entities(&self.entities),
            parameters: copied_entities(&self.parameters),
            keeps_on: self.keeps_on,
            has_parameter_refs: self.has_parameter_refs,
            is_standalone: self.is_standalone,
            parameter_was_read: self.parameter_was_read,
            ..Dtd::new()
        };
        for (name, old) in &self.attributes {
            copy.attribute(name, namespaces).tokenized.set(old.tokenized.get());
        }
        for (name, old) in &self.elements {
            let element = copy.element(name, namespaces);
            for declared in old.attributes.borrow().iter() {
                let id = copy.attribute(&declared.id.name.text, namespaces);
                element.attributes.borrow_mut().push(Declared { id, ..declared.clone() });
            }
        }
        copy
    }
}

fn copied_entities(old: &HashMap<Rc<str>, Shared<Entity>>) -> HashMap<Rc<str>, Shared<Entity>> {
    let copied = |old: &Entity| Entity {
        name: old.name.clone(),
        text: old.text.clone(),
        base: old.base.clone(),
        system: old.system.clone(),
        public: old.public.clone(),
        notation: old.notation.clone(),
        open: Cell::new(false),
        ..*old
    };
    old.iter().map(|(name, entity)| (name.clone(), Rc::new(RefCell::new(copied(&entity.borrow()))))).collect()
}
