//! Compiles statements to bytecode.

use super::{Awaited, Block, CodeKind, Compiler, FunctionBody, Op, Result, scope};
use crate::Value;
use crate::native::BinaryOp;
use crate::native_stack::roomy;
use ruff_python_ast::helpers::any_over_expr;
use ruff_python_ast::{self as ast, Expr, IpyEscapeKind, Stmt};
use ruff_text_size::{Ranged, TextRange};

pub(super) fn binary(op: ast::Operator) -> BinaryOp {
    match op {
        ast::Operator::Add => BinaryOp::Add,
        ast::Operator::Sub => BinaryOp::Sub,
        ast::Operator::Mult => BinaryOp::Mul,
        ast::Operator::MatMult => BinaryOp::MatMul,
        ast::Operator::Div => BinaryOp::Div,
        ast::Operator::Mod => BinaryOp::Mod,
        ast::Operator::Pow => BinaryOp::Pow,
        ast::Operator::LShift => BinaryOp::LShift,
        ast::Operator::RShift => BinaryOp::RShift,
        ast::Operator::BitOr => BinaryOp::Or,
        ast::Operator::BitXor => BinaryOp::Xor,
        ast::Operator::BitAnd => BinaryOp::And,
        ast::Operator::FloorDiv => BinaryOp::FloorDiv,
    }
}

impl<'a> Compiler<'a> {
    pub(super) fn body(&mut self, body: &'a [Stmt]) -> Result<()> {
        body.iter().try_for_each(|statement| self.nested(statement.range(), |this| this.statement(statement)))
    }

    fn statement(&mut self, statement: &'a Stmt) -> Result<()> {
        self.at(statement);
        match statement {
            Stmt::Expr(e) => {
                self.expr(&e.value)?;
                let shown = self.shows_values && self.unit().kind == CodeKind::Module;
                self.emit(if shown { Op::Show } else { Op::Pop });
            }
            Stmt::Assign(assign) if let Some((values, targets)) = pairwise(assign) => {
                // Each value has its own target, so no tuple is needed.
                values.iter().try_for_each(|value| self.expr(value))?;
                self.emit(if values.len() == 2 { Op::Swap } else { Op::Reverse(values.len() as u32) });
                targets.iter().try_for_each(|target| self.assign(target))?;
            }
            Stmt::Assign(assign) => {
                self.expr(&assign.value)?;
                for (i, target) in assign.targets.iter().enumerate() {
                    if i + 1 < assign.targets.len() {
                        self.emit(Op::Dup);
                    }
                    self.assign(target)?;
                }
            }
            Stmt::AugAssign(assign) => self.augmented(assign)?,
            Stmt::AnnAssign(assign) => self.annotated(assign)?,
            Stmt::FunctionDef(def) => self.function_def(def)?,
            Stmt::ClassDef(def) => self.class_def(def)?,
            Stmt::Return(ret) => {
                match &ret.value {
                    Some(value) => self.expr(value)?,
                    None => self.constant(Value::None),
                }
                self.leave(0, true)?;
                self.emit(Op::Return);
            }
            Stmt::Delete(delete) => delete.targets.iter().try_for_each(|target| self.delete_target(target))?,
            Stmt::For(statement) if statement.is_async => self.async_for(statement)?,
            Stmt::For(statement) => self.for_loop(statement)?,
            Stmt::While(statement) => self.while_loop(statement)?,
            Stmt::If(statement) => self.conditional(statement)?,
            Stmt::With(with) => self.with(&with.items, &with.body, with.is_async)?,
            Stmt::Match(statement) => self.match_statement(statement)?,
            Stmt::Raise(raise) => {
                let parts: Vec<&Expr> = raise.exc.iter().chain(&raise.cause).map(|part| &**part).collect();
                for part in &parts {
                    self.expr(part)?;
                }
                self.at(statement);
                self.emit(Op::Raise(parts.len() as u32));
            }
            Stmt::Try(statement) => self.try_statement(statement)?,
            Stmt::Assert(assert) => {
                self.expr(&assert.test)?;
                let passed = self.emit(Op::PopJumpIfTrue(0));
                if let Some(message) = &assert.msg {
                    self.expr(message)?;
                }
                self.emit_at(assert.test.range(), Op::RaiseAssert(assert.msg.is_some()), &[]);
                self.land(passed);
            }
            Stmt::Import(import) => {
                for alias in &import.names {
                    let name = self.name_index(alias.name.as_str());
                    match &alias.asname {
                        Some(bound) => {
                            self.emit_at(alias.range, Op::Import(name), &[]);
                            self.store(bound.as_str());
                        }
                        None => {
                            self.emit_at(alias.range, Op::ImportTop(name), &[]);
                            self.store(alias.name.split('.').next().unwrap_or_default());
                        }
                    }
                }
            }
            Stmt::ImportFrom(import) => self.import_from(import)?,
            Stmt::Nonlocal(names) => {
                for name in &names.names {
                    let scope = self.scope();
                    let name = scope.mangle(name);
                    if !matches!(scope.slot(&name), super::scope::Slot::Cell(_) | super::scope::Slot::NameOrCell(_)) {
                        return self.error(names.range, format!("no binding for nonlocal '{name}' found"));
                    }
                }
            }
            Stmt::Global(_) | Stmt::Pass(_) => {}
            Stmt::Break(_) | Stmt::Continue(_) => self.leave_loop(statement)?,
            Stmt::TypeAlias(alias) => self.type_alias(alias)?,
            Stmt::IpyEscapeCommand(command) => {
                self.escape(command.range, command.kind, &command.value)?;
                self.emit(Op::Pop);
            }
        }
        Ok(())
    }

    /// Compiles `%magic line` and `name?`, which the host runs.
    pub(super) fn escape(&mut self, range: TextRange, kind: IpyEscapeKind, line: &str) -> Result<()> {
        let (name, line) = match kind {
            IpyEscapeKind::Magic | IpyEscapeKind::Magic2 => line.split_once(char::is_whitespace).unwrap_or((line, "")),
            IpyEscapeKind::Help => ("pinfo", line),
            IpyEscapeKind::Help2 => ("pinfo2", line),
            IpyEscapeKind::Shell => ("!", line),
            IpyEscapeKind::ShCap => ("sx", line),
            _ => return self.error(range, "this IPython escape is not supported"),
        };
        self.constant(Value::str(name));
        self.constant(Value::str(line.trim()));
        self.emit_at(range, Op::Magic, &[]);
        Ok(())
    }

    // --- assignment
    pub(super) fn assign(&mut self, target: &'a Expr) -> Result<()> {
        let range = target.range();
        match target {
            Expr::Name(name) => self.store(name.id.as_str()),
            Expr::Attribute(attribute) => {
                self.expr(&attribute.value)?;
                let name = self.mangled(attribute.attr.as_str());
                self.emit_at(range, Op::StoreAttr(name), &[attribute.value.range()]);
            }
            Expr::Subscript(subscript) => {
                self.expr(&subscript.value)?;
                self.expr(&subscript.slice)?;
                self.emit_at(range, Op::SetItem, &[subscript.value.range(), subscript.slice.range()]);
            }
            Expr::Tuple(ast::ExprTuple { elts, .. }) | Expr::List(ast::ExprList { elts, .. }) => {
                match elts.iter().position(Expr::is_starred_expr) {
                    Some(star) => {
                        let after = self.short(range, elts.len() - star - 1, "names")?;
                        let before = self.short(range, star, "names")?;
                        self.emit_at(range, Op::UnpackStar(before, after), &[]);
                    }
                    None => {
                        self.emit_at(range, Op::Unpack(elts.len() as u32), &[]);
                    }
                }
                elts.iter().try_for_each(|target| self.assign(target))?;
            }
            Expr::Starred(starred) => self.assign(&starred.value)?,
            _ => return self.error(range, "cannot assign to this expression"),
        }
        Ok(())
    }
    pub(super) fn mangled(&mut self, name: &str) -> u32 {
        let name = self.scope().mangle(name);
        self.name_index(&name)
    }

    fn augmented(&mut self, assign: &'a ast::StmtAugAssign) -> Result<()> {
        let op = Op::InPlace(binary(assign.op));
        let operands = [assign.target.range(), assign.value.range()];
        match &*assign.target {
            Expr::Name(name) => {
                self.unit().at = name.range;
                self.load(name.id.as_str());
                self.expr(&assign.value)?;
                self.emit_at(assign.range, op, &operands);
                self.unit().at = assign.range;
                self.store(name.id.as_str());
            }
            Expr::Attribute(attribute) if self.stays(&attribute.value, &assign.value) => {
                let name = self.mangled(attribute.attr.as_str());
                self.expr(&attribute.value)?;
                self.emit_at(attribute.range, Op::LoadAttr(name), &[attribute.value.range()]);
                self.expr(&assign.value)?;
                self.emit_at(assign.range, op, &operands);
                self.expr(&attribute.value)?;
                self.emit_at(attribute.range, Op::StoreAttr(name), &[attribute.value.range()]);
            }
            Expr::Attribute(attribute) => {
                self.expr(&attribute.value)?;
                self.emit(Op::Dup);
                let name = self.mangled(attribute.attr.as_str());
                self.emit_at(attribute.range, Op::LoadAttr(name), &[attribute.value.range()]);
                self.expr(&assign.value)?;
                self.emit_at(assign.range, op, &operands);
                self.emit(Op::Swap);
                self.emit_at(attribute.range, Op::StoreAttr(name), &[attribute.value.range()]);
            }
            Expr::Subscript(subscript)
                if self.stays(&subscript.value, &assign.value) && self.stays(&subscript.slice, &assign.value) =>
            {
                let places = [subscript.value.range(), subscript.slice.range()];
                self.expr(&subscript.value)?;
                self.expr(&subscript.slice)?;
                self.emit_at(subscript.range, Op::GetItem, &places);
                self.expr(&assign.value)?;
                self.emit_at(assign.range, op, &operands);
                self.expr(&subscript.value)?;
                self.expr(&subscript.slice)?;
                self.emit_at(subscript.range, Op::SetItem, &places);
            }
            Expr::Subscript(subscript) => {
                let places = [subscript.value.range(), subscript.slice.range()];
                self.expr(&subscript.value)?;
                self.expr(&subscript.slice)?;
                self.emit(Op::DupTwo);
                self.emit_at(subscript.range, Op::GetItem, &places);
                self.expr(&assign.value)?;
                self.emit_at(assign.range, op, &operands);
                self.emit(Op::RotateThree);
                self.emit_at(subscript.range, Op::SetItem, &places);
            }
            target => {
                return self.error(target.range(), "illegal expression for augmented assignment");
            }
        }
        Ok(())
    }

    /// Whether a local variable or constant keeps its value while `other` is evaluated, so that it can be loaded late instead of kept
    /// on the stack.
    fn stays(&mut self, expr: &Expr, other: &Expr) -> bool {
        match expr {
            Expr::Name(name) => {
                self.is_local(name.id.as_str()) && !roomy(|| any_over_expr(other, |part| part.is_named_expr()))
            }
            Expr::NumberLiteral(_) | Expr::StringLiteral(_) => true,
            _ => false,
        }
    }

    fn delete_target(&mut self, target: &'a Expr) -> Result<()> {
        let range = target.range();
        self.unit().at = range;
        match target {
            Expr::Name(name) => self.delete(name.id.as_str()),
            Expr::Attribute(attribute) => {
                self.expr(&attribute.value)?;
                let name = self.mangled(attribute.attr.as_str());
                self.emit_at(range, Op::DeleteAttr(name), &[attribute.value.range()]);
            }
            Expr::Subscript(subscript) => {
                self.expr(&subscript.value)?;
                self.expr(&subscript.slice)?;
                self.emit_at(range, Op::DeleteItem, &[subscript.value.range(), subscript.slice.range()]);
            }
            Expr::Tuple(ast::ExprTuple { elts, .. }) | Expr::List(ast::ExprList { elts, .. }) => {
                elts.iter().try_for_each(|target| self.delete_target(target))?;
            }
            _ => return self.error(range, "cannot delete this expression"),
        }
        Ok(())
    }

    // --- definitions
    fn function_def(&mut self, def: &'a ast::StmtFunctionDef) -> Result<()> {
        for decorator in &def.decorator_list {
            self.expr(&decorator.expression)?;
        }
        match &def.type_params {
            Some(parameters) => self.generic_function(def, parameters)?,
            None => {
                let body = FunctionBody::Statements(&def.body);
                let (node, parameters) = (scope::address(def), Some(&*def.parameters));
                self.function(node, def.name.as_str(), def.range, parameters, def.returns.as_deref(), body)?;
            }
        }
        for decorator in def.decorator_list.iter().rev() {
            self.emit_at(decorator.range, Op::Call(1), &[]);
        }
        self.unit().at = def.name.range;
        self.store(def.name.as_str());
        Ok(())
    }

    fn class_def(&mut self, def: &'a ast::StmtClassDef) -> Result<()> {
        for decorator in &def.decorator_list {
            self.expr(&decorator.expression)?;
        }
        match &def.type_params {
            Some(parameters) => self.generic_class(def, parameters)?,
            None => {
                self.list_of(def.bases())?;
                self.class_with_bases(def)?;
            }
        }
        for decorator in def.decorator_list.iter().rev() {
            self.emit_at(decorator.range, Op::Call(1), &[]);
        }
        self.store(def.name.as_str());
        Ok(())
    }

    /// bases-list -> class
    pub(super) fn class_with_bases(&mut self, def: &'a ast::StmtClassDef) -> Result<()> {
        // What an error names where `**` gives a keyword twice lies under the bases.
        let merges = def.keywords().iter().any(|keyword| keyword.arg.is_none());
        if merges {
            self.constant(Value::str("__build_class__()"));
            self.emit(Op::Swap);
        }
        self.keyword_dict(def.keywords().iter())?;
        self.open(self.scopes.of(scope::address(def)), def.name.as_str(), CodeKind::Class, def.range);
        self.unit().doc = super::docstring(&def.body);
        self.set_up_annotations(&def.body);
        self.body(&def.body)?;
        if self.is_users {
            self.constant(super::attributes::of_instances(&def.body));
            let name = self.name_index("__static_attributes__");
            self.emit(Op::StoreName(name));
        }
        self.constant(Value::None);
        self.emit(Op::Return);
        let code = self.close_inner();
        let header = TextRange::new(def.name.start(), def.arguments.as_ref().map_or(def.name.end(), |a| a.end()));
        self.emit_at(header, Op::MakeClass(code), &[]);
        if merges {
            self.emit(Op::Swap);
            self.emit(Op::Pop);
        }
        Ok(())
    }

    fn import_from(&mut self, import: &'a ast::StmtImportFrom) -> Result<()> {
        let dots = ".".repeat(import.level as usize);
        let module = dots + import.module.as_ref().map_or("", |module| module.as_str());
        let place = import.module.as_ref().map_or(import.range, |module| module.range);
        let name = self.name_index(&module);
        self.emit_at(place, Op::Import(name), &[]);
        for alias in &import.names {
            if alias.name.as_str() == "*" {
                self.emit(Op::ImportStar);
                return Ok(());
            }
            let name = self.name_index(alias.name.as_str());
            self.emit_at(alias.range, Op::ImportFrom(name), &[]);
            self.store(alias.asname.as_ref().unwrap_or(&alias.name).as_str());
        }
        self.emit(Op::Pop);
        Ok(())
    }

    // --- loops and branches
    fn begin_loop(&mut self, has_iterator: bool) -> usize {
        let start = self.here();
        self.unit().blocks.push(Block::Loop { start, has_iterator });
        self.unit().breaks.push(Vec::new());
        start
    }
    fn end_loop(&mut self) -> Vec<usize> {
        self.unit().blocks.pop();
        self.unit().breaks.pop().unwrap_or_default()
    }

    fn for_loop(&mut self, statement: &'a ast::StmtFor) -> Result<()> {
        self.expr(&statement.iter)?;
        self.emit_at(statement.iter.range(), Op::GetIter, &[statement.iter.range()]);
        let start = self.begin_loop(true);
        let next = self.emit_at(statement.iter.range(), Op::ForIter(0), &[]);
        self.at(&*statement.target);
        self.assign(&statement.target)?;
        self.body(&statement.body)?;
        self.at(statement);
        self.emit(Op::Loop(start as u32));
        self.land(next);
        let breaks = self.end_loop();
        self.body(&statement.orelse)?;
        self.land_all(breaks);
        Ok(())
    }

    fn async_for(&mut self, statement: &'a ast::StmtFor) -> Result<()> {
        let range = statement.iter.range();
        self.expr(&statement.iter)?;
        self.emit_at(range, Op::GetAsyncIter, &[range]);
        let start = self.begin_loop(true);
        let handler = self.async_next(range);
        self.at(&*statement.target);
        self.assign(&statement.target)?;
        self.body(&statement.body)?;
        self.at(statement);
        self.emit(Op::Loop(start as u32));
        self.land(handler);
        self.emit_at(range, Op::EndAsyncFor, &[]);
        let breaks = self.end_loop();
        self.body(&statement.orelse)?;
        self.land_all(breaks);
        Ok(())
    }

    fn while_loop(&mut self, statement: &'a ast::StmtWhile) -> Result<()> {
        let start = self.begin_loop(false);
        let exits = self.jump_unless(&statement.test)?;
        self.body(&statement.body)?;
        self.at(&*statement.test);
        self.emit(Op::Loop(start as u32));
        self.land_all(exits);
        let breaks = self.end_loop();
        self.body(&statement.orelse)?;
        self.land_all(breaks);
        Ok(())
    }

    /// Emits jumps that are taken if the test is false.
    pub(super) fn jump_unless(&mut self, test: &'a Expr) -> Result<Vec<usize>> {
        match test {
            Expr::BoolOp(ast::ExprBoolOp { op: ast::BoolOp::And, values, .. }) => {
                let mut jumps = Vec::new();
                for value in values {
                    jumps.extend(self.jump_unless(value)?);
                }
                Ok(jumps)
            }
            Expr::BoolOp(ast::ExprBoolOp { op: ast::BoolOp::Or, values, .. }) => {
                let (last, others) = values.split_last().expect("an operator has operands");
                let mut holds = Vec::new();
                for value in others {
                    holds.extend(self.jump_if(value)?);
                }
                let misses = self.jump_unless(last)?;
                self.land_all(holds);
                Ok(misses)
            }
            Expr::UnaryOp(ast::ExprUnaryOp { op: ast::UnaryOp::Not, operand, .. }) => self.jump_if(operand),
            Expr::Compare(e) if self.is_plain_chain(e) => {
                let mut jumps = Vec::new();
                for at in 0..e.ops.len() {
                    self.link(e, at)?;
                    jumps.push(self.emit_at(test.range(), Op::PopJumpIfFalse(0), &[]));
                }
                Ok(jumps)
            }
            _ => {
                self.expr(test)?;
                Ok(vec![self.emit_at(test.range(), Op::PopJumpIfFalse(0), &[])])
            }
        }
    }
    /// Emits jumps that are taken if the test is true.
    fn jump_if(&mut self, test: &'a Expr) -> Result<Vec<usize>> {
        match test {
            Expr::BoolOp(ast::ExprBoolOp { op: ast::BoolOp::Or, values, .. }) => {
                let mut jumps = Vec::new();
                for value in values {
                    jumps.extend(self.jump_if(value)?);
                }
                Ok(jumps)
            }
            Expr::BoolOp(ast::ExprBoolOp { op: ast::BoolOp::And, values, .. }) => {
                let (last, others) = values.split_last().expect("an operator has operands");
                let mut misses = Vec::new();
                for value in others {
                    misses.extend(self.jump_unless(value)?);
                }
                let holds = self.jump_if(last)?;
                self.land_all(misses);
                Ok(holds)
            }
            Expr::UnaryOp(ast::ExprUnaryOp { op: ast::UnaryOp::Not, operand, .. }) => self.jump_unless(operand),
            _ => {
                self.expr(test)?;
                Ok(vec![self.emit_at(test.range(), Op::PopJumpIfTrue(0), &[])])
            }
        }
    }

    fn conditional(&mut self, statement: &'a ast::StmtIf) -> Result<()> {
        let mut ends = Vec::new();
        let mut misses = self.jump_unless(&statement.test)?;
        self.body(&statement.body)?;
        for clause in &statement.elif_else_clauses {
            ends.push(self.emit(Op::Jump(0)));
            self.land_all(std::mem::take(&mut misses));
            if let Some(test) = &clause.test {
                misses = self.jump_unless(test)?;
            }
            self.body(&clause.body)?;
        }
        self.land_all(misses);
        self.land_all(ends);
        Ok(())
    }

    // --- leaving blocks
    /// Leaves the blocks above a height, with or without a value to keep on the stack.
    fn leave(&mut self, height: usize, keeps_value: bool) -> Result<()> {
        let blocks = self.unit().blocks.clone();
        for at in (height..blocks.len()).rev() {
            match blocks[at] {
                Block::Loop { has_iterator, .. } => {
                    if has_iterator {
                        if keeps_value {
                            self.emit(Op::Swap);
                        }
                        self.emit(Op::Pop);
                    }
                }
                Block::Try => {
                    self.emit(Op::PopTry);
                }
                Block::Finally(body) => {
                    self.emit(Op::PopTry);
                    self.unit().blocks.truncate(at);
                    if keeps_value {
                        self.unit().blocks.push(Block::Pending);
                    }
                    self.body(body)?;
                }
                Block::Pending => {
                    if keeps_value {
                        self.emit(Op::Swap);
                    }
                    self.emit(Op::Pop);
                }
                Block::With { is_async } => {
                    self.emit(Op::PopTry);
                    if keeps_value {
                        self.emit(Op::Swap);
                    }
                    self.exit_with(is_async);
                }
                Block::Handling => {
                    self.emit(Op::PopHandling);
                }
                Block::Named(name) => {
                    self.emit(Op::PopTry);
                    self.forget(name);
                }
            }
        }
        self.unit().blocks = blocks;
        Ok(())
    }
    fn forget(&mut self, name: &str) {
        self.constant(Value::None);
        self.store(name);
        self.delete(name);
    }

    fn leave_loop(&mut self, statement: &'a Stmt) -> Result<()> {
        let blocks = &self.unit().blocks;
        let Some(at) = blocks.iter().rposition(|block| matches!(block, Block::Loop { .. })) else {
            let message =
                if statement.is_break_stmt() { "'break' outside loop" } else { "'continue' not properly in loop" };
            return self.error(statement.range(), message);
        };
        let Block::Loop { start, .. } = blocks[at] else {
            return Ok(());
        };
        if statement.is_break_stmt() {
            self.leave(at, false)?;
            let jump = self.emit(Op::Jump(0));
            if let Some(breaks) = self.unit().breaks.last_mut() {
                breaks.push(jump);
            }
        } else {
            self.leave(at + 1, false)?;
            self.emit(Op::Loop(start as u32));
        }
        Ok(())
    }

    // --- try and with
    fn try_statement(&mut self, statement: &'a ast::StmtTry) -> Result<()> {
        if statement.finalbody.is_empty() {
            return self.try_except(statement);
        }
        let handler = self.emit(Op::Try(0));
        self.unit().blocks.push(Block::Finally(&statement.finalbody));
        if statement.handlers.is_empty() {
            self.body(&statement.body)?;
        } else {
            self.try_except(statement)?;
        }
        self.unit().blocks.pop();
        self.emit(Op::PopTry);
        self.body(&statement.finalbody)?;
        let end = self.emit(Op::Jump(0));
        self.land(handler);
        self.unit().blocks.push(Block::Handling);
        self.body(&statement.finalbody)?;
        self.unit().blocks.pop();
        let last = statement.finalbody.last().map_or(statement.range, Ranged::range);
        self.emit_at(last, Op::ReraiseHere, &[]);
        self.land(end);
        Ok(())
    }

    /// Compiles the protected body and its `else`, up to the handlers; returns the jump past them.
    fn begin_handlers(&mut self, statement: &'a ast::StmtTry) -> Result<usize> {
        let handler = self.emit(Op::Try(0));
        self.unit().blocks.push(Block::Try);
        self.body(&statement.body)?;
        self.unit().blocks.pop();
        self.emit(Op::PopTry);
        self.body(&statement.orelse)?;
        let end = self.emit(Op::Jump(0));
        self.land(handler);
        self.unit().blocks.push(Block::Handling);
        Ok(end)
    }

    fn try_except(&mut self, statement: &'a ast::StmtTry) -> Result<()> {
        if statement.is_star {
            return self.try_except_star(statement);
        }
        let mut ends = vec![self.begin_handlers(statement)?];
        for handler in &statement.handlers {
            let ast::ExceptHandler::ExceptHandler(handler) = handler;
            self.at(handler);
            let mut miss = None;
            if let Some(class) = &handler.type_ {
                self.expr(class)?;
                self.emit_at(class.range(), Op::MatchException, &[]);
                miss = Some(self.emit(Op::PopJumpIfFalse(0)));
            }
            match &handler.name {
                Some(name) => {
                    self.emit(Op::LoadException);
                    self.store(name.as_str());
                    let cleanup = self.emit(Op::Try(0));
                    self.unit().blocks.push(Block::Named(name.as_str()));
                    self.body(&handler.body)?;
                    self.unit().blocks.pop();
                    self.emit(Op::PopTry);
                    self.forget(name.as_str());
                    self.emit(Op::PopHandling);
                    ends.push(self.emit(Op::Jump(0)));
                    self.land(cleanup);
                    self.forget(name.as_str());
                    self.emit(Op::Reraise);
                }
                None => {
                    self.body(&handler.body)?;
                    self.emit(Op::PopHandling);
                    ends.push(self.emit(Op::Jump(0)));
                }
            }
            if let Some(miss) = miss {
                self.land(miss);
            }
        }
        self.unit().blocks.pop();
        let last = statement.handlers.last().map_or(statement.range, Ranged::range);
        self.emit_at(last, Op::ReraiseHere, &[]);
        self.land_all(ends);
        Ok(())
    }

    /// While the clauses run, the stack holds the exception, a list of exceptions raised by clauses, and the unmatched rest.
    fn try_except_star(&mut self, statement: &'a ast::StmtTry) -> Result<()> {
        let end = self.begin_handlers(statement)?;
        self.emit(Op::LoadException);
        self.emit(Op::BuildList(0));
        self.emit(Op::LoadException);
        for handler in &statement.handlers {
            let ast::ExceptHandler::ExceptHandler(handler) = handler;
            self.except_star(handler)?;
        }
        self.emit(Op::StarEnd);
        let handled = self.emit(Op::PopJumpIfFalse(0));
        self.emit(Op::Reraise);
        self.land(handled);
        self.emit(Op::PopHandling);
        self.unit().blocks.pop();
        self.land(end);
        Ok(())
    }

    fn except_star(&mut self, handler: &'a ast::ExceptHandlerExceptHandler) -> Result<()> {
        self.at(handler);
        let Some(class) = &handler.type_ else {
            return self.error(handler.range, "expected one or more exception types");
        };
        self.expr(class)?;
        self.emit_at(class.range(), Op::StarMatch, &[]);
        let miss = self.emit(Op::PopJumpIfFalse(0));
        let raised = self.emit(Op::Try(0));
        if let Some(name) = &handler.name {
            self.emit(Op::LoadException);
            self.store(name.as_str());
        }
        self.body(&handler.body)?;
        self.emit(Op::PopTry);
        handler.name.iter().for_each(|name| self.forget(name.as_str()));
        self.emit(Op::PopHandling);
        let done = self.emit(Op::Jump(0));
        self.land(raised);
        handler.name.iter().for_each(|name| self.forget(name.as_str()));
        self.emit(Op::StarRaised);
        self.land(miss);
        self.land(done);
        Ok(())
    }

    fn with(&mut self, items: &'a [ast::WithItem], body: &'a [Stmt], is_async: bool) -> Result<()> {
        let Some((item, rest)) = items.split_first() else {
            return self.body(body);
        };
        let range = item.context_expr.range();
        self.expr(&item.context_expr)?;
        self.unit().at = range;
        self.enter_with(is_async, range);
        // The handler's stack holds only the manager; storing the entered value is protected already.
        let handler = self.emit(Op::TryBelow(0));
        self.unit().blocks.push(Block::With { is_async });
        match &item.optional_vars {
            Some(target) => self.assign(target)?,
            None => {
                self.emit(Op::Pop);
            }
        }
        self.with(rest, body, is_async)?;
        self.unit().blocks.pop();
        self.emit(Op::PopTry);
        self.unit().at = range;
        self.exit_with(is_async);
        let end = self.emit(Op::Jump(0));
        self.land(handler);
        self.unit().blocks.push(Block::Handling);
        self.hand_exception_to_manager(is_async);
        let swallowed = self.emit(Op::PopJumpIfTrue(0));
        self.emit(Op::Reraise);
        self.unit().blocks.pop();
        self.land(swallowed);
        self.emit(Op::PopHandling);
        self.land(end);
        Ok(())
    }
    /// Pushes the entered value above the manager.
    fn enter_with(&mut self, is_async: bool, range: TextRange) {
        if is_async {
            self.emit_at(range, Op::AsyncEnter, &[range]);
            self.awaited(Awaited::Entered);
        } else {
            self.emit_at(range, Op::WithEnter, &[range]);
        }
    }
    /// Exits the manager on top of the stack without an exception.
    fn exit_with(&mut self, is_async: bool) {
        if is_async {
            self.emit(Op::AsyncExit);
            self.awaited(Awaited::Exited);
            self.emit(Op::Pop);
        } else {
            self.emit(Op::WithExit);
        }
    }
    /// Replaces the manager on top of the stack by whether it suppresses the exception being handled.
    fn hand_exception_to_manager(&mut self, is_async: bool) {
        if is_async {
            self.emit(Op::AsyncExcept);
            self.awaited(Awaited::Exited);
        } else {
            self.emit(Op::WithExcept);
        }
    }
}

/// The values and the targets of `a, b = x, y`, if none of them is starred.
fn pairwise(assign: &ast::StmtAssign) -> Option<(&[Expr], &[Expr])> {
    let [Expr::Tuple(targets)] = &assign.targets[..] else { return None };
    let Expr::Tuple(values) = &*assign.value else { return None };
    let (targets, values) = (&targets.elts[..], &values.elts[..]);
    let is_plain = |expr: &Expr| !expr.is_starred_expr();
    (targets.len() == values.len() && values.len() > 1 && targets.iter().chain(values).all(is_plain))
        .then_some((values, targets))
}
