//! Maps a source to the file under which a front end shows it: a cell's file, or its own.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use tensorcell_jupyter::debugger::Cells;
use tensorcell_language::Vm;

/// A cell that ran.
struct Cell {
    /// Sources with the cell's name are its own from this one on.
    first: u32,
    name: Rc<str>,
    path: Rc<str>,
}

#[derive(Default)]
struct Sources {
    files: Cells,
    cells: Vec<Cell>,
    /// A cache of source files.
    known: HashMap<u32, Rc<str>>,
}

thread_local! {
    static SOURCES: RefCell<Sources> = RefCell::default();
}

/// Records a cell's original code, before it is transformed for the language.
pub fn begin_cell(vm: &Vm, name: &str, code: &str) {
    let first = vm.next_source();
    SOURCES.with_borrow_mut(|sources| {
        let path = sources.files.path(code).into();
        sources.cells.push(Cell { first, name: name.into(), path });
    });
}

/// Returns the file of a source, or None if it is neither a cell nor a file.
pub fn path(vm: &Vm, source: u32) -> Option<Rc<str>> {
    let known = SOURCES.with_borrow(|sources| sources.known.get(&source).cloned());
    let path = match known {
        Some(path) => path,
        None => found(vm, source)?,
    };
    (!path.is_empty()).then_some(path)
}

fn found(vm: &Vm, source: u32) -> Option<Rc<str>> {
    let name = vm.source(source)?.name.clone();
    SOURCES.with_borrow_mut(|sources| {
        let is_it = |cell: &&Cell| cell.first <= source && cell.name == name;
        let path = match sources.cells.iter().rev().find(is_it) {
            Some(cell) => cell.path.clone(),
            None if name.starts_with('<') => "".into(),
            None => absolute(&name),
        };
        sources.known.insert(source, path.clone());
        Some(path)
    })
}

/// Returns the absolute path of a file, or an empty text if there is no such file.
fn absolute(name: &str) -> Rc<str> {
    let path = std::path::absolute(name).ok().filter(|path| path.is_file());
    path.and_then(|path| path.to_str().map(Into::into)).unwrap_or_default()
}

/// Returns whether a file belongs to an installed package or to the standard library.
pub fn is_installed(path: &str) -> bool {
    ["/site-packages/", "/dist-packages/", "/lib/python3"].iter().any(|folder| path.contains(folder))
}
