//! Writes the API reference: a Markdown page per module, from the declarations that completion, Shift-Tab and `help` also use.
//!
//! Every public name appears: functions and classes in their home module with signature and documentation, and
//! elsewhere as a link to it; other values with their type.

use super::describe::{dedented, documentation, signature};
use super::magics::{Form, MAGICS};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;
use tensorcell_language::descriptor::NativeGetter;
use tensorcell_language::object::Module;
use tensorcell_language::{Class, Exc, Peeked, Result, Value, Vm};

/// A page of the reference.
pub struct Page {
    /// `torch.nn`, `magics`; also the file's name.
    pub name: String,
    pub text: String,
}

/// Returns all pages: the index, one per importable module, one for `torch.Tensor` and one for the magics.
///
/// # Errors
/// If a module cannot be imported.
pub fn pages(vm: &mut Vm) -> Result<Vec<Page>> {
    let public = |name: &String| !name.split('.').any(|part| part.starts_with('_'));
    let mut modules = BTreeMap::new();
    for name in vm.module_names().into_iter().filter(public) {
        match vm.import(&name) {
            Ok(Value::Module(module)) => {
                vm.run_files(&module)?;
                modules.insert(name, module);
            }
            // Known only to explain why it is missing.
            Err(raise) if raise.is(Exc::ModuleNotFoundError) || raise.is(Exc::ImportError) => {}
            Err(raise) => return Err(raise),
            Ok(_) => {}
        }
    }
    let mut pages = Vec::new();
    for (name, module) in &modules {
        let mut page = Writer { vm: &mut *vm, modules: &modules, name, text: String::new() };
        page.module(module);
        pages.push(Page { name: name.clone(), text: page.text });
    }
    if let Some(Value::Class(tensor)) = modules.get("torch").and_then(|torch| torch.dict.get_str("Tensor")) {
        let mut page = Writer { vm, modules: &modules, name: "torch", text: String::new() };
        page.class("Tensor", &tensor, "#");
        pages.push(Page { name: TENSOR.to_owned(), text: page.text });
    }
    pages.push(Page { name: "magics".to_owned(), text: magics() });
    pages.sort_by(|a, b| a.name.cmp(&b.name));
    pages.insert(0, index(&pages));
    Ok(pages)
}

/// It has more members than all other classes together, so it has its own page.
const TENSOR: &str = "torch.Tensor";

fn index(pages: &[Page]) -> Page {
    let mut text = String::from(
        "# Reference\n\nMade by `tensorcell reference` from the declarations that completion, Shift-Tab and `help` read.\n\n",
    );
    for page in pages {
        // The first paragraph of prose.
        let prose = |part: &&str| !part.starts_with(['`', '#', '*', '|']);
        let first = page.text.split("\n\n").skip(1).find(prose).unwrap_or("").trim_end();
        let _ = writeln!(text, "- [`{0}`]({0}.md): {first}", page.name);
    }
    Page { name: "index".to_owned(), text }
}

fn magics() -> String {
    let mut text = String::from("# Magics\n\nLines that begin with `%`, and cells that begin with `%%`.\n");
    for magic in MAGICS.iter().filter(|magic| magic.form != Form::Ignored) {
        let _ = write!(text, "\n## `{}`\n\n```text\n{}\n```\n", magic.name, magic.description().trim_end());
    }
    let ignored: Vec<String> =
        MAGICS.iter().filter(|magic| magic.form == Form::Ignored).map(|magic| format!("`%{}`", magic.name)).collect();
    let _ = write!(text, "\nAccepted and without effect: {}.\n", ignored.join(", "));
    text
}

struct Writer<'a> {
    vm: &'a mut Vm,
    modules: &'a BTreeMap<String, Rc<Module>>,
    /// The name of the page's module.
    name: &'a str,
    text: String,
}

impl Writer<'_> {
    /// The attributes of a module, with those that its `__dir__` names and that are made when a program asks for them.
    fn items(&mut self, module: &Rc<Module>) -> Vec<(Value, Value)> {
        let mut items = module.dict.items();
        let Some(own) = module.dict.get_str("__dir__") else { return items };
        let object = Value::Module(module.clone());
        let names = self.vm.call(&own, &[], &[]).and_then(|names| self.vm.collect(&names)).unwrap_or_default();
        for name in names {
            let Some(text) = name.as_str().filter(|text| module.dict.get_str(text).is_none()) else { continue };
            if let Ok(value) = self.vm.get_attr(&object, text) {
                items.push((name.clone(), value));
            }
        }
        items
    }

    fn module(&mut self, module: &Rc<Module>) {
        let _ = writeln!(self.text, "# `{}`", self.name);
        self.documentation(&Value::Module(module.clone()));
        let (mut functions, mut classes, mut values, mut elsewhere) = (vec![], vec![], vec![], vec![]);
        for (name, value) in public(self.items(module)) {
            match &value {
                Value::Module(_) => {}
                _ if self.home(&name, &value).is_some() => elsewhere.push((name, value)),
                Value::Class(class) => classes.push((name, class.clone())),
                value if signature(value).is_some() => functions.push((name, value.clone())),
                _ => values.push((name, value)),
            }
        }
        if !functions.is_empty() {
            self.text.push_str("\n## Functions\n");
        }
        for (name, function) in functions {
            self.heading(&name, &function, "###");
            self.documentation(&function);
        }
        if !classes.is_empty() {
            self.text.push_str("\n## Classes\n");
        }
        for (name, class) in classes {
            if self.name == "torch" && name == "Tensor" {
                let _ = write!(self.text, "\n### `Tensor`\n\n[A page of its own]({TENSOR}.md).\n");
            } else {
                self.class(&name, &class, "###");
            }
        }
        if !values.is_empty() {
            self.text.push_str("\n## Values\n\n| name | type |\n|---|---|\n");
        }
        for (name, value) in values {
            let _ = writeln!(self.text, "| `{name}` | `{}` |", value.type_name());
        }
        if !elsewhere.is_empty() {
            self.text.push_str("\n## Also here\n\n");
        }
        for (name, value) in elsewhere {
            if let Some((page, there)) = self.home(&name, &value) {
                let _ = writeln!(self.text, "- `{name}`: [`{page}.{there}`]({page}.md)");
            }
        }
        let prefix = format!("{}.", self.name);
        let below: Vec<&String> = self.modules.keys().filter(|name| name.starts_with(&prefix)).collect();
        if !below.is_empty() {
            self.text.push_str("\n## Modules\n\n");
        }
        for name in below {
            let _ = writeln!(self.text, "- [`{name}`]({name}.md)");
        }
    }

    fn class(&mut self, name: &str, class: &Rc<Class>, level: &str) {
        self.heading(name, &Value::Class(class.clone()), level);
        self.documentation(&Value::Class(class.clone()));
        for (name, member) in public(class.dict.items()) {
            let form = match &member {
                Value::Class(inner) => format!("class {}", inner.name),
                member => match signature(member) {
                    Some(signature) => format!("{name}{}", without_self(&signature)),
                    None => name,
                },
            };
            let _ = write!(self.text, "\n**`{form}`**\n");
            match member.downcast::<NativeGetter>() {
                Some(getter) => self.paragraphs(getter.getter.doc),
                None if matches!(member, Value::Class(_)) || signature(&member).is_some() => {
                    self.documentation(&member)
                }
                None => {}
            }
        }
    }

    fn heading(&mut self, name: &str, value: &Value, level: &str) {
        let _ = write!(self.text, "\n{level} `{name}`\n");
        if let Some(signature) = signature(value) {
            let _ = write!(self.text, "\n```python\n{}.{name}{signature}\n```\n", self.name);
        }
    }

    fn documentation(&mut self, value: &Value) {
        // An instance's documentation is that of its class, which has its own entry.
        if let Some(doc) = documentation(self.vm, value) {
            self.paragraphs(&dedented(&doc));
        }
    }

    /// Writes documentation. The first line is prose; the rest keeps its layout.
    fn paragraphs(&mut self, doc: &str) {
        let (first, rest) = doc.trim().split_once('\n').unwrap_or((doc.trim(), ""));
        let _ = write!(self.text, "\n{}\n", escaped(first));
        let rest = rest.trim_matches('\n');
        if !rest.is_empty() {
            let _ = write!(self.text, "\n```text\n{}\n```\n", rest.trim_end());
        }
    }

    /// Returns the outermost package that exposes a module's value under its name: `torch.nn` for
    /// `torch.nn.modules.linear.Linear`.
    fn package_of(&self, module: &str, name: &str, value: &Value) -> String {
        let packages = module.match_indices('.').map(|(end, _)| &module[..end]);
        let shows = |package: &&str| {
            let found = self.modules.get(*package).and_then(|package| package.dict.get_str(name));
            found.is_some_and(|found| found.is(value))
        };
        packages.chain([module]).find(shows).unwrap_or(module).to_owned()
    }

    /// Returns the module and name that describe a value, if it is not described here.
    fn home(&mut self, name: &str, value: &Value) -> Option<(String, String)> {
        let (module, there) = match value {
            Value::Builtin(builtin) => {
                let (module, there) = builtin.name.rsplit_once('.')?;
                (module.to_owned(), there.to_owned())
            }
            Value::Class(class) => (self.package_of(&class.module, &class.name, value), class.name.clone()),
            Value::Function(function) => match self.vm.peek_attr(value, "__module__") {
                Some(Peeked::Value(Value::Str(module))) => {
                    (self.package_of(&module, &function.name(), value), function.name())
                }
                _ => return None,
            },
            _ => return None,
        };
        let here = module == self.name && there == name;
        let known = self.modules.get(&module)?.dict.get_str(&there).is_some();
        (!here && known && !there.starts_with('_')).then_some((module, there))
    }
}

/// Returns the public members by name, sorted.
fn public(items: Vec<(Value, Value)>) -> BTreeMap<String, Value> {
    let named = items.into_iter().filter_map(|(name, value)| Some((name.as_str()?.to_owned(), value)));
    named.filter(|(name, _)| !name.starts_with('_')).collect()
}

fn without_self(signature: &str) -> String {
    super::describe::without_receiver(signature)
}

/// Escapes Markdown's special characters outside of code.
fn escaped(line: &str) -> String {
    let mut text = String::new();
    let mut code = false;
    for c in line.chars() {
        code ^= c == '`';
        match c {
            '<' if !code => text.push_str("&lt;"),
            '*' | '_' | '[' | ']' if !code => text.extend(['\\', c]),
            c => text.push(c),
        }
    }
    text
}
