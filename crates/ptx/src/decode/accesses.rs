//! Decodes memory instructions: loads, stores, atomics, addresses, asynchronous copies.

use super::lowering::{LOCAL_WINDOW, Lowering, PARAMETER_WINDOW, Result, SHARED_WINDOW, Symbol};
use crate::alu::mnemonic::Mnemonic;
use crate::program::Class;
use crate::program::op::{Address, Area, Argument, Atom, Atomic, Condition, Element, Op, Register};
use crate::scalar::{Scalar, Space};
use crate::text::tree::Operand;

/// Hints that do not change a kernel's results.
const HINTS: [&str; 36] = [
    "nc",
    "ca",
    "cg",
    "cs",
    "lu",
    "cv",
    "wb",
    "wt",
    "L1::evict_normal",
    "L1::evict_unchanged",
    "L1::evict_first",
    "L1::evict_last",
    "L1::no_allocate",
    "L2::evict_normal",
    "L2::evict_first",
    "L2::evict_last",
    "L2::64B",
    "L2::128B",
    "L2::256B",
    "unified",
    "weak",
    "cta",
    "gpu",
    "sys",
    "cluster",
    "level::eviction_priority",
    "L1",
    "L2",
    "mmio",
    "acq_rel",
    "noftz",
    "acquire",
    "release",
    "relaxed",
    "volatile",
    "L2::evict_unchanged",
];

impl Lowering<'_> {
    /// Lowers a memory instruction; returns false for other instructions.
    pub(crate) fn reaching_memory(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<bool> {
        match m.operation {
            "ld" | "ldu" => self.load(m, operands)?,
            "st" => self.store(m, operands)?,
            "atom" | "red" => self.atomic(m, operands)?,
            "cvta" => self.address_between(m, operands)?,
            "isspacep" => self.isolated(m, operands)?,
            "prefetch" | "prefetchu" | "applypriority" | "discard" => {
                m.space();
                pass_hints(m);
                self.emit(Op::Prefetch, Class::Other);
            }
            "mapa" | "getctarank" => {
                return Err(m.error("addresses another block of a cluster, which is not supported"));
            }
            "cp" if m.has("async") => self.copy_async(m, operands)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Records the narrowest access to shared memory.
    fn watch(&mut self, space: Space, bytes: u64) {
        if space == Space::Shared {
            self.granule = self.granule.min(bytes as u32);
        }
    }

    /// Returns the elements of a vector operand, or the single operand.
    fn parts<'o, 'a>(m: &mut Mnemonic<'_>, operand: &'o Operand<'a>) -> Result<Vec<&'o Operand<'a>>> {
        let wanted = match m.one_of(&["v2", "v4", "v8"]) {
            None => 1,
            Some("v2") => 2,
            Some("v4") => 4,
            Some(_) => 8,
        };
        let parts: Vec<_> = match operand {
            Operand::Vector(parts) => parts.iter().collect(),
            single => vec![single],
        };
        if parts.len() == wanted { Ok(parts) } else { Err(m.error(&format!("wants a vector of {wanted}"))) }
    }

    fn element(m: &Mnemonic<'_>) -> Result<Element> {
        let scalar = m.scalar()?;
        match scalar.bits() {
            8 | 16 | 32 | 64 => Ok(Element { bytes: scalar.bytes() as u8, signed: scalar.is_signed(), narrow: false }),
            _ => Err(m.unsupported()),
        }
    }

    fn load(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        if operands.len() != 2 && operands.len() != 3 {
            return self.fail(format!("`{}` takes two operands", m.text));
        }
        m.take("L2::cache_hint");
        let space = m.space().unwrap_or(Space::Generic);
        let strong = is_strong(m);
        pass_hints(m);
        let mut element = Self::element(m)?;
        let mut registers = Vec::new();
        for part in Self::parts(m, &operands[0])? {
            let register = self.register(part)?;
            element.narrow |= self.is_narrow(register);
            if matches!(register, Register::Word(_)) && element.bytes == 8 {
                return self.fail(format!("`{}` loads 64 bits into a narrower register", m.text));
            }
            registers.push(register);
        }
        let address = self.address(&operands[1], space)?;
        self.watch(space, u64::from(element.bytes));
        let class = if space == Space::Shared { Class::SharedLoad } else { Class::Load };
        self.emit(Op::Load(address, element, registers.into(), strong), class);
        Ok(())
    }

    fn store(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        if operands.len() != 2 && operands.len() != 3 {
            return self.fail(format!("`{}` takes two operands", m.text));
        }
        if m.take("async") || m.take("bulk") {
            return Err(m.unsupported());
        }
        m.take("L2::cache_hint");
        let space = m.space().unwrap_or(Space::Generic);
        let strong = is_strong(m);
        pass_hints(m);
        let element = Self::element(m)?;
        let mut values = Vec::new();
        for part in Self::parts(m, &operands[1])? {
            let value = self.argument(part, m.scalar()?)?;
            if matches!(value, Argument::Word(_)) && element.bytes == 8 {
                return self.fail(format!("`{}` stores 64 bits of a narrower register", m.text));
            }
            values.push(value);
        }
        let address = self.address(&operands[0], space)?;
        if address.space == Area::Parameters {
            return self.fail("a kernel's parameters may not be written");
        }
        self.watch(space, u64::from(element.bytes));
        let class = if space == Space::Shared { Class::SharedStore } else { Class::Store };
        self.emit(Op::Store(address, element, values.into(), strong), class);
        Ok(())
    }

    fn atomic(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        let returns = m.operation == "atom";
        if m.take("async") {
            return Err(m.unsupported());
        }
        m.take("L2::cache_hint");
        let space = m.space().unwrap_or(Space::Generic);
        pass_hints(m);
        let operation = match m.one_of(&["add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"]) {
            Some("add") => Atom::Add,
            Some("min") => Atom::Min,
            Some("max") => Atom::Max,
            Some("and") => Atom::And,
            Some("or") => Atom::Or,
            Some("xor") => Atom::Xor,
            Some("exch") => Atom::Exchange,
            Some("cas") => Atom::Compare,
            Some("inc") => Atom::Increment,
            Some("dec") => Atom::Decrement,
            _ => return Err(m.unsupported()),
        };
        let scalar = m.scalar()?;
        if !atomic_exists(operation, scalar) {
            return Err(m.unsupported());
        }
        let (target, rest) = if returns { (operands.first(), operands.get(1..)) } else { (None, Some(operands)) };
        let Some([at, values @ ..]) = rest else {
            return self.fail(format!("`{}` has too few operands", m.text));
        };
        let wanted = if operation == Atom::Compare { 2 } else { 1 };
        if values.len() < wanted {
            return self.fail(format!("`{}` has too few operands", m.text));
        }
        let vector = m.has("v2") || m.has("v4") || m.has("v8");
        if vector && !(scalar.is_float() && operation != Atom::Compare) {
            return Err(m.unsupported());
        }
        let mut shape = m.clone();
        let parts = Self::parts(m, &values[0])?;
        let mut inputs = Vec::new();
        for part in parts {
            inputs.push(self.argument(part, scalar)?);
        }
        let exchange = if operation == Atom::Compare { vec![self.argument(&values[1], scalar)?] } else { Vec::new() };
        let mut results = vec![Register::None; inputs.len()];
        if let Some(target) = target {
            for (result, part) in results.iter_mut().zip(Self::parts(&mut shape, target)?) {
                *result = self.register(part)?;
            }
        }
        let address = self.address(at, space)?;
        self.watch(space, scalar.bytes());
        let atomic = Atomic { operation, scalar, address, operands: inputs, exchange, results };
        self.emit(Op::Atomic(Box::new(atomic)), Class::Atomic);
        Ok(())
    }

    /// `cvta`: converts addresses between a space and the generic space.
    fn address_between(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        self.expect(m, operands, 2)?;
        let into = m.take("to");
        let Some(space) = m.space() else {
            return Err(m.unsupported());
        };
        let scalar = m.scalar()?;
        let window = window(space);
        let window = if into { window.wrapping_neg() } else { window };
        let to = self.register(&operands[0])?;
        let (Register::Double(to), 64) = (to, scalar.bits()) else {
            return self.fail(format!("`{}` wants registers of 64 bits", m.text));
        };
        let from = self.a64(&operands[1], scalar)?;
        let op = match window {
            0 => Op::Move64(to, from),
            window => {
                let window = self.constant64(window)?;
                Op::Ddd(|a, b, d| (0..32).for_each(|i| d[i] = a[i].wrapping_add(b[i])), to, from, window)
            }
        };
        self.emit(op, Class::Move);
        Ok(())
    }

    fn isolated(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        self.expect(m, operands, 2)?;
        let Some(space) = m.space() else {
            return Err(m.unsupported());
        };
        let area = match space {
            Space::Shared => Area::Shared,
            Space::Local => Area::Local,
            Space::Param => Area::Parameters,
            _ => Area::Global,
        };
        let to = self.predicate(&operands[0])?;
        let of = self.argument(&operands[1], Scalar::B(64))?;
        self.emit(Op::Isolated(area, to, of), Class::Compare);
        Ok(())
    }

    fn copy_async(&mut self, m: &mut Mnemonic<'_>, operands: &[Operand<'_>]) -> Result<()> {
        m.take("async");
        if m.has("bulk") || m.has("mbarrier") {
            return Err(m.error("uses the tensor memory accelerator or its barriers, which are not supported"));
        }
        if m.take("commit_group") {
            self.emit(Op::CommitGroup, Class::Copy);
            return Ok(());
        }
        if m.take("wait_all") {
            self.emit(Op::CommitGroup, Class::Copy);
            self.emit(Op::WaitGroup(0), Class::Copy);
            return Ok(());
        }
        if m.take("wait_group") {
            let Some(Operand::Immediate { bits, .. }) = operands.first() else {
                return self.fail("the number of groups is wanted");
            };
            self.emit(Op::WaitGroup((*bits).min(1 << 20) as u32), Class::Copy);
            return Ok(());
        }
        pass_hints(m);
        m.take("L2::cache_hint");
        let (shared, global) = (m.space(), m.space());
        if (shared, global) != (Some(Space::Shared), Some(Space::Global)) {
            return Err(m.unsupported());
        }
        let [to, from, Operand::Immediate { bits: bytes @ (4 | 8 | 16), .. }, rest @ ..] = operands else {
            return self.fail(format!("`{}` wants two addresses and 4, 8 or 16 bytes", m.text));
        };
        let (mut taken, mut ignored) = (None, Condition::Always(false));
        match rest.first() {
            None => {}
            Some(operand @ Operand::Name(name)) if matches!(self.find(name), Some(Symbol::Predicate(_))) => {
                ignored = self.condition(operand)?;
            }
            Some(operand) => taken = Some(self.a32(operand, Scalar::U(32))?),
        }
        let to = self.address(to, Space::Shared)?;
        let from = self.address(from, Space::Global)?;
        self.emit(Op::CopyAsync { to, from, bytes: *bytes as u32, taken, ignored }, Class::Copy);
        Ok(())
    }

    /// Decodes the row address of `ldmatrix` and `stmatrix`.
    pub(crate) fn shared_address(&mut self, operand: &Operand<'_>) -> Result<Address> {
        self.address(operand, Space::Shared)
    }
}

/// Returns the base of a space in the generic address space.
fn window(space: Space) -> u64 {
    match space {
        Space::Shared => SHARED_WINDOW,
        Space::Local => LOCAL_WINDOW,
        Space::Param => PARAMETER_WINDOW,
        Space::Generic | Space::Global | Space::Const => 0,
    }
}

/// Returns whether the access is strong (volatile, relaxed or stronger), so it may race with others without a barrier.
fn is_strong(m: &Mnemonic<'_>) -> bool {
    ["volatile", "relaxed", "acquire", "release", "mmio"].iter().any(|name| m.has(name))
}

fn pass_hints(m: &mut Mnemonic<'_>) {
    for hint in HINTS {
        m.take(hint);
    }
}

fn atomic_exists(operation: Atom, scalar: Scalar) -> bool {
    use Scalar::{B, Bf16, Bf16x2, F16, F16x2, F32, F64, S, U};
    match operation {
        Atom::Add => matches!(scalar, U(32 | 64) | S(32 | 64) | F32 | F64 | F16 | F16x2 | Bf16 | Bf16x2),
        Atom::Min | Atom::Max => matches!(scalar, U(32 | 64) | S(32 | 64) | F16 | F16x2 | Bf16 | Bf16x2),
        Atom::And | Atom::Or | Atom::Xor => matches!(scalar, B(32 | 64)),
        Atom::Exchange => matches!(scalar, B(32 | 64) | U(32 | 64) | S(32 | 64) | F32),
        Atom::Compare => matches!(scalar, B(16 | 32 | 64) | U(32 | 64) | S(32 | 64)),
        Atom::Increment | Atom::Decrement => scalar == U(32),
    }
}
