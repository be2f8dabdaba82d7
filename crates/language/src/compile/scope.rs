//! Resolves names to slots: which scope owns each name, and where its value is stored.

use super::Flow;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Pattern, Stmt};
use ruff_text_size::{Ranged, TextSize};
use std::collections::HashMap;

/// Where a name's value is stored, as seen from one scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    Local(u32),
    Cell(u32),
    Global,
    /// In the namespace of a class body or of evaluated code, else in the globals.
    Name,
    /// In the namespace of a class body, else in a cell.
    NameOrCell(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScopeKind {
    Module,
    /// Code evaluated with locals other than its globals.
    Evaluated,
    Class,
    Function,
    Comprehension,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flags {
    pub used: bool,
    pub imported: bool,
    pub annotated: bool,
    pub bound: bool,
    pub global: bool,
    pub nonlocal: bool,
    pub captured: bool,
    pub free: bool,
    pub parameter: bool,
}

/// How a scope is presented to the programmer.
#[derive(Clone, Debug)]
pub(super) struct Title {
    pub kind: &'static str,
    pub name: String,
    pub start: TextSize,
}

#[derive(Debug)]
pub(crate) struct Scope {
    pub kind: ScopeKind,
    pub(super) title: Title,
    pub parent: Option<usize>,
    pub is_generator: bool,
    /// Whether it is an `async def`.
    is_async: bool,
    /// Whether its own code awaits, comprehensions included.
    awaits: bool,
    /// Whether it belongs to type parameters in a class: names of the class take precedence over globals.
    pub sees_class: bool,
    /// In order of appearance.
    pub(super) names: Vec<(String, Flags)>,
    index: HashMap<String, usize>,
    slots: HashMap<String, Slot>,
    pub locals: Vec<String>,
    pub cells: Vec<String>,
    pub own_cells: usize,
    /// The first local of comprehensions inlined into this scope's frame.
    pub first_inlined: usize,
    /// For an inlined comprehension: the scope whose frame runs it, and its locals there.
    pub inlined: Option<(usize, std::ops::Range<u32>)>,
    /// Parameters stored in cells: local slot, cell.
    pub cell_parameters: Vec<(u32, u32)>,
    /// The enclosing class, for names with two underscores.
    class_name: Option<String>,
}

impl Scope {
    fn flags(&mut self, name: &str) -> &mut Flags {
        let at = *self.index.entry(name.to_owned()).or_insert_with(|| {
            self.names.push((name.to_owned(), Flags::default()));
            self.names.len() - 1
        });
        &mut self.names[at].1
    }
    fn get(&self, name: &str) -> Flags {
        self.index.get(name).map(|at| self.names[*at].1).unwrap_or_default()
    }
    fn is_function(&self) -> bool {
        matches!(self.kind, ScopeKind::Function | ScopeKind::Comprehension)
    }
    /// How its code runs.
    pub fn flow(&self) -> Flow {
        match self.kind {
            ScopeKind::Class => Flow::Plain,
            ScopeKind::Module | ScopeKind::Evaluated if self.awaits => Flow::Coroutine,
            ScopeKind::Module | ScopeKind::Evaluated => Flow::Plain,
            ScopeKind::Function => flow_of(self.is_generator, self.is_async),
            ScopeKind::Comprehension => flow_of(self.is_generator, self.awaits),
        }
    }
    pub fn slot(&self, name: &str) -> Slot {
        self.slots.get(name).copied().unwrap_or(Slot::Global)
    }
    /// Whether binding the name here binds a global.
    pub fn binds_global(&self, name: &str) -> bool {
        matches!(self.slots.get(name), Some(Slot::Global))
    }
    /// Whether a name is looked up in the enclosing class first: in scopes of type parameters that do not bind it.
    pub fn asks_class(&self, name: &str) -> bool {
        let flags = self.get(name);
        self.sees_class && name != CLASS_NAMES && !flags.global && (!flags.bound || flags.nonlocal)
    }
    pub fn cell(&self, name: &str) -> Option<u32> {
        self.cells.iter().position(|cell| cell == name).map(|at| at as u32)
    }
    /// Mangles a private name: `__x` inside class C is `_C__x`.
    pub fn mangle(&self, name: &str) -> String {
        match &self.class_name {
            Some(class) if name.starts_with("__") && !name.ends_with("__") && !name.contains('.') => {
                format!("_{}{name}", class.trim_start_matches('_'))
            }
            _ => name.to_owned(),
        }
    }
}

fn flow_of(yields: bool, awaits: bool) -> Flow {
    match (yields, awaits) {
        (false, false) => Flow::Plain,
        (true, false) => Flow::Generator,
        (false, true) => Flow::Coroutine,
        (true, true) => Flow::AsyncGenerator,
    }
}
/// The arguments of the hidden functions for type parameters: default values, and the names of the enclosing class.
pub(crate) const DEFAULTS: &str = ".defaults";
pub(crate) const KEYWORD_DEFAULTS: &str = ".keyword_defaults";
pub(crate) const CLASS_NAMES: &str = ".class";

/// All scopes of a source, keyed by the address of the node that opens them.
pub(crate) struct Scopes {
    pub scopes: Vec<Scope>,
    by_node: HashMap<usize, usize>,
}

pub(crate) fn address<T>(node: &T) -> usize {
    std::ptr::from_ref(node) as usize
}

impl Scopes {
    pub fn of(&self, node: usize) -> usize {
        self.by_node[&node]
    }
}

/// Finds the scopes of a body; `outermost` is the kind of its own scope.
pub(crate) fn analyse(body: &[Stmt], outermost: ScopeKind) -> Scopes {
    let mut analysis = Analysis { scopes: Scopes { scopes: Vec::new(), by_node: HashMap::new() }, current: 0 };
    analysis.open(outermost, 0, None, Title::new("module", "top", TextSize::default()));
    analysis.visit_body(body);
    let mut scopes = analysis.scopes;
    resolve(&mut scopes.scopes);
    scopes
}

impl Title {
    fn new(kind: &'static str, name: &str, start: TextSize) -> Title {
        Title { kind, name: name.to_owned(), start }
    }
}

struct Analysis {
    scopes: Scopes,
    current: usize,
}

impl Analysis {
    fn open(&mut self, kind: ScopeKind, node: usize, class_name: Option<String>, title: Title) -> usize {
        let at = self.scopes.scopes.len();
        let parent = (at > 0).then_some(self.current);
        let class_name = class_name.or_else(|| parent.and_then(|parent| self.scopes.scopes[parent].class_name.clone()));
        self.scopes.scopes.push(Scope {
            kind,
            title,
            parent,
            is_generator: false,
            is_async: false,
            awaits: false,
            sees_class: false,
            names: Vec::new(),
            index: HashMap::new(),
            slots: HashMap::new(),
            locals: Vec::new(),
            cells: Vec::new(),
            own_cells: 0,
            first_inlined: 0,
            inlined: None,
            cell_parameters: Vec::new(),
            class_name,
        });
        if at > 0 {
            self.scopes.by_node.insert(node, at);
        }
        std::mem::replace(&mut self.current, at)
    }
    fn scope(&mut self) -> &mut Scope {
        &mut self.scopes.scopes[self.current]
    }
    fn bind(&mut self, name: &str) {
        let name = self.scope().mangle(name);
        self.scope().flags(&name).bound = true;
    }
    fn uses(&mut self, name: &str) {
        let name = self.scope().mangle(name);
        self.scope().flags(&name).used = true;
    }
    fn imports(&mut self, name: &str) {
        self.bind(name);
        let name = self.scope().mangle(name);
        self.scope().flags(&name).imported = true;
    }
    /// Opens the scope of type parameters, or of one of their bounds, which sees the names of an enclosing class.
    fn open_hidden(&mut self, node: usize, given: &[&str], title: Title) -> usize {
        let parent = &self.scopes.scopes[self.current];
        let (in_class, sees_class) = (parent.kind == ScopeKind::Class, parent.sees_class);
        let outer = self.open(ScopeKind::Function, node, None, title);
        if in_class {
            self.parameter(CLASS_NAMES);
        } else if sees_class {
            self.uses(CLASS_NAMES);
        }
        given.iter().for_each(|name| self.parameter(name));
        self.scope().sees_class = in_class || sees_class;
        outer
    }
    fn later<'b>(&mut self, node: usize, expr: &'b Expr, title: Title)
    where
        Self: Visitor<'b>,
    {
        let outer = self.open_hidden(node, &[], title);
        self.visit_expr(expr);
        self.current = outer;
    }
    fn type_parameters<'b>(&mut self, parameters: &'b ast::TypeParams)
    where
        Self: Visitor<'b>,
    {
        for parameter in &parameters.type_params {
            self.bind(parameter.name().as_str());
            let variable = || Title::new("type variable", parameter.name().as_str(), parameter.start());
            let default = match parameter {
                ast::TypeParam::TypeVar(bounded) => {
                    if let Some(bound) = &bounded.bound {
                        self.later(address(&bounded.bound), bound, variable());
                    }
                    &bounded.default
                }
                ast::TypeParam::TypeVarTuple(variables) => &variables.default,
                ast::TypeParam::ParamSpec(parameters) => &parameters.default,
            };
            if let Some(value) = default {
                self.later(address(default), value, variable());
            }
        }
    }
    /// Binds the target of `x := ...` in a comprehension in its enclosing scope.
    fn bind_walrus(&mut self, name: &str) {
        let mut at = self.current;
        while self.scopes.scopes[at].kind == ScopeKind::Comprehension {
            let name = self.scopes.scopes[at].mangle(name);
            self.scopes.scopes[at].flags(&name);
            let Some(parent) = self.scopes.scopes[at].parent else {
                break;
            };
            at = parent;
        }
        let name = self.scopes.scopes[at].mangle(name);
        let flags = self.scopes.scopes[at].flags(&name);
        flags.bound = true;
    }
    fn parameter(&mut self, name: &str) {
        let name = self.scope().mangle(name);
        let flags = self.scope().flags(&name);
        (flags.bound, flags.parameter) = (true, true);
    }
    fn parameters(&mut self, parameters: &ast::Parameters) {
        for parameter in parameters.iter_non_variadic_params() {
            self.parameter(parameter.name().as_str());
        }
        for parameter in parameters.vararg.iter().chain(&parameters.kwarg) {
            self.parameter(parameter.name.as_str());
        }
    }
    fn defaults(&mut self, parameters: &ast::Parameters) {
        for parameter in parameters.iter_non_variadic_params() {
            if let Some(default) = parameter.default() {
                self.visit_expr(default);
            }
        }
    }
    fn comprehension<'a>(
        &mut self,
        node: usize,
        generators: &'a [ast::Comprehension],
        results: &[Option<&'a Expr>],
        title: Title,
    ) {
        let lazy = title.name == "genexpr";
        if let Some(first) = generators.first() {
            self.visit_expr(&first.iter);
        }
        let outer = self.open(ScopeKind::Comprehension, node, None, title);
        self.parameter(".0");
        self.scope().is_generator = lazy;
        self.scope().awaits = generators.iter().any(|generator| generator.is_async);
        for (i, generator) in generators.iter().enumerate() {
            if i > 0 {
                self.visit_expr(&generator.iter);
            }
            self.visit_expr(&generator.target);
            generator.ifs.iter().for_each(|test| self.visit_expr(test));
        }
        results.iter().flatten().for_each(|result| self.visit_expr(result));
        // A comprehension that awaits makes its enclosing scope await; a generator expression does not.
        let awaits = self.scope().awaits && !lazy;
        self.current = outer;
        self.scope().awaits |= awaits;
    }
}

impl<'a> Visitor<'a> for Analysis {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(def) => {
                def.decorator_list.iter().for_each(|decorator| self.visit_expr(&decorator.expression));
                self.defaults(&def.parameters);
                self.bind(def.name.as_str());
                let title = |kind| Title::new(kind, def.name.as_str(), def.name.start());
                let around = def.type_params.as_ref().map(|parameters| {
                    let (mut given, flags) = (Vec::new(), super::default_flags(&def.parameters));
                    given.extend((flags & 1 != 0).then_some(DEFAULTS));
                    given.extend((flags & 2 != 0).then_some(KEYWORD_DEFAULTS));
                    let around = self.open_hidden(address(&**parameters), &given, title("type parameters"));
                    self.type_parameters(parameters);
                    around
                });
                for annotation in def.parameters.iter().filter_map(|p| p.annotation()).chain(def.returns.as_deref()) {
                    self.visit_expr(annotation);
                }
                let outer = self.open(ScopeKind::Function, address(def), None, title("function"));
                self.scope().is_async = def.is_async;
                self.parameters(&def.parameters);
                self.visit_body(&def.body);
                self.current = around.unwrap_or(outer);
            }
            Stmt::ClassDef(def) => {
                def.decorator_list.iter().for_each(|decorator| self.visit_expr(&decorator.expression));
                self.bind(def.name.as_str());
                let title = |kind| Title::new(kind, def.name.as_str(), def.name.start());
                let around = def.type_params.as_ref().map(|parameters| {
                    let around = self.open_hidden(address(&**parameters), &[], title("type parameters"));
                    self.type_parameters(parameters);
                    around
                });
                if let Some(arguments) = &def.arguments {
                    self.visit_arguments(arguments);
                }
                let outer = self.open(ScopeKind::Class, address(def), Some(def.name.to_string()), title("class"));
                self.visit_body(&def.body);
                self.current = around.unwrap_or(outer);
            }
            Stmt::TypeAlias(alias) => {
                self.visit_expr(&alias.name);
                let name = alias.name.as_name_expr().map_or("", |name| name.id.as_str());
                let title = |kind| Title::new(kind, name, alias.start());
                let around = match &alias.type_params {
                    Some(parameters) => {
                        let around = self.open_hidden(address(&**parameters), &[], title("type parameters"));
                        self.type_parameters(parameters);
                        around
                    }
                    None if self.scope().kind == ScopeKind::Class => {
                        self.open_hidden(address(alias), &[], title("type parameters"))
                    }
                    None => self.current,
                };
                self.later(address(&alias.value), &alias.value, title("type alias"));
                self.current = around;
            }
            Stmt::Global(names) => names.names.iter().for_each(|name| {
                let name = self.scope().mangle(name);
                self.scope().flags(&name).global = true;
            }),
            Stmt::Nonlocal(names) => names.names.iter().for_each(|name| {
                let name = self.scope().mangle(name);
                self.scope().flags(&name).nonlocal = true;
            }),
            Stmt::Import(import) => import.names.iter().for_each(|alias| match &alias.asname {
                Some(name) => self.imports(name.as_str()),
                None => self.imports(alias.name.split('.').next().unwrap_or_default()),
            }),
            Stmt::ImportFrom(import) => {
                for alias in import.names.iter().filter(|alias| alias.name.as_str() != "*") {
                    self.imports(alias.asname.as_ref().unwrap_or(&alias.name).as_str());
                }
            }
            Stmt::AnnAssign(assign) => {
                // The annotation of a local is never evaluated.
                if !self.scope().is_function() {
                    self.visit_expr(&assign.annotation);
                }
                assign.value.iter().for_each(|value| self.visit_expr(value));
                match &*assign.target {
                    Expr::Name(name) => {
                        self.bind(name.id.as_str());
                        let name = self.scope().mangle(name.id.as_str());
                        self.scope().flags(&name).annotated = true;
                    }
                    target => self.visit_expr(target),
                }
            }
            Stmt::For(ast::StmtFor { is_async: true, .. }) | Stmt::With(ast::StmtWith { is_async: true, .. }) => {
                self.scope().awaits = true;
                visitor::walk_stmt(self, stmt);
            }
            _ => visitor::walk_stmt(self, stmt),
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) => {
                match name.ctx {
                    ast::ExprContext::Load | ast::ExprContext::Invalid => self.uses(name.id.as_str()),
                    ast::ExprContext::Store | ast::ExprContext::Del => self.bind(name.id.as_str()),
                }
                if name.id.as_str() == "super" {
                    self.uses("__class__");
                }
            }
            Expr::Named(named) => {
                self.visit_expr(&named.value);
                if let Expr::Name(name) = &*named.target {
                    self.bind_walrus(name.id.as_str());
                }
            }
            Expr::Lambda(lambda) => {
                if let Some(parameters) = &lambda.parameters {
                    self.defaults(parameters);
                }
                let title = Title::new("function", "lambda", lambda.start());
                let outer = self.open(ScopeKind::Function, address(lambda), None, title);
                if let Some(parameters) = &lambda.parameters {
                    self.parameters(parameters);
                }
                self.visit_expr(&lambda.body);
                self.current = outer;
            }
            Expr::ListComp(e) => self.comprehension(
                address(e),
                &e.generators,
                &[Some(&*e.elt)],
                Title::new("function", "listcomp", e.start()),
            ),
            Expr::SetComp(e) => self.comprehension(
                address(e),
                &e.generators,
                &[Some(&*e.elt)],
                Title::new("function", "setcomp", e.start()),
            ),
            Expr::DictComp(e) => self.comprehension(
                address(e),
                &e.generators,
                &[e.key.as_deref(), Some(&*e.value)],
                Title::new("function", "dictcomp", e.start()),
            ),
            Expr::Generator(e) => self.comprehension(
                address(e),
                &e.generators,
                &[Some(&*e.elt)],
                Title::new("function", "genexpr", e.start()),
            ),
            Expr::Yield(_) | Expr::YieldFrom(_) => {
                self.scope().is_generator = true;
                visitor::walk_expr(self, expr);
            }
            Expr::Await(_) => {
                self.scope().awaits = true;
                visitor::walk_expr(self, expr);
            }
            _ => visitor::walk_expr(self, expr),
        }
    }

    fn visit_except_handler(&mut self, handler: &'a ast::ExceptHandler) {
        let ast::ExceptHandler::ExceptHandler(inner) = handler;
        if let Some(name) = &inner.name {
            self.bind(name.as_str());
        }
        visitor::walk_except_handler(self, handler);
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        let bound = match pattern {
            Pattern::MatchAs(pattern) => &pattern.name,
            Pattern::MatchStar(pattern) => &pattern.name,
            Pattern::MatchMapping(pattern) => &pattern.rest,
            _ => &None,
        };
        if let Some(name) = bound {
            self.bind(name.as_str());
        }
        visitor::walk_pattern(self, pattern);
    }
}

fn resolve(scopes: &mut [Scope]) {
    let hosts = hosts(scopes);
    // A name that a scope uses but does not bind belongs to the nearest enclosing function that binds it.
    for at in 0..scopes.len() {
        for name in wanted(&scopes[at]) {
            let of_class = class_around(scopes, at).map(|class| scopes[class].get(&name)).unwrap_or_default();
            if of_class.global {
                scopes[at].flags(&name).global = true;
            }
            if of_class.global || of_class.bound && !of_class.nonlocal {
                continue;
            }
            let Some((owner, path)) = owner(scopes, at, &name) else { continue };
            // Scopes that share a frame share its variables.
            if hosts[at] == hosts[owner] {
                continue;
            }
            scopes[owner].flags(&name).captured = true;
            for inner in path {
                scopes[inner].flags(&name).free = true;
            }
        }
    }
    declare_in_evaluated(scopes);
    for at in 0..scopes.len() {
        if hosts[at] == at {
            assign_slots(&mut scopes[at]);
        } else {
            assign_slots_of_host(scopes, at, hosts[at]);
        }
    }
}

/// The names that a scope uses and does not bind.
fn wanted(scope: &Scope) -> Vec<String> {
    let free = scope.names.iter().filter(|(_, flags)| !flags.global && (!flags.bound || flags.nonlocal));
    free.map(|(name, _)| name.clone()).collect()
}

/// The enclosing scope that owns a name, and the scopes from there inwards; None for globals.
fn owner(scopes: &[Scope], at: usize, name: &str) -> Option<(usize, Vec<usize>)> {
    let mut path = vec![at];
    let mut next = scopes[at].parent;
    while let Some(scope) = next {
        let flags = scopes[scope].get(name);
        let owns = scopes[scope].is_function() && flags.bound && !flags.nonlocal && !flags.global;
        let is_class_cell = name == "__class__" && scopes[scope].kind == ScopeKind::Class;
        if owns || is_class_cell {
            return Some((scope, path));
        }
        if scopes[scope].is_function() && flags.global {
            return None;
        }
        path.push(scope);
        next = scopes[scope].parent;
    }
    None
}

/// The scope whose frame runs each scope. Most comprehensions run in that of the enclosing function (PEP 709), unless an inner
/// function captures one of their variables, because then each turn needs a variable of its own.
fn hosts(scopes: &[Scope]) -> Vec<usize> {
    let may_run_in = |at: usize| {
        let scope = &scopes[at];
        let parent = scope.parent.map(|parent| &scopes[parent]);
        scope.kind == ScopeKind::Comprehension
            && scope.flow() == Flow::Plain
            && parent.is_some_and(|parent| parent.is_function() && !parent.sees_class)
    };
    let mut inlined: Vec<bool> = (0..scopes.len()).map(may_run_in).collect();
    loop {
        let around = |at: usize| std::iter::successors(scopes[at].parent, |parent| scopes[*parent].parent);
        let inside = (0..scopes.len()).filter(|at| around(*at).any(|parent| inlined[parent]));
        let captured = inside.flat_map(|at| {
            let inlined = &inlined;
            wanted(&scopes[at]).into_iter().filter_map(move |name| {
                let (owner, path) = owner(scopes, at, &name)?;
                (inlined[owner] && !path.iter().all(|inner| inlined[*inner])).then_some(owner)
            })
        });
        let captured: Vec<usize> = captured.collect();
        if captured.is_empty() {
            break;
        }
        captured.into_iter().for_each(|owner| inlined[owner] = false);
    }
    let mut hosts: Vec<usize> = Vec::with_capacity(scopes.len());
    for (at, inlined) in inlined.iter().enumerate() {
        hosts.push(match scopes[at].parent {
            Some(parent) if *inlined => hosts[parent],
            _ => at,
        });
    }
    hosts
}

/// The class whose names a scope of type parameters sees.
fn class_around(scopes: &[Scope], scope: usize) -> Option<usize> {
    let mut at = scope;
    while scopes[at].sees_class {
        at = scopes[at].parent?;
    }
    (at != scope).then_some(at)
}

/// A name that any scope declares global is global in evaluated code itself, too, even if the code has other locals.
fn declare_in_evaluated(scopes: &mut [Scope]) {
    let declared = |scope: &Scope| {
        scope.names.iter().filter(|(_, flags)| flags.global).map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    let names: Vec<String> = scopes.iter().flat_map(declared).collect();
    let Some(outermost) = scopes.first_mut().filter(|scope| scope.kind == ScopeKind::Evaluated) else { return };
    for name in names.iter().filter(|name| outermost.index.contains_key(*name)).collect::<Vec<_>>() {
        outermost.flags(name).global = true;
    }
}

fn assign_slots(scope: &mut Scope) {
    let names = std::mem::take(&mut scope.names);
    let own = |flags: &Flags| flags.captured && !flags.free;
    scope.cells.extend(names.iter().filter(|(_, flags)| own(flags)).map(|(name, _)| name.clone()));
    scope.own_cells = scope.cells.len();
    scope.cells.extend(names.iter().filter(|(_, flags)| flags.free).map(|(name, _)| name.clone()));
    let (is_function, is_class) = (scope.is_function(), scope.kind == ScopeKind::Class);
    let has_namespace = is_class || scope.kind == ScopeKind::Evaluated;
    for (name, flags) in &names {
        let cell = scope.cell(name);
        let slot = match cell {
            _ if flags.global => Slot::Global,
            Some(cell) if is_class && flags.free && !flags.nonlocal => Slot::NameOrCell(cell),
            Some(cell) if !is_class || flags.free => Slot::Cell(cell),
            _ if has_namespace => Slot::Name,
            _ if is_function && flags.bound => Slot::Local(0),
            _ => Slot::Global,
        };
        let local = scope.locals.len() as u32;
        let slot = match slot {
            Slot::Local(_) => Slot::Local(local),
            slot => slot,
        };
        // Parameters come first and keep a slot even if they are stored in a cell.
        if flags.parameter || matches!(slot, Slot::Local(_)) {
            scope.locals.push(name.clone());
            if let Slot::Cell(cell) = slot {
                scope.cell_parameters.push((local, cell));
            }
        }
        scope.slots.insert(name.clone(), slot);
    }
    scope.first_inlined = scope.locals.len();
    scope.names = names;
}

/// Makes the variables of an inlined comprehension locals of its host scope.
fn assign_slots_of_host(scopes: &mut [Scope], at: usize, host: usize) {
    let parent = scopes[at].parent.unwrap_or(host);
    let names = std::mem::take(&mut scopes[at].names);
    let mut slots = scopes[parent].slots.clone();
    let first = scopes[host].locals.len() as u32;
    for (name, flags) in &names {
        if flags.global {
            slots.insert(name.clone(), Slot::Global);
        } else if flags.bound && !flags.parameter {
            let local = scopes[host].locals.len() as u32;
            // If the host has a variable of that name, the comprehension's is renamed to one that no program can use.
            let shown = match scopes[host].locals.contains(name) || scopes[host].cells.contains(name) {
                true => format!(".{name}"),
                false => name.clone(),
            };
            scopes[host].locals.push(shown);
            slots.insert(name.clone(), Slot::Local(local));
        }
    }
    let end = scopes[host].locals.len() as u32;
    (scopes[at].cells, scopes[at].own_cells) = (scopes[host].cells.clone(), scopes[host].own_cells);
    (scopes[at].names, scopes[at].slots, scopes[at].inlined) = (names, slots, Some((host, first..end)));
}
