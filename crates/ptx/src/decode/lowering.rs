//! State while a function is lowered: names, registers, labels and code.

use crate::alu::mnemonic::Mnemonic;
use crate::program::op::{A32, A64, Address, Area, Argument, Base, Condition, Guard, Instruction, Op, Register};
use crate::program::op::{Special, Uniform};
use crate::program::{Class, Place, Registers, Shared};
use crate::scalar::{Scalar, Space};
use crate::text::Error;
use crate::text::tree::{Literal, Operand};
use std::collections::HashMap;

pub(crate) type Result<T> = std::result::Result<T, Error>;

/// Bases of the spaces in the generic address space; a global address equals its generic address.
pub(crate) const SHARED_WINDOW: u64 = 1 << 56;
pub(crate) const LOCAL_WINDOW: u64 = 2 << 56;
pub(crate) const PARAMETER_WINDOW: u64 = 3 << 56;
pub(crate) const FUNCTION_WINDOW: u64 = 4 << 56;

/// The meaning of a name.
#[derive(Debug, Clone)]
pub(crate) enum Symbol {
    Word(u16),
    Double(u16),
    Predicate(u16),
    /// `%r<n>`: the first slot and the number.
    Range(Box<Symbol>, u32),
    Frame(Place),
    Parameter(Place),
    Shared(u32),
    Dynamic,
    Global(u64),
    Function(usize),
    Targets(Vec<String>),
}

/// A callable function.
#[derive(Debug, Clone)]
pub(crate) struct Signature {
    pub(crate) index: Option<usize>,
    pub(crate) returns: Vec<Place>,
    pub(crate) parameters: Vec<Place>,
}

/// Declarations that all functions of a module see.
#[derive(Default)]
pub(crate) struct Outside {
    pub(crate) symbols: HashMap<String, Symbol>,
    pub(crate) signatures: HashMap<String, Signature>,
}

/// An operand before constants are assigned registers.
enum Value {
    Word(u16),
    Double(u16),
    Constant(u64),
}

/// A branch whose target is not resolved yet.
struct Pending {
    at: usize,
    /// Index among several targets.
    entry: usize,
    label: String,
    scopes: Vec<u32>,
    line: u32,
}

pub(crate) struct Lowering<'m> {
    pub(crate) outside: &'m Outside,
    pub(crate) entry: bool,
    scopes: Vec<(u32, HashMap<String, Symbol>)>,
    next_scope: u32,
    pub(crate) registers: Registers,
    pub(crate) code: Vec<Instruction>,
    pub(crate) lines: Vec<(u32, u32, u32)>,
    /// The CUDA source's file and line.
    pub(crate) source: (u32, u32),
    labels: HashMap<(u32, String), u32>,
    pending: Vec<Pending>,
    pub(crate) frame: u32,
    pub(crate) shared: u32,
    pub(crate) variables: Vec<Shared>,
    /// The number of memory accesses so far.
    pub(crate) sites: u32,
    /// The narrowest access that may touch shared memory, in bytes.
    pub(crate) granule: u32,
    /// Constants are kept in registers; these are their slots.
    pub(crate) words: HashMap<u32, u16>,
    pub(crate) doubles: HashMap<u64, u16>,
    /// Slots of 16-bit registers.
    narrow: Vec<std::ops::Range<u16>>,
    guard: Option<Guard>,
    pub(crate) line: u32,
}

impl<'m> Lowering<'m> {
    pub(crate) fn new(outside: &'m Outside, entry: bool, shared: u32, sites: u32) -> Lowering<'m> {
        Lowering {
            outside,
            entry,
            scopes: vec![(0, HashMap::new())],
            next_scope: 1,
            registers: Registers::default(),
            code: Vec::new(),
            lines: Vec::new(),
            source: (0, 0),
            labels: HashMap::new(),
            pending: Vec::new(),
            frame: 0,
            shared,
            variables: Vec::new(),
            sites,
            granule: 4,
            words: HashMap::new(),
            doubles: HashMap::new(),
            narrow: Vec::new(),
            guard: None,
            line: 0,
        }
    }

    pub(crate) fn fail<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(Error::new(self.line, message))
    }

    pub(crate) fn open(&mut self) {
        self.scopes.push((self.next_scope, HashMap::new()));
        self.next_scope += 1;
    }

    pub(crate) fn close(&mut self) {
        self.scopes.pop();
    }

    pub(crate) fn declare(&mut self, name: &str, symbol: Symbol) -> Result<()> {
        let Some((_, names)) = self.scopes.last_mut() else {
            return self.fail("block ends that has not begun");
        };
        names.insert(name.to_owned(), symbol);
        Ok(())
    }

    pub(crate) fn label(&mut self, name: &str) -> Result<()> {
        let scope = self.scopes.last().map_or(0, |(scope, _)| *scope);
        match self.labels.insert((scope, name.to_owned()), self.code.len() as u32) {
            None => Ok(()),
            Some(_) => self.fail(format!("label `{name}` stands twice")),
        }
    }

    /// Records that an instruction branches to a label; `resolve` sets its target.
    pub(crate) fn branch(&mut self, at: usize, entry: usize, label: &str) {
        let scopes = self.scopes.iter().rev().map(|(scope, _)| *scope).collect();
        self.pending.push(Pending { at, entry, label: label.to_owned(), scopes, line: self.line });
    }

    /// Sets the targets of branches.
    pub(crate) fn resolve(&mut self) -> Result<()> {
        for pending in std::mem::take(&mut self.pending) {
            let found =
                pending.scopes.iter().find_map(|scope| self.labels.get(&(*scope, pending.label.clone())).copied());
            let Some(target) = found else {
                return Err(Error::new(pending.line, format!("label `{}` stands nowhere", pending.label)));
            };
            match &mut self.code[pending.at].op {
                Op::Branch(to) => *to = target,
                Op::BranchBy(_, targets) => targets[pending.entry] = target,
                _ => {}
            }
        }
        Ok(())
    }

    pub(crate) fn find(&self, name: &str) -> Option<Symbol> {
        for (_, names) in self.scopes.iter().rev() {
            if let Some(symbol) = names.get(name) {
                return Some(symbol.clone());
            }
            if let Some(symbol) = in_range(names, name) {
                return Some(symbol);
            }
        }
        self.outside.symbols.get(name).cloned()
    }

    fn named(&self, name: &str) -> Result<Symbol> {
        self.find(name).map_or_else(|| self.fail(format!("`{name}` is declared nowhere")), Ok)
    }

    fn more(&self, count: u16, by: u32) -> Result<u16> {
        let sum = u32::from(count) + by;
        u16::try_from(sum).or_else(|_| self.fail(format!("{sum} registers are too many for one function")))
    }

    /// Declares registers of a type: one, or `<count>` with a common prefix.
    pub(crate) fn declare_registers(&mut self, scalar: Scalar, name: &str, count: Option<u32>) -> Result<()> {
        let wanted = count.unwrap_or(1);
        let first = match scalar {
            Scalar::Pred => {
                let first = self.registers.predicates;
                self.registers.predicates = self.more(first, wanted)?;
                Symbol::Predicate(first)
            }
            scalar if scalar.bits() <= 32 => {
                let first = self.registers.words;
                self.registers.words = self.more(first, wanted)?;
                if scalar.bits() <= 16 {
                    self.narrow.push(first..self.registers.words);
                }
                Symbol::Word(first)
            }
            scalar if scalar.bits() == 64 => {
                let first = self.registers.doubles;
                self.registers.doubles = self.more(first, wanted)?;
                Symbol::Double(first)
            }
            scalar => return self.fail(format!("registers of {} bits are not supported", scalar.bits())),
        };
        let symbol = if count.is_some() { Symbol::Range(Box::new(first), wanted) } else { first };
        self.declare(name, symbol)
    }

    pub(crate) fn is_narrow(&self, register: Register) -> bool {
        matches!(register, Register::Word(slot) if self.narrow.iter().any(|range| range.contains(&slot)))
    }

    pub(crate) fn new_word(&mut self) -> Result<u16> {
        let slot = self.registers.words;
        self.registers.words = self.more(slot, 1)?;
        Ok(slot)
    }

    pub(crate) fn new_double(&mut self) -> Result<u16> {
        let slot = self.registers.doubles;
        self.registers.doubles = self.more(slot, 1)?;
        Ok(slot)
    }

    /// Allocates space in the frame.
    pub(crate) fn place(&mut self, bytes: u64, align: u64) -> Result<Place> {
        let align = align.max(4);
        let offset = u64::from(self.frame).next_multiple_of(align);
        let end = offset + bytes;
        if end > 1 << 24 {
            return self.fail(format!("{end} bytes of local memory are too many"));
        }
        self.frame = end as u32;
        Ok(Place { offset: offset as u32, bytes: bytes as u32 })
    }

    pub(crate) fn set_guard(&mut self, guard: Option<(&str, bool)>) -> Result<()> {
        self.guard = match guard {
            None => None,
            Some((name, negated)) => Some(Guard { slot: self.predicate(&Operand::Name(name))?, negated }),
        };
        Ok(())
    }

    pub(crate) fn emit(&mut self, op: Op, class: Class) {
        self.code.push(Instruction { op, guard: self.guard, class });
        self.lines.push((self.line, self.source.0, self.source.1));
    }

    pub(crate) fn expect(&self, m: &Mnemonic<'_>, operands: &[Operand<'_>], count: usize) -> Result<()> {
        if operands.len() == count {
            return Ok(());
        }
        self.fail(format!("`{}` takes {count} operands, not {}", m.text, operands.len()))
    }

    /// The slot of a destination predicate.
    pub(crate) fn predicate(&self, operand: &Operand<'_>) -> Result<u16> {
        match operand {
            Operand::Name(name) => match self.named(name)? {
                Symbol::Predicate(slot) => Ok(slot),
                _ => self.fail(format!("`{name}` is not a predicate")),
            },
            _ => self.fail("a predicate is wanted"),
        }
    }

    /// The slot of a destination predicate, or `None` for `_`.
    pub(crate) fn predicate_or_sink(&self, name: &str) -> Result<Option<u16>> {
        if name == "_" { Ok(None) } else { self.predicate(&Operand::Name(name)).map(Some) }
    }

    /// A source predicate.
    pub(crate) fn condition(&self, operand: &Operand<'_>) -> Result<Condition> {
        match operand {
            Operand::Not(name) => {
                Ok(Condition::Of(Guard { slot: self.predicate(&Operand::Name(name))?, negated: true }))
            }
            Operand::Immediate { bits, of: Literal::Integer } => Ok(Condition::Always(*bits != 0)),
            _ => Ok(Condition::Of(Guard { slot: self.predicate(operand)?, negated: false })),
        }
    }

    /// A destination register.
    pub(crate) fn register(&self, operand: &Operand<'_>) -> Result<Register> {
        match operand {
            Operand::Name("_") => Ok(Register::None),
            Operand::Name(name) => match self.named(name)? {
                Symbol::Word(slot) => Ok(Register::Word(slot)),
                Symbol::Double(slot) => Ok(Register::Double(slot)),
                _ => self.fail(format!("`{name}` is not a register of numbers")),
            },
            _ => self.fail("a register is wanted"),
        }
    }

    pub(crate) fn word(&mut self, operand: &Operand<'_>) -> Result<u16> {
        match self.register(operand)? {
            Register::Word(slot) => Ok(slot),
            Register::None => self.new_word(),
            Register::Double(_) => self.fail(format!("{} has 64 bits; 32 or fewer are wanted", shown(operand))),
        }
    }

    pub(crate) fn double(&mut self, operand: &Operand<'_>) -> Result<u16> {
        match self.register(operand)? {
            Register::Double(slot) => Ok(slot),
            Register::None => self.new_double(),
            Register::Word(_) => self.fail(format!("{} has 32 bits or fewer; 64 are wanted", shown(operand))),
        }
    }

    /// The slot of a constant.
    fn held32(&mut self, value: u32) -> Result<u16> {
        if let Some(slot) = self.words.get(&value) {
            return Ok(*slot);
        }
        let slot = self.new_word()?;
        self.words.insert(value, slot);
        Ok(slot)
    }

    fn held64(&mut self, value: u64) -> Result<u16> {
        if let Some(slot) = self.doubles.get(&value) {
            return Ok(*slot);
        }
        let slot = self.new_double()?;
        self.doubles.insert(value, slot);
        Ok(slot)
    }

    /// A 32-bit constant as an operand.
    pub(crate) fn constant32(&mut self, value: u32) -> Result<A32> {
        self.held32(value).map(A32)
    }

    /// A 64-bit constant as an operand.
    pub(crate) fn constant64(&mut self, value: u64) -> Result<A64> {
        self.held64(value).map(A64)
    }

    /// An operand of up to 32 bits.
    pub(crate) fn a32(&mut self, operand: &Operand<'_>, scalar: Scalar) -> Result<A32> {
        match self.value(operand, scalar)? {
            Value::Word(slot) => Ok(A32(slot)),
            Value::Constant(value) => self.constant32(value as u32),
            Value::Double(_) => self.fail(format!("{} has 64 bits; {} are wanted", shown(operand), scalar.bits())),
        }
    }

    /// An operand of 64 bits.
    pub(crate) fn a64(&mut self, operand: &Operand<'_>, scalar: Scalar) -> Result<A64> {
        match self.value(operand, scalar)? {
            Value::Double(slot) => Ok(A64(slot)),
            Value::Constant(value) => self.constant64(value),
            Value::Word(_) => self.fail(format!("{} has 32 bits or fewer; 64 are wanted", shown(operand))),
        }
    }

    /// An operand of either width; constants have the type's.
    pub(crate) fn argument(&mut self, operand: &Operand<'_>, scalar: Scalar) -> Result<Argument> {
        Ok(match self.value(operand, scalar)? {
            Value::Word(slot) => Argument::Word(A32(slot)),
            Value::Double(slot) => Argument::Double(A64(slot)),
            Value::Constant(value) if scalar.bits() == 64 => Argument::Double(self.constant64(value)?),
            Value::Constant(value) => Argument::Word(self.constant32(value as u32)?),
        })
    }

    fn value(&mut self, operand: &Operand<'_>, scalar: Scalar) -> Result<Value> {
        match operand {
            Operand::Immediate { bits, of } => self.immediate(*bits, *of, scalar),
            Operand::Name("WARP_SZ") => self.immediate(32, Literal::Integer, scalar),
            Operand::Name(name) => match self.find(name) {
                Some(Symbol::Word(slot)) => Ok(Value::Word(slot)),
                Some(Symbol::Double(slot)) => Ok(Value::Double(slot)),
                Some(symbol) => self.symbol(&symbol, name, 0, scalar),
                None => self.special(name, scalar),
            },
            Operand::Sum(name, offset) => {
                let symbol = self.named(name)?;
                self.symbol(&symbol, name, *offset, scalar)
            }
            _ => self.fail("a register or a constant is wanted"),
        }
    }

    fn immediate(&self, bits: u64, of: Literal, scalar: Scalar) -> Result<Value> {
        let bits = match (of, scalar) {
            (Literal::Integer, _) if !matches!(scalar, Scalar::F32 | Scalar::F64) => bits,
            (Literal::Single, Scalar::F32 | Scalar::B(32)) => bits,
            (Literal::Single, Scalar::F64) => f64::from(f32::from_bits(bits as u32)).to_bits(),
            (Literal::Double, Scalar::F64 | Scalar::B(64)) => bits,
            (Literal::Double, Scalar::F32) => u64::from((f64::from_bits(bits) as f32).to_bits()),
            _ => return self.fail(format!("constant does not fit the type {scalar:?}")),
        };
        Ok(Value::Constant(if scalar.bits() == 64 { bits } else { bits & ((1 << scalar.bits()) - 1) }))
    }

    /// A variable's or function's address.
    fn symbol(&mut self, symbol: &Symbol, name: &str, offset: i64, scalar: Scalar) -> Result<Value> {
        let address = match symbol {
            Symbol::Shared(at) => u64::from(*at),
            Symbol::Global(address) => *address,
            Symbol::Parameter(place) => u64::from(place.offset),
            Symbol::Function(index) => FUNCTION_WINDOW + *index as u64 * 16,
            Symbol::Frame(place) => return self.frame_address(place.offset.wrapping_add(offset as u32), scalar),
            Symbol::Dynamic => return self.dynamic_address(offset, scalar),
            _ => return self.fail(format!("`{name}` has no address or value here")),
        };
        let address = address.wrapping_add(offset as u64);
        Ok(Value::Constant(address))
    }

    fn frame_address(&mut self, offset: u32, scalar: Scalar) -> Result<Value> {
        if scalar.bits() == 64 {
            let slot = self.new_double()?;
            self.emit(Op::FrameAddress(Register::Double(slot), offset, false), Class::Move);
            return Ok(Value::Double(slot));
        }
        let slot = self.new_word()?;
        self.emit(Op::FrameAddress(Register::Word(slot), offset, false), Class::Move);
        Ok(Value::Word(slot))
    }

    fn dynamic_address(&mut self, offset: i64, scalar: Scalar) -> Result<Value> {
        let slot = self.new_word()?;
        self.emit(Op::Special(Special::Dynamic, slot), Class::Move);
        let constant = self.constant32(offset as u32)?;
        let sum = Op::Sss(|a, b, d| (0..32).for_each(|i| d[i] = a[i].wrapping_add(b[i])), slot, A32(slot), constant);
        self.emit(sum, Class::Move);
        self.widened(slot, scalar)
    }

    fn widened(&mut self, slot: u16, scalar: Scalar) -> Result<Value> {
        if scalar.bits() < 64 {
            return Ok(Value::Word(slot));
        }
        let wide = self.new_double()?;
        let extend = Op::Ds(|a, d| (0..32).for_each(|i| d[i] = u64::from(a[i])), wide, A32(slot));
        self.emit(extend, Class::Move);
        Ok(Value::Double(wide))
    }

    fn special(&mut self, name: &str, scalar: Scalar) -> Result<Value> {
        if matches!(name, "%clock64" | "%globaltimer" | "%gridid64") {
            let slot = self.new_double()?;
            self.emit(Op::Clock(slot), Class::Move);
            return Ok(Value::Double(slot));
        }
        let Some(special) = special_register(name) else {
            return self.fail(format!("`{name}` is declared nowhere"));
        };
        let slot = self.new_word()?;
        self.emit(Op::Special(special, slot), Class::Move);
        self.widened(slot, scalar)
    }

    /// An access's address. `None` as the space is the generic one.
    pub(crate) fn address(&mut self, operand: &Operand<'_>, space: Space) -> Result<Address> {
        let Operand::Address { base, offset } = operand else {
            return self.fail("an address in brackets is wanted");
        };
        let site = self.sites;
        self.sites += 1;
        let offset = *offset as u64;
        let area = match space {
            Space::Generic => Area::Generic,
            Space::Global | Space::Const => Area::Global,
            Space::Shared => Area::Shared,
            Space::Local => Area::Local,
            Space::Param if self.entry => Area::Parameters,
            Space::Param => Area::Local,
        };
        let at = |area, base, offset| Ok(Address { space: area, base, offset, site });
        let Some(name) = base else {
            return at(area, Base::None, offset);
        };
        match self.named(name)? {
            Symbol::Word(slot) => at(area, Base::Word(slot), offset),
            Symbol::Double(slot) => at(area, Base::Double(slot), offset),
            Symbol::Frame(place) => {
                let belongs = matches!(space, Space::Local | Space::Param);
                if !belongs {
                    return self.fail(format!("`{name}` does not lie in {space:?} memory"));
                }
                at(Area::Local, Base::Frame, offset.wrapping_add(u64::from(place.offset)))
            }
            Symbol::Parameter(place) => at(Area::Parameters, Base::None, offset.wrapping_add(u64::from(place.offset))),
            Symbol::Shared(start) => match space {
                Space::Shared => at(Area::Shared, Base::None, offset.wrapping_add(u64::from(start))),
                Space::Generic => at(Area::Generic, Base::None, offset.wrapping_add(SHARED_WINDOW + u64::from(start))),
                _ => self.fail(format!("`{name}` does not lie in {space:?} memory")),
            },
            Symbol::Dynamic if space == Space::Shared => {
                let Value::Word(slot) = self.dynamic_address(0, Scalar::B(32))? else {
                    return self.fail("dynamic shared memory has no address");
                };
                at(area, Base::Word(slot), offset)
            }
            Symbol::Global(address) => at(area, Base::None, offset.wrapping_add(address)),
            _ => self.fail(format!("`{name}` is not an address")),
        }
    }
}

/// A register of a declared range: `%r12` of `%r<20>`.
fn in_range(names: &HashMap<String, Symbol>, name: &str) -> Option<Symbol> {
    let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (prefix, number) = name.split_at(name.len() - digits);
    if number.len() > 1 && number.starts_with('0') {
        return None;
    }
    let number: u32 = number.parse().ok()?;
    match names.get(prefix)? {
        Symbol::Range(first, count) if number < *count => Some(match **first {
            Symbol::Word(slot) => Symbol::Word(slot + number as u16),
            Symbol::Double(slot) => Symbol::Double(slot + number as u16),
            Symbol::Predicate(slot) => Symbol::Predicate(slot + number as u16),
            _ => return None,
        }),
        _ => None,
    }
}

fn shown(operand: &Operand<'_>) -> String {
    match operand {
        Operand::Name(name) => format!("`{name}`"),
        _ => "an operand".to_owned(),
    }
}

fn special_register(name: &str) -> Option<Special> {
    use Uniform::{Block, BlockSize, Constant, GridSize};
    let (base, axis) = match name.rsplit_once('.') {
        Some((base, "x")) => (base, 0),
        Some((base, "y")) => (base, 1),
        Some((base, "z")) => (base, 2),
        _ => (name, 3),
    };
    if axis < 3 {
        return Some(match (base, axis) {
            ("%tid", 0) => Special::ThreadX,
            ("%tid", 1) => Special::ThreadY,
            ("%tid", _) => Special::ThreadZ,
            ("%ntid", axis) => Special::Uniform(BlockSize(axis)),
            // A cluster is one block.
            ("%ctaid" | "%clusterid", axis) => Special::Uniform(Block(axis)),
            ("%nctaid" | "%nclusterid", axis) => Special::Uniform(GridSize(axis)),
            ("%cluster_ctaid", _) => Special::Uniform(Constant(0)),
            ("%cluster_nctaid", _) => Special::Uniform(Constant(1)),
            _ => return None,
        });
    }
    Some(match name {
        "%laneid" => Special::Lane,
        "%warpid" => Special::WarpInBlock,
        "%nwarpid" => Special::Uniform(Uniform::Warps),
        "%lanemask_lt" => Special::MaskLess,
        "%lanemask_le" => Special::MaskLessEqual,
        "%lanemask_gt" => Special::MaskGreater,
        "%lanemask_ge" => Special::MaskGreaterEqual,
        "%lanemask_eq" => Special::MaskEqual,
        "%gridid" => Special::Uniform(Uniform::Grid),
        "%smid" => Special::Uniform(Uniform::Multiprocessor),
        "%nsmid" => Special::Uniform(Uniform::Multiprocessors),
        "%clock" | "%globaltimer_lo" => Special::Uniform(Uniform::Clock),
        "%clock_hi" | "%globaltimer_hi" => Special::Uniform(Uniform::ClockHigh),
        "%dynamic_smem_size" => Special::Uniform(Uniform::DynamicBytes),
        "%total_smem_size" | "%aggr_smem_size" => Special::Uniform(Uniform::TotalBytes),
        "%cluster_ctarank" => Special::Uniform(Constant(0)),
        "%cluster_nctarank" => Special::Uniform(Constant(1)),
        _ => return None,
    })
}
