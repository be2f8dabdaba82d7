//! Converts objects to a tree to compile: expressions.

use super::read::{Given, Reader, index};
use crate::{Raise, Result, Value};
use ruff_python_ast::{self as ast, Expr, ExprContext, InterpolatedStringElement, Number, Operator};
use ruff_text_size::{Ranged, TextRange};

impl Reader<'_> {
    pub(super) fn expr_of(&mut self, value: &Value, context: ExprContext) -> Result<Expr> {
        crate::native_stack::roomy(|| {
            let given = self.open(value, "expr")?;
            match given.node.name {
                "Attribute" | "Subscript" | "Starred" | "Name" | "List" | "Tuple" => {
                    self.place_of_value(&given, context)
                }
                _ if !matches!(context, ExprContext::Load) => {
                    Err(Raise::value_error(format!("expression which can't be assigned to in {context:?} context")))
                }
                _ => self.expression(&given),
            }
        })
    }

    /// An expression that can be a target.
    fn place_of_value(&mut self, given: &Given, ctx: ExprContext) -> Result<Expr> {
        let found = self.context(given)?;
        if found != ctx {
            return Err(Raise::value_error(format!("expression must have {ctx:?} context but has {found:?} instead")));
        }
        let (node_index, range) = (index(), given.range);
        Ok(match given.node.name {
            "Attribute" => {
                let (value, attr) = (self.boxed(given, "value")?, self.name(given, "attr")?);
                Expr::Attribute(ast::ExprAttribute { node_index, range, value, attr, ctx })
            }
            "Subscript" => {
                let (value, slice) = (self.boxed(given, "value")?, self.boxed(given, "slice")?);
                Expr::Subscript(ast::ExprSubscript { node_index, range, value, slice, ctx })
            }
            "Starred" => {
                let value = self.required(given, "value")?;
                let value = Box::new(self.expr_of(&value, ctx)?);
                Expr::Starred(ast::ExprStarred { node_index, range, value, ctx })
            }
            "Name" => Expr::Name(ast::ExprName { node_index, range, id: self.name(given, "id")?.id, ctx }),
            "List" => Expr::List(ast::ExprList { node_index, range, elts: self.exprs(given, "elts", ctx)?, ctx }),
            _ => {
                let elts = self.exprs(given, "elts", ctx)?;
                Expr::Tuple(ast::ExprTuple { node_index, range, elts, ctx, parenthesized: true })
            }
        })
    }

    /// The context of a node; Load if it is missing.
    fn context(&mut self, given: &Given) -> Result<ExprContext> {
        if self.is_absent(given, "ctx")? {
            return Ok(ExprContext::Load);
        }
        Ok(match self.child(given, "ctx", "expr_context")?.node.name {
            "Store" => ExprContext::Store,
            "Del" => ExprContext::Del,
            _ => ExprContext::Load,
        })
    }

    fn expression(&mut self, given: &Given) -> Result<Expr> {
        let (node_index, range) = (index(), given.range);
        Ok(match given.node.name {
            "BoolOp" => {
                let values = self.exprs(given, "values", ExprContext::Load)?;
                if values.len() < 2 {
                    return Err(Raise::value_error("BoolOp with less than 2 values"));
                }
                let op = match self.child(given, "op", "boolop")?.node.name {
                    "And" => ast::BoolOp::And,
                    _ => ast::BoolOp::Or,
                };
                Expr::BoolOp(ast::ExprBoolOp { node_index, range, op, values })
            }
            "NamedExpr" => {
                let (target, value) = (self.target(given, "target")?, self.boxed(given, "value")?);
                Expr::Named(ast::ExprNamed { node_index, range, target, value })
            }
            "BinOp" => {
                let left = self.boxed(given, "left")?;
                let (op, right) = (self.operator(given)?, self.boxed(given, "right")?);
                Expr::BinOp(ast::ExprBinOp { node_index, range, left, op, right })
            }
            "UnaryOp" => {
                let op = match self.child(given, "op", "unaryop")?.node.name {
                    "Invert" => ast::UnaryOp::Invert,
                    "Not" => ast::UnaryOp::Not,
                    "UAdd" => ast::UnaryOp::UAdd,
                    _ => ast::UnaryOp::USub,
                };
                Expr::UnaryOp(ast::ExprUnaryOp { node_index, range, op, operand: self.boxed(given, "operand")? })
            }
            "Lambda" => {
                let parameters = self.child(given, "args", "arguments")?;
                let parameters = Some(Box::new(self.parameters(&parameters)?));
                Expr::Lambda(ast::ExprLambda { node_index, range, parameters, body: self.boxed(given, "body")? })
            }
            "IfExp" => {
                let (test, body) = (self.boxed(given, "test")?, self.boxed(given, "body")?);
                Expr::If(ast::ExprIf { node_index, range, test, body, orelse: self.boxed(given, "orelse")? })
            }
            "Dict" => self.dict(given)?,
            "Set" => Expr::Set(ast::ExprSet { node_index, range, elts: self.exprs(given, "elts", ExprContext::Load)? }),
            "ListComp" => {
                let (generators, elt) = (self.generators(given)?, self.boxed(given, "elt")?);
                Expr::ListComp(ast::ExprListComp { node_index, range, elt, generators })
            }
            "SetComp" => {
                let (generators, elt) = (self.generators(given)?, self.boxed(given, "elt")?);
                Expr::SetComp(ast::ExprSetComp { node_index, range, elt, generators })
            }
            "GeneratorExp" => {
                let (generators, elt) = (self.generators(given)?, self.boxed(given, "elt")?);
                Expr::Generator(ast::ExprGenerator { node_index, range, elt, generators, parenthesized: true })
            }
            "DictComp" => {
                let generators = self.generators(given)?;
                let (key, value) = (Some(self.boxed(given, "key")?), self.boxed(given, "value")?);
                Expr::DictComp(ast::ExprDictComp { node_index, range, key, value, generators })
            }
            "Await" => Expr::Await(ast::ExprAwait { node_index, range, value: self.boxed(given, "value")? }),
            "Yield" => Expr::Yield(ast::ExprYield { node_index, range, value: self.maybe(given, "value")? }),
            "YieldFrom" => {
                Expr::YieldFrom(ast::ExprYieldFrom { node_index, range, value: self.boxed(given, "value")? })
            }
            "Compare" => self.compare(given)?,
            "Call" => {
                let (func, arguments) = (self.boxed(given, "func")?, self.call_arguments(given, "args")?);
                Expr::Call(ast::ExprCall { node_index, range_start: range.start(), func, arguments })
            }
            "FormattedValue" => {
                let element = self.interpolation(given)?;
                f_string(vec![InterpolatedStringElement::Interpolation(element)], range)
            }
            "JoinedStr" => {
                let elements = self.elements(given)?;
                f_string(elements, range)
            }
            "Slice" => {
                let (lower, upper) = (self.maybe(given, "lower")?, self.maybe(given, "upper")?);
                Expr::Slice(ast::ExprSlice { node_index, range, lower, upper, step: self.maybe(given, "step")? })
            }
            _ => {
                let value = self.constant_of(given)?;
                self.constant(&value, range)?
            }
        })
    }

    pub(super) fn operator(&mut self, given: &Given) -> Result<Operator> {
        Ok(match self.child(given, "op", "operator")?.node.name {
            "Add" => Operator::Add,
            "Sub" => Operator::Sub,
            "Mult" => Operator::Mult,
            "MatMult" => Operator::MatMult,
            "Div" => Operator::Div,
            "Mod" => Operator::Mod,
            "Pow" => Operator::Pow,
            "LShift" => Operator::LShift,
            "RShift" => Operator::RShift,
            "BitOr" => Operator::BitOr,
            "BitXor" => Operator::BitXor,
            "BitAnd" => Operator::BitAnd,
            _ => Operator::FloorDiv,
        })
    }

    fn dict(&mut self, given: &Given) -> Result<Expr> {
        let keys: Vec<Option<Expr>> = self.each(given, "keys", |this, item| match item {
            Value::None => Ok(None),
            item => this.expr_of(item, ExprContext::Load).map(Some),
        })?;
        let values = self.exprs(given, "values", ExprContext::Load)?;
        if keys.len() != values.len() {
            return Err(Raise::value_error("Dict doesn't have the same number of keys as values"));
        }
        let items = keys.into_iter().zip(values).map(|(key, value)| ast::DictItem { key, value }).collect();
        Ok(Expr::Dict(ast::ExprDict { node_index: index(), range: given.range, items }))
    }

    fn compare(&mut self, given: &Given) -> Result<Expr> {
        let left = self.boxed(given, "left")?;
        let ops: Vec<ast::CmpOp> = self.each(given, "ops", |this, item| {
            Ok(match this.open(item, "cmpop")?.node.name {
                "Eq" => ast::CmpOp::Eq,
                "NotEq" => ast::CmpOp::NotEq,
                "Lt" => ast::CmpOp::Lt,
                "LtE" => ast::CmpOp::LtE,
                "Gt" => ast::CmpOp::Gt,
                "GtE" => ast::CmpOp::GtE,
                "Is" => ast::CmpOp::Is,
                "IsNot" => ast::CmpOp::IsNot,
                "In" => ast::CmpOp::In,
                _ => ast::CmpOp::NotIn,
            })
        })?;
        let comparators = self.exprs(given, "comparators", ExprContext::Load)?;
        if comparators.is_empty() {
            return Err(Raise::value_error("Compare with no comparators"));
        }
        if comparators.len() != ops.len() {
            return Err(Raise::value_error("Compare has a different number of comparators and operands"));
        }
        let (ops, comparators) = (ops.into(), comparators.into());
        Ok(Expr::Compare(ast::ExprCompare { node_index: index(), range: given.range, left, ops, comparators }))
    }

    fn generators(&mut self, given: &Given) -> Result<Vec<ast::Comprehension>> {
        let generators: Vec<ast::Comprehension> = self.each(given, "generators", |this, item| {
            let each = this.open(item, "comprehension")?;
            Ok(ast::Comprehension {
                range: each.range,
                node_index: index(),
                target: *this.target(&each, "target")?,
                iter: this.expr(&each, "iter")?,
                ifs: this.exprs(&each, "ifs", ExprContext::Load)?,
                is_async: this.int(&each, "is_async")? != 0,
            })
        })?;
        match generators.is_empty() {
            true => Err(Raise::value_error("comprehension with no generators")),
            false => Ok(generators),
        }
    }

    fn elements(&mut self, given: &Given) -> Result<Vec<InterpolatedStringElement>> {
        self.each(given, "values", |this, item| {
            let part = this.open(item, "expr")?;
            match part.node.name {
                "FormattedValue" => this.interpolation(&part).map(InterpolatedStringElement::Interpolation),
                _ => match this.expr_of(item, ExprContext::Load)? {
                    Expr::StringLiteral(text) => Ok(literal(text.value.to_str(), part.range)),
                    other => Ok(InterpolatedStringElement::Interpolation(whole(other))),
                },
            }
        })
    }

    fn interpolation(&mut self, given: &Given) -> Result<ast::InterpolatedElement> {
        let conversion = match self.int(given, "conversion")? {
            -1 => ast::ConversionFlag::None,
            115 => ast::ConversionFlag::Str,
            97 => ast::ConversionFlag::Ascii,
            114 => ast::ConversionFlag::Repr,
            other => {
                return Err(Raise::value_error(format!("Unrecognized conversion character {other}")));
            }
        };
        let format_spec = match self.maybe(given, "format_spec")?.map(|spec| *spec) {
            None => None,
            Some(Expr::FString(spec)) => Some(spec.value.elements().cloned().collect::<Vec<_>>()),
            Some(Expr::StringLiteral(text)) => Some(vec![literal(text.value.to_str(), text.range)]),
            Some(other) => Some(vec![InterpolatedStringElement::Interpolation(whole(other))]),
        };
        let spec = |elements: Vec<InterpolatedStringElement>| {
            let (range, elements) = (given.range, elements.into());
            Box::new(ast::InterpolatedStringFormatSpec { range, node_index: index(), elements })
        };
        Ok(ast::InterpolatedElement {
            range: given.range,
            node_index: index(),
            expression: self.boxed(given, "value")?,
            debug_text: None,
            conversion,
            format_spec: format_spec.map(spec),
        })
    }

    /// The expression for a constant's value.
    fn constant(&mut self, value: &Value, range: TextRange) -> Result<Expr> {
        let node_index = index();
        let number = |value| Expr::NumberLiteral(ast::ExprNumberLiteral { node_index: index(), range, value });
        Ok(match value {
            Value::None => Expr::NoneLiteral(ast::ExprNoneLiteral { node_index, range }),
            Value::Ellipsis => Expr::EllipsisLiteral(ast::ExprEllipsisLiteral { node_index, range }),
            Value::Bool(flag) => Expr::BooleanLiteral(ast::ExprBooleanLiteral { node_index, range, value: flag.get() }),
            Value::Int(_) | Value::BigInt(_) => whole_number(&self.vm.repr(value)?, range)?,
            Value::Float(float) => number(Number::Float(float.get())),
            Value::Str(text) => Expr::StringLiteral(ast::ExprStringLiteral {
                node_index,
                range,
                value: ast::StringLiteralValue::single(ast::StringLiteral {
                    range,
                    node_index: index(),
                    value: text.as_str().into(),
                    flags: ast::StringLiteralFlags::empty(),
                }),
            }),
            Value::Bytes(bytes) if !bytes.mutable => Expr::BytesLiteral(ast::ExprBytesLiteral {
                node_index,
                range,
                value: ast::BytesLiteralValue::single(ast::BytesLiteral {
                    range,
                    node_index: index(),
                    value: bytes.data.borrow().clone().into(),
                    flags: ast::BytesLiteralFlags::empty(),
                }),
            }),
            Value::Tuple(items) => {
                let elts: Result<Vec<Expr>> = items.iter().map(|item| self.constant(item, range)).collect();
                let (elts, ctx) = (elts?, ExprContext::Load);
                Expr::Tuple(ast::ExprTuple { node_index, range, elts, ctx, parenthesized: true })
            }
            other if other.type_name() == "complex" => {
                let mut part = |name| match self.vm.get_attr(other, name)? {
                    Value::Float(float) => Ok(float.get()),
                    _ => Err(Raise::type_error("a complex number has float parts")),
                };
                number(Number::Complex { real: part("real")?, imag: part("imag")? })
            }
            Value::Set(items) if items.frozen => {
                // The error names the first item that no constant can hold.
                for item in items.items() {
                    self.constant(&item, range)?;
                }
                return Err(Raise::type_error("got an invalid type in Constant: frozenset"));
            }
            other => {
                return Err(Raise::type_error(format!("got an invalid type in Constant: {}", other.type_name())));
            }
        })
    }
}

/// A number of any size; a negative one becomes a negation.
fn whole_number(digits: &str, range: TextRange) -> Result<Expr> {
    let positive = digits.trim_start_matches('-');
    let invalid = |_| Raise::value_error("invalid integer");
    let int = ast::Int::from_str_radix(positive, 10, positive).map_err(invalid)?;
    let number = Expr::NumberLiteral(ast::ExprNumberLiteral { node_index: index(), range, value: Number::Int(int) });
    Ok(match digits.starts_with('-') {
        true => {
            let (op, operand) = (ast::UnaryOp::USub, Box::new(number));
            Expr::UnaryOp(ast::ExprUnaryOp { node_index: index(), range, op, operand })
        }
        false => number,
    })
}

fn literal(text: &str, range: TextRange) -> InterpolatedStringElement {
    let value = text.into();
    InterpolatedStringElement::Literal(ast::InterpolatedStringLiteralElement { range, node_index: index(), value })
}

/// A replacement field with only an expression.
fn whole(expression: Expr) -> ast::InterpolatedElement {
    ast::InterpolatedElement {
        range: expression.range(),
        node_index: index(),
        expression: Box::new(expression),
        debug_text: None,
        conversion: ast::ConversionFlag::None,
        format_spec: None,
    }
}

fn f_string(elements: Vec<InterpolatedStringElement>, range: TextRange) -> Expr {
    let flags = ast::FStringFlags::empty();
    let single = ast::FString { range, node_index: index(), elements: elements.into(), flags };
    Expr::FString(ast::ExprFString { node_index: index(), range, value: ast::FStringValue::single(single) })
}
