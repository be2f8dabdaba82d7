//! Reads the attributes of elements and the namespaces that they declare.

use super::dtd::{AttributeId, Binding, ElementType, Expanded, Name, Prefix};
use super::event::{Attribute, Event, Handler, Sink};
use super::faults::Fault;
use super::parser::{Account, Declared, Parser, Source};
use std::borrow::Cow;
use std::collections::HashSet;
use std::rc::Rc;

const XML: &str = "http://www.w3.org/XML/1998/namespace";
const XMLNS: &str = "http://www.w3.org/2000/xmlns/";

/// An element that begins.
pub(super) struct Started<'a> {
    pub element: Rc<ElementType>,
    pub name: Rc<Name>,
    pub attributes: Vec<Attribute<'a>>,
    pub specified: usize,
    pub bindings: Vec<Declared>,
}

/// An attribute as it stands in a tag.
struct Written {
    name: (usize, usize),
    value: (usize, usize),
    /// It has spaces or references that its value has not.
    is_raw: bool,
}

/// The attributes of a tag that is known to be well-formed.
struct Tag<'a> {
    text: &'a [u8],
    at: usize,
}

impl Tag<'_> {
    fn pass(&mut self, is_skipped: impl Fn(u8) -> bool) -> usize {
        while self.at < self.text.len() && is_skipped(self.text[self.at]) {
            self.at += 1;
        }
        self.at
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

fn ends_name(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'=' | b'/' | b'>')
}

impl Iterator for Tag<'_> {
    type Item = Written;

    fn next(&mut self) -> Option<Written> {
        let start = self.pass(is_space);
        if matches!(self.text.get(start), None | Some(b'/' | b'>')) {
            return None;
        }
        let name = (start, self.pass(|byte| !ends_name(byte)));
        self.pass(|byte| is_space(byte) || byte == b'=');
        let quote = *self.text.get(self.at)?;
        self.at += 1;
        let from = self.at;
        let to = self.pass(|byte| byte != quote);
        self.at += 1;
        Some(Written { name, value: (from, to), is_raw: is_raw(&self.text[from..to]) })
    }
}

fn is_raw(value: &[u8]) -> bool {
    let is_changed = |byte: &u8| matches!(byte, b'&' | b'\t' | b'\r' | b'\n');
    value.iter().any(is_changed)
        || value.starts_with(b" ")
        || value.ends_with(b" ")
        || value.windows(2).any(|pair| pair == b"  ")
}

impl Parser {
    /// Reads the tag of an element: its name, its attributes with those that have declared values, and its namespaces. Those of an
    /// empty element end even if something is wrong.
    pub fn started<'a>(
        &self,
        out: &mut dyn Sink,
        source: &'a Source,
        at: usize,
        account: Account,
        is_empty: bool,
    ) -> Result<Started<'a>, Fault> {
        let mut tag = Tag { text: &source.text, at: at + 1 };
        let end = tag.pass(|byte| !ends_name(byte));
        let element = self.dtd.borrow_mut().element(source.str(at + 1, end), self.reads_namespaces());
        let mut reading = Reading { element, ids: Vec::new(), attributes: Vec::new(), bindings: Vec::new() };
        let read = self.written(out, source, tag, account, &mut reading);
        let specified = reading.attributes.len();
        let read = read.and_then(|()| self.defaulted(out, &mut reading)).and_then(|()| self.expanded(&mut reading));
        reading.ids.iter().for_each(|(id, _)| id.seen.set(false));
        let name = read.and_then(|()| self.element_name(&reading.element));
        let Reading { element, attributes, bindings, .. } = reading;
        match name {
            Ok(name) => Ok(Started { element, name, attributes, specified, bindings }),
            Err(fault) => {
                if is_empty {
                    self.unbind(out, bindings);
                }
                Err(fault)
            }
        }
    }

    fn written<'a>(
        &self,
        out: &mut dyn Sink,
        source: &'a Source,
        tag: Tag,
        account: Account,
        reading: &mut Reading<'a>,
    ) -> Result<(), Fault> {
        for Written { name, value, is_raw } in tag {
            let id = self.dtd.borrow_mut().attribute(source.str(name.0, name.1), self.reads_namespaces());
            if id.seen.get() {
                self.mark(source, name.0);
                return Err(Fault::DuplicateAttribute);
            }
            let value = if is_raw {
                let is_cdata = reading.is_cdata(&id);
                Cow::Owned(self.attribute_value(out, source, value, is_cdata, account, false)?)
            } else {
                Cow::Borrowed(source.str(value.0, value.1))
            };
            self.add(out, id, value, reading)?;
        }
        Ok(())
    }
    fn defaulted(&self, out: &mut dyn Sink, reading: &mut Reading) -> Result<(), Fault> {
        let element = reading.element.clone();
        if element.attributes.borrow().is_empty() {
            return Ok(());
        }
        let declared = element.attributes.borrow().clone();
        for declared in declared.into_iter().filter(|declared| !declared.id.seen.get()) {
            if let Some(value) = declared.value {
                self.add(out, declared.id, Cow::Owned(value.to_string()), reading)?;
            }
        }
        Ok(())
    }
    /// Takes an attribute; one that declares a namespace does so.
    fn add<'a>(
        &self,
        out: &mut dyn Sink,
        id: Rc<AttributeId>,
        value: Cow<'a, str>,
        reading: &mut Reading<'a>,
    ) -> Result<(), Fault> {
        id.seen.set(true);
        reading.ids.push((id.clone(), id.declares));
        match &id.prefix {
            Some(prefix) if id.declares => {
                let declared = self.bind(prefix, &value)?;
                let is_bound = prefix.binding.borrow().is_some();
                reading.bindings.push(declared);
                if out.wants(Handler::StartNamespaceDecl) {
                    out.event(Event::StartNamespace(prefix.name.clone(), is_bound.then_some(&value)));
                }
            }
            _ => reading.attributes.push((id.name.clone(), value)),
        }
        Ok(())
    }
    /// Gives attributes with prefixes their full names, of which none may be twice.
    fn expanded(&self, reading: &mut Reading) -> Result<(), Fault> {
        let prefixed = reading.ids.iter().filter(|(id, declares)| !declares && id.prefix.is_some()).count();
        if prefixed == 0 {
            return Ok(());
        }
        let mut known = HashSet::new();
        let ids = reading.ids.iter().filter(|(_, declares)| !declares);
        for ((id, _), (name, _)) in ids.zip(&mut reading.attributes) {
            let Some(prefix) = &id.prefix else { continue };
            let binding = prefix.binding.borrow().clone().ok_or(Fault::UnboundPrefix)?;
            let local = id.name.text.split_once(':').map_or("", |(_, local)| local);
            if prefixed > 1 && !known.insert(format!("{}{local}", binding.uri)) {
                return Err(Fault::DuplicateAttribute);
            }
            *name = self.full_name(&id.expanded, &binding, local);
        }
        Ok(())
    }
    fn element_name(&self, element: &ElementType) -> Result<Rc<Name>, Fault> {
        if !self.reads_namespaces() {
            return Ok(element.name.clone());
        }
        let name = &*element.name.text;
        let (binding, local) = match &element.prefix {
            Some(prefix) => {
                let binding = prefix.binding.borrow().clone().ok_or(Fault::UnboundPrefix)?;
                (binding, name.split_once(':').map_or("", |(_, local)| local))
            }
            None => match &*self.dtd.borrow().default_prefix.binding.borrow() {
                Some(binding) => (binding.clone(), name),
                None => return Ok(element.name.clone()),
            },
        };
        Ok(self.full_name(&element.expanded, &binding, local))
    }
    /// A name with its namespace, and with its prefix if the program wants it.
    fn full_name(&self, latest: &Expanded, binding: &Rc<Binding>, local: &str) -> Rc<Name> {
        if let Some((known, name)) = &*latest.borrow()
            && Rc::ptr_eq(known, binding)
        {
            return name.clone();
        }
        let mut text = format!("{}{local}", binding.uri);
        if let (true, Some(prefix), Some(separator)) = (self.triplets.get(), &binding.prefix, self.separator()) {
            text.push(char::from(separator));
            text.push_str(prefix);
        }
        let name = Name::new(&text);
        *latest.borrow_mut() = Some((binding.clone(), name.clone()));
        name
    }

    /// Makes a prefix stand for a namespace.
    pub fn bind(&self, prefix: &Rc<Prefix>, uri: &str) -> Result<Declared, Fault> {
        if uri.is_empty() && prefix.name.is_some() {
            return Err(Fault::UndeclaringPrefix);
        }
        let is_xml = match prefix.name.as_deref() {
            Some("xmlns") => return Err(Fault::ReservedPrefixXmlns),
            name => name == Some("xml"),
        };
        let separator = self.separator();
        if separator.is_some_and(|separator| !is_of_uri(separator) && uri.as_bytes().contains(&separator)) {
            return Err(Fault::Syntax);
        }
        if is_xml != (uri == XML) {
            return Err(if is_xml { Fault::ReservedPrefixXml } else { Fault::ReservedNamespaceUri });
        }
        if uri == XMLNS {
            return Err(Fault::ReservedNamespaceUri);
        }
        let mut full = uri.to_owned();
        full.extend(separator.map(char::from));
        let binding = Binding { uri: full.into(), length: uri.len(), prefix: prefix.name.clone() };
        let undeclares = uri.is_empty() && prefix.name.is_none();
        let before = prefix.binding.replace((!undeclares).then(|| Rc::new(binding)));
        Ok(Declared { prefix: prefix.clone(), before })
    }
    /// Ends the namespaces of an element, the latest first.
    pub fn unbind(&self, out: &mut dyn Sink, bindings: Vec<Declared>) {
        for Declared { prefix, before } in bindings.into_iter().rev() {
            if out.wants(Handler::EndNamespaceDecl) {
                out.event(Event::EndNamespace(prefix.name.clone()));
            }
            *prefix.binding.borrow_mut() = before;
        }
    }
}

/// An element that is being read.
struct Reading<'a> {
    element: Rc<ElementType>,
    /// All attributes so far, and whether they declare namespaces.
    ids: Vec<(Rc<AttributeId>, bool)>,
    attributes: Vec<Attribute<'a>>,
    bindings: Vec<Declared>,
}

impl Reading<'_> {
    /// Whether the spaces of an attribute's value stay.
    fn is_cdata(&self, id: &Rc<AttributeId>) -> bool {
        if !id.tokenized.get() {
            return true;
        }
        let declared = self.element.attributes.borrow();
        declared.iter().find(|declared| Rc::ptr_eq(&declared.id, id)).is_none_or(|declared| declared.is_cdata)
    }
}

/// Whether URIs have a character.
fn is_of_uri(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"%-._~:/?#[]@!$&'()*+,;=".contains(&byte)
}
