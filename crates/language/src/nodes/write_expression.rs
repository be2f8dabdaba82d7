//! Converts the parser's tree to objects: expressions.

use super::write::{Writer, name};
use crate::signature::integer;
use crate::{Raise, Result, Value};
use ruff_python_ast::{self as ast, Expr, FStringPart, InterpolatedStringElement, Number};
use ruff_text_size::{Ranged, TextRange};

impl Writer<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) -> Result<Value> {
        crate::native_stack::roomy(|| self.expression(expr))
    }

    pub(super) fn exprs(&mut self, exprs: &[Expr]) -> Result<Value> {
        self.each(exprs, Self::expr)
    }

    fn expression(&mut self, expr: &Expr) -> Result<Value> {
        let (kind, fields) = match expr {
            Expr::BoolOp(e) => ("BoolOp", vec![self.classes.plain(&format!("{:?}", e.op)), self.exprs(&e.values)?]),
            Expr::Named(e) => ("NamedExpr", vec![self.expr(&e.target)?, self.expr(&e.value)?]),
            Expr::BinOp(e) => ("BinOp", vec![self.expr(&e.left)?, self.operator(e.op), self.expr(&e.right)?]),
            Expr::UnaryOp(e) => ("UnaryOp", vec![self.classes.plain(&format!("{:?}", e.op)), self.expr(&e.operand)?]),
            Expr::Lambda(e) => ("Lambda", vec![self.arguments(e.parameters.as_deref())?, self.expr(&e.body)?]),
            Expr::If(e) => ("IfExp", vec![self.expr(&e.test)?, self.expr(&e.body)?, self.expr(&e.orelse)?]),
            Expr::Dict(e) => {
                let keys = self.each(&e.items, |this, item| this.maybe(item.key.as_ref()))?;
                ("Dict", vec![keys, self.each(&e.items, |this, item| this.expr(&item.value))?])
            }
            Expr::Set(e) => ("Set", vec![self.exprs(&e.elts)?]),
            Expr::ListComp(e) => ("ListComp", vec![self.expr(&e.elt)?, self.generators(&e.generators)?]),
            Expr::SetComp(e) => ("SetComp", vec![self.expr(&e.elt)?, self.generators(&e.generators)?]),
            Expr::DictComp(e) => {
                let key = self.maybe(e.key.as_deref())?;
                ("DictComp", vec![key, self.expr(&e.value)?, self.generators(&e.generators)?])
            }
            Expr::Generator(e) => ("GeneratorExp", vec![self.expr(&e.elt)?, self.generators(&e.generators)?]),
            Expr::Await(e) => ("Await", vec![self.expr(&e.value)?]),
            Expr::Yield(e) => ("Yield", vec![self.maybe(e.value.as_deref())?]),
            Expr::YieldFrom(e) => ("YieldFrom", vec![self.expr(&e.value)?]),
            Expr::Compare(e) => {
                let left = self.expr(&e.left)?;
                let ops = e.ops.iter().map(|op| self.classes.plain(&format!("{op:?}"))).collect();
                ("Compare", vec![left, Value::list(ops), self.exprs(&e.comparators)?])
            }
            Expr::Call(e) => return self.call(e),
            Expr::FString(e) => return self.f_string(e),
            Expr::TString(_) => return Err(Raise::value_error("a template string has no node before 3.14")),
            Expr::StringLiteral(e) => {
                let kind = if e.value.is_unicode() { name("u") } else { Value::None };
                ("Constant", vec![Value::str(e.value.to_str()), kind])
            }
            Expr::BytesLiteral(e) => ("Constant", vec![Value::bytes(e.value.bytes().collect()), Value::None]),
            Expr::NumberLiteral(e) => ("Constant", vec![self.number(&e.value)?, Value::None]),
            Expr::BooleanLiteral(e) => ("Constant", vec![Value::from(e.value), Value::None]),
            Expr::NoneLiteral(_) => ("Constant", vec![Value::None, Value::None]),
            Expr::EllipsisLiteral(_) => ("Constant", vec![Value::Ellipsis, Value::None]),
            Expr::Attribute(e) => ("Attribute", vec![self.expr(&e.value)?, name(&e.attr), self.context(e.ctx)]),
            Expr::Subscript(e) => ("Subscript", vec![self.expr(&e.value)?, self.expr(&e.slice)?, self.context(e.ctx)]),
            Expr::Starred(e) => ("Starred", vec![self.expr(&e.value)?, self.context(e.ctx)]),
            Expr::Name(e) => ("Name", vec![name(&e.id), self.context(e.ctx)]),
            Expr::List(e) => ("List", vec![self.exprs(&e.elts)?, self.context(e.ctx)]),
            Expr::Tuple(e) => ("Tuple", vec![self.exprs(&e.elts)?, self.context(e.ctx)]),
            Expr::Slice(e) => {
                let lower = self.maybe(e.lower.as_deref())?;
                ("Slice", vec![lower, self.maybe(e.upper.as_deref())?, self.maybe(e.step.as_deref())?])
            }
            Expr::IpyEscapeCommand(_) => return Err(Raise::value_error("a magic has no node")),
        };
        self.placed(kind, expr.range(), fields)
    }

    /// The parser's operators have the names of the nodes.
    pub(super) fn operator(&self, op: ast::Operator) -> Value {
        self.classes.plain(&format!("{op:?}"))
    }

    fn context(&self, context: ast::ExprContext) -> Value {
        self.classes.plain(&format!("{context:?}"))
    }

    fn generators(&mut self, generators: &[ast::Comprehension]) -> Result<Value> {
        self.each(generators, |this, each| {
            let (target, iter) = (this.expr(&each.target)?, this.expr(&each.iter)?);
            let fields = vec![target, iter, this.exprs(&each.ifs)?, Value::Int(i64::from(each.is_async))];
            this.node("comprehension", fields)
        })
    }

    fn call(&mut self, call: &ast::ExprCall) -> Result<Value> {
        let function = self.expr(&call.func)?;
        let (arguments, keywords) = match (&*call.arguments.args, &*call.arguments.keywords) {
            // `f(x for x in y)`: the parentheses belong to both the generator and the call.
            ([Expr::Generator(only)], []) if !only.parenthesized => {
                let fields = vec![self.expr(&only.elt)?, self.generators(&only.generators)?];
                let only = self.placed("GeneratorExp", call.arguments.range, fields)?;
                (Value::list(vec![only]), Value::list(Vec::new()))
            }
            _ => self.call_arguments(Some(&call.arguments))?,
        };
        self.placed("Call", call.range(), vec![function, arguments, keywords])
    }

    fn number(&mut self, number: &Number) -> Result<Value> {
        match number {
            Number::Int(int) => match int.as_i64() {
                Some(small) => Ok(Value::Int(small)),
                None => integer(&int.to_string()).map(Value::big).ok_or_else(|| Raise::value_error("invalid integer")),
            },
            Number::Float(float) => Ok(Value::from(*float)),
            Number::Complex { real, imag } => {
                let class = self
                    .vm
                    .builtin("complex")
                    .ok_or_else(|| Raise::value_error("complex numbers are not supported"))?;
                self.vm.call(&class, &[Value::from(*real), Value::from(*imag)], &[])
            }
        }
    }

    /// The parts of adjacent literals, with neighbouring strings merged.
    fn f_string(&mut self, string: &ast::ExprFString) -> Result<Value> {
        let mut parts = Parts::default();
        for part in &string.value {
            match part {
                FStringPart::Literal(text) => parts.text(&text.value, text.range),
                FStringPart::FString(inner) => self.elements(&inner.elements, &mut parts)?,
            }
        }
        let values = self.joined(parts)?;
        self.placed("JoinedStr", string.range, vec![values])
    }

    fn elements(&mut self, elements: &ast::InterpolatedStringElements, parts: &mut Parts) -> Result<()> {
        for element in elements {
            match element {
                InterpolatedStringElement::Literal(text) => parts.text(&text.value, text.range),
                InterpolatedStringElement::Interpolation(element) => {
                    let expression = element.expression.range();
                    if let Some(debug) = &element.debug_text {
                        let start = element.range.start() + ruff_text_size::TextSize::from(1);
                        let end = expression.end() + ruff_text_size::TextSize::of(debug.trailing());
                        parts.text(debug.as_str(), TextRange::new(start, end));
                    }
                    let value = self.interpolation(element)?;
                    parts.0.push(Part::Value(value));
                }
            }
        }
        Ok(())
    }

    fn interpolation(&mut self, element: &ast::InterpolatedElement) -> Result<Value> {
        let value = self.expr(&element.expression)?;
        let conversion = match (element.conversion, &element.debug_text, &element.format_spec) {
            (ast::ConversionFlag::None, Some(_), None) => ast::ConversionFlag::Repr,
            (given, ..) => given,
        };
        let spec = match &element.format_spec {
            None => Value::None,
            Some(spec) => {
                let mut parts = Parts::default();
                self.elements(&spec.elements, &mut parts)?;
                let values = self.joined(parts)?;
                // CPython includes the colon.
                let range = TextRange::new(spec.range.start() - ruff_text_size::TextSize::from(1), spec.range.end());
                self.placed("JoinedStr", range, vec![values])?
            }
        };
        self.placed("FormattedValue", element.range, vec![value, Value::Int(i64::from(conversion as i8)), spec])
    }

    fn joined(&mut self, parts: Parts) -> Result<Value> {
        let mut values = Vec::new();
        for part in parts.0 {
            values.push(match part {
                Part::Value(value) => value,
                Part::Text(text, _) if text.is_empty() => continue,
                Part::Text(text, range) => self.placed("Constant", range, vec![Value::str(text), Value::None])?,
            });
        }
        Ok(Value::list(values))
    }
}

/// The parts of an f-string.
#[derive(Default)]
struct Parts(Vec<Part>);

enum Part {
    Text(String, TextRange),
    Value(Value),
}

impl Parts {
    fn text(&mut self, text: &str, range: TextRange) {
        match self.0.last_mut() {
            Some(Part::Text(before, place)) => {
                before.push_str(text);
                *place = place.cover(range);
            }
            _ => self.0.push(Part::Text(text.to_owned(), range)),
        }
    }
}
