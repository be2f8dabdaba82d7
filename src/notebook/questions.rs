//! Answers completion, inspection and "is this complete?", between cells and at the safe points of a running one.

use super::completion::{complete, enclosing_call};
use super::cursor::{self, Cursor, MARK};
use super::magics::declaration::{Magic, find};
use super::outline::{Outline, docstring};
use super::resolve::{Known, Resolver};
use super::{debugger, describe, rust, shell};
use ruff_python_ast::{AnyNodeRef, Expr};
use ruff_text_size::Ranged;
use std::rc::Rc;
use tensorcell_jupyter::debugger::Answer;
use tensorcell_jupyter::{Completeness, Completions, Inspection, Queries};
use tensorcell_language::{Vm, is_complete};

/// Answers queries on the session.
pub struct Questions<'a> {
    pub vm: &'a mut Vm,
}

impl Queries for Questions<'_> {
    fn complete(&mut self, code: &str, cursor: usize) -> Completions {
        match rust::is_rust(code) {
            Some(begins) if split(code, cursor).0.len() >= begins => rust::complete(self.vm, code, begins, cursor),
            _ => complete(self.vm, split(code, cursor).0),
        }
    }
    fn inspect(&mut self, code: &str, cursor: usize, detail: u8) -> Inspection {
        match rust::is_rust(code) {
            Some(begins) if split(code, cursor).0.len() >= begins => rust::inspect(self.vm, code, begins, cursor),
            _ => inspect(self.vm, code, cursor, detail),
        }
    }
    fn is_complete(&mut self, code: &str) -> Completeness {
        match is_complete::is_complete(code) {
            is_complete::Completeness::Complete => Completeness::Complete,
            is_complete::Completeness::Incomplete(indent) => Completeness::Incomplete(indent),
            is_complete::Completeness::Invalid => Completeness::Invalid,
        }
    }
    fn comms(&mut self) -> Vec<(String, String)> {
        shell::comms(self.vm)
    }
    fn debug(&mut self, request: &serde_json::Value) -> Answer {
        debugger::answer(self.vm, request)
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Splits the code at the cursor, which is in characters.
fn split(code: &str, cursor: usize) -> (&str, &str) {
    let at = code.char_indices().nth(cursor).map_or(code.len(), |(at, _)| at);
    code.split_at(at)
}

/// Describes the object at the cursor, or inside a call's parentheses the called function.
pub fn inspect(vm: &mut Vm, code: &str, cursor: usize, detail: u8) -> Inspection {
    let (before, after) = split(code, cursor);
    if let Some(magic) = magic_at(before, after) {
        return Inspection { data: describe::text("Magic", &magic.description()), ..Inspection::default() };
    }
    let start =
        before.rfind(|c| !is_word(c)).map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
    let (head, begun) = before.split_at(start);
    let rest: String = after.chars().take_while(|c| is_word(*c)).collect();
    let word = format!("{begun}{rest}");
    let is_name = !word.is_empty() && !word.starts_with(|c: char| c.is_ascii_digit());
    let mut found = if is_name { cursor::with_tree(head, &word, |cursor| named(vm, cursor)).flatten() } else { None };
    if found.is_none() {
        found = cursor::with_tree(before, MARK, |cursor| called(vm, cursor)).flatten();
    }
    let Some((path, meaning)) = found else {
        return Inspection::default();
    };
    let data = match meaning {
        Meaning::Object(object) => describe::object(vm, &path, &object, detail),
        Meaning::Unmade(text) => describe::text("Defined in this cell", &text),
        Meaning::OnDisk(outline, None) => describe::text("Not imported", &outline.description()),
        Meaning::OnDisk(outline, Some(at)) => describe::text("Not imported", &outline.description_of(at, detail)),
    };
    Inspection { data, ..Inspection::default() }
}

enum Meaning {
    Object(tensorcell_language::Value),
    /// The source of a definition in the cell that has not run.
    Unmade(String),
    /// A module that is not imported, or one of its definitions.
    OnDisk(Rc<Outline>, Option<usize>),
}

/// Returns the dotted name at the cursor, such as `torch.nn.Linear`, and its meaning.
fn named<'t>(vm: &mut Vm, cursor: &Cursor<'t>) -> Option<(String, Meaning)> {
    let expr = cursor.around.iter().find_map(|node| match node {
        AnyNodeRef::ExprName(name) => Some(Sought::Name(name)),
        AnyNodeRef::ExprAttribute(attribute) if attribute.attr.range().start().to_usize() >= cursor.offset => {
            Some(Sought::Attribute(attribute))
        }
        AnyNodeRef::Alias(alias) => Some(Sought::Module(alias.name.as_str())),
        _ => None,
    })?;
    match expr {
        Sought::Name(name) => {
            let mut resolver = Resolver::new(vm, cursor);
            let known = resolver.named(name.id.as_str())?;
            meaning(known, name.id.to_string())
        }
        Sought::Attribute(attribute) => {
            let mut resolver = Resolver::new(vm, cursor);
            let object = resolver.resolve(&attribute.value)?;
            let known = resolver.attribute(&object, attribute.attr.as_str())?;
            meaning(known, attribute.attr.to_string())
        }
        Sought::Module(name) => {
            let import = cursor.around.iter().find_map(|node| match node {
                AnyNodeRef::StmtImportFrom(import) => import.module.as_ref().map(|module| module.as_str()),
                _ => None,
            });
            let mut resolver = Resolver::new(vm, cursor);
            let known = match import {
                Some(module) => {
                    let module = resolver.module(module)?;
                    resolver.attribute(&module, name)?
                }
                None => resolver.module(name)?,
            };
            meaning(known, name.to_owned())
        }
    }
}

enum Sought<'t> {
    Name(&'t ruff_python_ast::ExprName),
    Attribute(&'t ruff_python_ast::ExprAttribute),
    Module(&'t str),
}

fn called(vm: &mut Vm, cursor: &Cursor<'_>) -> Option<(String, Meaning)> {
    let (call, _) = enclosing_call(cursor)?;
    let known = Resolver::new(vm, cursor).resolve(&call.func)?;
    let name = match &*call.func {
        Expr::Name(name) => name.id.to_string(),
        Expr::Attribute(attribute) => attribute.attr.to_string(),
        _ => String::new(),
    };
    meaning(known, name)
}

fn meaning(known: Known<'_>, path: String) -> Option<(String, Meaning)> {
    Some(match known {
        Known::Value(value) => (path, Meaning::Object(value)),
        Known::Instance(class) => {
            let name = class.name.clone();
            (name, Meaning::Object(tensorcell_language::Value::Class(class)))
        }
        Known::Function(function) => {
            let parameters = super::bindings::parameter_names(&function.parameters).join(", ");
            let doc = docstring(&function.body).map(|doc| format!("\n\n{doc}")).unwrap_or_default();
            (path, Meaning::Unmade(format!("def {}({parameters}){doc}", function.name)))
        }
        Known::Outline(outline) => (path, Meaning::OnDisk(outline, None)),
        Known::Defined(outline, at) => (path, Meaning::OnDisk(outline, Some(at))),
        Known::Class(class) | Known::Object(class) => {
            let members: Vec<String> = super::resolve::member_names(class).into_iter().map(|(name, _)| name).collect();
            let doc = docstring(&class.body).map(|doc| format!("\n\n{doc}")).unwrap_or_default();
            (path, Meaning::Unmade(format!("class {}: {}{doc}", class.name, members.join(", "))))
        }
    })
}

/// Returns the magic whose name is at the cursor.
fn magic_at(before: &str, after: &str) -> Option<&'static Magic> {
    let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
    let begun = line.strip_prefix('%')?.trim_start_matches('%');
    let rest: String = after.chars().take_while(|c| is_word(*c)).collect();
    (begun == "!" || begun.chars().all(is_word)).then(|| find(&format!("{begun}{rest}")))?
}
