//! Instances: a class's objects, with attributes stored in place.

use super::bury::is_deep;
use super::{Dict, Str};
use crate::gc::registry::{Container, Mark, track};
use crate::vm::finalizers::{self, Waiting};
use crate::{Class, Value};
use std::any::Any;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// An object of a class. Its attributes are stored in place until `__dict__` is read: most objects never need one.
pub struct Instance {
    pub class: RefCell<Rc<Class>>,
    own: Dict,
    /// `__dict__`, which stores the attributes once it exists; slots stay in place.
    shared: OnceCell<Rc<Dict>>,
    pub(crate) payload: OnceCell<Value>,
    /// Whether the cycle collector tracks it: from the first attribute on that can hold other objects.
    tracked: Cell<bool>,
    /// Whether `__del__` was called: it is not called again on a resurrected object.
    finalized: Cell<bool>,
    /// Whether slots and `__dict__` are stored separately.
    split: Cell<bool>,
}

impl Instance {
    pub fn new(class: Rc<Class>) -> Rc<Instance> {
        let own = Dict::with_room(class.attributes.get());
        Rc::new(Instance {
            class: RefCell::new(class),
            own,
            shared: OnceCell::new(),
            payload: OnceCell::new(),
            tracked: Cell::new(false),
            finalized: Cell::new(false),
            split: Cell::new(false),
        })
    }
    /// An instance with a payload, of a subclass of list, dict, str, int, ... or of a native class.
    pub fn with_payload(class: Rc<Class>, payload: Value) -> Rc<Instance> {
        let instance = Instance::new(class);
        let _ = instance.payload.set(payload);
        instance
    }
    /// Its payload; None for a plain object.
    pub fn payload(&self) -> &Value {
        self.payload.get().unwrap_or(&Value::None)
    }
    /// Its attributes, for reading.
    #[inline(always)]
    pub fn dict(&self) -> &Dict {
        self.shared.get().map_or(&self.own, |shared| shared)
    }
    /// Its attributes, for any change.
    pub fn dict_to_change(self: &Rc<Instance>) -> &Dict {
        self.track();
        self.dict()
    }
    /// Sets an attribute, bypassing the class.
    pub fn set(self: &Rc<Instance>, name: &Str, value: Value) {
        self.is_given(&value);
        self.dict().insert_name(name, value);
    }
    /// Adds an attribute that it does not have.
    pub(crate) fn add(&self, name: &Str, value: Value) {
        let dict = self.dict();
        dict.insert_name(name, value);
        self.class.borrow().note_attributes(dict.len());
    }
    /// Must be called before a value becomes an attribute.
    #[inline(always)]
    pub(crate) fn is_given(self: &Rc<Instance>, value: &Value) {
        if !self.tracked.get() && is_deep(value) {
            self.track();
        }
    }
    #[inline(never)]
    fn track(self: &Rc<Instance>) {
        if !self.tracked.replace(true) {
            track(Rc::<Instance>::downgrade(self));
        }
    }
    /// Its attributes as an object: `__dict__`.
    pub fn shared_dict(&self) -> &Rc<Dict> {
        self.shared.get_or_init(|| {
            let shared = Dict::new();
            shared.take(&self.own);
            shared
        })
    }
    /// As `shared_dict`, for an instance that also has slots of these names.
    pub(crate) fn dict_beside(&self, slots: &[Str]) -> &Rc<Dict> {
        let shared = self.shared_dict();
        if !slots.is_empty() && !self.split.replace(true) {
            for name in slots {
                if let Some(value) = shared.remove_str(name) {
                    self.own.insert_name(name, value);
                }
            }
        }
        shared
    }
    /// The storage of its slots.
    pub(crate) fn slots(&self) -> &Dict {
        if self.is_split() { &self.own } else { self.dict() }
    }
    pub(crate) fn is_split(&self) -> bool {
        self.split.get()
    }
    /// Sets a slot.
    pub(crate) fn set_slot(self: &Rc<Instance>, name: &Str, value: Value) {
        self.is_given(&value);
        self.slots().insert_name(name, value);
    }
    /// The `__dict__`, if it was ever read.
    pub(crate) fn known_dict(&self) -> Option<&Rc<Dict>> {
        self.shared.get()
    }
    /// The dict in place is not an object itself, so the instance uses its mark.
    pub(crate) fn mark(&self) -> &Mark {
        &self.own.mark
    }
    /// Whether `__del__` must be called now; returns true only once.
    pub(crate) fn begins_to_end(&self) -> bool {
        self.class.borrow().finalizes.get() && !self.finalized.replace(true)
    }
    pub(crate) fn is_finalized(&self) -> bool {
        self.finalized.get()
    }
    /// Resurrects an instance with `__del__` until that has run. While the thread ends nothing can run it, and it would be dropped
    /// again endlessly.
    #[cold]
    fn tell_end(&mut self) {
        if !finalizers::can_wait() {
            return;
        }
        let address = std::ptr::from_ref(self).cast::<()>() as usize;
        if self.begins_to_end() {
            finalizers::wait(Waiting::Revived(address, Value::Instance(self.revive())));
        } else {
            finalizers::wait(Waiting::Ended(address));
        }
    }
    /// Moves the contents of a dying instance to a new one of the same class.
    pub(crate) fn revive(&mut self) -> Rc<Instance> {
        let revived = Rc::new(Instance {
            class: self.class.clone(),
            own: std::mem::take(&mut self.own),
            shared: std::mem::take(&mut self.shared),
            payload: std::mem::take(&mut self.payload),
            tracked: Cell::new(false),
            finalized: Cell::new(true),
            split: self.split.clone(),
        });
        revived.track();
        revived
    }
}

impl Container for Instance {
    fn value(self: Rc<Self>) -> std::result::Result<Value, Rc<dyn Any>> {
        Ok(Value::Instance(self))
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        if self.class.borrow().tells_ends.get() {
            self.tell_end();
        }
    }
}
