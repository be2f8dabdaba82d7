//! Decodes instructions that the lanes of a warp execute together: shuffles, votes, reductions, matrix products.

use super::lowering::{Lowering, Result};
use crate::alu::mnemonic::Mnemonic;
use crate::program::Class;
use crate::program::op::{A32, Argument, Op, Product, Reduction, Register, Shuffle, Together, Vote};
use crate::scalar::Scalar::{self, B, Bf16, F16, F32, F64, S, Tf32, U};
use crate::text::tree::Operand;

impl Lowering<'_> {
    /// Lowers a warp-level instruction; returns false for other instructions.
    pub(crate) fn by_lanes_together(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<bool> {
        match m.operation {
            "bar" | "barrier" if m.has("warp") => {
                m.take("warp");
                m.take("sync");
                self.expect(m, operands, 1)?;
                let mask = self.a32(&operands[0], B(32))?;
                self.together(Together::Sync, mask);
            }
            "shfl" => self.shuffle(m, operands)?,
            "vote" => self.vote(m, operands)?,
            "match" => self.matching(m, operands)?,
            "redux" => self.reduce(m, operands)?,
            "activemask" => {
                let to = self.word(operands.first().unwrap_or(&Operand::Compound))?;
                self.emit(Op::ActiveMask(to), Class::Warp);
            }
            "elect" => self.elect(m, operands)?,
            "mma" => self.product(m, operands)?,
            "ldmatrix" | "stmatrix" => self.matrix_access(m, operands)?,
            "movmatrix" => {
                ["sync", "aligned", "m8n8", "trans"].iter().for_each(|name| {
                    m.take(name);
                });
                self.expect(m, operands, 2)?;
                let (to, from) = (self.word(&operands[0])?, self.a32(&operands[1], B(32))?);
                self.emit(Op::TransposeMatrix(to, from), Class::Matrix);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn together(&mut self, kind: Together, mask: A32) {
        self.emit(Op::Together(Box::new((kind, mask))), Class::Warp);
    }

    fn synchronous(&self, m: &mut Mnemonic<'_>) -> Result<()> {
        if m.take("sync") { Ok(()) } else { Err(m.error("needs `.sync`, as all since sm_70")) }
    }

    fn shuffle(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        self.synchronous(m)?;
        self.expect(m, operands, 5)?;
        let kind = match m.one_of(&["up", "down", "bfly", "idx"]) {
            Some("up") => Shuffle::Up,
            Some("down") => Shuffle::Down,
            Some("bfly") => Shuffle::Butterfly,
            Some(_) => Shuffle::Index,
            None => return Err(m.unsupported()),
        };
        let (to, valid) = match &operands[0] {
            Operand::Pair(to, valid) => (self.word(&Operand::Name(to))?, self.predicate_or_sink(valid)?),
            to => (self.word(to)?, None),
        };
        let [from, by, clamp, mask] = [1, 2, 3, 4].map(|i| self.a32(&operands[i], B(32)));
        self.together(Together::Shuffle { kind, to, valid, from: from?, by: by?, clamp: clamp? }, mask?);
        Ok(())
    }

    fn vote(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        self.synchronous(m)?;
        self.expect(m, operands, 3)?;
        let kind = match m.one_of(&["all", "any", "uni", "ballot"]) {
            Some("all") => Vote::All,
            Some("any") => Vote::Any,
            Some("uni") => Vote::Uniform,
            Some(_) => Vote::Ballot,
            None => return Err(m.unsupported()),
        };
        let (of, mask) = (self.condition(&operands[1])?, self.a32(&operands[2], B(32))?);
        let (to, predicate) = match kind {
            Vote::Ballot => (self.register(&operands[0])?, None),
            _ => (Register::None, Some(self.predicate(&operands[0])?)),
        };
        self.together(Together::Vote { kind, to, predicate, of }, mask);
        Ok(())
    }

    fn matching(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        self.synchronous(m)?;
        self.expect(m, operands, 3)?;
        let all = match m.one_of(&["any", "all"]) {
            Some(name) => name == "all",
            None => return Err(m.unsupported()),
        };
        let (to, valid) = match &operands[0] {
            Operand::Pair(to, valid) => (self.word(&Operand::Name(to))?, self.predicate_or_sink(valid)?),
            to => (self.word(to)?, None),
        };
        let scalar = m.scalar()?;
        let (of, mask) = (self.argument(&operands[1], scalar)?, self.a32(&operands[2], B(32))?);
        self.together(Together::Match { all, to, valid, of }, mask);
        Ok(())
    }

    fn reduce(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        self.synchronous(m)?;
        self.expect(m, operands, 3)?;
        let kind = match m.one_of(&["add", "min", "max", "and", "or", "xor"]) {
            Some("add") => Reduction::Add,
            Some("min") => Reduction::Min,
            Some("max") => Reduction::Max,
            Some("and") => Reduction::And,
            Some("or") => Reduction::Or,
            Some(_) => Reduction::Xor,
            None => return Err(m.unsupported()),
        };
        let signed = match m.scalar()? {
            U(32) | B(32) => false,
            S(32) => true,
            _ => return Err(m.unsupported()),
        };
        let (to, of) = (self.word(&operands[0])?, self.a32(&operands[1], B(32))?);
        let mask = self.a32(&operands[2], B(32))?;
        self.together(Together::Reduce { kind, signed, to, of }, mask);
        Ok(())
    }

    fn elect(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        self.synchronous(m)?;
        self.expect(m, operands, 2)?;
        let Operand::Pair(to, elected) = &operands[0] else {
            return self.fail("a register and a predicate are wanted");
        };
        let to = self.register(&Operand::Name(to))?;
        let elected = self.predicate(&Operand::Name(elected))?;
        let mask = self.a32(&operands[1], B(32))?;
        self.together(Together::Elect { to, elected }, mask);
        Ok(())
    }

    fn all_arguments(&mut self, operand: &Operand<'_>, scalar: Scalar) -> Result<Vec<Argument>> {
        match operand {
            Operand::Vector(parts) => parts.iter().map(|part| self.argument(part, scalar)).collect(),
            single => Ok(vec![self.argument(single, scalar)?]),
        }
    }

    fn all_registers(&mut self, operand: &Operand<'_>) -> Result<Vec<Register>> {
        match operand {
            Operand::Vector(parts) => parts.iter().map(|part| self.register(part)).collect(),
            single => Ok(vec![self.register(single)?]),
        }
    }

    fn product(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        self.synchronous(m)?;
        m.take("aligned");
        self.expect(m, operands, 4)?;
        let shapes = [
            ("m16n8k4", (16, 8, 4)),
            ("m16n8k8", (16, 8, 8)),
            ("m16n8k16", (16, 8, 16)),
            ("m16n8k32", (16, 8, 32)),
            ("m8n8k4", (8, 8, 4)),
            ("m8n8k16", (8, 8, 16)),
        ];
        let shape = shapes.into_iter().find(|(name, _)| m.take(name)).map(|(_, shape)| shape);
        let (row, col) = (m.take("row"), m.take("col"));
        let saturates = m.take("satfinite");
        let &[d, a, b, c] = m.types.as_slice() else {
            return Err(m.unsupported());
        };
        let (Some(shape), true) = (shape, row && col) else {
            return Err(m.unsupported());
        };
        // The number of registers that each lane passes and receives.
        let lanes =
            |rows: u8, columns: u8, bits: u32| usize::from(rows) * usize::from(columns) * bits as usize / 32 / 32;
        let double = |scalar: Scalar| if scalar == F64 { 2 } else { 1 };
        let known = matches!(
            (shape, a, b, c, d),
            ((16, 8, 8 | 16), F16, F16, F16 | F32, F16 | F32)
                | ((16, 8, 8 | 16), Bf16, Bf16, F32, F32)
                | ((16, 8, 4 | 8), Tf32, Tf32, F32, F32)
                | ((8, 8, 4) | (16, 8, 4 | 8 | 16), F64, F64, F64, F64)
                | ((8, 8, 16) | (16, 8, 16 | 32), S(8) | U(8), S(8) | U(8), S(32), S(32))
        );
        if !known || (shape == (8, 8, 4) && a != F64) {
            return Err(m.unsupported());
        }
        let wanted = [
            lanes(shape.0, shape.1, d.bits()) / double(d),
            lanes(shape.0, shape.2, a.bits()) / double(a),
            lanes(shape.2, shape.1, b.bits()) / double(b),
            lanes(shape.0, shape.1, c.bits()) / double(c),
        ];
        let word = |scalar: Scalar| match scalar {
            F64 => F64,
            F32 => F32,
            _ => B(32),
        };
        let product = Product {
            shape,
            inputs: (a, b),
            sum: (c, d),
            saturates,
            d: self.all_registers(&operands[0])?,
            a: self.all_arguments(&operands[1], word(a))?,
            b: self.all_arguments(&operands[2], word(b))?,
            c: self.all_arguments(&operands[3], word(c))?,
        };
        let given = [product.d.len(), product.a.len(), product.b.len(), product.c.len()];
        if given != wanted {
            return self.fail(format!("`{}` wants {wanted:?} registers, not {given:?}", m.text));
        }
        self.emit(Op::Product(Box::new(product)), Class::Matrix);
        Ok(())
    }

    fn matrix_access(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        self.synchronous(m)?;
        m.take("aligned");
        self.expect(m, operands, 2)?;
        let count = match m.one_of(&["x1", "x2", "x4"]) {
            Some("x1") => 1,
            Some("x2") => 2,
            Some(_) => 4,
            None => return Err(m.unsupported()),
        };
        let transposed = m.take("trans");
        if !m.take("m8n8") || m.types != [B(16)] {
            return Err(m.unsupported());
        }
        m.space();
        let op = if m.operation == "ldmatrix" {
            let to = self.all_registers(&operands[0])?;
            let address = self.shared_address(&operands[1])?;
            (to.len() == count).then(|| Op::LoadMatrix { address, transposed, to: to.into() })
        } else {
            let from = self.all_arguments(&operands[1], B(32))?;
            let address = self.shared_address(&operands[0])?;
            (from.len() == count).then(|| Op::StoreMatrix { address, transposed, from: from.into() })
        };
        match op {
            Some(op) => self.emit(op, Class::Matrix),
            None => return self.fail(format!("`{}` wants {count} registers", m.text)),
        }
        Ok(())
    }
}
