//! Supports `_repr_pretty_(p, cycle)`: a class's own plain text, as in IPython. `p` collects the text.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use tensorcell_language::{Builtin, Class, Native, Raise, Result, Truth, Value, Vm};

/// Returns the text that an object writes about itself.
pub fn text(vm: &mut Vm, object: &Value) -> Result<String> {
    let printer = Value::native(Printer::default());
    vm.call_method(object, "_repr_pretty_", &[printer.clone(), Value::Bool(Truth::False)])?;
    Ok(printer.downcast::<Printer>().map(|printer| printer.text.take()).unwrap_or_default())
}

/// Returns the text that a function writes about an object.
pub fn by(vm: &mut Vm, write: &Value, object: &Value) -> Result<String> {
    let printer = Value::native(Printer::default());
    vm.call(write, &[object.clone(), printer.clone(), Value::Bool(Truth::False)], &[])?;
    Ok(printer.downcast::<Printer>().map(|printer| printer.text.take()).unwrap_or_default())
}

/// The printer `p`. It does not wrap lines.
#[derive(Default)]
struct Printer {
    text: RefCell<String>,
}

fn write(printer: &Value, text: &str) -> Result<Value> {
    let Some(printer) = printer.downcast::<Printer>() else {
        return Err(Raise::type_error("this is a method of what _repr_pretty_ is given"));
    };
    printer.text.borrow_mut().push_str(text);
    Ok(Value::None)
}

impl Native for Printer {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        static METHODS: [Builtin; 6] = [
            Builtin::new("RepresentationPrinter.text", "(self, obj)", "Writes a text.", |_, args| {
                write(args.get(0), args.str(1)?)
            }),
            Builtin::new("RepresentationPrinter.pretty", "(self, obj)", "Writes an object.", |vm, args| {
                let own = vm.class_of(args.get(1)).lookup("_repr_pretty_").is_some();
                let inner = if own { text(vm, args.get(1))? } else { vm.repr(args.get(1))? };
                write(args.get(0), &inner)
            }),
            Builtin::new("RepresentationPrinter.breakable", "(self, sep=' ')", "Writes a separator.", |_, args| {
                write(args.get(0), args.str(1)?)
            }),
            Builtin::new("RepresentationPrinter.break_", "(self)", "Begins a new line.", |_, args| {
                write(args.get(0), "\n")
            }),
            Builtin::new(
                "RepresentationPrinter.begin_group",
                "(self, indent=0, open='')",
                "Opens a group.",
                |_, args| write(args.get(0), args.str(2)?),
            ),
            Builtin::new("RepresentationPrinter.end_group", "(self, dedent=0, close='')", "Closes it.", |_, args| {
                write(args.get(0), args.str(2)?)
            }),
        ];
        thread_local!(static CLASS: Rc<Class> =
            Class::native("IPython.lib.pretty", "RepresentationPrinter", &[], None, &METHODS, &[], "Gathers an object's text."));
        CLASS.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok("<RepresentationPrinter>".into())
    }
}
