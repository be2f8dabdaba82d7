//! The methods of dict, and the views that `keys`, `values` and `items` return.

use super::backwards;
use super::repr::{Showing, joined};
use crate::native::{BinaryOp, CompareOp, Native};
use crate::object::{Dict, Iter, Set, What};
use crate::{Args, Builtin, Class, Exc, Raise, Result, Truth, Value, Vm};
use std::any::Any;
use std::rc::Rc;

fn this(args: &Args) -> Result<Rc<Dict>> {
    super::receiver(args, |value| match value {
        Value::Dict(dict) => Some(dict),
        _ => None,
    })
}

pub static METHODS: &[Builtin] = &[
    Builtin::new(
        "dict.__init__",
        "(self, iterable=..., /, **kwargs)",
        "Fill the dict from a mapping, pairs or keywords.",
        |vm, args| {
            let dict = this(args)?;
            if let Some(source) = args.given(1) {
                update(vm, &dict, source)?;
            }
            for (name, value) in args.keywords(2) {
                dict.insert_str(&name, value);
            }
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "dict.get",
        "(self, key, default=None, /)",
        "Return the value for key if key is in the dictionary, else default.",
        |vm, args| Ok(this(args)?.get(vm, args.get(1))?.unwrap_or_else(|| args.get(2).clone())),
    )
    .quick(|args| match args {
        [Value::Dict(dict), key] => Some(dict.get_plain(key)?.unwrap_or_default()),
        [Value::Dict(dict), key, default] => Some(dict.get_plain(key)?.unwrap_or_else(|| std::mem::take(default))),
        _ => None,
    }),
    Builtin::new(
        "dict.setdefault",
        "(self, key, default=None, /)",
        "Insert key with a value of default if key is not in the dictionary. Return the value for key.",
        |vm, args| {
            let dict = this(args)?;
            if let Some(found) = dict.get(vm, args.get(1))? {
                return Ok(found);
            }
            dict.insert(vm, args.get(1).clone(), args.get(2).clone())?;
            Ok(args.get(2).clone())
        },
    ),
    Builtin::new(
        "dict.pop",
        "(self, key, default=..., /)",
        "Remove the key and return its value. If it is missing, return the default or raise KeyError.",
        |vm, args| match (this(args)?.remove(vm, args.get(1))?, args.given(2)) {
            (Some(value), _) => Ok(value),
            (None, Some(default)) => Ok(default.clone()),
            (None, None) => Err(Raise::key_error(args.get(1))),
        },
    ),
    Builtin::new(
        "dict.popitem",
        "(self, /)",
        "Remove and return the (key, value) pair that was inserted last.",
        |_, args| match this(args)?.pop_last() {
            Some((key, value)) => Ok(Value::tuple(vec![key, value])),
            None => Err(Raise::new(Exc::KeyError, "popitem(): dictionary is empty")),
        },
    ),
    Builtin::new(
        "dict.update",
        "(self, iterable=..., /, **kwargs)",
        "Update the dict from a mapping or from pairs, then from keywords.",
        |vm, args| {
            let dict = this(args)?;
            if let Some(source) = args.given(1) {
                update(vm, &dict, source)?;
            }
            for (name, value) in args.keywords(2) {
                dict.insert_str(&name, value);
            }
            Ok(Value::None)
        },
    ),
    Builtin::new("dict.clear", "(self, /)", "Remove all items from the dict.", |_, args| {
        this(args)?.clear();
        Ok(Value::None)
    }),
    Builtin::new("dict.copy", "(self, /)", "Return a shallow copy of the dict.", |vm, args| {
        merged(vm, args.get(0), None).map(Value::Dict)
    }),
    Builtin::new("dict.keys", "(self, /)", "A set-like object providing a view on the dict's keys.", |_, args| {
        Ok(Value::native(View { dict: this(args)?, what: What::Keys, ordered: false }))
    }),
    Builtin::new("dict.values", "(self, /)", "An object providing a view on the dict's values.", |_, args| {
        Ok(Value::native(View { dict: this(args)?, what: What::Values, ordered: false }))
    }),
    Builtin::new("dict.items", "(self, /)", "A set-like object providing a view on the dict's items.", |_, args| {
        Ok(Value::native(View { dict: this(args)?, what: What::Items, ordered: false }))
    }),
    Builtin::new(
        "dict.fromkeys",
        "(cls, iterable, value=None, /)",
        "Create a new dictionary with keys from iterable and values set to value.",
        |vm, args| {
            let (source, value) = (args.get(1), args.get(2));
            let made = vm.call(args.get(0), &[], &[])?;
            if let Value::Dict(dict) = &made
                && let Some(keys) = hashed_keys(source)
            {
                for (hash, key) in keys {
                    dict.insert_hashed(vm, hash, key, value.clone())?;
                }
                return Ok(made);
            }
            for key in vm.collect(source)? {
                match &made {
                    Value::Dict(dict) => drop(dict.insert(vm, key, value.clone())?),
                    _ => vm.set_item(&made, &key, value.clone())?,
                }
            }
            Ok(made)
        },
    ),
    Builtin::new("dict.__ior__", "(self, value, /)", "Return self|=value.", |vm, args| {
        let dict = this(args)?;
        update(vm, &dict, args.get(1))?;
        Ok(args.get(0).clone())
    }),
    Builtin::new("dict.__reversed__", "(self, /)", "Return a reverse iterator over the dict keys.", |_, args| {
        Ok(backwards::over_dict("dict_reversekeyiterator", &this(args)?, What::Keys))
    }),
];

/// The items of a set or a dict's keys, whose hashes are known.
fn hashed_keys(source: &Value) -> Option<Vec<(u64, Value)>> {
    match source {
        Value::Set(set) => Some(set.entries()),
        Value::Dict(dict) => Some(dict.entries().into_iter().map(|(hash, key, _)| (hash, key)).collect()),
        _ => None,
    }
}

/// Whether a dictionary's own contents are what a program reads: as in CPython, a subclass may override `__iter__`.
pub(crate) fn is_read_directly(vm: &mut Vm, dict: &Value) -> bool {
    !super::overrides(vm, dict, "__iter__")
}

/// A copy as an exact dictionary, and for `a | b` with the items of another one.
pub(crate) fn merged(vm: &mut Vm, dict: &Value, other: Option<&Value>) -> Result<Rc<Dict>> {
    let own = match dict.beneath() {
        Value::Dict(own) => own.clone(),
        _ => Dict::new(),
    };
    let made = if own.is_empty() || is_read_directly(vm, dict) {
        own.copied(vm)?
    } else {
        let made = Dict::new();
        update(vm, &made, dict)?;
        made
    };
    if let Some(other) = other {
        update(vm, &made, other)?;
    }
    Ok(made)
}

/// `dict.update(source)`: a mapping, or an iterable of pairs.
pub fn update(vm: &mut Vm, dict: &Rc<Dict>, source: &Value) -> Result<()> {
    if let Value::Dict(other) = source.beneath()
        && is_read_directly(vm, source)
    {
        return dict.update(vm, &other.clone());
    }
    if matches!(source, Value::Instance(_) | Value::Native(_))
        && let Some(keys) = vm.find_attr(source, "keys")?
    {
        let keys = vm.call(&keys, &[], &[])?;
        for key in vm.collect(&keys)? {
            let value = vm.get_item(source, &key)?;
            dict.insert(vm, key, value)?;
        }
        return Ok(());
    }
    let iterator = vm.iter(source)?;
    let mut i = 0;
    while let Some(pair) = vm.next(&iterator)? {
        let parts = vm.collect(&pair).map_err(|error| {
            if error.is(Exc::TypeError) {
                Raise::type_error(format!("cannot convert dictionary update sequence element #{i} to a sequence"))
            } else {
                error
            }
        })?;
        let length = parts.len();
        let Ok([key, value]) = <[Value; 2]>::try_from(parts) else {
            return Err(Raise::value_error(format!(
                "dictionary update sequence element #{i} has length {length}; 2 is required"
            )));
        };
        dict.insert(vm, key, value)?;
        i += 1;
    }
    Ok(())
}

/// `dict.keys()`, `dict.values()` or `dict.items()`: always shows the current dict.
struct View {
    dict: Rc<Dict>,
    what: What,
    /// Whether it belongs to an OrderedDict, whose views have names of their own.
    ordered: bool,
}

const VIEWS: [[&str; 3]; 2] =
    [["dict_keys", "dict_values", "dict_items"], ["odict_keys", "odict_values", "odict_items"]];

thread_local! {
    static CLASSES: [[Rc<Class>; 3]; 2] = {
        let methods = [VIEW_METHODS, &VIEW_METHODS[..1], VIEW_METHODS];
        let class = |name: &str, bases: &[Rc<Class>], what: usize| {
            Class::native("builtins", name, bases, None, methods[what], &[], "")
        };
        let plain = [0, 1, 2].map(|what| class(VIEWS[0][what], &[], what));
        let ordered = [0, 1, 2].map(|what| class(VIEWS[1][what], &plain[what..=what], what));
        [plain, ordered]
    };
}

/// The implementation of `keys`, `values` and `items` of `collections.OrderedDict`.
pub static ORDERED_VIEW: Builtin = Builtin::new(
    "collections._ordered_view",
    "(ordered, what, /)",
    "A view of an OrderedDict: 0: its keys, 1: its values, 2: its items.",
    |_, args| {
        let what = match args.int(1)? {
            0 => What::Keys,
            1 => What::Values,
            _ => What::Items,
        };
        Ok(Value::native(View { dict: this(args)?, what, ordered: true }))
    },
);

static VIEW_METHODS: &[Builtin] = &[
    Builtin::new("view.__reversed__", "(self, /)", "Return a reverse iterator over the view.", |_, args| {
        let Some(view) = args.get(0).downcast::<View>() else {
            return Err(args.wrong(0, "view"));
        };
        let name = match view.what {
            _ if view.ordered => "odict_iterator",
            What::Keys => "dict_reversekeyiterator",
            What::Values => "dict_reversevalueiterator",
            What::Items => "dict_reverseitemiterator",
        };
        Ok(backwards::over_dict(name, &view.dict, view.what))
    }),
    Builtin::new(
        "view.isdisjoint",
        "(self, other, /)",
        "Return True if the view and the given iterable have a null intersection.",
        |vm, args| {
            for item in vm.collect(args.get(1))? {
                if let Some(view) = args.get(0).downcast::<View>()
                    && view.holds(vm, &item)?
                {
                    return Ok(Value::Bool(Truth::False));
                }
            }
            Ok(Value::Bool(Truth::True))
        },
    ),
];

impl View {
    fn name(&self) -> &'static str {
        VIEWS[usize::from(self.ordered)][self.what as usize]
    }
    fn all(&self) -> Vec<Value> {
        self.dict.items().iter().map(|(key, value)| self.what.of(key, value)).collect()
    }
    fn holds(&self, vm: &mut Vm, item: &Value) -> Result<bool> {
        match self.what {
            What::Keys => Ok(self.dict.get(vm, item)?.is_some()),
            What::Values => {
                for value in self.all() {
                    if value.is(item) || vm.equal(&value, item)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            What::Items => match item {
                Value::Tuple(pair) if pair.len() == 2 => match self.dict.get(vm, &pair[0])? {
                    Some(value) => Ok(value.is(&pair[1]) || vm.equal(&value, &pair[1])?),
                    None => Ok(false),
                },
                _ => Ok(false),
            },
        }
    }
    /// Iterates over the smaller of the two, as CPython does.
    fn intersection(&self, vm: &mut Vm, other: &Value) -> Result<Value> {
        let (mut items, mut within) = (vm.collect(other)?, self);
        let smaller = self.dict.len() <= items.len();
        if let (true, Value::Set(other)) = (smaller, other) {
            let own = Value::list(self.all());
            return other.intersection(vm, &own).map(Value::Set);
        }
        if let Some(view) = other.downcast::<View>()
            && items.len() > self.dict.len()
        {
            (items, within) = (self.all(), view);
        }
        let result = Set::new(false);
        for item in items {
            if within.holds(vm, &item)? {
                result.insert(vm, item)?;
            }
        }
        Ok(Value::Set(result))
    }
    fn as_set(&self, vm: &mut Vm) -> Result<Value> {
        match self.what {
            What::Keys => Set::from_iterable(vm, false, &Value::Dict(self.dict.clone())),
            What::Values | What::Items => Set::from_items(vm, false, self.all()),
        }
        .map(Value::Set)
    }
}

impl Native for View {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        CLASSES.with(|classes| classes[usize::from(self.ordered)][self.what as usize].clone())
    }
    fn repr(&self, vm: &mut Vm) -> Result<String> {
        let name = self.name();
        match Showing::enter(Rc::as_ptr(&self.dict) as usize + 1 + self.what as usize)? {
            Some(_showing) => Ok(format!("{name}([{}])", joined(vm, &self.all())?)),
            None => Ok("...".to_string()),
        }
    }
    fn hash(&self, _vm: &mut Vm) -> Result<Option<u64>> {
        match self.what {
            What::Values => Ok(None),
            _ => Err(Raise::type_error(format!("unhashable type: '{}'", self.name()))),
        }
    }
    fn len(&self, _vm: &mut Vm) -> Result<Option<usize>> {
        Ok(Some(self.dict.len()))
    }
    fn truth(&self, _vm: &mut Vm) -> Result<bool> {
        Ok(!self.dict.is_empty())
    }
    fn contains(&self, vm: &mut Vm, item: &Value) -> Result<Option<bool>> {
        self.holds(vm, item).map(Some)
    }
    fn iter(&self, _vm: &mut Vm, _this: &Value) -> Result<Option<Value>> {
        let name = match self.what {
            _ if self.ordered => "odict_iterator",
            What::Keys => "dict_keyiterator",
            What::Values => "dict_valueiterator",
            What::Items => "dict_itemiterator",
        };
        Ok(Some(Iter::over_dict(name, &self.dict, self.what)))
    }
    fn binary(&self, vm: &mut Vm, op: BinaryOp, this: &Value, other: &Value, reflected: bool) -> Result<Option<Value>> {
        if self.what == What::Values || !matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Sub) {
            return Ok(None);
        }
        if op == BinaryOp::And {
            return self.intersection(vm, other).map(Some);
        }
        let (left, right) = if reflected { (other, this) } else { (this, other) };
        // A view of keys becomes a set in the same way as its dict.
        let result = match left.downcast::<View>() {
            Some(View { dict, what: What::Keys, .. }) => Set::from_iterable(vm, false, &Value::Dict(dict.clone()))?,
            _ => Set::from_iterable(vm, false, left)?,
        };
        match op {
            BinaryOp::Or => result.extend(vm, right)?,
            BinaryOp::Sub => result.remove_all(vm, right)?,
            _ => result.toggle_all(vm, right)?,
        }
        Ok(Some(Value::Set(result)))
    }
    fn compare(&self, vm: &mut Vm, op: CompareOp, _this: &Value, other: &Value) -> Result<Option<Value>> {
        let other = match other {
            Value::Set(_) => other.clone(),
            other => match other.downcast::<View>() {
                Some(view) if view.what != What::Values => view.as_set(vm)?,
                _ => return Ok(None),
            },
        };
        if self.what == What::Values {
            return Ok(None);
        }
        let own = self.as_set(vm)?;
        vm.compare(op, &own, &other).map(Some)
    }
    fn get_attr(&self, vm: &mut Vm, name: &str) -> Result<Option<Value>> {
        if name != "mapping" {
            return Ok(None);
        }
        let types = vm.import("types")?;
        let proxy = vm.get_attr(&types, "MappingProxyType")?;
        vm.call(&proxy, &[Value::Dict(self.dict.clone())], &[]).map(Some)
    }
    fn attr_names(&self) -> Vec<String> {
        vec!["mapping".to_owned()]
    }
    fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&Value::Dict(self.dict.clone()));
    }
}
