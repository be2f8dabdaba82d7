//! Reads modules on disk that are not imported: their names, signatures and docstrings, from the source without running it.

use super::bindings::{names_bound, parameter_names};
use ruff_python_ast::{self as ast, Stmt};
use ruff_text_size::{Ranged, TextRange};
use std::path::{Path, PathBuf};
use tensorcell_language::find_module::{self, Found};
use tensorcell_language::{Value, Vm, syntax};

/// The parts of a module's source that queries need.
pub struct Outline {
    /// None for a namespace package.
    pub file: Option<PathBuf>,
    pub doc: Option<String>,
    pub definitions: Vec<Definition>,
    /// Other names that the module binds.
    pub names: Vec<(String, &'static str)>,
    pub submodules: Vec<String>,
}

/// A function or class at a module's top level.
pub struct Definition {
    pub name: String,
    pub kind: &'static str,
    /// `def f(x, y=1)`
    pub head: String,
    pub parameters: Vec<String>,
    pub doc: Option<String>,
    pub source: String,
}

/// Larger files are not read to answer a query.
const LONGEST: u64 = 4 << 20;

/// Returns the outline of a module on the import path.
pub fn of_module(vm: &mut Vm, name: &str) -> Option<Outline> {
    let (above, leaf) = name.rsplit_once('.').unwrap_or(("", name));
    in_folders(&folders(vm, above), leaf)
}

/// Returns the outline of a module in a folder.
pub fn in_folder(folder: &Path, name: &str) -> Option<Outline> {
    in_folders(&[folder.to_owned()], name)
}

fn in_folders(folders: &[PathBuf], leaf: &str) -> Option<Outline> {
    match find_module::find(leaf, folders.iter().map(PathBuf::as_path))? {
        Found::File(file) => read(file, &[]),
        Found::Package { folder, file } => read(file, &[folder]),
        Found::Namespace(portions) => Some(Outline {
            file: None,
            doc: None,
            definitions: Vec::new(),
            names: Vec::new(),
            submodules: find_module::names(portions.iter().map(PathBuf::as_path)),
        }),
        Found::Extension(_) => None,
    }
}

/// Returns the importable modules in a package's folders, or on the search path if the package has no name.
pub fn submodules(vm: &mut Vm, package: &str) -> Vec<String> {
    find_module::names(folders(vm, package).iter().map(PathBuf::as_path))
}

/// Returns the folders of a package's modules.
fn folders(vm: &mut Vm, package: &str) -> Vec<PathBuf> {
    if package.is_empty() {
        return vm.search_path().unwrap_or_default();
    }
    if let Some(module) = vm.imported(package) {
        return match module.dict.get_str("__path__") {
            Some(path @ Value::List(_)) => vm.folders(&path).unwrap_or_default(),
            _ => Vec::new(),
        };
    }
    let (above, leaf) = package.rsplit_once('.').unwrap_or(("", package));
    let above = folders(vm, above);
    match find_module::find(leaf, above.iter().map(PathBuf::as_path)) {
        Some(Found::Package { folder, .. }) => vec![folder],
        Some(Found::Namespace(portions)) => portions,
        _ => Vec::new(),
    }
}

fn read(file: PathBuf, folders: &[PathBuf]) -> Option<Outline> {
    if std::fs::metadata(&file).ok()?.len() > LONGEST {
        return None;
    }
    let text = std::fs::read_to_string(&file).ok()?;
    syntax::with_room(|| {
        let parsed = syntax::tree(&text)?;
        let ast::Mod::Module(module) = parsed.syntax() else { return None };
        let definitions: Vec<Definition> = module.body.iter().filter_map(|found| definition(found, &text)).collect();
        let mut names = Vec::new();
        names_bound(&module.body, &mut |name, kind| {
            if !definitions.iter().any(|definition| definition.name == name) {
                names.push((name.to_owned(), kind));
            }
        });
        let doc = docstring(&module.body);
        let submodules = find_module::names(folders.iter().map(PathBuf::as_path));
        Some(Outline { file: Some(file.clone()), doc, definitions, names, submodules })
    })
}

fn definition(statement: &Stmt, text: &str) -> Option<Definition> {
    let cut = |range: TextRange| text[range].to_owned();
    match statement {
        Stmt::FunctionDef(function) => Some(Definition {
            name: function.name.to_string(),
            kind: "function",
            head: format!("def {}{}", function.name, cut(function.parameters.range())),
            parameters: parameter_names(&function.parameters),
            doc: docstring(&function.body),
            source: cut(function.range()),
        }),
        Stmt::ClassDef(class) => {
            let bases = class.arguments.as_ref().map_or_else(String::new, |bases| cut(bases.range()));
            let init =
                class.body.iter().filter_map(Stmt::as_function_def_stmt).find(|method| &method.name == "__init__");
            let own = |method: &ast::StmtFunctionDef| parameter_names(&method.parameters).into_iter().skip(1).collect();
            Some(Definition {
                name: class.name.to_string(),
                kind: "class",
                head: format!("class {}{bases}", class.name),
                parameters: init.map_or_else(Vec::new, own),
                doc: docstring(&class.body),
                source: cut(class.range()),
            })
        }
        _ => None,
    }
}

pub fn docstring(body: &[Stmt]) -> Option<String> {
    let expr = body.first()?.as_expr_stmt()?;
    Some(expr.value.as_string_literal_expr()?.value.to_str().to_owned())
}

impl Outline {
    pub fn definition(&self, name: &str) -> Option<usize> {
        self.definitions.iter().position(|definition| definition.name == name)
    }
    /// Returns all names with their kinds.
    pub fn all_names(&self) -> Vec<(String, &'static str)> {
        let definitions = self.definitions.iter().map(|definition| (definition.name.clone(), definition.kind));
        let submodules = self.submodules.iter().map(|name| (name.clone(), "module"));
        definitions.chain(self.names.iter().cloned()).chain(submodules).collect()
    }
    /// Describes the module.
    pub fn description(&self) -> String {
        let place =
            self.file.as_deref().map(Path::display).map_or("a namespace package".to_owned(), |file| file.to_string());
        match &self.doc {
            Some(doc) => format!("{place}\n\n{}", super::describe::dedented(doc)),
            None => place,
        }
    }
    /// Describes a function or class. With `detail` the description includes its source.
    pub fn description_of(&self, index: usize, detail: u8) -> String {
        let definition = &self.definitions[index];
        let doc =
            definition.doc.as_ref().map(|doc| format!("\n\n{}", super::describe::dedented(doc))).unwrap_or_default();
        let body = if detail > 0 { definition.source.clone() } else { format!("{}{doc}", definition.head) };
        let file = self.file.as_deref().map(|file| format!("\n\n{}", file.display())).unwrap_or_default();
        body + &file
    }
}
