//! `operator`: the native `itemgetter`, `attrgetter` and `methodcaller`. The functions are in `operator.py`.

use std::any::Any;
use std::rc::Rc;
use tensorcell_language::builtins::repr::Showing;
use tensorcell_language::object::Str;
use tensorcell_language::{Args, Builtin, Class, ModuleDef, Native, Raise, Result, Value, Vm};

pub static OPERATOR: ModuleDef = ModuleDef {
    name: "_tensorcell.operator",
    doc: "The native part of operator.",
    functions: &[],
    init: Some(|_, module| {
        for class in [&ITEM_GETTER, &ATTRIBUTE_GETTER, &METHOD_CALLER] {
            let class = class.with(Rc::clone);
            module.dict.insert_str(&class.name.clone(), Value::Class(class));
        }
        Ok(())
    }),
};

/// Declares the class of a kind of callable object.
macro_rules! class {
    ($class:ident, $type:ty, $name:literal, $signature:literal, $doc:literal, $new:expr) => {
        thread_local! {
            static $class: Rc<Class> = {
                static NEW: Builtin = Builtin::new($name, $signature, $doc, $new);
                static METHODS: &[Builtin] = &[
                    Builtin::new(concat!($name, ".__call__"), "(self, obj, /)", "Call self as a function.", |vm, args| {
                        let this: &$type = args.get(0).downcast().ok_or_else(|| args.wrong(0, $name))?;
                        this.of(vm, args.get(1))
                    }),
                    Builtin::new(
                        concat!($name, ".__reduce__"),
                        "(self, /)",
                        "Return state information for pickling.",
                        |vm, args| {
                            let this: &$type = args.get(0).downcast().ok_or_else(|| args.wrong(0, $name))?;
                            this.reduced(vm, Value::Class($class.with(Rc::clone)))
                        },
                    ),
                ];
                Class::native("operator", $name, &[], Some(&NEW), METHODS, &[], $doc).shown_in_full().made_final()
            };
        }
        impl Native for $type {
            fn as_any(&self) -> &dyn Any {
                self
            }
            fn class(&self) -> Rc<Class> {
                $class.with(Rc::clone)
            }
            fn repr(&self, vm: &mut Vm) -> Result<String> {
                let Some(_showing) = Showing::enter(std::ptr::from_ref(self) as usize)? else {
                    return Ok(concat!("operator.", $name, "(...)").into());
                };
                let parts = self.shown(vm)?.join(", ");
                Ok(format!(concat!("operator.", $name, "({})"), parts))
            }
            fn call(&self, vm: &mut Vm, args: &[Value], keywords: &[(String, Value)]) -> Result<Option<Value>> {
                match (args, keywords) {
                    ([object], []) => self.of(vm, object).map(Some),
                    (_, []) => {
                        let given = args.len();
                        Err(Raise::type_error(format!(concat!($name, " expected 1 argument, got {}"), given)))
                    }
                    _ => Err(Raise::type_error(concat!($name, "() takes no keyword arguments"))),
                }
            }
            fn trace(&self, visit: &mut dyn FnMut(&Value)) {
                self.parts().iter().for_each(visit);
            }
        }
    };
}

/// One value alone, or several as a tuple.
fn one_or_tuple(mut values: Vec<Value>) -> Value {
    match values.len() {
        1 => values.remove(0),
        _ => Value::tuple(values),
    }
}

fn shown(vm: &mut Vm, values: &[Value]) -> Result<Vec<String>> {
    values.iter().map(|value| vm.repr(value)).collect()
}

struct ItemGetter(Vec<Value>);

impl ItemGetter {
    fn of(&self, vm: &mut Vm, object: &Value) -> Result<Value> {
        match &self.0[..] {
            [item] => vm.get_item(object, item),
            items => items.iter().map(|item| vm.get_item(object, item)).collect::<Result<Vec<_>>>().map(Value::tuple),
        }
    }
    fn shown(&self, vm: &mut Vm) -> Result<Vec<String>> {
        shown(vm, &self.0)
    }
    fn reduced(&self, _: &mut Vm, class: Value) -> Result<Value> {
        Ok(Value::pair(class, Value::tuple(self.0.clone())))
    }
    fn parts(&self) -> Vec<Value> {
        self.0.clone()
    }
}

class!(
    ITEM_GETTER,
    ItemGetter,
    "itemgetter",
    "(item, /, *items)",
    "Return a callable object that fetches the given item(s) from its operand.\n\
     After f = itemgetter(2), the call f(r) returns r[2].\n\
     After g = itemgetter(2, 5, 3), the call g(r) returns (r[2], r[5], r[3])",
    |_, args| Ok(Value::native(ItemGetter(all(args))))
);

fn all(args: &Args) -> Vec<Value> {
    std::iter::once(args.get(0)).chain(args.rest(1)).cloned().collect()
}

/// Each attribute as the names that lead to it.
struct AttributeGetter(Vec<Vec<Str>>);

impl AttributeGetter {
    fn of(&self, vm: &mut Vm, object: &Value) -> Result<Value> {
        let mut values = Vec::with_capacity(self.0.len());
        for path in &self.0 {
            let mut value = object.clone();
            for name in path {
                value = vm.get_attr(&value, name)?;
            }
            values.push(value);
        }
        Ok(one_or_tuple(values))
    }
    fn parts(&self) -> Vec<Value> {
        let joined = |path: &Vec<Str>| path.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(".");
        self.0.iter().map(|path| Value::from(joined(path))).collect()
    }
    fn shown(&self, vm: &mut Vm) -> Result<Vec<String>> {
        shown(vm, &self.parts())
    }
    fn reduced(&self, _: &mut Vm, class: Value) -> Result<Value> {
        Ok(Value::pair(class, Value::tuple(self.parts())))
    }
}

class!(
    ATTRIBUTE_GETTER,
    AttributeGetter,
    "attrgetter",
    "(attr, /, *attrs)",
    "Return a callable object that fetches the given attribute(s) from its operand.\n\
     After f = attrgetter('name'), the call f(r) returns r.name.\n\
     After g = attrgetter('name', 'date'), the call g(r) returns (r.name, r.date).\n\
     After h = attrgetter('name.first', 'name.last'), the call h(r) returns\n\
     (r.name.first, r.name.last).",
    |_, args| {
        let wrong = || Raise::type_error("attribute name must be a string");
        let path = |name: Value| Some(name.as_str()?.split('.').map(Str::from).collect());
        let paths: Option<Vec<Vec<Str>>> = all(args).into_iter().map(path).collect();
        Ok(Value::native(AttributeGetter(paths.ok_or_else(wrong)?)))
    }
);

struct MethodCaller {
    name: String,
    args: Vec<Value>,
    keywords: Vec<(String, Value)>,
}

impl MethodCaller {
    fn of(&self, vm: &mut Vm, object: &Value) -> Result<Value> {
        if self.keywords.is_empty() {
            return vm.call_method(object, &self.name, &self.args);
        }
        let method = vm.get_attr(object, &self.name)?;
        vm.call(&method, &self.args, &self.keywords)
    }
    fn parts(&self) -> Vec<Value> {
        let named = self.keywords.iter().map(|(_, value)| value);
        std::iter::once(&Value::str(&self.name)).chain(&self.args).chain(named).cloned().collect()
    }
    fn shown(&self, vm: &mut Vm) -> Result<Vec<String>> {
        let mut parts = vec![vm.repr(&Value::str(&self.name))?];
        parts.extend(shown(vm, &self.args)?);
        for (name, value) in &self.keywords {
            parts.push(format!("{name}={}", vm.repr(value)?));
        }
        Ok(parts)
    }
    fn reduced(&self, vm: &mut Vm, class: Value) -> Result<Value> {
        let name = Value::str(&self.name);
        if self.keywords.is_empty() {
            let args = std::iter::once(name).chain(self.args.iter().cloned()).collect();
            return Ok(Value::pair(class, Value::tuple(args)));
        }
        let functools = vm.import("functools")?;
        let partial = vm.get_attr(&functools, "partial")?;
        let made = vm.call(&partial, &[class, name], &self.keywords)?;
        Ok(Value::pair(made, Value::tuple(self.args.clone())))
    }
}

class!(
    METHOD_CALLER,
    MethodCaller,
    "methodcaller",
    "(name, /, *args, **kwargs)",
    "Return a callable object that calls the given method on its operand.\n\
     After f = methodcaller('name'), the call f(r) returns r.name().\n\
     After g = methodcaller('name', 'date', foo=1), the call g(r) returns\n\
     r.name('date', foo=1).",
    |_, args| {
        let name = args.get(0).as_str().ok_or_else(|| Raise::type_error("method name must be a string"))?.to_owned();
        Ok(Value::native(MethodCaller { name, args: args.rest(1).to_vec(), keywords: args.keywords(2) }))
    }
);
