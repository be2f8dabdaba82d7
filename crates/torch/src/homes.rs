//! The files of torchvision's packages as modules (`torchvision.ops.boxes`): each exposes the names of its package,
//! and classes report them as their module. `homes.txt` has a line per file: the package, the file, its classes.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::LazyLock;
use tensorcell_language::native::ModuleDef;
use tensorcell_language::object::Module;
use tensorcell_language::{Result, Value, Vm};

struct Home {
    package: &'static str,
    file: &'static str,
    classes: Vec<&'static str>,
}

static HOMES: LazyLock<Vec<Home>> = LazyLock::new(|| {
    let read = |line: &'static str| {
        let mut words = line.split(' ');
        Some(Home { package: words.next()?, file: words.next()?, classes: words.collect() })
    };
    include_str!("homes.txt").lines().filter_map(read).collect()
});

/// Returns the file of a package's class.
pub fn of_class(package: &str, class: &str) -> Option<&'static str> {
    static FILES: LazyLock<HashMap<(&str, &str), &str>> = LazyLock::new(|| {
        let each = |home: &'static Home| home.classes.iter().map(|class| ((home.package, *class), home.file));
        HOMES.iter().flat_map(each).collect()
    });
    FILES.get(&(package, class)).copied()
}

/// Returns the package whose names a file exposes.
pub fn package_of(file: &str) -> Option<&'static str> {
    HOMES.iter().find(|home| home.file == file).map(|home| home.package)
}

/// Returns the files as modules.
pub fn modules() -> &'static [ModuleDef] {
    static MODULES: LazyLock<Vec<ModuleDef>> = LazyLock::new(|| {
        let module = |home: &Home| ModuleDef {
            name: home.file,
            doc: "A file of its package.",
            functions: &[],
            init: Some(show_package),
        };
        HOMES.iter().map(module).collect()
    });
    &MODULES
}

fn show_package(vm: &mut Vm, module: &Rc<Module>) -> Result<()> {
    let package = package_of(&module.name).unwrap_or_default();
    let Value::Module(package) = vm.import(package)? else { return Ok(()) };
    vm.run_files(&package)?;
    for (name, value) in package.dict.items() {
        if let Some(name) = name.as_str().filter(|name| !name.starts_with("__")) {
            module.dict.insert_str(name, value);
        }
    }
    Ok(())
}
