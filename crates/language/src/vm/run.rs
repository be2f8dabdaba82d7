//! The loop that runs instructions.

use super::frame::{Entered, Exit, FrameKind, Sink};
use super::iterate::Next;
use super::quick::{
    Number, Read, add_known, arithmetic, has, item, next_of_range, next_of_sequence, order, own, plain_truth, put,
    put_known, set_known, write_known,
};
use super::steps::{unbound_cell, unbound_local};
use super::{Vm, finalizers};
use crate::compile::Op;
use crate::object::Str;
use crate::{Result, Value, memory, observer};
use std::hint::cold_path;
use std::sync::atomic::Ordering;

impl Vm {
    /// Handles interrupts and safe points.
    #[inline]
    pub(super) fn poll(&mut self) -> Result<()> {
        if self.is_asked() {
            return self.check_interrupt();
        }
        Ok(())
    }
    #[inline(always)]
    fn is_asked(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed) || self.attention.load(Ordering::Relaxed)
    }

    #[allow(clippy::too_many_lines)]
    #[allow(unused_assignments, reason = "`back!` takes both, and a jump follows here and there")]
    pub(super) fn execute(&mut self, depth: usize, take: Sink) -> Result<Exit> {
        'frame: loop {
            if observer::is_on() {
                self.add_points();
            }
            let frame = self.frame();
            let (function, own_cells) = (frame.function().clone(), frame.own_cells.clone());
            let code = &*function.code;
            let cells = own_cells.as_deref().unwrap_or(&function.closure);
            let ops = &code.ops[..];
            let base = self.base;
            let mut ip = self.ip;
            let mut sp = self.stack.height;
            // `home!` stores the instruction pointer and stack height in the evaluator before its other code runs; `back!` reloads
            // them; `away!` does both around a call. Marking calls as cold keeps both in registers on the paths without one.
            macro_rules! home {
                () => {{
                    self.ip = ip;
                    self.stack.height = sp;
                }};
            }
            macro_rules! back {
                () => {{
                    ip = self.ip;
                    sp = self.stack.height;
                }};
            }
            macro_rules! slot {
                ($at:expr) => {
                    self.stack.slots[$at]
                };
            }
            macro_rules! push {
                ($value:expr) => {{
                    let value = $value;
                    match self.stack.slots.get_mut(sp) {
                        Some(slot) => std::mem::forget(std::mem::replace(slot, value)),
                        None => self.stack.push_beyond(sp, value),
                    }
                    sp += 1;
                }};
            }
            macro_rules! pop {
                () => {{
                    sp -= 1;
                    std::mem::take(&mut slot!(sp))
                }};
            }
            // Drops the topmost value; true if a finalizer may be pending.
            macro_rules! discard {
                () => {{
                    sp -= 1;
                    match slot!(sp).is_plain() {
                        true => false,
                        false => std::mem::take(&mut slot!(sp)).end(),
                    }
                }};
            }
            // Replaces the value of a slot; true if a finalizer may be pending.
            macro_rules! renew {
                ($at:expr, $value:expr) => {{
                    let value = $value;
                    std::mem::replace(&mut slot!($at), value).end()
                }};
            }
            macro_rules! away {
                ($call:expr) => {{
                    cold_path();
                    home!();
                    let result = $call;
                    back!();
                    result
                }};
            }
            macro_rules! fail {
                ($raise:expr) => {{
                    cold_path();
                    let raise = $raise;
                    home!();
                    return Err(raise);
                }};
            }
            // Runs pending finalizers.
            macro_rules! finalize {
                () => {
                    if finalizers::any() {
                        away!(self.run_finalizers());
                    }
                };
            }
            macro_rules! poll {
                () => {
                    if self.is_asked() {
                        away!(self.safe_point()?);
                    }
                };
            }
            macro_rules! load {
                ($at:expr) => {
                    match &self.stack.slots[base + $at] {
                        Value::Unbound => fail!(unbound_local(&code.locals[$at])),
                        value => {
                            let value = value.clone();
                            push!(value);
                        }
                    }
                };
            }
            // Stores a result of arithmetic to the local of the StoreLocal that follows, or on the stack in place of `taken` values, all
            // numbers. `behind`: the number of fused instructions to skip.
            macro_rules! finish {
                ($number:expr, $taken:expr, $behind:expr) => {{
                    let number = $number;
                    let next = ip + $behind;
                    if let Op::StoreLocal(to) = ops[next] {
                        sp -= $taken;
                        ip = next + 1;
                        if put(&mut self.stack.slots[base + to as usize], number) {
                            finalize!();
                        }
                    } else {
                        ip = next;
                        if $taken == 0 {
                            push!(Value::from(number));
                        } else {
                            sp -= $taken - 1;
                            put(&mut slot!(sp - 1), number);
                        }
                    }
                }};
            }
            macro_rules! top_test {
                () => {
                    match &slot!(sp - 1) {
                        Value::Bool(test) => test.get(),
                        _ => away!(self.truth_of_top()?),
                    }
                };
            }
            macro_rules! pop_test {
                () => {
                    match &slot!(sp - 1) {
                        Value::Bool(test) => {
                            sp -= 1;
                            test.get()
                        }
                        _ => away!(self.pop_truth()?),
                    }
                };
            }
            // Executes the PopJumpIfFalse at the end of a fused sequence.
            macro_rules! branch {
                ($holds:expr, $behind:expr) => {
                    match ops[ip + $behind] {
                        Op::PopJumpIfFalse(target) if !$holds => ip = target as usize,
                        _ => ip += $behind + 1,
                    }
                };
            }
            // Continues after a call.
            macro_rules! entered {
                ($call:expr) => {{
                    cold_path();
                    home!();
                    match $call {
                        Entered::Value(value) => {
                            back!();
                            push!(value);
                            finalize!();
                            if observer::is_on() && self.wants_points() {
                                cold_path();
                                home!();
                                continue 'frame;
                            }
                        }
                        Entered::Frame => continue 'frame,
                    }
                }};
            }
            // Enters the function at `floor` if its call needs only a frame, and perhaps the defaults of its last parameters.
            macro_rules! enter_if_usual {
                ($floor:expr, $given:expr) => {
                    if let Value::Function(callee) = &slot!($floor)
                        && callee.code.is_usual
                        && self.is_light(callee)
                        && (callee.code.parameters.positional == $given || away!(self.give_defaults($floor, $given)))
                        && let Value::Function(callee) = &slot!($floor)
                    {
                        // The callee stays below its arguments until the frame ends: moving a value that was just written stalls.
                        let callee = callee.clone();
                        home!();
                        // Our own modules report errors at the user's line; user functions have their own lines.
                        if !callee.code.is_users {
                            cold_path();
                            self.note_running();
                        }
                        self.enter_light(callee, $floor + 1, $floor, FrameKind::Plain);
                        continue 'frame;
                    }
                };
            }
            loop {
                // By reference: a copy would unpack every field before the jump.
                let op = &ops[ip];
                ip += 1;
                match *op {
                    Op::Const(at) => push!(code.constants[at as usize].clone()),
                    Op::Pop => {
                        if discard!() {
                            finalize!();
                        }
                    }
                    Op::Dup => push!(slot!(sp - 1).clone()),
                    Op::Swap => {
                        let at = sp;
                        self.stack.slots.swap(at - 1, at - 2);
                    }
                    Op::DupTwo => {
                        let at = sp;
                        let (a, b) = (self.stack.slots[at - 2].clone(), self.stack.slots[at - 1].clone());
                        push!(a);
                        push!(b);
                    }
                    Op::RotateThree => {
                        let at = sp;
                        self.stack.slots.swap(at - 1, at - 2);
                        self.stack.slots.swap(at - 2, at - 3);
                    }

                    Op::Reverse(count) => {
                        let at = sp;
                        self.stack.slots[at - count as usize..at].reverse();
                    }

                    Op::LoadLocal(at) => load!(at as usize),
                    Op::LoadLocals(a, b) => {
                        load!(usize::from(a));
                        ip += 1;
                        load!(usize::from(b));
                    }
                    Op::StoreLocal(at) => {
                        let slot = base + at as usize;
                        let number = match &slot!(sp - 1) {
                            Value::Int(value) => Some(Number::Int(*value)),
                            Value::Float(value) => Some(Number::Float(value.get())),
                            _ => None,
                        };
                        let may_finalize = match number {
                            Some(number) => {
                                sp -= 1;
                                put(&mut self.stack.slots[slot], number)
                            }
                            None => {
                                let value = pop!();
                                renew!(slot, value)
                            }
                        };
                        if may_finalize {
                            finalize!();
                        }
                    }
                    Op::ForgetLocals(count, first) => {
                        let first = base + first as usize;
                        for at in first..first + usize::from(count) {
                            renew!(at, Value::Unbound);
                        }
                        finalize!();
                    }
                    Op::LoadCell(at) => {
                        let value = cells[at as usize].value.borrow().clone();
                        if let Value::Unbound = value {
                            fail!(unbound_cell(code, at as usize));
                        }
                        push!(value);
                    }
                    Op::StoreCell(at) => {
                        let value = pop!();
                        let old = cells[at as usize].value.replace(value);
                        old.end();
                    }
                    Op::LoadGlobal(at) => {
                        let (name, site) = (&code.names[at as usize], &code.sites[ip - 1]);
                        match self.global_known(&function.globals.dict, name, site.get()) {
                            Some(value) => push!(value),
                            None => away!(self.load_global(name, site)?),
                        }
                    }
                    Op::StoreGlobal(at) => {
                        let value = pop!();
                        self.store_global(&code.names[at as usize], &code.sites[ip - 1], value);
                        finalize!();
                    }
                    Op::LoadAttr(at) => {
                        let name = &code.names[at as usize];
                        let site = &code.sites[ip - 1];
                        if let Some(value) = own(&slot!(sp - 1), name, site.get()) {
                            if renew!(sp - 1, value) {
                                finalize!();
                            }
                            continue;
                        }
                        match self.read_known(&slot!(sp - 1), name, site) {
                            Some(Read::Value(value)) => {
                                if renew!(sp - 1, value) {
                                    finalize!();
                                }
                            }
                            Some(Read::Property(get)) => {
                                poll!();
                                let object = pop!();
                                let floor = sp;
                                push!(get);
                                push!(object);
                                enter_if_usual!(floor, 1);
                                entered!(self.call_below(floor)?);
                            }
                            None => away!(self.load_attribute(name, site)?),
                        }
                    }
                    Op::StoreAttr(at) => {
                        let name = &code.names[at as usize];
                        let site = &code.sites[ip - 1];
                        let [.., value, object] = &mut self.stack.slots[..sp] else { continue };
                        if write_known(&self.shared, object, name, value, site) {
                            discard!();
                            discard!();
                            finalize!();
                        } else {
                            away!(self.store_attribute(name, site)?);
                        }
                    }
                    Op::StoreAttrOfLocal(a, at) => {
                        let name = &code.names[at as usize];
                        let site = &code.sites[ip];
                        let (below, above) = self.stack.slots.split_at_mut(sp - 1);
                        if write_known(&self.shared, &below[base + usize::from(a)], name, &mut above[0], site) {
                            ip += 1;
                            if discard!() {
                                finalize!();
                            }
                        } else {
                            load!(usize::from(a));
                        }
                    }
                    Op::LoadMethod(at) => {
                        let name = &code.names[at as usize];
                        let site = &code.sites[ip - 1];
                        match self.method_known(&slot!(sp - 1), name, site) {
                            Some(function) => {
                                let object = std::mem::replace(&mut slot!(sp - 1), function);
                                push!(object);
                            }
                            None => away!(self.load_method(name, site)?),
                        }
                    }
                    Op::MethodOfLocal(a, at) => {
                        let a = usize::from(a);
                        let name = &code.names[at as usize];
                        match self.method_known(&self.stack.slots[base + a], name, &code.sites[ip]) {
                            Some(function) => {
                                push!(function);
                                let object = self.stack.slots[base + a].clone();
                                push!(object);
                                ip += 1;
                            }
                            None => load!(a),
                        }
                    }
                    Op::GetItem => {
                        let at = sp;
                        match item(&self.stack.slots[at - 2], &self.stack.slots[at - 1]) {
                            Some(value) => {
                                sp -= 1;
                                renew!(sp - 1, value);
                                finalize!();
                            }
                            None => entered!(self.get_item_on_stack()?),
                        }
                    }
                    Op::SetItem => {
                        if let [.., value, object, key] = &mut self.stack.slots[..sp]
                            && set_known(object, key, value)
                        {
                            sp -= 1;
                            discard!();
                            discard!();
                            finalize!();
                        } else {
                            away!(self.set_item_on_stack()?);
                        }
                    }
                    Op::SetItemOfLocals(a, b) => {
                        let (a, b) = (usize::from(a), usize::from(b));
                        let (below, above) = self.stack.slots.split_at_mut(sp - 1);
                        if set_known(&below[base + a], &below[base + b], &mut above[0]) {
                            ip += 2;
                            if discard!() {
                                finalize!();
                            }
                        } else {
                            load!(a);
                        }
                    }
                    Op::BuildSlice => {
                        away!(self.slice_on_stack(ops[ip]));
                        finalize!();
                    }

                    Op::Binary(op) => {
                        let at = sp;
                        match arithmetic(op, &self.stack.slots[at - 2], &self.stack.slots[at - 1]) {
                            Some(number) => finish!(number, 2, 0),
                            None => entered!(self.binary_on_stack(op)?),
                        }
                    }
                    Op::InPlace(op) => {
                        let at = sp;
                        match arithmetic(op, &self.stack.slots[at - 2], &self.stack.slots[at - 1]) {
                            Some(number) => finish!(number, 2, 0),
                            None => away!(self.in_place_on_stack(op, code)?),
                        }
                    }
                    Op::Compare(op) => {
                        let at = sp;
                        match order(op, &self.stack.slots[at - 2], &self.stack.slots[at - 1]) {
                            Some(holds) => {
                                discard!();
                                renew!(sp - 1, Value::from(holds));
                            }
                            None => entered!(self.compare_on_stack(op)?),
                        }
                    }
                    Op::Is(negated) => {
                        let at = sp;
                        let same = self.stack.slots[at - 2].is(&self.stack.slots[at - 1]);
                        discard!();
                        renew!(sp - 1, Value::from(same != negated));
                        finalize!();
                    }
                    Op::Not => {
                        let truth = pop_test!();
                        push!(Value::from(!truth));
                    }
                    Op::In(negated) => {
                        let at = sp;
                        match has(&self.stack.slots[at - 1], &self.stack.slots[at - 2]) {
                            Some(found) => {
                                discard!();
                                renew!(sp - 1, Value::from(found != negated));
                                finalize!();
                            }
                            None => away!(self.run_cold(*op, code)?),
                        }
                    }
                    Op::Jump(target) => ip = target as usize,
                    Op::Loop(target) => {
                        // Interrupts are reported at this loop, wherever the handler moves the instruction pointer.
                        if self.is_asked() {
                            away!(self.safe_point()?);
                            if observer::is_on() && self.wants_points() {
                                ip = target as usize;
                                home!();
                                continue 'frame;
                            }
                        }
                        ip = target as usize;
                        // Fast path: most loops iterate over ranges.
                        if let Op::ForIterStore(to, _) = ops[ip]
                            && let Some(item) = next_of_range(&slot!(sp - 1))
                        {
                            ip += 2;
                            if put(&mut self.stack.slots[base + usize::from(to)], Number::Int(item)) {
                                finalize!();
                            }
                        }
                    }
                    Op::PopJumpIfFalse(target) => {
                        if !pop_test!() {
                            ip = target as usize;
                        }
                    }
                    Op::PopJumpIfTrue(target) => {
                        if pop_test!() {
                            ip = target as usize;
                        }
                    }
                    Op::JumpIfFalseOrPop(target) => {
                        if top_test!() {
                            discard!();
                        } else {
                            ip = target as usize;
                        }
                    }
                    Op::JumpIfTrueOrPop(target) => {
                        if top_test!() {
                            ip = target as usize;
                        } else {
                            discard!();
                        }
                    }
                    Op::GetIter => away!(self.get_iter_on_stack()?),
                    Op::ForIter(end) => {
                        if let Some(item) = next_of_sequence(&slot!(sp - 1)) {
                            push!(item);
                            continue;
                        }
                        cold_path();
                        home!();
                        match self.for_iter()? {
                            Next::Item(item) => {
                                back!();
                                push!(item);
                            }
                            Next::Awake => continue 'frame,
                            Next::End => {
                                back!();
                                discard!();
                                ip = end as usize;
                            }
                        }
                    }
                    Op::ForIterStore(to, end) => {
                        let slot = base + usize::from(to);
                        if let Some(item) = next_of_range(&slot!(sp - 1)) {
                            ip += 1;
                            if put(&mut self.stack.slots[slot], Number::Int(item)) {
                                finalize!();
                            }
                            continue;
                        }
                        if let Some(item) = next_of_sequence(&slot!(sp - 1)) {
                            ip += 1;
                            if renew!(slot, item) {
                                finalize!();
                            }
                            continue;
                        }
                        cold_path();
                        home!();
                        match self.for_iter()? {
                            Next::Item(item) => {
                                back!();
                                ip += 1;
                                if renew!(slot, item) {
                                    finalize!();
                                }
                            }
                            Next::Awake => continue 'frame,
                            Next::End => {
                                back!();
                                discard!();
                                ip = end as usize;
                            }
                        }
                    }

                    Op::BinaryLocals(op, a, b) => {
                        let (a, b) = (usize::from(a), usize::from(b));
                        match arithmetic(op, &self.stack.slots[base + a], &self.stack.slots[base + b]) {
                            Some(number) => finish!(number, 0, 2),
                            None => load!(a),
                        }
                    }
                    Op::BinaryLocalConst(op, a, c) => {
                        let a = usize::from(a);
                        match arithmetic(op, &self.stack.slots[base + a], &code.constants[usize::from(c)]) {
                            Some(number) => finish!(number, 0, 2),
                            None => load!(a),
                        }
                    }
                    Op::BinaryLocal(op, b) => {
                        let b = usize::from(b);
                        match arithmetic(op, &slot!(sp - 1), &self.stack.slots[base + b]) {
                            Some(number) => finish!(number, 1, 1),
                            None => load!(b),
                        }
                    }
                    Op::BinaryConst(op, c) => match arithmetic(op, &slot!(sp - 1), &code.constants[usize::from(c)]) {
                        Some(number) => finish!(number, 1, 1),
                        None => push!(code.constants[usize::from(c)].clone()),
                    },
                    Op::CompareLocals(op, a, b) => {
                        let (a, b) = (usize::from(a), usize::from(b));
                        match order(op, &self.stack.slots[base + a], &self.stack.slots[base + b]) {
                            Some(holds) => branch!(holds, 2),
                            None => load!(a),
                        }
                    }
                    Op::CompareLocalConst(op, a, c) => {
                        let a = usize::from(a);
                        match order(op, &self.stack.slots[base + a], &code.constants[usize::from(c)]) {
                            Some(holds) => branch!(holds, 2),
                            None => load!(a),
                        }
                    }
                    Op::CompareConst(op, c) => match order(op, &slot!(sp - 1), &code.constants[usize::from(c)]) {
                        Some(holds) => {
                            discard!();
                            branch!(holds, 1);
                        }
                        None => push!(code.constants[usize::from(c)].clone()),
                    },
                    Op::IsConst(negated, c) => {
                        let same = match &code.constants[usize::from(c)] {
                            Value::None => slot!(sp - 1).is_none(),
                            constant => slot!(sp - 1).is(constant),
                        };
                        if discard!() {
                            finalize!();
                        }
                        branch!(same != negated, 1);
                    }
                    Op::BranchOnLocal(a) => match plain_truth(&self.stack.slots[base + usize::from(a)]) {
                        Some(holds) => branch!(holds, 0),
                        None => load!(usize::from(a)),
                    },
                    Op::CompareJump(op) => {
                        let at = sp;
                        match order(op, &self.stack.slots[at - 2], &self.stack.slots[at - 1]) {
                            Some(holds) => {
                                discard!();
                                discard!();
                                branch!(holds, 0);
                            }
                            None => entered!(self.compare_on_stack(op)?),
                        }
                    }
                    Op::ItemOfLocals(a, b) => {
                        let (a, b) = (usize::from(a), usize::from(b));
                        match item(&self.stack.slots[base + a], &self.stack.slots[base + b]) {
                            Some(value) => {
                                push!(value);
                                ip += 2;
                            }
                            None => load!(a),
                        }
                    }
                    Op::ItemAtLocal(b) => {
                        let b = usize::from(b);
                        match item(&slot!(sp - 1), &self.stack.slots[base + b]) {
                            Some(value) => {
                                renew!(sp - 1, value);
                                ip += 1;
                            }
                            None => load!(b),
                        }
                    }
                    Op::AttrOfLocal(a, name) => {
                        let a = usize::from(a);
                        let site = &code.sites[ip];
                        let name = &code.names[name as usize];
                        if let Some(value) = own(&self.stack.slots[base + a], name, site.get()) {
                            push!(value);
                            ip += 1;
                            continue;
                        }
                        match self.read_known(&self.stack.slots[base + a], name, site) {
                            Some(Read::Value(value)) => {
                                push!(value);
                                ip += 1;
                            }
                            _ => load!(a),
                        }
                    }

                    Op::BuildTuple(count) => away!(self.build_tuple_on_stack(count as usize)),
                    Op::BuildList(count) => away!(self.build_list_on_stack(count as usize)),
                    Op::SetAdd(below) if add_known(&self.stack.slots[..sp], below as usize) => _ = discard!(),
                    Op::DictSet(below) if put_known(&mut self.stack.slots[..sp], below as usize) => {
                        discard!();
                        discard!();
                        finalize!();
                    }
                    Op::BuildString(count) => away!(self.build_string_on_stack(count as usize)?),
                    Op::Format(0, false) if matches!(&slot!(sp - 1), Value::Str(_)) => finalize!(),
                    Op::Format(0, false) if let Value::Int(value) = &slot!(sp - 1) => {
                        let text = Str::decimal(*value);
                        renew!(sp - 1, Value::Str(text));
                    }
                    Op::ListAppend(below) => {
                        let item = pop!();
                        let mut grown = Ok(());
                        if let Value::List(list) = &self.stack.slots[sp - below as usize] {
                            let mut items = list.items.borrow_mut();
                            grown = memory::grow(&mut items);
                            if grown.is_ok() {
                                items.push(item);
                            }
                        }
                        if let Err(raise) = grown {
                            fail!(raise);
                        }
                    }
                    Op::Unpack(count) => {
                        cold_path();
                        home!();
                        if !self.unpack_known(count as usize, ops) {
                            self.unpack_on_stack(count as usize)?;
                        }
                        back!();
                        finalize!();
                    }
                    Op::Call(count) => {
                        poll!();
                        let floor = sp - count as usize - 1;
                        enter_if_usual!(floor, count as usize);
                        entered!(self.call_below(floor)?);
                    }
                    Op::CallMethod(count) => {
                        poll!();
                        let floor = sp - count as usize - 2;
                        enter_if_usual!(floor, count as usize + 1);
                        entered!(self.call_method_below(floor)?);
                    }
                    Op::CallKeywords(count, names) => {
                        poll!();
                        let (floor, names) = (sp - usize::from(count) - 1, &code.keywords[usize::from(names)]);
                        home!();
                        if self.enter_named(floor, names, &code.sites[ip - 1]) {
                            continue 'frame;
                        }
                        let callee = std::mem::replace(&mut self.stack.slots[floor], Value::Unbound);
                        entered!(self.call_on_stack(callee, floor, floor + 1, names)?);
                    }
                    Op::CallMethodKeywords(count, names) => {
                        poll!();
                        let (floor, names) = (sp - usize::from(count) - 2, &code.keywords[usize::from(names)]);
                        home!();
                        if self.enter_named(floor, names, &code.sites[ip - 1]) {
                            continue 'frame;
                        }
                        entered!(self.call_method_on_stack(usize::from(count), names)?);
                    }
                    Op::Return => {
                        home!();
                        if self.leave_usual() {
                            if self.frames.len() <= depth {
                                return Ok(Exit::Return(self.pop()));
                            }
                        } else {
                            let value = self.pop();
                            if let Some(value) = self.end_frame(value, depth)? {
                                return Ok(Exit::Return(value));
                            }
                        }
                        // Runs finalizers of the cells' values before the caller continues.
                        drop(own_cells);
                        self.finalize();
                        continue 'frame;
                    }
                    Op::Yield => {
                        let mut value = pop!();
                        home!();
                        if self.frames.len() == depth + 1 {
                            match take(value) {
                                Some(back) => value = back,
                                None => {
                                    push!(Value::None);
                                    finalize!();
                                    continue;
                                }
                            }
                        }
                        if let Some(value) = self.yield_value(value) {
                            return Ok(Exit::Yield(value));
                        }
                        continue 'frame;
                    }
                    Op::YieldFrom => {
                        home!();
                        match self.yield_from()? {
                            Some(value) => return Ok(Exit::Yield(value)),
                            None => continue 'frame,
                        }
                    }
                    Op::Try(target) => {
                        let height = sp - base;
                        self.install(target, height);
                    }
                    Op::TryBelow(target) => {
                        let height = sp - base - 1;
                        self.install(target, height);
                    }
                    Op::PopTry => {
                        self.tries.pop();
                    }
                    Op::CallSpread(has_keywords) => {
                        poll!();
                        entered!(self.call_spread(has_keywords)?);
                    }
                    Op::MakeClass(at) => {
                        home!();
                        self.begin_class(&code.codes[at as usize])?;
                        continue 'frame;
                    }
                    Op::Reraise | Op::ReraiseHere => {
                        home!();
                        let raise = self.reraise();
                        return Err(if matches!(op, Op::ReraiseHere) { self.leaving(raise) } else { raise });
                    }
                    Op::Raise(count) => {
                        home!();
                        return Err(self.raise_statement(count));
                    }
                    other => away!(self.run_cold(other, code)?),
                }
            }
        }
    }
}
