//! `collections._tuplegetter`: reads an item of a tuple by a name, for the fields of named tuples.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use tensorcell_language::native::Native;
use tensorcell_language::{Builtin, Class, Exc, Getter, Raise, Result, Value, Vm};

struct TupleGetter {
    at: i64,
    doc: RefCell<Value>,
}

thread_local! {
    static CLASS: Rc<Class> =
        Class::native("_collections", "_tuplegetter", &[], Some(&NEW), METHODS, GETTERS, "").shown_in_full();
}

pub(crate) fn class() -> Rc<Class> {
    CLASS.with(Rc::clone)
}

static NEW: Builtin =
    Builtin::new("_tuplegetter", "(index, doc, /)", "Reads the item at an index of a tuple.", |_, args| {
        Ok(Value::native(TupleGetter { at: args.int(0)?, doc: RefCell::new(args.get(1).clone()) }))
    });

static METHODS: &[Builtin] = &[
    Builtin::new("_tuplegetter.__get__", "(self, instance, owner=None, /)", "Reads the item.", |_, args| {
        match args.get(0).downcast::<TupleGetter>() {
            Some(getter) => getter.read(args.get(0), args.get(1)),
            None => Err(args.wrong(0, "_tuplegetter")),
        }
    }),
    Builtin::new("_tuplegetter.__set__", "(self, instance, value, /)", "Refuses.", |_, _| Err(unchangeable(true))),
    Builtin::new("_tuplegetter.__delete__", "(self, instance, /)", "Refuses.", |_, _| Err(unchangeable(false))),
    Builtin::new("_tuplegetter.__reduce__", "(self, /)", "Takes it apart for pickle.", |_, args| {
        match args.get(0).downcast::<TupleGetter>() {
            Some(getter) => {
                let parts = Value::pair(Value::Int(getter.at), getter.doc.borrow().clone());
                Ok(Value::pair(Value::Class(class()), parts))
            }
            None => Err(args.wrong(0, "_tuplegetter")),
        }
    }),
];

static GETTERS: &[Getter] = &[Getter {
    name: "__doc__",
    doc: "What the field is for.",
    get: |_, value| Ok(value.downcast::<TupleGetter>().map(|getter| getter.doc.borrow().clone()).unwrap_or_default()),
    set: Some(|_, value, doc| {
        if let Some(getter) = value.downcast::<TupleGetter>() {
            getter.doc.replace(doc);
        }
        Ok(())
    }),
}];

fn unchangeable(assigned: bool) -> Raise {
    let verb = if assigned { "set" } else { "delete" };
    Raise::new(Exc::AttributeError, format!("can't {verb} attribute"))
}

impl TupleGetter {
    fn read(&self, this: &Value, object: &Value) -> Result<Value> {
        match object.beneath() {
            Value::Tuple(items) => match usize::try_from(self.at).ok().and_then(|at| items.get(at)) {
                Some(item) => Ok(item.clone()),
                None => Err(Raise::new(Exc::IndexError, "tuple index out of range")),
            },
            Value::None => Ok(this.clone()),
            _ => {
                let (at, found) = (self.at, object.type_name());
                let text =
                    format!("descriptor for index '{at}' for tuple subclasses doesn't apply to '{found}' object");
                Err(Raise::type_error(text))
            }
        }
    }
}

impl Native for TupleGetter {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        class()
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        let doc = self.doc.borrow().clone();
        Ok(format!("_tuplegetter({}, {})", self.at, vm.repr(&doc)?))
    }
    fn bound(&self, _: &mut Vm, this: &Value, object: &Value) -> Result<Option<Value>> {
        self.read(this, object).map(Some)
    }
    fn is_data_descriptor(&self) -> bool {
        true
    }
    fn set_in(&self, _: &Value, value: Option<&Value>) -> Result<()> {
        Err(unchangeable(value.is_some()))
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&self.doc.borrow());
    }
}
