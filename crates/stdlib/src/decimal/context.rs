//! The class `decimal.Context`: settings, and the conditions that are recorded or raised.

use super::number::{Decimal, Work};
use super::settings::*;
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use tensorcell_language::builtins::{clipped_index, index};
use tensorcell_language::{Args, Builtin, Class, Exc, Getter, Native, Raise, Result, Value, Vm};

/// The module of the signals and of what is written in the language.
const WRITTEN: &str = "_decimal_context";

pub struct Context {
    settings: Cell<Settings>,
    flags: Cell<Status>,
    traps: Cell<Status>,
}

impl Context {
    pub fn settings(&self) -> Settings {
        self.settings.get()
    }

    /// Records conditions, and raises those that are trapped.
    pub fn note(&self, vm: &mut Vm, status: Status) -> Result<()> {
        if status == 0 {
            return Ok(());
        }
        let invalid = if status & ANY_INVALID != 0 { INVALID } else { 0 };
        self.flags.set(self.flags.get() | status & !ANY_INVALID | invalid);
        match self.traps.get() & status {
            0 => Ok(()),
            trapped => Err(Raise::object(written(vm, "_error", &[Value::Int(i64::from(trapped))])?)),
        }
    }

    /// Records conditions without raising any.
    pub fn record(&self, status: Status) {
        self.flags.set(self.flags.get() | status);
    }

    /// Runs an operation in this context.
    pub fn apply<T>(&self, vm: &mut Vm, operation: impl FnOnce(&mut Work) -> Result<T>) -> Result<T> {
        self.apply_with(vm, self.settings.get(), operation)
    }

    /// Runs an operation with other settings; its conditions are this context's.
    pub fn apply_with<T>(
        &self,
        vm: &mut Vm,
        settings: Settings,
        operation: impl FnOnce(&mut Work) -> Result<T>,
    ) -> Result<T> {
        let mut work = Work { vm, settings, status: 0 };
        let result = operation(&mut work)?;
        let status = work.status;
        self.note(vm, status)?;
        Ok(result)
    }

    fn copied(&self) -> Context {
        Context { settings: self.settings.clone(), flags: self.flags.clone(), traps: self.traps.clone() }
    }
}

/// Calls a function that is written in the language.
pub fn written(vm: &mut Vm, name: &str, args: &[Value]) -> Result<Value> {
    let module = vm.import(WRITTEN)?;
    let function = vm.get_attr(&module, name)?;
    vm.call(&function, args, &[])
}

thread_local! {
    pub static CLASS: Rc<Class> = Class::native(
        "decimal",
        "Context",
        &[],
        Some(&NEW),
        METHODS,
        GETTERS,
        "The context affects almost all operations and controls rounding,\nOver/Underflow, raising of exceptions and much more.",
    )
    .shown_in_full();
    /// Counts changes of the running context variables.
    static CHANGES: Cell<u64> = const { Cell::new(0) };
    static CURRENT: RefCell<Option<Current>> = const { RefCell::new(None) };
}

/// The context of a thread, valid until its context variables change.
struct Current {
    key: (usize, u64, u64),
    context: Weak<Box<dyn Native>>,
}

fn key(vm: &Vm) -> (usize, u64, u64) {
    (std::ptr::from_ref(vm) as usize, vm.thread().number(), CHANGES.get())
}

/// Notes that context variables have changed, or that another context of theirs runs.
pub fn variables_changed() {
    CHANGES.set(CHANGES.get() + 1);
}

/// The thread's context.
pub fn current(vm: &mut Vm) -> Result<Value> {
    let key = key(vm);
    let known = CURRENT.with_borrow(|current| match current {
        Some(current) if current.key == key => current.context.upgrade(),
        _ => None,
    });
    if let Some(context) = known {
        return Ok(Value::Native(context));
    }
    let found = written(vm, "_find_context", &[])?;
    if let Value::Native(context) = found.beneath() {
        let context = Rc::downgrade(context);
        let key = self::key(vm);
        CURRENT.set(Some(Current { key, context }));
    }
    Ok(found)
}

fn not_a_context() -> Raise {
    Raise::type_error("optional argument must be a context")
}

/// The context that was given, or the thread's.
pub fn given_or_current(vm: &mut Vm, given: Option<&Value>) -> Result<Value> {
    match given {
        None | Some(Value::None) => current(vm),
        Some(context) if context.downcast::<Context>().is_some() => Ok(context.clone()),
        Some(_) => Err(not_a_context()),
    }
}

/// Runs an operation in a context, and wraps the number that it returns.
pub fn apply(vm: &mut Vm, context: &Value, operation: impl FnOnce(&mut Work) -> Result<Decimal>) -> Result<Value> {
    of(context)?.apply(vm, operation).map(Value::native)
}

pub fn of(context: &Value) -> Result<&Context> {
    context.downcast::<Context>().ok_or_else(not_a_context)
}

impl Native for Context {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        CLASS.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        let Settings { prec, rounding, emin, emax, capitals, clamp } = self.settings.get();
        let (flags, traps) = (names(self.flags.get()), names(self.traps.get()));
        Ok(format!(
            "Context(prec={prec}, rounding={}, Emin={emin}, Emax={emax}, capitals={}, clamp={}, flags=[{flags}], \
             traps=[{traps}])",
            rounding.name(),
            u8::from(capitals),
            u8::from(clamp)
        ))
    }
    fn set_attr(&self, _vm: &mut Vm, name: &str, _value: &Value) -> Result<bool> {
        Err(Raise::new(Exc::AttributeError, format!("'decimal.Context' object has no attribute '{name}'")))
    }
    fn delete_attr(&self, _vm: &mut Vm, _name: &str) -> Result<bool> {
        Err(Raise::new(Exc::AttributeError, "context attributes cannot be deleted"))
    }
}

/// The names of signals, in the order of a context's `repr`.
fn names(mask: Status) -> String {
    const SHOWN: [(&str, Status); 9] = [
        ("Clamped", CLAMPED),
        ("InvalidOperation", ANY_INVALID),
        ("DivisionByZero", BY_ZERO),
        ("Inexact", INEXACT),
        ("FloatOperation", FLOAT),
        ("Overflow", OVERFLOW),
        ("Rounded", ROUNDED),
        ("Subnormal", SUBNORMAL),
        ("Underflow", UNDERFLOW),
    ];
    let on = SHOWN.iter().filter(|(_, bits)| mask & bits != 0);
    on.map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

/// The bits of a list or mapping of signals.
fn mask(vm: &mut Vm, signals: &Value) -> Result<Status> {
    match written(vm, "_mask", std::slice::from_ref(signals))? {
        Value::Int(mask) => Ok(mask as Status),
        _ => Err(Raise::type_error("a mask of signals is an integer")),
    }
}

static NEW: Builtin = Builtin::new(
    "Context",
    "(prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None, traps=None)",
    "The context affects almost all operations and controls rounding.",
    |vm, args| {
        let template = written(vm, "_template_context", &[])?;
        let context = match template.downcast::<Context>() {
            Some(template) => template.copied(),
            None => Context { settings: Cell::new(FIRST), flags: Cell::new(0), traps: Cell::new(FIRST_TRAPS) },
        };
        context.flags.set(0);
        let context = Value::native(context);
        for (getter, value) in GETTERS.iter().zip(args.slots.iter()) {
            if let (Some(set), Some(value)) = (getter.set, value)
                && !value.is_none()
            {
                let signals = matches!(getter.name, "flags" | "traps");
                let value = if signals { Value::Int(i64::from(mask(vm, value)?)) } else { value.clone() };
                set(vm, &context, value)?;
            }
        }
        Ok(context)
    },
);

/// The settings of contexts for which nothing was set.
const FIRST: Settings =
    Settings { prec: 28, rounding: Rounding::HalfEven, emin: -999_999, emax: 999_999, capitals: true, clamp: false };
const FIRST_TRAPS: Status = ANY_INVALID | BY_ZERO | OVERFLOW;

/// Reads an integer in a range, for a setting.
fn within(vm: &mut Vm, value: &Value, least: i64, most: i64, shown: &str) -> Result<i64> {
    index(vm, value).map_err(|raise| match raise.is(Exc::TypeError) {
        true => Raise::type_error("an integer is required"),
        false => raise,
    })?;
    match clipped_index(vm, value)? {
        number if (least..=most).contains(&number) => Ok(number),
        _ => Err(Raise::value_error(format!("valid {shown}"))),
    }
}

fn change(context: &Value, change: impl FnOnce(&mut Settings)) -> Result<()> {
    let context = of(context)?;
    let mut settings = context.settings.get();
    change(&mut settings);
    context.settings.set(settings);
    Ok(())
}

pub fn rounding(value: &Value) -> Result<Rounding> {
    value.as_str().and_then(Rounding::named).ok_or_else(|| {
        Raise::type_error(
            "valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   \
             ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]",
        )
    })
}

/// The flags or traps of a context, as a mapping.
fn signals(vm: &mut Vm, context: &Value, name: &str) -> Result<Value> {
    written(vm, "SignalDict", &[context.clone(), Value::str(name)])
}

/// The bits of a mapping of signals, or of an integer that has them.
fn new_mask(vm: &mut Vm, value: &Value) -> Result<Status> {
    match value {
        Value::Int(mask) => Ok(*mask as Status),
        _ => {
            written(vm, "_check_signals", std::slice::from_ref(value))?;
            mask(vm, value)
        }
    }
}

static GETTERS: &[Getter] = &[
    Getter {
        name: "prec",
        doc: "The precision in digits.",
        get: |_, context| Ok(Value::Int(of(context)?.settings().prec)),
        set: Some(|vm, context, value| {
            let prec = within(vm, &value, 1, MAX_PREC, "range for prec is [1, MAX_PREC]")?;
            change(context, |settings| settings.prec = prec)
        }),
    },
    Getter {
        name: "rounding",
        doc: "How results are rounded.",
        get: |_, context| Ok(Value::str(of(context)?.settings().rounding.name())),
        set: Some(|_, context, value| {
            let rounding = rounding(&value)?;
            change(context, |settings| settings.rounding = rounding)
        }),
    },
    Getter {
        name: "Emin",
        doc: "The least exponent of normal numbers.",
        get: |_, context| Ok(Value::Int(of(context)?.settings().emin)),
        set: Some(|vm, context, value| {
            let emin = within(vm, &value, MIN_EMIN, 0, "range for Emin is [MIN_EMIN, 0]")?;
            change(context, |settings| settings.emin = emin)
        }),
    },
    Getter {
        name: "Emax",
        doc: "The largest exponent.",
        get: |_, context| Ok(Value::Int(of(context)?.settings().emax)),
        set: Some(|vm, context, value| {
            let emax = within(vm, &value, 0, MAX_EMAX, "range for Emax is [0, MAX_EMAX]")?;
            change(context, |settings| settings.emax = emax)
        }),
    },
    Getter {
        name: "capitals",
        doc: "Whether exponents are written with E or e.",
        get: |_, context| Ok(Value::Int(i64::from(of(context)?.settings().capitals))),
        set: Some(|vm, context, value| {
            let capitals = within(vm, &value, 0, 1, "values for capitals are 0 or 1")?;
            change(context, |settings| settings.capitals = capitals == 1)
        }),
    },
    Getter {
        name: "clamp",
        doc: "Whether exponents are reduced to fit the precision.",
        get: |_, context| Ok(Value::Int(i64::from(of(context)?.settings().clamp))),
        set: Some(|vm, context, value| {
            let clamp = within(vm, &value, 0, 1, "values for clamp are 0 or 1")?;
            change(context, |settings| settings.clamp = clamp == 1)
        }),
    },
    Getter {
        name: "flags",
        doc: "The signals that have occurred.",
        get: |vm, context| signals(vm, context, "_flags"),
        set: Some(|vm, context, value| {
            let mask = new_mask(vm, &value)?;
            of(context)?.flags.set(mask);
            Ok(())
        }),
    },
    Getter {
        name: "traps",
        doc: "The signals that raise.",
        get: |vm, context| signals(vm, context, "_traps"),
        set: Some(|vm, context, value| {
            let mask = new_mask(vm, &value)?;
            of(context)?.traps.set(mask);
            Ok(())
        }),
    },
    Getter {
        name: "_flags",
        doc: "The bits of the flags.",
        get: |_, context| Ok(Value::Int(i64::from(of(context)?.flags.get()))),
        set: Some(|vm, context, value| {
            of(context)?.flags.set(clipped_index(vm, &value)? as Status);
            Ok(())
        }),
    },
    Getter {
        name: "_traps",
        doc: "The bits of the traps.",
        get: |_, context| Ok(Value::Int(i64::from(of(context)?.traps.get()))),
        set: Some(|vm, context, value| {
            of(context)?.traps.set(clipped_index(vm, &value)? as Status);
            Ok(())
        }),
    },
];

fn copy(_: &mut Vm, args: &Args) -> Result<Value> {
    Ok(Value::native(of(args.get(0))?.copied()))
}

fn reduced(vm: &mut Vm, args: &Args) -> Result<Value> {
    let context = of(args.get(0))?;
    let Settings { prec, rounding, emin, emax, capitals, clamp } = context.settings();
    let mut parts = vec![Value::Int(prec), Value::str(rounding.name()), Value::Int(emin), Value::Int(emax)];
    parts.extend([capitals, clamp].map(|on| Value::Int(i64::from(on))));
    for mask in [context.flags.get(), context.traps.get()] {
        parts.push(written(vm, "_signals_of", &[Value::Int(i64::from(mask))])?);
    }
    let class = Value::Class(vm.class_of(args.get(0)));
    Ok(Value::pair(class, Value::tuple(parts)))
}

static METHODS: &[Builtin] = &[
    Builtin::new("Context.copy", "(self, /)", "Return a duplicate of the context with all flags as they are.", copy),
    Builtin::new("Context.__copy__", "(self, /)", "Return a duplicate of the context.", copy),
    Builtin::new("Context.__reduce__", "(self, /)", "Helper for pickle.", reduced),
    Builtin::new("Context.clear_flags", "(self, /)", "Reset all flags to False.", |_, args| {
        of(args.get(0))?.flags.set(0);
        Ok(Value::None)
    }),
    Builtin::new("Context.clear_traps", "(self, /)", "Set all traps to False.", |_, args| {
        of(args.get(0))?.traps.set(0);
        Ok(Value::None)
    }),
    Builtin::new(
        "Context.Etiny",
        "(self, /)",
        "Return a value equal to Emin - prec + 1, the minimum exponent of subnormal results.",
        |_, args| Ok(Value::Int(of(args.get(0))?.settings().etiny())),
    ),
    Builtin::new(
        "Context.Etop",
        "(self, /)",
        "Return a value equal to Emax - prec + 1, the maximum exponent if clamp is 1.",
        |_, args| Ok(Value::Int(of(args.get(0))?.settings().etop())),
    ),
];
