//! Expressions to bytecode.

use super::constants::text_constant;
use super::statement::binary;
use super::{Awaited, CodeKind, Compiler, Flow, FunctionBody, Op, Parameters, Result, scope};
use crate::Value;
use crate::builtins::complex::Complex;
use crate::builtins::number::most_digits;
use crate::left_out;
use crate::native::{CompareOp, UnaryOp};
use crate::object::Set;
use crate::signature::integer;
use ruff_python_ast::{self as ast, Expr, InterpolatedStringElement, IpyEscapeKind, Number};
use ruff_text_size::{Ranged, TextRange};

impl<'a> Compiler<'a> {
    /// Pushes the value of an expression.
    pub(super) fn expr(&mut self, expr: &'a Expr) -> Result<()> {
        self.nested(expr.range(), |this| {
            let outer = std::mem::replace(&mut this.unit().at, expr.range());
            let result = this.expression(expr);
            this.unit().at = outer;
            result
        })
    }

    fn expression(&mut self, expr: &'a Expr) -> Result<()> {
        let range = expr.range();
        match expr {
            Expr::Name(name) => self.load(name.id.as_str()),
            Expr::NumberLiteral(number) => {
                let value = self.number(&number.value, range)?;
                self.constant(value);
            }
            Expr::StringLiteral(text) => self.constant(text_constant(text.value.to_str())),
            Expr::BytesLiteral(bytes) => self.constant(Value::bytes(bytes.value.bytes().collect())),
            Expr::BooleanLiteral(literal) => self.constant(Value::from(literal.value)),
            Expr::NoneLiteral(_) => self.constant(Value::None),
            Expr::EllipsisLiteral(_) => self.constant(Value::Ellipsis),
            Expr::FString(text) => self.f_string(text)?,
            Expr::TString(_) => {
                return self.error(range, left_out::TEMPLATE_STRINGS);
            }
            Expr::BinOp(e) => {
                self.expr(&e.left)?;
                self.expr(&e.right)?;
                self.emit_at(range, Op::Binary(binary(e.op)), &[e.left.range(), e.right.range()]);
            }
            Expr::UnaryOp(e) => self.unary(e)?,
            Expr::BoolOp(e) => {
                let mut ends = Vec::new();
                for (i, value) in e.values.iter().enumerate() {
                    self.expr(value)?;
                    if i + 1 < e.values.len() {
                        let jump =
                            if e.op == ast::BoolOp::And { Op::JumpIfFalseOrPop(0) } else { Op::JumpIfTrueOrPop(0) };
                        ends.push(self.emit_at(value.range(), jump, &[]));
                    }
                }
                self.land_all(ends);
            }
            Expr::Compare(e) => self.comparison(e)?,
            Expr::If(e) => {
                let misses = self.jump_unless(&e.test)?;
                self.expr(&e.body)?;
                let end = self.emit(Op::Jump(0));
                self.land_all(misses);
                self.expr(&e.orelse)?;
                self.land(end);
            }
            Expr::Named(e) => {
                self.expr(&e.value)?;
                self.emit(Op::Dup);
                self.assign(&e.target)?;
            }
            Expr::Attribute(e) => {
                self.expr(&e.value)?;
                let name = self.mangled(e.attr.as_str());
                let place = self.attribute_place(e, range);
                self.emit_at(place, Op::LoadAttr(name), &[e.value.range()]);
            }
            Expr::Subscript(e) => {
                self.expr(&e.value)?;
                self.expr(&e.slice)?;
                self.emit_at(range, Op::GetItem, &[e.value.range(), e.slice.range()]);
            }
            Expr::Slice(e) => {
                for part in [&e.lower, &e.upper, &e.step] {
                    match part {
                        Some(part) => self.expr(part)?,
                        None => self.constant(Value::None),
                    }
                }
                self.emit(Op::BuildSlice);
            }
            Expr::Tuple(e) => {
                if e.elts.iter().any(Expr::is_starred_expr) {
                    self.list_of(&e.elts)?;
                    self.emit(Op::ListToTuple);
                } else if let Some(folded) = constant_tuple(&e.elts) {
                    self.constant(folded);
                } else {
                    e.elts.iter().try_for_each(|item| self.expr(item))?;
                    self.emit(Op::BuildTuple(e.elts.len() as u32));
                }
            }
            Expr::List(e) => self.list_of(&e.elts)?,
            Expr::Set(e) => {
                self.emit(Op::BuildSet(0));
                // CPython fills the set from a constant frozenset, whose iteration order differs from the source order.
                let constants: Option<Vec<Value>> = e.elts.iter().map(constant_number).collect();
                let constants = constants.filter(|items| items.len() > 2);
                if let Some(items) = constants.as_deref().and_then(Set::order_of_constants) {
                    self.emit(Op::BuildSet(0));
                    for item in items {
                        self.constant(item);
                        self.emit(Op::SetAdd(1));
                    }
                    self.emit(Op::SetUpdate);
                    return Ok(());
                }
                for item in &e.elts {
                    match item {
                        Expr::Starred(starred) => {
                            self.expr(&starred.value)?;
                            self.emit(Op::SetUpdate);
                        }
                        item => {
                            self.expr(item)?;
                            self.emit_at(item.range(), Op::SetAdd(1), &[]);
                        }
                    }
                }
            }
            Expr::Dict(e) => self.dict(e)?,
            Expr::ListComp(e) => self.comprehension(scope::address(e), range, &e.generators, Results::List(&e.elt))?,
            Expr::SetComp(e) => self.comprehension(scope::address(e), range, &e.generators, Results::Set(&e.elt))?,
            Expr::DictComp(e) => match &e.key {
                Some(key) => {
                    self.comprehension(scope::address(e), range, &e.generators, Results::Dict(key, &e.value))?
                }
                None => {
                    return self.error(range, "dict unpacking cannot be used in dict comprehension");
                }
            },
            Expr::Generator(e) => {
                self.comprehension(scope::address(e), range, &e.generators, Results::Yield(&e.elt))?
            }
            Expr::Lambda(e) => {
                let body = FunctionBody::Expression(&e.body);
                self.function(scope::address(e), "<lambda>", range, e.parameters.as_deref(), None, body)?;
            }
            Expr::Call(call) => self.call(call)?,
            Expr::Yield(e) => {
                match &e.value {
                    Some(value) => self.expr(value)?,
                    None => self.constant(Value::None),
                }
                self.emit(Op::Yield);
            }
            Expr::YieldFrom(e) => {
                self.expr(&e.value)?;
                self.emit(Op::GetYieldFromIter);
                self.constant(Value::None);
                self.emit(Op::YieldFrom);
            }
            Expr::Await(e) => {
                self.expr(&e.value)?;
                self.awaited(Awaited::Operand);
            }
            Expr::Starred(_) => return self.error(range, "can't use starred expression here"),
            // The value of a shell command is its output.
            Expr::IpyEscapeCommand(e) if e.kind == IpyEscapeKind::Shell => {
                self.escape(range, IpyEscapeKind::ShCap, &e.value)?;
            }
            Expr::IpyEscapeCommand(e) => self.escape(range, e.kind, &e.value)?,
        }
        Ok(())
    }

    fn number(&self, number: &Number, range: TextRange) -> Result<Value> {
        match number {
            Number::Int(int) => match int.as_i64() {
                Some(small) => Ok(Value::Int(small)),
                None => self.big_number(&int.to_string(), range),
            },
            Number::Float(float) => Ok(Value::from(*float)),
            Number::Complex { real, imag } => Ok(Value::from(Complex::new(*real, *imag))),
        }
    }

    /// Checks the limit on decimal digits, as every conversion from text does.
    fn big_number(&self, text: &str, range: TextRange) -> Result<Value> {
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        let (most, prefixed) = (most_digits(), text.bytes().any(|letter| letter.is_ascii_alphabetic()));
        if digits > most && !prefixed {
            return self.error(range, format!(
                "Exceeds the limit ({most} digits) for integer string conversion: value has {digits} digits; use \
                 sys.set_int_max_str_digits() to increase the limit - Consider hexadecimal for huge integer literals to \
                 avoid decimal conversion limits."
            ));
        }
        match integer(text) {
            Some(big) => Ok(Value::big(big)),
            None => self.error(range, "invalid integer literal"),
        }
    }

    fn unary(&mut self, e: &'a ast::ExprUnaryOp) -> Result<()> {
        if let (ast::UnaryOp::USub, Expr::NumberLiteral(number)) = (e.op, &*e.operand) {
            match self.number(&number.value, e.range)? {
                Value::Int(value) => {
                    self.constant(Value::Int(-value));
                    return Ok(());
                }
                Value::Float(value) => {
                    self.constant(Value::from(-value.get()));
                    return Ok(());
                }
                _ => {}
            }
        }
        self.expr(&e.operand)?;
        let op = match e.op {
            ast::UnaryOp::Not => Op::Not,
            ast::UnaryOp::USub => Op::Unary(UnaryOp::Neg),
            ast::UnaryOp::UAdd => Op::Unary(UnaryOp::Pos),
            ast::UnaryOp::Invert => Op::Unary(UnaryOp::Invert),
        };
        self.emit_at(e.range, op, &[e.operand.range()]);
        Ok(())
    }

    fn comparison(&mut self, e: &'a ast::ExprCompare) -> Result<()> {
        if self.is_plain_chain(e) {
            self.link(e, 0)?;
            let mut ends = Vec::new();
            for at in 1..e.ops.len() {
                ends.push(self.emit(Op::JumpIfFalseOrPop(0)));
                self.link(e, at)?;
            }
            self.land_all(ends);
            return Ok(());
        }
        self.expr(&e.left)?;
        let mut ends = Vec::new();
        let mut left = e.left.range();
        for (i, (op, right)) in e.ops.iter().zip(&e.comparators).enumerate() {
            let last = i + 1 == e.ops.len();
            self.expr(right)?;
            if !last {
                self.emit(Op::Dup);
                self.emit(Op::RotateThree);
            }
            let op = comparison(*op);
            self.emit_at(e.range, op, &[left, right.range()]);
            if !last {
                ends.push(self.emit(Op::JumpIfFalseOrPop(0)));
            }
            left = right.range();
        }
        if !ends.is_empty() {
            let done = self.emit(Op::Jump(0));
            self.land_all(ends);
            self.emit(Op::Swap);
            self.emit(Op::Pop);
            self.land(done);
        }
        Ok(())
    }

    /// Whether inner operands of a chained comparison are local variables or constants, which can be loaded twice.
    pub(super) fn is_plain_chain(&mut self, e: &ast::ExprCompare) -> bool {
        let inner = &e.comparators[..e.comparators.len() - 1];
        !inner.is_empty()
            && inner.iter().all(|operand| match operand {
                Expr::Name(name) => self.is_local(name.id.as_str()),
                Expr::NumberLiteral(_) | Expr::StringLiteral(_) => true,
                _ => false,
            })
    }
    /// Compiles one comparison of such a chain.
    pub(super) fn link(&mut self, e: &'a ast::ExprCompare, at: usize) -> Result<()> {
        let left = if at == 0 { &*e.left } else { &e.comparators[at - 1] };
        let right = &e.comparators[at];
        self.expr(left)?;
        self.expr(right)?;
        self.emit_at(e.range, comparison(e.ops[at]), &[left.range(), right.range()]);
        Ok(())
    }

    /// Pushes a list of items, some of which may be starred.
    pub(super) fn list_of(&mut self, items: &'a [Expr]) -> Result<()> {
        self.spread_list(items, false)
    }
    fn spread_list(&mut self, items: &'a [Expr], for_call: bool) -> Result<()> {
        let plain = items.iter().position(Expr::is_starred_expr).unwrap_or(items.len());
        items[..plain].iter().try_for_each(|item| self.expr(item))?;
        self.emit(Op::BuildList(plain as u32));
        for item in &items[plain..] {
            match item {
                Expr::Starred(starred) => {
                    self.expr(&starred.value)?;
                    self.emit_at(starred.value.range(), Op::ListExtend(for_call && items.len() == 1), &[]);
                }
                item => {
                    self.expr(item)?;
                    self.emit(Op::ListAppend(1));
                }
            }
        }
        Ok(())
    }

    fn dict(&mut self, e: &'a ast::ExprDict) -> Result<()> {
        let plain = e.items.iter().position(|item| item.key.is_none()).unwrap_or(e.items.len());
        for item in &e.items[..plain] {
            if let Some(key) = &item.key {
                self.expr(key)?;
            }
            self.expr(&item.value)?;
        }
        self.emit(Op::BuildDict(plain as u32));
        for item in &e.items[plain..] {
            match &item.key {
                Some(key) => {
                    self.expr(key)?;
                    self.expr(&item.value)?;
                    self.emit_at(key.range(), Op::DictSet(1), &[]);
                }
                None => {
                    self.expr(&item.value)?;
                    self.emit_at(item.value.range(), Op::DictUpdate, &[]);
                }
            }
        }
        Ok(())
    }

    fn comprehension(
        &mut self,
        node: usize,
        range: TextRange,
        generators: &'a [ast::Comprehension],
        results: Results<'a>,
    ) -> Result<()> {
        let scope = self.scopes.of(node);
        if let Some((_, locals)) = self.scopes.scopes[scope].inlined.clone() {
            return self.comprehension_here(scope, range, locals, generators, results);
        }
        let name = match results {
            Results::List(_) => "<listcomp>",
            Results::Set(_) => "<setcomp>",
            Results::Dict(..) => "<dictcomp>",
            Results::Yield(_) => "<genexpr>",
        };
        self.open(scope, name, CodeKind::Comprehension, range);
        self.unit().parameters = Parameters { positional: 1, positional_only: 1, ..Parameters::default() };
        self.begin_results(results);
        self.emit(Op::LoadLocal(0));
        self.loops(generators, results)?;
        if matches!(results, Results::Yield(_)) {
            self.constant(Value::None);
        }
        self.emit(Op::Return);
        let code = self.close_inner();
        self.make_function(range, code, 0)?;
        if let Some(first) = generators.first() {
            self.iterator(first)?;
        }
        self.emit_at(range, Op::Call(1), &[]);
        if self.scopes.scopes[scope].flow() == Flow::Coroutine {
            self.awaited(Awaited::Operand);
        }
        Ok(())
    }
    /// Compiles a comprehension inline, in the frame of the enclosing function, whose locals include its variables.
    fn comprehension_here(
        &mut self,
        scope: usize,
        range: TextRange,
        locals: std::ops::Range<u32>,
        generators: &'a [ast::Comprehension],
        results: Results<'a>,
    ) -> Result<()> {
        let outer = std::mem::replace(&mut self.unit().at, range);
        self.begin_results(results);
        if let Some(first) = generators.first() {
            self.iterator(first)?;
        }
        let begin = self.here() as u32;
        let around = std::mem::replace(&mut self.unit().scope, scope);
        let done = self.loops(generators, results);
        self.unit().scope = around;
        done?;
        match u16::try_from(locals.len()) {
            Ok(0) => {}
            Ok(count) => {
                self.emit(Op::ForgetLocals(count, locals.start));
            }
            Err(_) => return self.error(range, "more than 65535 variables"),
        }
        let end = self.here() as u32;
        self.unit().comprehensions.push((begin, end));
        self.unit().at = outer;
        Ok(())
    }
    /// Pushes the container for a comprehension's results.
    fn begin_results(&mut self, results: Results<'a>) {
        match results {
            Results::List(_) => self.emit(Op::BuildList(0)),
            Results::Set(_) => self.emit(Op::BuildSet(0)),
            Results::Dict(..) => self.emit(Op::BuildDict(0)),
            Results::Yield(_) => 0,
        };
    }
    /// Compiles the loops of a comprehension; the first iterator is on the stack.
    fn loops(&mut self, generators: &'a [ast::Comprehension], results: Results<'a>) -> Result<()> {
        let mut loops = Vec::new();
        for (i, generator) in generators.iter().enumerate() {
            if i > 0 {
                self.iterator(generator)?;
            }
            let start = self.here();
            let next = match generator.is_async {
                true => self.async_next(generator.iter.range()),
                false => self.emit_at(generator.iter.range(), Op::ForIter(0), &[]),
            };
            self.assign(&generator.target)?;
            let mut misses = Vec::new();
            for test in &generator.ifs {
                misses.extend(self.jump_unless(test)?);
            }
            loops.push((start, next, misses, generator.is_async));
        }
        let depth = generators.len() as u32 + 1;
        match results {
            Results::List(item) => {
                self.expr(item)?;
                self.emit(Op::ListAppend(depth));
            }
            Results::Set(item) => {
                self.expr(item)?;
                self.emit_at(item.range(), Op::SetAdd(depth), &[]);
            }
            Results::Dict(key, value) => {
                self.expr(key)?;
                self.expr(value)?;
                self.emit_at(key.range(), Op::DictSet(depth), &[]);
            }
            Results::Yield(item) => {
                self.expr(item)?;
                self.emit(Op::Yield);
                self.emit(Op::Pop);
            }
        }
        for (start, next, misses, is_async) in loops.into_iter().rev() {
            self.land_all(misses);
            self.emit(Op::Loop(start as u32));
            self.land(next);
            if is_async {
                self.emit(Op::EndAsyncFor);
            }
        }
        Ok(())
    }
    /// The span of an attribute access: only the name if it is on a later line.
    fn attribute_place(&self, attribute: &ast::ExprAttribute, whole: TextRange) -> TextRange {
        let before = TextRange::new(attribute.start(), attribute.attr.start());
        let text = self.text.get(before.start().to_usize()..before.end().to_usize());
        match text.is_some_and(|text| text.contains('\n')) {
            true => TextRange::new(attribute.attr.start(), whole.end()),
            false => whole,
        }
    }
    /// Pushes the iterator of a comprehension's clause.
    fn iterator(&mut self, clause: &'a ast::Comprehension) -> Result<()> {
        let range = clause.iter.range();
        self.expr(&clause.iter)?;
        self.emit_at(range, if clause.is_async { Op::GetAsyncIter } else { Op::GetIter }, &[range]);
        Ok(())
    }

    // --- await
    /// Awaits the object on top of the stack, and replaces it by the result.
    pub(super) fn awaited(&mut self, what: Awaited) {
        self.emit(Op::GetAwaitable(what));
        self.run_awaited();
    }
    /// Runs the awaitable's iterator on top of the stack to its end.
    pub(super) fn run_awaited(&mut self) {
        self.constant(Value::None);
        self.emit(Op::YieldFrom);
    }
    /// Pushes the next item of the asynchronous iterator on top of the stack; returns the handler for EndAsyncFor.
    pub(super) fn async_next(&mut self, range: TextRange) -> usize {
        let outer = std::mem::replace(&mut self.unit().at, range);
        let handler = self.emit(Op::Try(0));
        self.emit(Op::GetAsyncNext);
        self.run_awaited();
        self.emit(Op::PopTry);
        self.unit().at = outer;
        handler
    }

    // --- calls
    fn call(&mut self, call: &'a ast::ExprCall) -> Result<()> {
        let range = call.range();
        let arguments = &call.arguments;
        let spread =
            arguments.args.iter().any(Expr::is_starred_expr) || arguments.keywords.iter().any(|k| k.arg.is_none());
        if let Expr::Name(name) = &*call.func
            && name.id == "super"
            && arguments.is_empty()
            && self.zero_argument_super(range)
        {
            return Ok(());
        }
        let places = arguments.args.iter().map(Expr::range).chain(arguments.keywords.iter().map(|k| k.value.range()));
        if spread {
            self.expr(&call.func)?;
            self.spread_list(&arguments.args, true)?;
            if !arguments.keywords.is_empty() {
                self.keyword_dict(arguments.keywords.iter())?;
            }
            self.emit_at(range, Op::CallSpread(!arguments.keywords.is_empty()), &[]);
            return Ok(());
        }
        let count = arguments.args.len() + arguments.keywords.len();
        if count > usize::from(u16::MAX) {
            return self.error(range, "more than 65535 arguments");
        }
        let names = arguments.keywords.iter().filter_map(|k| k.arg.as_ref().map(ToString::to_string));
        match &*call.func {
            Expr::Attribute(method) => {
                self.expr(&method.value)?;
                let name = self.mangled(method.attr.as_str());
                let attribute = self.attribute_place(method, TextRange::new(method.value.start(), method.attr.end()));
                let range = self.attribute_place(method, range);
                self.emit_at(attribute, Op::LoadMethod(name), &[method.value.range()]);
                arguments
                    .args
                    .iter()
                    .chain(arguments.keywords.iter().map(|k| &k.value))
                    .try_for_each(|arg| self.expr(arg))?;
                let places: Vec<TextRange> = std::iter::once(method.value.range()).chain(places).collect();
                let op = if arguments.keywords.is_empty() {
                    Op::CallMethod(count as u32)
                } else {
                    Op::CallMethodKeywords(count as u16, self.keyword_index(range, names)?)
                };
                self.emit_at(range, op, &places);
            }
            function => {
                self.expr(function)?;
                arguments
                    .args
                    .iter()
                    .chain(arguments.keywords.iter().map(|k| &k.value))
                    .try_for_each(|arg| self.expr(arg))?;
                let places: Vec<TextRange> = places.collect();
                let op = if arguments.keywords.is_empty() {
                    Op::Call(count as u32)
                } else {
                    Op::CallKeywords(count as u16, self.keyword_index(range, names)?)
                };
                self.emit_at(range, op, &places);
            }
        }
        Ok(())
    }

    /// Compiles `super()` in a method as `super(__class__, self)`.
    fn zero_argument_super(&mut self, range: TextRange) -> bool {
        let scope = self.scope();
        let Some(cell) = scope.cell("__class__") else {
            return false;
        };
        let scopes = self.scopes;
        let host = scope.inlined.as_ref().map_or(scope, |(host, _)| &scopes.scopes[*host]);
        let Some(first) = host.locals.first().cloned() else {
            return false;
        };
        if self.unit().parameters.positional == 0 || self.unit().kind != CodeKind::Function {
            return false;
        }
        self.load("super");
        self.emit(Op::LoadCell(cell));
        self.load(&first);
        self.emit_at(range, Op::Call(2), &[]);
        true
    }

    /// Pushes a dict of keyword arguments.
    pub(super) fn keyword_dict(&mut self, keywords: impl Iterator<Item = &'a ast::Keyword>) -> Result<()> {
        self.emit(Op::BuildDict(0));
        for keyword in keywords {
            match &keyword.arg {
                Some(name) => {
                    self.constant(Value::str(name.as_str()));
                    self.expr(&keyword.value)?;
                    self.emit(Op::BuildDict(1));
                }
                None => self.expr(&keyword.value)?,
            }
            self.emit_at(keyword.value.range(), Op::DictMerge, &[]);
        }
        Ok(())
    }

    // --- f-strings
    fn f_string(&mut self, text: &'a ast::ExprFString) -> Result<()> {
        let mut count = 0;
        for part in &text.value {
            match part {
                ast::FStringPart::Literal(literal) => {
                    self.constant(Value::str(&*literal.value));
                    count += 1;
                }
                ast::FStringPart::FString(inner) => count += self.interpolated(&inner.elements)?,
            }
        }
        self.emit(Op::BuildString(count));
        Ok(())
    }

    fn interpolated(&mut self, elements: &'a ast::InterpolatedStringElements) -> Result<u32> {
        let mut count = 0;
        for element in elements {
            match element {
                InterpolatedStringElement::Literal(literal) => self.constant(Value::str(&*literal.value)),
                InterpolatedStringElement::Interpolation(part) => {
                    let mut conversion = part.conversion.to_byte().unwrap_or(0);
                    if let Some(debug) = &part.debug_text {
                        self.constant(Value::str(debug.as_str()));
                        count += 1;
                        if conversion == 0 && part.format_spec.is_none() {
                            conversion = b'r';
                        }
                    }
                    self.expr(&part.expression)?;
                    if let Some(spec) = &part.format_spec {
                        let parts = self.interpolated(&spec.elements)?;
                        self.emit(Op::BuildString(parts));
                    }
                    let op = Op::Format(conversion, part.format_spec.is_some());
                    self.emit_at(part.expression.range(), op, &[part.expression.range()]);
                }
            }
            count += 1;
        }
        Ok(count)
    }
}

fn comparison(op: ast::CmpOp) -> Op {
    match op {
        ast::CmpOp::Eq => Op::Compare(CompareOp::Eq),
        ast::CmpOp::NotEq => Op::Compare(CompareOp::Ne),
        ast::CmpOp::Lt => Op::Compare(CompareOp::Lt),
        ast::CmpOp::LtE => Op::Compare(CompareOp::Le),
        ast::CmpOp::Gt => Op::Compare(CompareOp::Gt),
        ast::CmpOp::GtE => Op::Compare(CompareOp::Ge),
        ast::CmpOp::Is => Op::Is(false),
        ast::CmpOp::IsNot => Op::Is(true),
        ast::CmpOp::In => Op::In(false),
        ast::CmpOp::NotIn => Op::In(true),
    }
}

/// How a comprehension collects its items.
#[derive(Clone, Copy)]
enum Results<'a> {
    List(&'a Expr),
    Set(&'a Expr),
    Dict(&'a Expr, &'a Expr),
    Yield(&'a Expr),
}

/// The value of a number literal.
fn constant_number(expr: &Expr) -> Option<Value> {
    match expr {
        Expr::NumberLiteral(e) => match &e.value {
            Number::Int(int) => int.as_i64().map(Value::Int),
            Number::Float(value) => Some(Value::from(*value)),
            Number::Complex { real, imag } => Some(Value::from(Complex::new(*real, *imag))),
        },
        Expr::BooleanLiteral(e) => Some(Value::from(e.value)),
        Expr::UnaryOp(e) if e.op == ast::UnaryOp::USub => match constant_number(&e.operand)? {
            Value::Int(value) => value.checked_neg().map(Value::Int),
            Value::Float(value) => Some(Value::from(-value.get())),
            _ => None,
        },
        Expr::Tuple(e) => e.elts.iter().map(constant_number).collect::<Option<Vec<Value>>>().map(Value::tuple),
        _ => None,
    }
}

/// A tuple of constants, which is itself a constant.
fn constant_tuple(items: &[Expr]) -> Option<Value> {
    let constant = |item: &Expr| match item {
        Expr::NoneLiteral(_) => Some(Value::None),
        Expr::StringLiteral(text) => Some(text_constant(text.value.to_str())),
        Expr::Tuple(inner) => constant_tuple(&inner.elts),
        other => constant_number(other),
    };
    (!items.is_empty()).then(|| items.iter().map(constant).collect::<Option<Vec<Value>>>().map(Value::tuple))?
}
