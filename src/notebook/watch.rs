//! `tensorcell.watch`: draws the board of curves. `prelude/watch.py` measures.

use super::live::LivePicture;
use std::any::Any;
use std::rc::Rc;
use tensorcell_display::{Board, Curve, Figure, Picture, Series};
use tensorcell_language::object::Module;
use tensorcell_language::{Args, Builtin, Class, ModuleDef, Native, Raise, Result, Value, Vm};

/// The native functions of `watch`.
pub static NATIVE: ModuleDef = ModuleDef {
    name: "_tensorcell.watch",
    doc: "What tensorcell.watch is made of.",
    functions: &[],
    init: Some(|_, module| {
        module.dict.insert_str("Board", Value::Class(class()));
        Ok(())
    }),
};

/// Adds the names to the module `tensorcell`.
pub fn add(vm: &mut Vm, module: &Rc<Module>) -> Result<()> {
    vm.run_prelude("tensorcell/watch.py", include_str!("prelude/watch.py"), module)
}

struct BoardObject(Rc<LivePicture<Board>>);

impl Native for BoardObject {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        class()
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(format!("<{}>", self.0.figure().text()))
    }
    fn display(&self, _vm: &mut Vm) -> Result<Vec<(String, String)>> {
        Ok(Picture::of(&*self.0.figure()).bundle())
    }
}

fn class() -> Rc<Class> {
    static NEW: Builtin = Builtin::new(
        "_tensorcell.watch.Board",
        "(title, panels, series)",
        "Curves side by side: a panel for each pair of a title and whether its axis is logarithmic, with series of these names.",
        |vm, args| {
            let panels = vm.collect(args.get(1))?;
            let series = texts(vm, args.get(2))?;
            let curves = panels.iter().map(|panel| curve(args, panel, &series)).collect::<Result<_>>()?;
            let board = Board { title: args.str(0)?.to_owned(), curves, ..Board::default() };
            Ok(Value::native(BoardObject(LivePicture::new("watch", board))))
        },
    );
    static METHODS: [Builtin; 2] = [
        Builtin::new(
            "Board.add",
            "(self, step, panels)",
            "Adds a step: for each panel a list of numbers, one a series; None adds nothing.",
            |vm, args| {
                let rows = vm.collect(args.get(2))?;
                let rows = rows.iter().map(|row| numbers(vm, row)).collect::<Result<Vec<_>>>()?;
                let step = args.float(1)?;
                this(args)?
                    .change(|board| board.curves.iter_mut().zip(&rows).for_each(|(curve, row)| push(curve, step, row)));
                Ok(Value::None)
            },
        ),
        Builtin::new("Board.alert", "(self, text)", "Shows what deserves a look above the curves.", |_, args| {
            let text = args.str(1)?.to_owned();
            this(args)?.change(|board| board.alert = text);
            Ok(Value::None)
        }),
    ];
    thread_local!(static CLASS: Rc<Class> = Class::native(
        "_tensorcell.watch", "Board", &[], Some(&NEW), &METHODS, &[], "Curves side by side.",
    ));
    CLASS.with(Rc::clone)
}

fn this(args: &Args) -> Result<&Rc<LivePicture<Board>>> {
    args.get(0).downcast::<BoardObject>().map(|board| &board.0).ok_or_else(|| args.wrong(0, "Board"))
}

fn curve(args: &Args, panel: &Value, series: &[String]) -> Result<Curve> {
    let Value::Tuple(pair) = panel else { return Err(args.wrong(1, "pairs")) };
    let title = pair.first().and_then(Value::as_str).unwrap_or_default();
    let is_log = matches!(pair.get(1), Some(Value::Bool(truth)) if truth.get());
    let series = series.iter().map(|name| Series::new(name.clone(), 0.0)).collect();
    Ok(Curve { series, ..Curve::new(title, is_log) })
}

fn push(curve: &mut Curve, step: f64, row: &[Option<f64>]) {
    for (series, value) in curve.series.iter_mut().zip(row) {
        if let Some(value) = value {
            series.push(step, *value);
        }
    }
}

fn texts(vm: &mut Vm, value: &Value) -> Result<Vec<String>> {
    let items = vm.collect(value)?;
    items.iter().map(|item| vm.str(item)).collect()
}

fn numbers(vm: &mut Vm, row: &Value) -> Result<Vec<Option<f64>>> {
    let number = |value: &Value| match value {
        Value::None => Ok(None),
        Value::Float(value) => Ok(Some(value.get())),
        Value::Int(value) => Ok(Some(*value as f64)),
        _ => Err(Raise::type_error(format!("a panel takes numbers, not {}", value.type_name()))),
    };
    vm.collect(row)?.iter().map(number).collect()
}
