//! Lazy files: a module's file runs when a name that it binds is first read, so that an import costs only what is used.
//! A file that contains only imports never runs: each of its names is imported on first use.

use super::{Vm, edited};
use crate::Result;
use crate::object::{Binds, Import, Module, Waiting};
use std::rc::Rc;

impl Vm {
    /// As `run_prelude`, but deferred until one of the file's names is read. Runs at once if the top level does more than bind
    /// names. `then` is called after it has run.
    ///
    /// # Errors
    /// Any exception of running it.
    pub fn wait_prelude(
        &mut self,
        file: &'static str,
        source: &'static str,
        module: &Rc<Module>,
        then: fn(&Module),
    ) -> Result<()> {
        let source = edited::current(file, source);
        if let Some(binds) = names_bound(source) {
            let binds = with_submodules(binds, &module.name);
            module.waiting.borrow_mut().push(Waiting { file, source, binds, then });
            return Ok(());
        }
        self.run_prelude(file, source, module)?;
        then(module);
        Ok(())
    }

    /// Binds a name that a lazy file provides; false if none does.
    pub(crate) fn run_file_of(&mut self, module: &Rc<Module>, name: &str) -> Result<bool> {
        let position = module.waiting.borrow().iter().position(|waiting| waiting.binds(name));
        let Some(position) = position else { return Ok(false) };
        let import = module.waiting.borrow_mut()[position].take(name);
        match import {
            Some(import) => self.run_import(module, import)?,
            None => self.run_waiting(module, position)?,
        }
        Ok(true)
    }

    /// As `run_file_of`, for the running frame's globals.
    #[cold]
    pub(super) fn run_global_file(&mut self, name: &str) -> Result<bool> {
        let module = self.frames[self.frames.len() - 1].globals().clone();
        if matches!(name, "__spec__" | "__loader__" | "__cached__") {
            return self.bind_spec(module, name);
        }
        self.run_file_of(&module, name)
    }

    /// Binds all lazy names in order, for callers that list a module.
    ///
    /// # Errors
    /// Any exception of running their files.
    pub fn run_files(&mut self, module: &Rc<Module>) -> Result<()> {
        while let Some(name) = module.next_name() {
            self.run_file_of(module, name)?;
        }
        Ok(())
    }

    /// As `run_files`, for every imported module: used to list the subclasses of a class.
    pub fn run_all_files(&mut self) -> Result<()> {
        self.imported_modules().iter().try_for_each(|module| self.run_files(module))
    }

    /// Runs a lazy file. It is not lazy while it runs, so that it finds its own names; after an error it is lazy again.
    fn run_waiting(&mut self, module: &Rc<Module>, position: usize) -> Result<()> {
        let waiting = module.waiting.borrow_mut().remove(position);
        let result = self.run_prelude(waiting.file, waiting.source, module);
        match result {
            Ok(()) => (waiting.then)(module),
            Err(_) => module.waiting.borrow_mut().insert(0, waiting),
        }
        result
    }

    /// Runs a lazy import. Its name is not lazy meanwhile, so that a package can import its submodules; after an error it is again.
    fn run_import(&mut self, module: &Rc<Module>, import: Import) -> Result<()> {
        let found = self.import(import.module).and_then(|from| match import.member {
            Some(member) => self.import_from(&from, member),
            None => Ok(from),
        });
        match found {
            Ok(value) => {
                module.dict.insert_str(import.name, value);
                Ok(())
            }
            Err(raise) => {
                module.wait_again(import);
                Err(raise)
            }
        }
    }
}

/// The names that a file binds at its top level, read from its lines; `None` if a line does anything else.
fn names_bound(source: &'static str) -> Option<Binds> {
    let (mut names, mut imports, mut in_string) = (Vec::new(), Vec::new(), false);
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let began_in_string = in_string;
        in_string ^= line.matches("\"\"\"").count() % 2 == 1;
        if began_in_string || line.is_empty() || line.starts_with([' ', '#', '"', ')', ']', '}']) {
            continue;
        }
        let (word, rest) = line.split_once(' ')?;
        match word {
            "def" | "class" => names.push(identifier(rest)?),
            "import" => imports.extend(modules_imported(rest)?),
            "from" => match rest.split_once(" import ")? {
                (module, "(") => {
                    for line in lines.by_ref().take_while(|line| !line.starts_with(')')) {
                        imports.extend(members_imported(module, line.trim().trim_end_matches(','))?);
                    }
                }
                (module, members) => imports.extend(members_imported(module, members)?),
            },
            // The public name of a private file, which its module has already.
            "__name__" => {}
            _ if rest.starts_with("= ") && identifier(word) == Some(word) => names.push(word),
            _ => return None,
        }
    }
    if names.is_empty() {
        return Some(Binds::Imports(imports));
    }
    names.splice(0..0, imports.iter().map(|import| import.name));
    Some(Binds::Definitions(names))
}

/// Adds the submodules that a package's imports bind in it: `from a.b.c import D` binds `b` in `a`.
fn with_submodules(binds: Binds, package: &str) -> Binds {
    let Binds::Imports(mut imports) = binds else { return binds };
    for i in 0..imports.len() {
        let module = imports[i].module;
        let Some(below) = module.strip_prefix(package).and_then(|rest| rest.strip_prefix('.')) else { continue };
        let name = below.split('.').next().unwrap_or(below);
        if imports.iter().all(|import| import.name != name) {
            let module = &module[..module.len() - below.len() + name.len()];
            imports.push(Import { name, module, member: None });
        }
    }
    Binds::Imports(imports)
}

/// The imports of `import a, b.c, d.e as f`.
fn modules_imported(list: &'static str) -> Option<Vec<Import>> {
    let import = |item: &'static str| {
        let (module, name) = match item.trim().split_once(" as ") {
            Some((module, name)) => (module, name),
            None => {
                let name = item.trim().split('.').next()?;
                (name, name)
            }
        };
        Some(Import { name: identifier(name)?, module, member: None })
    };
    list.split(',').map(import).collect()
}

/// The imports of `from module import a, b as c`, or `None` if the list is incomplete or not understood.
fn members_imported(module: &'static str, list: &'static str) -> Option<Vec<Import>> {
    let import = |item: &'static str| {
        let item = item.trim();
        let (member, name) = item.split_once(" as ").unwrap_or((item, item));
        Some(Import { name: identifier(name)?, module, member: Some(identifier(member)?) })
    };
    list.split(',').map(import).collect()
}

fn identifier(text: &'static str) -> Option<&'static str> {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    Some(&text[..end]).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{Binds, Import, names_bound, with_submodules};

    #[test]
    fn names_are_read_from_lines() {
        let source = "\"\"\"What it is for.\n\nclass Not: here\n\"\"\"\nimport math\nimport os.path as F\nfrom a import b, c as d\n\n\
                      _X = 1\n# no\n\n\nclass A(B):\n    def f(self): ...\n\n\ndef g(\n    x,\n): ...\n";
        assert_eq!(names_bound(source), Some(Binds::Definitions(vec!["math", "F", "b", "d", "_X", "A", "g"])));
    }

    #[test]
    fn imports_alone_are_read_one_by_one() {
        let source =
            "\"\"\"A package.\"\"\"\n\nimport a.b\nfrom p.q.r import (\n    x,\n    y as z,\n)\nfrom p import s\n";
        let import = |name, module, member| Import { name, module, member };
        let expected = vec![
            import("a", "a", None),
            import("x", "p.q.r", Some("x")),
            import("z", "p.q.r", Some("y")),
            import("s", "p", Some("s")),
            import("q", "p.q", None),
        ];
        let read = names_bound(source).map(|binds| with_submodules(binds, "p"));
        assert_eq!(read, Some(Binds::Imports(expected)));
    }

    #[test]
    fn a_file_that_does_more_runs_at_once() {
        for line in
            ["for x in y:\n    pass", "@cached\ndef f(): ...", "f()", "from a import *", "a.b = 1", "a, b = 1, 2"]
        {
            let source: &'static str = Box::leak(format!("def f(): ...\n{line}\n").into_boxed_str());
            assert_eq!(names_bound(source), None, "{line}");
        }
    }
}
