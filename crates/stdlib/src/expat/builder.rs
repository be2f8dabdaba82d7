//! Builds the elements of `xml.etree.ElementTree` without calls of the program.

use super::dtd::Name;
use super::event::Attribute;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tensorcell_language::object::{Instance, Str};
use tensorcell_language::{Class, Result, Value, Vm, memory};

/// A tree that grows with a document, as a `TreeBuilder` makes it.
pub(super) struct Builder {
    class: Rc<Class>,
    names: Names,
    open: RefCell<Vec<Rc<Instance>>>,
    root: RefCell<Option<Rc<Instance>>>,
    /// The element that began or ended last.
    last: RefCell<Option<Rc<Instance>>>,
    /// Whether it ended, so that text follows it.
    is_after: Cell<bool>,
    text: RefCell<String>,
    /// The name of the event and the function that takes it, where elements begin.
    starts: RefCell<Option<(Value, Value)>>,
    ends: RefCell<Option<(Value, Value)>>,
}

/// The attributes of elements.
struct Names {
    tag: Str,
    attrib: Str,
    children: Str,
    text: Str,
    tail: Str,
}

impl Builder {
    pub fn new(class: Rc<Class>) -> Builder {
        let [tag, attrib, children, text, tail] = ["tag", "attrib", "_children", "text", "tail"].map(Str::new);
        Builder {
            class,
            names: Names { tag, attrib, children, text, tail },
            open: RefCell::default(),
            root: RefCell::default(),
            last: RefCell::default(),
            is_after: Cell::new(false),
            text: RefCell::default(),
            starts: RefCell::default(),
            ends: RefCell::default(),
        }
    }
    /// Calls a function with (event, element) where elements begin or end.
    pub fn report(&self, event: Value, append: Value) {
        let is_start = event.as_str() == Some("start");
        let target = if is_start { &self.starts } else { &self.ends };
        *target.borrow_mut() = Some((event, append));
    }

    pub fn start(&self, vm: &mut Vm, name: &Rc<Name>, attributes: &[Attribute]) -> Result<()> {
        self.flush();
        let element = Instance::new(self.class.clone());
        let pairs = attributes.iter().map(|(name, value)| (full_name(name), Value::str(value)));
        element.set(&self.names.tag, full_name(name));
        element.set(&self.names.attrib, Value::dict(pairs));
        element.set(&self.names.children, Value::list(Vec::new()));
        if let Some(parent) = self.open.borrow().last() {
            self.append(parent, &element)?;
        } else {
            self.root.borrow_mut().get_or_insert_with(|| element.clone());
        }
        self.open.borrow_mut().push(element.clone());
        self.is_after.set(false);
        *self.last.borrow_mut() = Some(element.clone());
        tell(vm, &self.starts, element)
    }
    fn append(&self, parent: &Instance, element: &Rc<Instance>) -> Result<()> {
        if let Some(Value::List(children)) = parent.dict().get_name(&self.names.children) {
            let mut children = children.items.borrow_mut();
            memory::grow(&mut children)?;
            children.push(Value::Instance(element.clone()));
        }
        Ok(())
    }
    pub fn end(&self, vm: &mut Vm) -> Result<()> {
        self.flush();
        let Some(element) = self.open.borrow_mut().pop() else { return Ok(()) };
        self.is_after.set(true);
        *self.last.borrow_mut() = Some(element.clone());
        tell(vm, &self.ends, element)
    }
    pub fn data(&self, text: &str) -> Result<()> {
        memory::append(&mut self.text.borrow_mut(), text)
    }
    /// Gives the text so far to the element that it belongs to.
    fn flush(&self) {
        let mut text = self.text.borrow_mut();
        if text.is_empty() {
            return;
        }
        if let Some(last) = &*self.last.borrow() {
            let name = if self.is_after.get() { &self.names.tail } else { &self.names.text };
            last.set(name, Value::str(&*text));
        }
        text.clear();
    }

    /// The root, the open elements, the last one, the text that follows it, and whether it has ended.
    pub fn state(&self) -> Value {
        let one =
            |element: &RefCell<Option<Rc<Instance>>>| element.borrow().clone().map_or(Value::None, Value::Instance);
        let open = self.open.borrow().iter().cloned().map(Value::Instance).collect();
        let (text, is_after) = (Value::str(&*self.text.borrow()), Value::from(self.is_after.get()));
        Value::tuple(vec![one(&self.root), Value::list(open), one(&self.last), text, is_after])
    }
    pub fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        let elements = self.open.borrow();
        let others = [&self.root, &self.last].map(|element| element.borrow().clone());
        for element in elements.iter().chain(others.iter().flatten()) {
            visit(&Value::Instance(element.clone()));
        }
        for (event, append) in [&self.starts, &self.ends].map(|told| told.borrow().clone()).iter().flatten() {
            visit(event);
            visit(append);
        }
    }
}

/// A name as elements have it: a namespace stands in braces.
fn full_name(name: &Rc<Name>) -> Value {
    let made =
        || if name.text.contains('}') { Value::from(format!("{{{}", name.text)) } else { Value::str(&name.text) };
    name.value.get_or_init(made).clone()
}

fn tell(vm: &mut Vm, told: &RefCell<Option<(Value, Value)>>, element: Rc<Instance>) -> Result<()> {
    let told = told.borrow().clone();
    if let Some((event, append)) = told {
        vm.call(&append, &[Value::pair(event, Value::Instance(element))], &[])?;
    }
    Ok(())
}
