//! Resolves an expression of unfinished code without running it: from live values, from declared types, and from the
//! assignments of the cell itself.

use super::bindings::{Binding, bindings, inner_bodies, kind_of, parameter_names};
use super::cursor::Cursor;
use super::outline::{self, Outline};
use ruff_python_ast::{self as ast, AnyNodeRef, Expr, Stmt};
use ruff_text_size::Ranged;
use std::rc::Rc;
use tensorcell_language::object::BoundMethod;
use tensorcell_language::types::types;
use tensorcell_language::{Class, Peeked, Value, Vm};
use tensorcell_torch::facts;

/// The result of resolving an expression.
#[derive(Clone)]
pub enum Known<'t> {
    /// The object itself.
    Value(Value),
    /// An unknown object of a class.
    Instance(Rc<Class>),
    /// A function or class that the cell defines but has not run.
    Function(&'t ast::StmtFunctionDef),
    Class(&'t ast::StmtClassDef),
    /// An instance of such a class.
    Object(&'t ast::StmtClassDef),
    /// A module on disk that is not imported.
    Outline(Rc<Outline>),
    /// A function or class of such a module, by its index.
    Defined(Rc<Outline>, usize),
}

/// The maximum length of a chain of names.
const DEPTH: usize = 24;

/// Resolves expressions of one tree.
pub struct Resolver<'v, 't> {
    pub vm: &'v mut Vm,
    cursor: &'v Cursor<'t>,
    depth: usize,
}

impl<'v, 't> Resolver<'v, 't> {
    pub fn new(vm: &'v mut Vm, cursor: &'v Cursor<'t>) -> Resolver<'v, 't> {
        Resolver { vm, cursor, depth: 0 }
    }

    pub fn resolve(&mut self, expr: &'t Expr) -> Option<Known<'t>> {
        if self.depth >= DEPTH {
            return None;
        }
        self.depth += 1;
        let known = self.expression(expr);
        self.depth -= 1;
        known
    }

    fn expression(&mut self, expr: &'t Expr) -> Option<Known<'t>> {
        match expr {
            Expr::Name(name) => self.name(name.id.as_str()),
            Expr::Attribute(attribute) => {
                let object = self.resolve(&attribute.value)?;
                self.attribute(&object, attribute.attr.as_str())
            }
            Expr::Call(call) => {
                let function = self.resolve(&call.func)?;
                self.result(&function)
            }
            Expr::Subscript(subscript) => {
                let object = self.resolve(&subscript.value)?;
                self.item(&object, &subscript.slice)
            }
            Expr::BinOp(operation) => {
                let sides = [self.resolve(&operation.left), self.resolve(&operation.right)];
                let tensor = |side: &&Known<'t>| self.class_of(side).is_some_and(|class| class.name == "Tensor");
                let tensor = sides.iter().flatten().find(tensor).cloned();
                tensor.or_else(|| sides.into_iter().flatten().next()).map(|known| self.some(known))
            }
            Expr::UnaryOp(operation) => self.resolve(&operation.operand).map(|known| self.some(known)),
            Expr::If(choice) => self.resolve(&choice.body).or_else(|| self.resolve(&choice.orelse)),
            Expr::Named(named) => self.resolve(&named.value),
            Expr::BoolOp(operation) => operation.values.iter().find_map(|value| self.resolve(value)),
            _ => built_in(match expr {
                Expr::StringLiteral(_) | Expr::FString(_) => "str",
                Expr::BytesLiteral(_) => "bytes",
                Expr::BooleanLiteral(_) | Expr::Compare(_) => "bool",
                Expr::NumberLiteral(number) => match number.value {
                    ast::Number::Int(_) => "int",
                    ast::Number::Float(_) => "float",
                    ast::Number::Complex { .. } => "complex",
                },
                Expr::List(_) | Expr::ListComp(_) => "list",
                Expr::Tuple(_) => "tuple",
                Expr::Dict(_) | Expr::DictComp(_) => "dict",
                Expr::Set(_) | Expr::SetComp(_) => "set",
                _ => return None,
            }),
        }
    }

    /// Returns the result type of an operation: a new object of the same type.
    fn some(&self, known: Known<'t>) -> Known<'t> {
        match self.class_of(&known) {
            Some(class) => Known::Instance(class),
            None => known,
        }
    }

    pub fn class_of(&self, known: &Known<'t>) -> Option<Rc<Class>> {
        match known {
            Known::Value(value) => Some(self.vm.class_of(value)),
            Known::Instance(class) => Some(class.clone()),
            _ => None,
        }
    }

    // --- names
    /// Resolves a name at the cursor, including functions and classes that this code itself defines.
    pub fn named(&mut self, name: &str) -> Option<Known<'t>> {
        self.name(name)
    }

    fn name(&mut self, name: &str) -> Option<Known<'t>> {
        let live = self.vm.globals().get_str(name).or_else(|| self.vm.builtin(name)).map(Known::Value);
        match self.binding(name) {
            // The cell has not made the assignment yet. A live value of the same type is more informative than the type.
            Some((binding, local)) => {
                let declared = self.meaning(binding);
                match (&declared, &live) {
                    (_, _) if local => declared,
                    (None, _) => live,
                    (Some(Known::Instance(class)), Some(Known::Value(value)))
                        if Rc::ptr_eq(&self.vm.class_of(value), class) =>
                    {
                        live
                    }
                    _ => declared,
                }
            }
            None => live,
        }
    }

    /// Returns the last binding of a name before the cursor, and whether it is local to a function.
    fn binding(&self, name: &str) -> Option<(Binding<'t>, bool)> {
        let mut found = None;
        for (at, node) in self.cursor.around.iter().enumerate() {
            let AnyNodeRef::StmtFunctionDef(function) = node else { continue };
            let class = self.cursor.around[at + 1..].iter().find_map(|outer| match outer {
                AnyNodeRef::StmtClassDef(class) => Some(Some(*class)),
                AnyNodeRef::StmtFunctionDef(_) => Some(None),
                _ => None,
            });
            self.in_body(&function.body, name, &mut found);
            if found.is_none() {
                found = parameter(function, name, class.flatten());
            }
            if let Some(binding) = found {
                return Some((binding, true));
            }
        }
        self.in_body(self.cursor.module, name, &mut found);
        found.map(|binding| (binding, false))
    }

    fn in_body(&self, body: &'t [Stmt], name: &str, found: &mut Option<Binding<'t>>) {
        for statement in body {
            // The unfinished statement binds no name yet, but an enclosing statement may.
            if statement.range().start().to_usize() >= self.cursor.offset {
                break;
            }
            let open = statement.range().end().to_usize() >= self.cursor.offset;
            bindings(statement, open, &mut |bound, binding| {
                if bound == name {
                    *found = Some(binding);
                }
            });
            inner_bodies(statement, &mut |body| self.in_body(body, name, found));
        }
    }

    /// Returns the names that the code around the cursor defines, for completion.
    pub fn local_names(&self) -> Vec<(String, &'static str)> {
        let mut names = Vec::new();
        for node in &self.cursor.around {
            if let AnyNodeRef::StmtFunctionDef(function) = node {
                names.extend(parameter_names(&function.parameters).into_iter().map(|name| (name, "param")));
                self.names_in(&function.body, &mut names);
            }
        }
        self.names_in(self.cursor.module, &mut names);
        names
    }

    fn names_in(&self, body: &'t [Stmt], names: &mut Vec<(String, &'static str)>) {
        for statement in body {
            if statement.range().start().to_usize() >= self.cursor.offset {
                break;
            }
            let open = statement.range().end().to_usize() >= self.cursor.offset;
            bindings(statement, open, &mut |name, binding| {
                if !name.contains(super::cursor::MARK) {
                    names.push((name.to_owned(), kind_of(binding)));
                }
            });
            inner_bodies(statement, &mut |body| self.names_in(body, names));
        }
    }

    fn meaning(&mut self, binding: Binding<'t>) -> Option<Known<'t>> {
        match binding {
            Binding::Assigned(value) | Binding::Entered(value) => self.resolve(value),
            Binding::Element(iterated) => {
                let iterated = self.resolve(iterated)?;
                self.element(&iterated)
            }
            Binding::Annotated(annotation) => match self.resolve(annotation)? {
                Known::Value(Value::Class(class)) => Some(Known::Instance(class)),
                Known::Class(class) => Some(Known::Object(class)),
                _ => None,
            },
            Binding::Function(function) => Some(Known::Function(function)),
            Binding::Class(class) => Some(Known::Class(class)),
            Binding::Import(module) => self.module(module),
            Binding::ImportFrom(module, name) => {
                let module = self.module(module)?;
                self.attribute(&module, name)
            }
            Binding::Receiver(class) => Some(Known::Object(class)),
            Binding::Unknown => None,
        }
    }

    /// Resolves a module. Imports only modules of our own, which runs no user code; reads the source of others.
    pub fn module(&mut self, name: &str) -> Option<Known<'t>> {
        if let Some(module) = self.vm.imported(name) {
            return Some(Known::Value(Value::Module(module)));
        }
        if self.vm.is_defined(name) {
            return self.vm.import_own(name).ok().map(Known::Value);
        }
        outline::of_module(self.vm, name).map(|outline| Known::Outline(Rc::new(outline)))
    }

    // --- what follows from an object
    pub fn attribute(&mut self, object: &Known<'t>, name: &str) -> Option<Known<'t>> {
        match object {
            Known::Value(value) => match self.vm.peek_attr(value, name) {
                Some(Peeked::Value(found)) => Some(Known::Value(found)),
                Some(Peeked::Property(_)) => None,
                None => {
                    let registries = ["_parameters", "_buffers", "_modules"].iter();
                    let mut registries = registries.filter_map(|registry| facts::registry(value, registry));
                    registries.find_map(|registry| registry.get_str(name)).map(Known::Value)
                }
            },
            Known::Instance(class) => {
                if let Some(class) = facts::attribute_class(class, name) {
                    return Some(Known::Instance(class));
                }
                match class.lookup(name)? {
                    found @ (Value::Function(_) | Value::Builtin(_)) => {
                        Some(Known::Value(Value::Method(Rc::new(BoundMethod {
                            receiver: Value::None,
                            function: found,
                        }))))
                    }
                    Value::Native(_) => None,
                    found => Some(Known::Value(found)),
                }
            }
            Known::Class(class) | Known::Object(class) => match member(class, name) {
                Some(Binding::Function(function)) => Some(Known::Function(function)),
                Some(binding) => self.meaning(binding),
                None => {
                    let base = self.base(class)?;
                    self.attribute(&base, name)
                }
            },
            Known::Outline(outline) => self.in_outline(outline, name),
            Known::Function(_) | Known::Defined(..) => None,
        }
    }

    fn in_outline(&mut self, outline: &Rc<Outline>, name: &str) -> Option<Known<'t>> {
        if let Some(at) = outline.definition(name) {
            return Some(Known::Defined(outline.clone(), at));
        }
        let folder = outline.file.as_deref()?.parent()?;
        let is_submodule = outline.submodules.iter().any(|submodule| submodule == name);
        let found = is_submodule.then(|| outline::in_folder(folder, name))??;
        Some(Known::Outline(Rc::new(found)))
    }

    /// Returns the base class of a class in the cell, as an instance, for the attributes of its objects.
    pub fn base(&mut self, class: &'t ast::StmtClassDef) -> Option<Known<'t>> {
        let base = class.arguments.as_ref()?.args.first()?;
        match self.resolve(base)? {
            Known::Value(Value::Class(class)) => Some(Known::Instance(class)),
            Known::Class(class) => Some(Known::Object(class)),
            _ => None,
        }
    }

    fn result(&mut self, function: &Known<'t>) -> Option<Known<'t>> {
        let instance = |class: Option<Rc<Class>>| class.map(Known::Instance);
        match function {
            Known::Class(class) => Some(Known::Object(class)),
            Known::Function(function) => {
                let returns = function.returns.as_deref()?;
                self.meaning(Binding::Annotated(returns))
            }
            Known::Object(class) => instance(self.base(class).and_then(|base| {
                let base = self.class_of(&base)?;
                is_module(&base).then(facts::tensor_class)
            })),
            Known::Instance(class) => instance(is_module(class).then(facts::tensor_class)),
            Known::Value(value) => match value {
                Value::Class(class) => Some(Known::Instance(class.clone())),
                Value::Builtin(builtin) => declared_result(builtin.signature),
                Value::Method(method) => self.result(&Known::Value(method.function.clone())),
                Value::Function(function) => {
                    let annotations = self.vm.peek_attr(value, "__annotations__");
                    if let Some(Peeked::Value(Value::Dict(annotations))) = annotations
                        && let Some(Value::Class(class)) = annotations.get_str("return")
                    {
                        return Some(Known::Instance(class));
                    }
                    instance((function.globals.shown_name() == "torch.nn.functional").then(facts::tensor_class))
                }
                Value::Instance(model) => instance(is_module(&model.class.borrow()).then(facts::tensor_class)),
                _ => None,
            },
            Known::Outline(_) | Known::Defined(..) => None,
        }
    }

    fn item(&mut self, object: &Known<'t>, key: &Expr) -> Option<Known<'t>> {
        let at = |length: usize| match key {
            Expr::NumberLiteral(number) => match &number.value {
                ast::Number::Int(at) => at.as_usize().filter(|at| *at < length),
                _ => None,
            },
            Expr::UnaryOp(_) => length.checked_sub(1),
            _ => None,
        };
        match object {
            Known::Value(Value::Dict(dict)) => match key {
                Expr::StringLiteral(text) => dict.get_str(text.value.to_str()).map(Known::Value),
                _ => None,
            },
            Known::Value(Value::List(list)) => {
                let items = list.items.borrow();
                at(items.len()).map(|at| Known::Value(items[at].clone()))
            }
            Known::Value(Value::Tuple(items)) => at(items.len()).map(|at| Known::Value(items[at].clone())),
            Known::Value(value) => {
                if let Some(registry) = facts::registry(value, "_modules") {
                    let name = match key {
                        Expr::StringLiteral(text) => text.value.to_str().to_owned(),
                        _ => at(registry.len())?.to_string(),
                    };
                    return registry.get_str(&name).map(Known::Value);
                }
                self.element(object)
            }
            _ => self.element(object),
        }
    }

    fn element(&mut self, iterated: &Known<'t>) -> Option<Known<'t>> {
        match iterated {
            Known::Value(Value::List(list)) => list.items.borrow().first().cloned().map(Known::Value),
            Known::Value(Value::Tuple(items)) => items.first().cloned().map(Known::Value),
            Known::Value(Value::Dict(dict)) => dict.keys().into_iter().next().map(Known::Value),
            other => {
                let class = self.class_of(other)?;
                match class.name.as_str() {
                    "range" => built_in("int"),
                    "str" => built_in("str"),
                    "Tensor" | "Parameter" => Some(Known::Instance(facts::tensor_class())),
                    _ => None,
                }
            }
        }
    }
}

pub fn is_module(class: &Class) -> bool {
    class.order().any(|class| class.name == "Module" && class.module.starts_with("torch"))
}

fn built_in<'t>(name: &str) -> Option<Known<'t>> {
    Some(Known::Instance(types().built_in(name).clone()))
}

/// Returns the declared result type of a signature such as `(x) -> Tensor`.
fn declared_result<'t>(signature: &str) -> Option<Known<'t>> {
    match signature.rsplit_once("-> ")?.1.trim() {
        "Tensor" => Some(Known::Instance(facts::tensor_class())),
        name @ ("int" | "float" | "bool" | "str" | "list" | "dict" | "tuple" | "bytes") => built_in(name),
        _ => None,
    }
}

fn parameter<'t>(
    function: &'t ast::StmtFunctionDef,
    name: &str,
    class: Option<&'t ast::StmtClassDef>,
) -> Option<Binding<'t>> {
    let first = function.parameters.iter().next().map(|parameter| parameter.name().as_str());
    if let Some(class) = class
        && first == Some(name)
    {
        return Some(Binding::Receiver(class));
    }
    let found = function.parameters.iter().find(|parameter| parameter.name().as_str() == name)?;
    Some(match found.annotation() {
        Some(annotation) => Binding::Annotated(annotation),
        None => found.default().map_or(Binding::Unknown, Binding::Assigned),
    })
}

/// Returns the binding of a name in a class's body or by `self.name = ...` in its methods.
fn member<'t>(class: &'t ast::StmtClassDef, name: &str) -> Option<Binding<'t>> {
    let mut found = None;
    members(class, &mut |member, binding| {
        if member == name {
            found = Some(binding);
        }
    });
    found
}

/// Returns the attributes of a class's objects, with their kinds.
pub fn member_names(class: &ast::StmtClassDef) -> Vec<(String, &'static str)> {
    let mut names = Vec::new();
    members(class, &mut |name, binding| {
        let kind = if matches!(binding, Binding::Function(_)) { "function" } else { "instance" };
        names.push((name.to_owned(), kind));
    });
    names
}

/// Returns the attributes that a class's methods assign to `self`, from its source.
pub fn members_in_source(source: &str) -> Vec<String> {
    let parsed = tensorcell_language::syntax::with_room(|| {
        let parsed = tensorcell_language::syntax::tree(source)?;
        let ast::Mod::Module(module) = parsed.syntax() else { return None };
        let class = module.body.first()?.as_class_def_stmt()?;
        Some(member_names(class).into_iter().map(|(name, _)| name).collect())
    });
    parsed.unwrap_or_default()
}

fn members<'t>(class: &'t ast::StmtClassDef, tell: &mut dyn FnMut(&'t str, Binding<'t>)) {
    for statement in &class.body {
        bindings(statement, false, tell);
        if let Stmt::FunctionDef(method) = statement
            && let Some(receiver) = method.parameters.iter().next()
        {
            assigned_attributes(&method.body, receiver.name().as_str(), tell);
        }
    }
}

fn assigned_attributes<'t>(body: &'t [Stmt], receiver: &str, tell: &mut dyn FnMut(&'t str, Binding<'t>)) {
    for statement in body {
        let targets: Vec<(&Expr, Binding)> = match statement {
            Stmt::Assign(assign) => {
                assign.targets.iter().map(|target| (target, Binding::Assigned(&assign.value))).collect()
            }
            Stmt::AnnAssign(assign) => vec![(&*assign.target, Binding::Annotated(&assign.annotation))],
            _ => Vec::new(),
        };
        for (target, binding) in targets {
            if let Expr::Attribute(attribute) = target
                && attribute.value.as_name_expr().is_some_and(|name| name.id.as_str() == receiver)
                && !attribute.attr.as_str().contains(super::cursor::MARK)
            {
                tell(attribute.attr.as_str(), binding);
            }
        }
        inner_bodies(statement, &mut |body| assigned_attributes(body, receiver, tell));
    }
}
