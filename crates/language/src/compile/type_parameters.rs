//! `def f[T]`, `class C[T]` and `type X[T] = ...`: type parameters belong to a hidden function around the definition. Bounds,
//! defaults and alias values are functions that run on first access.

use super::{CodeKind, Compiler, FunctionBody, Op, Parameters, Result, scope};
use crate::Value;
use ruff_python_ast::{self as ast, Expr, TypeParam};
use ruff_text_size::{Ranged, TextRange};

impl<'a> Compiler<'a> {
    /// Pushes the function.
    pub(super) fn generic_function(
        &mut self,
        def: &'a ast::StmtFunctionDef,
        parameters: &'a ast::TypeParams,
    ) -> Result<()> {
        let flags = super::default_flags(&def.parameters);
        let given: Vec<&str> = [(1, scope::DEFAULTS), (2, scope::KEYWORD_DEFAULTS)]
            .into_iter()
            .filter(|(flag, _)| flags & flag != 0)
            .map(|(_, name)| name)
            .collect();
        self.hidden(scope::address(parameters), def.name.as_str(), def.range, &given, |this| {
            this.type_parameters(parameters)?;
            given.iter().for_each(|name| this.load(name));
            this.function_with(
                flags,
                scope::address(def),
                def.name.as_str(),
                def.range,
                Some(&def.parameters),
                def.returns.as_deref(),
                FunctionBody::Statements(&def.body),
            )?;
            this.give_parameters(parameters);
            Ok(())
        })?;
        self.defaults(&def.parameters)?;
        self.call_hidden(given.len(), def.range);
        Ok(())
    }

    /// Pushes the class.
    pub(super) fn generic_class(&mut self, def: &'a ast::StmtClassDef, parameters: &'a ast::TypeParams) -> Result<()> {
        self.hidden(scope::address(parameters), def.name.as_str(), def.range, &[], |this| {
            this.type_parameters(parameters)?;
            this.list_of(def.bases())?;
            this.typing("_generic_base");
            this.load_parameters(parameters);
            this.emit_at(parameters.range, Op::Call(1), &[]);
            this.emit(Op::ListAppend(1));
            this.class_with_bases(def)?;
            this.give_parameters(parameters);
            Ok(())
        })?;
        self.call_hidden(0, def.range);
        Ok(())
    }

    pub(super) fn type_alias(&mut self, alias: &'a ast::StmtTypeAlias) -> Result<()> {
        let Expr::Name(name) = &*alias.name else {
            return self.error(alias.name.range(), "invalid syntax");
        };
        match &alias.type_params {
            Some(parameters) => {
                let node = scope::address(&**parameters);
                self.hidden(node, name.id.as_str(), alias.range, &[], |this| {
                    this.type_parameters(parameters)?;
                    this.alias(alias, name.id.as_str(), Some(parameters))
                })?;
                self.call_hidden(0, alias.range);
            }
            None if self.unit().kind == CodeKind::Class => {
                self.hidden(scope::address(alias), name.id.as_str(), alias.range, &[], |this| {
                    this.alias(alias, name.id.as_str(), None)
                })?;
                self.call_hidden(0, alias.range);
            }
            None => self.alias(alias, name.id.as_str(), None)?,
        }
        self.store(name.id.as_str());
        Ok(())
    }

    fn alias(&mut self, alias: &'a ast::StmtTypeAlias, name: &str, parameters: Option<&ast::TypeParams>) -> Result<()> {
        self.typing("_alias");
        self.constant(Value::str(name));
        match parameters {
            Some(parameters) => self.load_parameters(parameters),
            None => drop(self.emit(Op::BuildTuple(0))),
        }
        self.later(scope::address(&alias.value), name, &alias.value)?;
        let module = self.name_index("__name__");
        self.emit(Op::LoadGlobal(module));
        self.emit_at(alias.range, Op::Call(4), &[]);
        Ok(())
    }

    /// Pushes the hidden function; in a class it takes the names of the class as an argument.
    fn hidden(
        &mut self,
        node: usize,
        name: &str,
        range: TextRange,
        given: &[&str],
        body: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let in_class = self.unit().kind == CodeKind::Class;
        self.open(self.scopes.of(node), &format!("<generic parameters of {name}>"), CodeKind::Function, range);
        self.unit().is_hidden = true;
        let positional = given.len() + usize::from(in_class);
        self.unit().parameters = Parameters { positional, ..Parameters::default() };
        body(self)?;
        self.emit(Op::Return);
        let code = self.close_inner();
        self.make_function(range, code, 0)?;
        if in_class {
            self.emit(Op::LoadNamespace);
        }
        Ok(())
    }
    fn call_hidden(&mut self, given: usize, range: TextRange) {
        let in_class = self.unit().kind == CodeKind::Class;
        self.emit_at(range, Op::Call((given + usize::from(in_class)) as u32), &[]);
    }

    /// Creates the parameters and binds their names.
    fn type_parameters(&mut self, parameters: &'a ast::TypeParams) -> Result<()> {
        for parameter in &parameters.type_params {
            let name = parameter.name().as_str();
            self.typing(match parameter {
                TypeParam::TypeVar(_) => "_type_variable",
                TypeParam::TypeVarTuple(_) => "_type_variables",
                TypeParam::ParamSpec(_) => "_parameters",
            });
            self.constant(Value::str(name));
            let mut given = 1;
            let default = match parameter {
                TypeParam::TypeVar(variable) => {
                    let is_tuple = matches!(variable.bound.as_deref(), Some(Expr::Tuple(_)));
                    self.later_or_none(&variable.bound, name)?;
                    self.constant(Value::from(is_tuple));
                    given += 2;
                    &variable.default
                }
                TypeParam::TypeVarTuple(variables) => &variables.default,
                TypeParam::ParamSpec(parameters) => &parameters.default,
            };
            self.later_or_none(default, name)?;
            self.emit_at(parameter.range(), Op::Call(given + 1), &[]);
            self.store(name);
        }
        Ok(())
    }
    fn later_or_none(&mut self, expr: &'a Option<Box<Expr>>, name: &str) -> Result<()> {
        match expr {
            Some(value) => self.later(scope::address(expr), name, value),
            None => {
                self.constant(Value::None);
                Ok(())
            }
        }
    }
    /// Pushes a function that evaluates an expression later.
    fn later(&mut self, node: usize, name: &str, expr: &'a Expr) -> Result<()> {
        self.open(self.scopes.of(node), name, CodeKind::Function, expr.range());
        match expr {
            Expr::Starred(starred) => {
                self.expr(&starred.value)?;
                self.emit(Op::Unpack(1));
            }
            expr => self.expr(expr)?,
        }
        self.emit(Op::Return);
        let code = self.close_inner();
        self.make_function(expr.range(), code, 0)
    }

    fn typing(&mut self, name: &str) {
        let (module, name) = (self.name_index("typing"), self.name_index(name));
        self.emit(Op::Import(module));
        self.emit(Op::LoadAttr(name));
    }
    fn load_parameters(&mut self, parameters: &ast::TypeParams) {
        parameters.type_params.iter().for_each(|parameter| self.load(parameter.name().as_str()));
        self.emit(Op::BuildTuple(parameters.type_params.len() as u32));
    }
    /// object -> object, with its type parameters set
    fn give_parameters(&mut self, parameters: &ast::TypeParams) {
        self.emit(Op::Dup);
        self.load_parameters(parameters);
        self.emit(Op::Swap);
        let name = self.name_index("__type_params__");
        self.emit(Op::StoreAttr(name));
    }
}
