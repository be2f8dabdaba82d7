//! `matplotlib`: its state machine and arguments are written in the language (`prelude/matplotlib/*.py`). The pictures
//! are this project's charts, drawn with plotters.

mod areas;
mod data;
mod read;

use std::cell::Cell;
use std::rc::Rc;
use tensorcell_display::{Chart, picture};
use tensorcell_language::builtins::files::reachable;
use tensorcell_language::object::Dict;
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Value, Vm};
use tensorcell_torch::files::write;

thread_local! {
    /// Whether pyplot was imported, so that figures may be open.
    static IMPORTED: Cell<bool> = const { Cell::new(false) };
}

/// Shows the figures that a cell leaves open.
pub fn end_of_cell(vm: &mut Vm) -> Result<()> {
    if !IMPORTED.get() {
        return Ok(());
    }
    let pyplot = vm.import("matplotlib.pyplot")?;
    vm.call_method(&pyplot, "_end_of_cell", &[]).map(|_| ())
}

macro_rules! prelude {
    ($name:literal, $doc:literal, $functions:expr, $($file:literal),+) => {
        library!("matplotlib/", $name, $doc, $functions, $($file),+)
    };
}

macro_rules! library {
    ($folder:literal, $name:literal, $doc:literal, $functions:expr, $($file:literal),+) => {
        ModuleDef {
            name: $name,
            doc: $doc,
            functions: $functions,
            init: Some(|vm, module| {
                $(vm.run_prelude(concat!($folder, $file), include_str!(concat!("../prelude/", $folder, $file)), module)?;)+
                Ok(())
            }),
        }
    };
}

const DRAWING: &[Builtin] = &[
    Builtin::new("_draw.bundle", "(figure)", "A figure's picture in all forms.", |_, args| {
        let picture = picture::Picture::of(&chart(args)?);
        let forms = picture.bundle().into_iter().map(|(mime, content)| (Value::str(mime), Value::str(content)));
        Ok(Value::dict(forms))
    }),
    Builtin::new("_draw.text", "(figure)", "Describes a figure in words.", |_, args| {
        Ok(Value::str(picture::Figure::text(&chart(args)?)))
    }),
    Builtin::new("_draw.file", "(figure, format)", "A figure as a file's bytes.", |_, args| {
        let chart = chart(args)?;
        Ok(Value::bytes(match args.str(1)? {
            "svg" => picture::svg(&chart).into_bytes(),
            _ => picture::png(&chart),
        }))
    }),
    Builtin::new("_draw.small", "(figure)", "A figure as a PNG of its logical size.", |_, args| {
        Ok(Value::bytes(picture::small_png(&chart(args)?)))
    }),
    Builtin::new(
        "_draw.write",
        "(target, data)",
        "Writes bytes to a file in the notebook's folder, or to a file-like object.",
        |vm, args| {
            let Value::Bytes(bytes) = args.get(1) else { return Err(args.wrong(1, "bytes")) };
            let data = bytes.data.borrow().clone();
            write(vm, args.get(0), data)?;
            Ok(Value::None)
        },
    ),
    Builtin::new("_draw.read", "(name)", "The bytes of a file in the notebook's folder.", |_, args| {
        let name = args.str(0)?;
        let path = reachable(name)?;
        let read = std::fs::read(path);
        Ok(Value::bytes(read.map_err(|error| tensorcell_language::builtins::files::os_error(&error, name))?))
    }),
];

/// Submodules such as `matplotlib.cm`, without an explicit import.
const SUBMODULES: &[Builtin] = &[Builtin::new("matplotlib.__getattr__", "(name)", "A submodule.", |vm, args| {
    let name = args.str(0)?;
    if name == "colormaps" {
        let maps = vm.import("matplotlib.cm")?;
        return vm.get_attr(&maps, name);
    }
    let missing = || Raise::new(Exc::AttributeError, format!("module 'matplotlib' has no attribute '{name}'"));
    match vm.import(&format!("matplotlib.{name}")) {
        Err(raise) if raise.is(Exc::ModuleNotFoundError) => Err(missing()),
        found => found,
    }
})];

fn chart(args: &Args) -> Result<Chart> {
    let figure: Rc<Dict> = match args.get(0) {
        Value::Dict(figure) => figure.clone(),
        _ => return Err(Raise::type_error("a figure's description is a dictionary")),
    };
    read::chart(&figure)
}

pub static MODULES: &[ModuleDef] = &[
    ModuleDef { name: "matplotlib._draw", doc: "Drawing.", functions: DRAWING, init: None },
    ModuleDef { name: "matplotlib._data", doc: "Numbers to draw.", functions: data::FUNCTIONS, init: None },
    ModuleDef { name: "matplotlib._areas", doc: "Triangles.", functions: areas::FUNCTIONS, init: None },
    prelude!("matplotlib", "Pictures of data.", SUBMODULES, "__init__.py"),
    prelude!("matplotlib.colors", "Colours, and numbers as colours.", &[], "colors.py"),
    prelude!("matplotlib.cm", "Colour maps by name.", &[], "cm.py"),
    prelude!("matplotlib.artist", "The objects that are drawn in axes.", &[], "artist.py", "artist_text.py"),
    prelude!("matplotlib.text", "Texts.", &[], "text.py"),
    prelude!("matplotlib.patches", "Shapes.", &[], "patches.py"),
    prelude!("matplotlib.lines", "Lines.", &[], "lines.py"),
    prelude!("matplotlib.ticker", "Where ticks are and what they say.", &[], "ticker.py"),
    prelude!("matplotlib.gridspec", "Grids of axes.", &[], "gridspec.py"),
    prelude!(
        "matplotlib.axes",
        "A pair of axes and what is drawn in it.",
        &[],
        "axes_axis.py",
        "axes_base.py",
        "axes_plots.py",
        "axes_statistics.py",
        "axes_images.py",
        "axes_fields.py",
        "axes.py"
    ),
    prelude!("matplotlib.figure", "Figures.", &[], "figure.py"),
    prelude!("matplotlib.collections", "Lines, areas and shapes that are drawn together.", &[], "collections.py"),
    prelude!("matplotlib.path", "Outlines of lines and curves.", &[], "path.py"),
    prelude!("matplotlib.tri", "Triangles between points.", &[], "tri.py"),
    prelude!("matplotlib.streamplot", "Lines along a field.", &[], "streamplot.py"),
    prelude!("matplotlib.animation", "Figures that move.", &[], "animation.py"),
    prelude!("matplotlib.dates", "Dates on axes.", &[], "dates.py"),
    prelude!("matplotlib.image", "Pictures in files.", &[], "image.py"),
    prelude!("matplotlib.pylab", "pyplot and NumPy in one module.", &[], "pylab.py"),
    prelude!("matplotlib.table", "Tables in axes.", &[], "table.py"),
    prelude!("matplotlib.projections", "Polar axes.", &[], "projections.py"),
    library!("mpl_toolkits/", "mpl_toolkits", "Axes in space.", &[], "__init__.py"),
    library!("mpl_toolkits/mplot3d/", "mpl_toolkits.mplot3d", "Axes in space.", &[], "__init__.py"),
    library!("mpl_toolkits/mplot3d/", "mpl_toolkits.mplot3d.proj3d", "From space to the page.", &[], "proj3d.py"),
    library!("mpl_toolkits/mplot3d/", "mpl_toolkits.mplot3d.art3d", "Lines and areas in space.", &[], "art3d.py"),
    library!("mpl_toolkits/mplot3d/", "mpl_toolkits.mplot3d.axis3d", "The axes of a box.", &[], "axis3d.py"),
    library!("mpl_toolkits/mplot3d/", "mpl_toolkits.mplot3d.axes3d", "Axes of three dimensions.", &[], "axes3d.py"),
    ModuleDef {
        name: "matplotlib.pyplot",
        doc: "Figures and plots, as a cell draws them.",
        functions: &[],
        init: Some(|vm, module| {
            IMPORTED.set(true);
            vm.run_prelude("matplotlib/pyplot.py", include_str!("../prelude/matplotlib/pyplot.py"), module)
        }),
    },
];
