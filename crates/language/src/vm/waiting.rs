//! Files of a module's that run when a name of theirs is first asked for, so that an import costs what is used of it.

use super::Vm;
use crate::Result;
use crate::object::{Module, Waiting};
use std::rc::Rc;

impl Vm {
    /// As `run_prelude`, once one of the file's names is asked for; at once where its top level does more than bind names.
    /// `then` is called when it has run.
    ///
    /// # Errors
    /// What running it raises.
    pub fn wait_prelude(
        &mut self,
        file: &'static str,
        source: &'static str,
        module: &Rc<Module>,
        then: fn(&Module),
    ) -> Result<()> {
        if let Some(names) = names_bound(source) {
            module.waiting.borrow_mut().push(Waiting { file, source, names: names.into(), then });
            return Ok(());
        }
        self.run_prelude(file, source, module)?;
        then(module);
        Ok(())
    }

    /// Runs the file that binds a name; false where none waits that does.
    pub(crate) fn run_file_of(&mut self, module: &Rc<Module>, name: &str) -> Result<bool> {
        let position = module.waiting.borrow().iter().position(|waiting| waiting.names.contains(&name));
        let Some(position) = position else { return Ok(false) };
        self.run_waiting(module, position)?;
        Ok(true)
    }

    /// As `run_file_of`, of the running frame's globals.
    #[cold]
    pub(super) fn run_global_file(&mut self, name: &str) -> Result<bool> {
        let module = self.frames[self.frames.len() - 1].globals().clone();
        self.run_file_of(&module, name)
    }

    /// Runs all that wait, in their order: for whoever looks at all of a module.
    ///
    /// # Errors
    /// What running them raises.
    pub fn run_files(&mut self, module: &Rc<Module>) -> Result<()> {
        while !module.waiting.borrow().is_empty() {
            self.run_waiting(module, 0)?;
        }
        Ok(())
    }

    /// As `run_files`, of every module that was imported: for whoever looks for the subclasses of a class.
    pub fn run_all_files(&mut self) -> Result<()> {
        let modules: Vec<Rc<Module>> = self.modules.values().cloned().collect();
        modules.iter().try_for_each(|module| self.run_files(module))
    }

    /// It waits no longer while it runs, so that it finds its own names; an interrupted one waits again.
    fn run_waiting(&mut self, module: &Rc<Module>, position: usize) -> Result<()> {
        let waiting = module.waiting.borrow_mut().remove(position);
        let result = self.run_prelude(waiting.file, waiting.source, module);
        match result {
            Ok(()) => (waiting.then)(module),
            Err(_) => module.waiting.borrow_mut().insert(0, waiting),
        }
        result
    }
}

/// What a file binds at its top level, read from its lines; `None` where a line does anything else.
fn names_bound(source: &'static str) -> Option<Vec<&'static str>> {
    let (mut names, mut in_string) = (Vec::new(), false);
    for line in source.lines() {
        let began_in_string = in_string;
        in_string ^= line.matches("\"\"\"").count() % 2 == 1;
        if began_in_string || line.is_empty() || line.starts_with([' ', '#', '"', ')', ']', '}']) {
            continue;
        }
        let (word, rest) = line.split_once(' ')?;
        match word {
            "def" | "class" => names.push(identifier(rest)?),
            "import" => names.extend(imported(rest, |path| path.split('.').next().unwrap_or(path))?),
            "from" => names.extend(imported(rest.split_once(" import ")?.1, |name| name)?),
            _ if rest.starts_with("= ") && identifier(word) == Some(word) => names.push(word),
            _ => return None,
        }
    }
    Some(names)
}

/// The names behind `import`, or `None` where the list is not whole or not known.
fn imported(list: &'static str, bound: fn(&str) -> &str) -> Option<Vec<&'static str>> {
    let name = |item: &'static str| {
        let item = item.trim();
        identifier(item.rsplit_once(" as ").map_or_else(|| bound(item), |(_, name)| name))
    };
    list.split(',').map(name).collect()
}

fn identifier(text: &'static str) -> Option<&'static str> {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    Some(&text[..end]).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::names_bound;

    #[test]
    fn names_are_read_from_lines() {
        let source = "\"\"\"What it is for.\n\nclass Not: here\n\"\"\"\nimport math\nimport os.path as F\nfrom a import b, c as d\n\n\
                      _X = 1\n# no\n\n\nclass A(B):\n    def f(self): ...\n\n\ndef g(\n    x,\n): ...\n";
        assert_eq!(names_bound(source), Some(vec!["math", "F", "b", "d", "_X", "A", "g"]));
    }

    #[test]
    fn a_file_that_does_more_runs_at_once() {
        for line in [
            "for x in y:\n    pass",
            "@cached\ndef f(): ...",
            "f()",
            "from a import *",
            "a.b = 1",
            "a, b = 1, 2",
            "from a import (",
        ] {
            let source: &'static str = Box::leak(format!("def f(): ...\n{line}\n").into_boxed_str());
            assert_eq!(names_bound(source), None, "{line}");
        }
    }
}
