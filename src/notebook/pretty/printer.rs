//! `p`, the argument of `_repr_pretty_(p, cycle)`: IPython's `RepresentationPrinter`.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use super::layout::{Layout, WIDTH};

use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Class, Getter, Native, Raise, Result, Truth, Value, Vm};

/// The most items of a container that are shown.
pub const LONGEST: usize = 1000;

/// Writes an object with a printer.
pub type Write = fn(&mut Vm, &Value, &Value) -> Result<()>;

/// The text that is being written, and the state of the printer.
pub struct Printer {
    pub layout: RefCell<Layout>,
    /// Writes an object inside another one.
    write: Write,
    /// The objects that are being written, innermost last.
    pub inside: RefCell<Vec<Value>>,
    /// The session's formatter of text, if the program has registered functions with it.
    pub registered: Option<Value>,
}

impl Printer {
    pub fn new(write: Write, registered: Option<Value>) -> Printer {
        Printer { layout: RefCell::default(), write, inside: RefCell::default(), registered }
    }
}

/// Returns the printer on which a method is called.
pub fn of(value: &Value) -> Result<&Printer> {
    value.downcast::<Printer>().ok_or_else(|| Raise::type_error("this is a method of what _repr_pretty_ is given"))
}

fn write(args: &Args, step: impl FnOnce(&mut Layout)) -> Result<Value> {
    step(&mut of(args.get(0))?.layout.borrow_mut());
    Ok(Value::None)
}

fn count(args: &Args, at: usize) -> Result<usize> {
    Ok(usize::try_from(args.int(at)?).unwrap_or_default())
}

static METHODS: [Builtin; 9] = [
    Builtin::new("RepresentationPrinter.text", "(self, obj)", "Writes a text.", |_, args| {
        let text = args.str(1)?;
        write(args, |layout| layout.text(text))
    }),
    Builtin::new("RepresentationPrinter.pretty", "(self, obj)", "Writes an object.", |vm, args| {
        (of(args.get(0))?.write)(vm, args.get(0), args.get(1))?;
        Ok(Value::None)
    }),
    Builtin::new(
        "RepresentationPrinter.breakable",
        "(self, sep=' ')",
        "Writes a separator, or a line break where the group does not fit.",
        |_, args| {
            let separator = args.str(1)?;
            write(args, |layout| layout.breakable(separator))
        },
    ),
    Builtin::new("RepresentationPrinter.break_", "(self)", "Begins a new line.", |_, args| {
        write(args, Layout::break_line)
    }),
    Builtin::new(
        "RepresentationPrinter.begin_group",
        "(self, indent=0, open='')",
        "Opens a group: its lines are broken together, and indented.",
        |_, args| {
            let (indentation, open) = (count(args, 1)?, args.str(2)?);
            write(args, |layout| layout.begin_group(indentation, open))
        },
    ),
    Builtin::new("RepresentationPrinter.end_group", "(self, dedent=0, close='')", "Closes a group.", |_, args| {
        let (indentation, close) = (count(args, 1)?, args.str(2)?);
        write(args, |layout| layout.end_group(indentation, close))
    }),
    Builtin::new("RepresentationPrinter.flush", "(self)", "Writes what is buffered.", |_, args| {
        write(args, Layout::flush)
    }),
    Builtin::new(
        "RepresentationPrinter.group",
        "(self, indent=0, open='', close='')",
        "A context manager: a group around what is written within.",
        |_, args| {
            let (indentation, open, close) = (count(args, 1)?, args.str(2)?.to_owned(), args.str(3)?.to_owned());
            Ok(Value::native(Region { printer: args.get(0).clone(), indentation, group: Some((open, close)) }))
        },
    ),
    Builtin::new(
        "RepresentationPrinter.indent",
        "(self, indent)",
        "A context manager: what is written within is indented.",
        |_, args| Ok(Value::native(Region { printer: args.get(0).clone(), indentation: count(args, 1)?, group: None })),
    ),
];

static ATTRIBUTES: [Getter; 4] = [
    Getter { name: "verbose", doc: "Always False.", get: |_, _| Ok(Value::Bool(Truth::False)), set: None },
    Getter { name: "max_width", doc: "The width of a line.", get: |_, _| Ok(Value::Int(WIDTH as i64)), set: None },
    Getter {
        name: "max_seq_length",
        doc: "Items of a container that are shown.",
        get: |_, _| Ok(Value::Int(LONGEST as i64)),
        set: None,
    },
    Getter {
        name: "indentation",
        doc: "Spaces before the next line.",
        get: |_, printer| Ok(Value::Int(of(printer)?.layout.borrow().indentation as i64)),
        set: None,
    },
];

impl Native for Printer {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        thread_local!(static CLASS: Rc<Class> = Class::native(
            "IPython.lib.pretty", "RepresentationPrinter", &[], None, &METHODS, &ATTRIBUTES, "Gathers an object's text."));
        CLASS.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok("<RepresentationPrinter>".into())
    }
}

/// The context manager of `with p.group(...)` and `with p.indent(...)`.
struct Region {
    printer: Value,
    indentation: usize,
    /// The texts around a group; None only indents.
    group: Option<(String, String)>,
}

impl Region {
    fn enter(&self, layout: &mut Layout) {
        match &self.group {
            Some((open, _)) => layout.begin_group(self.indentation, open),
            None => layout.indentation += self.indentation,
        }
    }
    fn exit(&self, layout: &mut Layout) {
        match &self.group {
            Some((_, close)) => layout.end_group(self.indentation, close),
            None => layout.indentation = layout.indentation.saturating_sub(self.indentation),
        }
    }
}

fn at_region(args: &Args, step: fn(&Region, &mut Layout)) -> Result<Value> {
    if let Some(region) = args.get(0).downcast::<Region>() {
        step(region, &mut of(&region.printer)?.layout.borrow_mut());
    }
    Ok(Value::None)
}

impl Native for Region {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        static METHODS: [Builtin; 2] = [
            Builtin::new("Region.__enter__", "(self)", "Begins the region.", |_, args| at_region(args, Region::enter)),
            Builtin::new("Region.__exit__", "(self, *exception)", "Ends the region.", |_, args| {
                at_region(args, Region::exit)
            }),
        ];
        thread_local!(static CLASS: Rc<Class> =
            Class::native("IPython.lib.pretty", "Region", &[], None, &METHODS, &[], "A part of a printer's text."));
        CLASS.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok("<Region>".into())
    }
}
