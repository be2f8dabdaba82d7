//! Decodes instructions between registers: arithmetic, moves, comparisons, selection, predicates, carries.

use super::lowering::{Lowering, Result, Symbol};
use crate::alu::compare::{Test, chooses_first, comparison, property, upper_comparison};
use crate::alu::mnemonic::Mnemonic;
use crate::alu::{self, Shape, Width};
use crate::program::Class;
use crate::program::op::{A32, A64, Answer, Argument, Carry, CarryKind, Condition, Joined, Logic, Op, Register};
use crate::scalar::Scalar;
use crate::text::tree::Operand;

impl Lowering<'_> {
    /// Lowers an instruction between registers; returns false for other instructions.
    pub(crate) fn between_registers(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<bool> {
        let predicates = m.types == [Scalar::Pred];
        match m.operation {
            "mov" => self.moved(m, operands)?,
            "and" | "or" | "xor" | "not" if predicates => self.logic(m, operands)?,
            "setp" => self.set_predicate(m, operands)?,
            "set" => self.set(m, operands)?,
            "selp" => self.choose(m, operands)?,
            "slct" => self.choose_by(m, operands)?,
            "testp" => self.test_property(m, operands)?,
            "add" | "sub" | "mad" if m.has("cc") => self.carry(m, operands)?,
            "addc" | "subc" | "madc" => self.carry(m, operands)?,
            _ => match alu::shape(m)? {
                Some(shape) => {
                    let class = class(m);
                    self.apply(m, shape, operands, class)?;
                }
                None => return Ok(false),
            },
        }
        Ok(true)
    }

    /// Emits a function over registers.
    pub(crate) fn apply(
        &mut self,
        m: &Mnemonic<'_>,
        shape: Shape,
        operands: &[Operand<'_>],
        class: Class,
    ) -> Result<()> {
        // The operand of a conversion has the last type of the mnemonic.
        let scalar = m.scalar()?;
        let [to, rest @ ..] = operands else {
            return self.fail(format!("`{}` has no operands", m.text));
        };
        let at = |i: usize| rest.get(i).unwrap_or(&Operand::Compound);
        let count = match &shape {
            Shape::Ss(_) | Shape::Sd(_) | Shape::Ds(_) | Shape::Dd(_) => 1,
            Shape::Sss(_) | Shape::Dss(_) | Shape::Ddd(_) | Shape::Dds(_) => 2,
            Shape::Ssss(_) | Shape::Dssd(_) | Shape::Dddd(_) => 3,
            Shape::Each { operands, .. } => operands.len(),
        };
        self.expect(m, rest, count)?;
        if m.operation == "cvt" {
            return self.convert(m, shape, to, rest);
        }
        // Wide multiply-adds and shifts mix widths: constants take the width of their operand, not of the type.
        let s = if scalar.bits() > 32 { Scalar::B(32) } else { scalar };
        let d = if scalar.bits() < 64 { Scalar::B(64) } else { scalar };
        let op = match shape {
            Shape::Ss(f) => Op::Ss(f, self.word(to)?, self.a32(at(0), s)?),
            Shape::Sd(f) => Op::Sd(f, self.word(to)?, self.a64(at(0), d)?),
            Shape::Ds(f) => Op::Ds(f, self.double(to)?, self.a32(at(0), s)?),
            Shape::Dd(f) => Op::Dd(f, self.double(to)?, self.a64(at(0), d)?),
            Shape::Sss(f) => {
                let shift = matches!(m.operation, "shl" | "shr");
                let b = if shift { Scalar::B(32) } else { s };
                Op::Sss(f, self.word(to)?, self.a32(at(0), s)?, self.a32(at(1), b)?)
            }
            Shape::Dss(f) => Op::Dss(f, self.double(to)?, self.a32(at(0), s)?, self.a32(at(1), s)?),
            Shape::Ddd(f) => Op::Ddd(f, self.double(to)?, self.a64(at(0), d)?, self.a64(at(1), d)?),
            Shape::Dds(f) => Op::Dds(f, self.double(to)?, self.a64(at(0), d)?, self.a32(at(1), s)?),
            Shape::Ssss(f) => {
                Op::Ssss(f, self.word(to)?, self.a32(at(0), s)?, self.a32(at(1), s)?, self.a32(at(2), s)?)
            }
            Shape::Dssd(f) => {
                Op::Dssd(f, self.double(to)?, self.a32(at(0), s)?, self.a32(at(1), s)?, self.a64(at(2), d)?)
            }
            Shape::Dddd(f) => {
                Op::Dddd(f, self.double(to)?, self.a64(at(0), d)?, self.a64(at(1), d)?, self.a64(at(2), d)?)
            }
            Shape::Each { result, operands: widths, function } => {
                let mut arguments = [None; 4];
                for (i, (argument, width)) in arguments.iter_mut().zip(widths).enumerate() {
                    let of = match width {
                        Width::W32 => Argument::Word(self.a32(at(i), s)?),
                        Width::W64 => Argument::Double(self.a64(at(i), d)?),
                    };
                    *argument = Some(of);
                }
                let to = match result {
                    Width::W32 => Register::Word(self.word(to)?),
                    Width::W64 => Register::Double(self.double(to)?),
                };
                Op::Each(Box::new((function, to, arguments)))
            }
        };
        self.emit(op, class);
        Ok(())
    }

    /// Emits a conversion, whose registers may be wider than its types.
    fn convert(&mut self, m: &Mnemonic<'_>, shape: Shape, to: &Operand<'_>, from: &[Operand<'_>]) -> Result<()> {
        let (target, scalar) = (m.types[0], m.types[1]);
        let mut sources = [None; 4];
        for (source, operand) in sources.iter_mut().zip(from) {
            *source = Some(match self.argument(operand, scalar)? {
                Argument::Double(A64(slot)) if scalar.bits() <= 32 => {
                    let narrow = self.new_word()?;
                    self.emit(
                        Op::Sd(|a, d| (0..32).for_each(|i| d[i] = a[i] as u32), narrow, A64(slot)),
                        Class::Convert,
                    );
                    Argument::Word(A32(narrow))
                }
                Argument::Word(A32(_)) if scalar.bits() == 64 => {
                    return self.fail(format!("`{}` wants an operand of 64 bits", m.text));
                }
                source => source,
            });
        }
        let to = self.register(to)?;
        let width = match to {
            Register::Double(_) => 64,
            to if self.is_narrow(to) => 16,
            _ => 32,
        };
        let result = match (to, target.bits()) {
            (Register::Double(_), ..=32) => Register::Word(self.new_word()?),
            (Register::Word(_), 64) => return self.fail(format!("`{}` gives 64 bits", m.text)),
            _ => to,
        };
        let op = match (shape, sources[0], result) {
            (Shape::Ss(f), Some(Argument::Word(a)), Register::Word(to)) => Op::Ss(f, to, a),
            (Shape::Sd(f), Some(Argument::Double(a)), Register::Word(to)) => Op::Sd(f, to, a),
            (Shape::Ds(f), Some(Argument::Word(a)), Register::Double(to)) => Op::Ds(f, to, a),
            (Shape::Dd(f), Some(Argument::Double(a)), Register::Double(to)) => Op::Dd(f, to, a),
            (Shape::Each { function, .. }, ..) => Op::Each(Box::new((function, result, sources))),
            _ => return self.fail(format!("operands do not fit `{}`", m.text)),
        };
        self.emit(op, Class::Convert);
        if let Register::Word(narrow) = result
            && (width == 64 || target.is_signed() && target.bits() < width)
        {
            self.extend(to, narrow, target, width);
        }
        Ok(())
    }

    /// Extends a converted value to its wider register.
    fn extend(&mut self, to: Register, from: u16, scalar: Scalar, width: u32) {
        let (shift, unused) = (64 - scalar.bits(), 64 - width);
        let signed = scalar.is_signed();
        let function = move |x: &[u64; 4]| {
            let top = x[0] << shift;
            let wide = if signed { (top as i64 >> shift) as u64 } else { top >> shift };
            wide << unused >> unused
        };
        let operands = [Some(Argument::Word(A32(from))), None, None, None];
        self.emit(Op::Each(Box::new((std::sync::Arc::new(function), to, operands))), Class::Convert);
    }

    fn moved(&mut self, m: &Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        self.expect(m, operands, 2)?;
        let scalar = m.scalar()?;
        match (&operands[0], &operands[1]) {
            (to, from) if scalar == Scalar::Pred => {
                let (to, from) = (self.predicate(to)?, self.condition(from)?);
                self.emit(Op::Logic(Logic::Move, to, from, Condition::Always(false)), Class::Move);
                Ok(())
            }
            (to, Operand::Vector(parts)) => self.pack(m, to, parts),
            (Operand::Vector(parts), from) => self.unpack(m, parts, from),
            (to, from) => {
                let op = match scalar.bits() {
                    64 => Op::Move64(self.double(to)?, self.a64(from, scalar)?),
                    16 | 32 => Op::Move32(self.word(to)?, self.a32(from, scalar)?),
                    _ => return Err(m.unsupported()),
                };
                self.emit(op, Class::Move);
                Ok(())
            }
        }
    }

    /// Packs several narrow registers into a wide one.
    fn pack(&mut self, m: &Mnemonic<'_>, to: &Operand<'_>, parts: &[Operand<'_>]) -> Result<()> {
        match (m.scalar()?.bits(), parts) {
            (16, [low, high]) => {
                let (low, high) = (self.a32(low, Scalar::B(8))?, self.a32(high, Scalar::B(8))?);
                let to = self.word(to)?;
                self.emit(
                    Op::Sss(|a, b, d| (0..32).for_each(|i| d[i] = a[i] & 255 | (b[i] & 255) << 8), to, low, high),
                    Class::Move,
                );
            }
            (32, [low, high]) => {
                let (low, high) = (self.a32(low, Scalar::B(16))?, self.a32(high, Scalar::B(16))?);
                let to = self.word(to)?;
                self.emit(joined_halves(to, low, high), Class::Move);
            }
            (32, [b0, b1, b2, b3]) => {
                let mut bytes = [A32(0); 4];
                for (byte, part) in bytes.iter_mut().zip([b0, b1, b2, b3]) {
                    *byte = self.a32(part, Scalar::B(8))?;
                }
                let operands = bytes.map(|byte| Some(Argument::Word(byte)));
                let to = Register::Word(self.word(to)?);
                let function = |x: &[u64; 4]| (0..4).fold(0, |sum, i| sum | (x[i] & 255) << (8 * i));
                self.emit(Op::Each(Box::new((std::sync::Arc::new(function), to, operands))), Class::Move);
            }
            (64, [low, high]) => {
                let (low, high) = (self.a32(low, Scalar::B(32))?, self.a32(high, Scalar::B(32))?);
                let to = self.double(to)?;
                self.emit(joined_words(to, low, high), Class::Move);
            }
            (64, [p0, p1, p2, p3]) => {
                let mut words = [0; 2];
                for (word, (low, high)) in words.iter_mut().zip([(p0, p1), (p2, p3)]) {
                    let (low, high) = (self.a32(low, Scalar::B(16))?, self.a32(high, Scalar::B(16))?);
                    *word = self.new_word()?;
                    self.emit(joined_halves(*word, low, high), Class::Move);
                }
                let to = self.double(to)?;
                self.emit(joined_words(to, A32(words[0]), A32(words[1])), Class::Move);
            }
            _ => return Err(m.unsupported()),
        }
        Ok(())
    }

    /// Unpacks a wide register into several narrow ones.
    fn unpack(&mut self, m: &Mnemonic<'_>, parts: &[Operand<'_>], from: &Operand<'_>) -> Result<()> {
        let bits = m.scalar()?.bits();
        let each = bits / parts.len().max(1) as u32;
        if !matches!((bits, parts.len()), (16, 2) | (32, 2 | 4) | (64, 2 | 4)) {
            return Err(m.unsupported());
        }
        // Copies the source first, since it may also be a destination.
        let source = self.argument(from, Scalar::B(bits as u8))?;
        for (i, part) in parts.iter().enumerate() {
            let to = match self.register(part)? {
                Register::None => continue,
                Register::Word(slot) => slot,
                Register::Double(_) => return self.fail("a part has 64 bits"),
            };
            let op = match source {
                Argument::Word(source) if each == 16 => {
                    if i == 0 {
                        Op::Ss(|a, d| (0..32).for_each(|i| d[i] = a[i] & 0xffff), to, source)
                    } else {
                        Op::Ss(|a, d| (0..32).for_each(|i| d[i] = a[i] >> 16), to, source)
                    }
                }
                Argument::Double(source) if each == 32 => {
                    if i == 0 {
                        Op::Sd(|a, d| (0..32).for_each(|i| d[i] = a[i] as u32), to, source)
                    } else {
                        Op::Sd(|a, d| (0..32).for_each(|i| d[i] = (a[i] >> 32) as u32), to, source)
                    }
                }
                source => {
                    let shift = each * i as u32;
                    let mask = (1u64 << each) - 1;
                    let function = move |x: &[u64; 4]| x[0] >> shift & mask;
                    let operands = [Some(source), None, None, None];
                    Op::Each(Box::new((std::sync::Arc::new(function), Register::Word(to), operands)))
                }
            };
            self.emit(op, Class::Move);
        }
        Ok(())
    }

    fn logic(&mut self, m: &Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        let not = m.operation == "not";
        self.expect(m, operands, if not { 2 } else { 3 })?;
        let to = self.predicate(&operands[0])?;
        let a = self.condition(&operands[1])?;
        let b = if not { Condition::Always(false) } else { self.condition(&operands[2])? };
        let kind = match m.operation {
            "and" => Logic::And,
            "or" => Logic::Or,
            "xor" => Logic::Xor,
            _ => Logic::Not,
        };
        self.emit(Op::Logic(kind, to, a, b), Class::Compare);
        Ok(())
    }

    fn joined(&mut self, m: &mut Mnemonic<'_>, operand: Option<&Operand<'_>>) -> Result<Joined> {
        let kind = m.one_of(&["and", "or", "xor"]);
        Ok(match (kind, operand) {
            (None, None) => Joined::Alone,
            (Some("and"), Some(c)) => Joined::And(self.condition(c)?),
            (Some("or"), Some(c)) => Joined::Or(self.condition(c)?),
            (Some(_), Some(c)) => Joined::Xor(self.condition(c)?),
            _ => return self.fail(format!("`{}` has the wrong number of operands", m.text)),
        })
    }

    /// An operand at the width of the test.
    fn tested(&mut self, operand: &Operand<'_>, scalar: Scalar) -> Result<Argument> {
        Ok(match scalar.bits() {
            64 => Argument::Double(self.a64(operand, scalar)?),
            _ => Argument::Word(self.a32(operand, scalar)?),
        })
    }

    fn set_predicate(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        let scalar = m.scalar()?;
        let (Some(to), Some(a), Some(b)) = (operands.first(), operands.get(1), operands.get(2)) else {
            return self.fail(format!("`{}` wants three operands", m.text));
        };
        let joined = self.joined(m, operands.get(3))?;
        let mut upper = m.clone();
        let test = comparison(m, scalar).ok_or_else(|| m.unsupported())?;
        let operands = [self.tested(a, scalar)?, self.tested(b, scalar)?];
        let (first, second) = match to {
            Operand::Pair(p, q) => (self.predicate_or_sink(p)?, self.predicate_or_sink(q)?),
            Operand::Name(p) => (self.predicate_or_sink(p)?, None),
            _ => return self.fail("a predicate is wanted"),
        };
        if matches!(scalar, Scalar::F16x2 | Scalar::Bf16x2) {
            let high = upper_comparison(&mut upper, scalar).ok_or_else(|| m.unsupported())?;
            self.test(test, operands, joined, Answer::Predicates(first, None));
            self.test(high, operands, joined, Answer::Predicates(second, None));
            return Ok(());
        }
        self.test(test, operands, joined, Answer::Predicates(first, second));
        Ok(())
    }

    fn test(&mut self, test: Test, operands: [Argument; 2], joined: Joined, answer: Answer) {
        self.emit(Op::Test(Box::new((test, operands, joined, answer))), Class::Compare);
    }

    fn set(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        let &[result, scalar] = m.types.as_slice() else {
            return Err(m.error("wants two types"));
        };
        let (Some(to), Some(a), Some(b)) = (operands.first(), operands.get(1), operands.get(2)) else {
            return self.fail(format!("`{}` wants three operands", m.text));
        };
        let joined = self.joined(m, operands.get(3))?;
        let mut upper = m.clone();
        let test = comparison(m, scalar).ok_or_else(|| m.unsupported())?;
        let operands = [self.tested(a, scalar)?, self.tested(b, scalar)?];
        let to = self.word(to)?;
        let one = match result {
            Scalar::F32 => 1f32.to_bits(),
            Scalar::F16 | Scalar::F16x2 => 0x3c00,
            Scalar::Bf16 | Scalar::Bf16x2 => 0x3f80,
            Scalar::U(32) | Scalar::S(32) => u32::MAX,
            Scalar::U(16) | Scalar::S(16) => 0xffff,
            _ => return Err(m.unsupported()),
        };
        if !matches!(scalar, Scalar::F16x2 | Scalar::Bf16x2) {
            self.test(test, operands, joined, Answer::Word(to, one));
            return Ok(());
        }
        let high = upper_comparison(&mut upper, scalar).ok_or_else(|| m.unsupported())?;
        let halves = [self.new_word()?, self.new_word()?];
        self.test(test, operands, joined, Answer::Word(halves[0], one & 0xffff));
        self.test(high, operands, joined, Answer::Word(halves[1], one & 0xffff));
        self.emit(joined_halves(to, A32(halves[0]), A32(halves[1])), Class::Compare);
        Ok(())
    }

    fn choose(&mut self, m: &Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        self.expect(m, operands, 4)?;
        let scalar = m.scalar()?;
        let condition = self.condition(&operands[3])?;
        let op = if scalar.bits() == 64 {
            let (a, b) = (self.a64(&operands[1], scalar)?, self.a64(&operands[2], scalar)?);
            Op::Choose64(self.double(&operands[0])?, a, b, condition)
        } else {
            let (a, b) = (self.a32(&operands[1], scalar)?, self.a32(&operands[2], scalar)?);
            Op::Choose32(self.word(&operands[0])?, a, b, condition)
        };
        self.emit(op, Class::Move);
        Ok(())
    }

    fn choose_by(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        self.expect(m, operands, 4)?;
        let &[scalar, by] = m.types.as_slice() else {
            return Err(m.error("wants two types"));
        };
        let test = chooses_first(m, by).ok_or_else(|| m.unsupported())?;
        let arguments =
            [self.tested(&operands[1], scalar)?, self.tested(&operands[2], scalar)?, self.tested(&operands[3], by)?];
        let to = match scalar.bits() {
            64 => Register::Double(self.double(&operands[0])?),
            _ => Register::Word(self.word(&operands[0])?),
        };
        self.emit(Op::ChooseBy(Box::new((test, to, arguments))), Class::Move);
        Ok(())
    }

    fn test_property(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        self.expect(m, operands, 2)?;
        let scalar = m.scalar()?;
        let test = property(m, scalar).ok_or_else(|| m.unsupported())?;
        let (to, of) = (self.predicate(&operands[0])?, self.tested(&operands[1], scalar)?);
        self.test(test, [of, of], Joined::Alone, Answer::Predicates(Some(to), None));
        Ok(())
    }

    fn carry(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        let scalar = m.scalar()?;
        let part = m.one_of(&["lo", "hi"]);
        let (kind, count) = match (m.operation, part) {
            ("add" | "addc", None) => (CarryKind::Add, 2),
            ("sub" | "subc", None) => (CarryKind::Subtract, 2),
            ("mad" | "madc", Some("hi")) => (CarryKind::High, 3),
            ("mad" | "madc", Some(_)) => (CarryKind::Low, 3),
            _ => return Err(m.unsupported()),
        };
        self.expect(m, operands, count + 1)?;
        let mut arguments = [Argument::Word(A32(0)); 3];
        for (argument, operand) in arguments.iter_mut().zip(&operands[1..]) {
            *argument = self.tested(operand, scalar)?;
        }
        let to = match scalar.bits() {
            64 => Register::Double(self.double(&operands[0])?),
            32 => Register::Word(self.word(&operands[0])?),
            _ => return Err(m.unsupported()),
        };
        let (reads, writes) = (m.operation.ends_with('c'), m.take("cc"));
        let carry = Carry { kind, scalar, reads, writes, to, operands: arguments };
        self.emit(Op::Carry(Box::new(carry)), Class::Integer);
        Ok(())
    }

    /// Returns the labels of a `.branchtargets`.
    pub(crate) fn targets(&self, operand: &Operand<'_>) -> Result<Vec<String>> {
        match operand {
            Operand::Name(name) => match self.find(name) {
                Some(Symbol::Targets(labels)) => Ok(labels),
                _ => self.fail(format!("`{name}` lists no targets")),
            },
            _ => self.fail("a list of targets is wanted"),
        }
    }
}

fn joined_halves(to: u16, low: A32, high: A32) -> Op {
    Op::Sss(|a, b, d| (0..32).for_each(|i| d[i] = a[i] & 0xffff | b[i] << 16), to, low, high)
}

fn joined_words(to: u16, low: A32, high: A32) -> Op {
    Op::Dss(|a, b, d| (0..32).for_each(|i| d[i] = u64::from(a[i]) | u64::from(b[i]) << 32), to, low, high)
}

/// Returns the class in which an arithmetic instruction is counted.
fn class(m: &Mnemonic<'_>) -> Class {
    match (m.operation, m.types.last()) {
        ("cvt", _) => Class::Convert,
        ("rsqrt" | "sin" | "cos" | "ex2" | "lg2" | "tanh", _) => Class::Approximate,
        ("rcp" | "sqrt", Some(Scalar::F32)) => Class::Approximate,
        (_, Some(Scalar::F64)) => Class::Double,
        (_, Some(Scalar::F32 | Scalar::F32x2)) => Class::Single,
        (_, Some(scalar)) if scalar.is_float() => Class::Half,
        _ => Class::Integer,
    }
}
