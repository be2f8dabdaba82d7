//! The bits and draws of `numpy.random.Generator`: PCG64 seeded by SeedSequence, with NumPy's algorithms, so that a
//! seed gives NumPy's numbers. The class itself is in `prelude/numpy/generator.py`.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::LazyLock;
use tensorcell_engine as engine;
use tensorcell_language::native::{Args, Native};
use tensorcell_language::{Builtin, Class, Raise, Result, Value, Vm, memory};
use tensorcell_tensor::{DType, Device, Tensor};
use tensorcell_torch::arguments::TensorArgs;
use tensorcell_torch::engine_ops::copy_into;
use tensorcell_torch::files::numel;
use tensorcell_torch::ndarray::{array_of, array_value, read};
use tensorcell_torch::sequences::items_of;

const MULTIPLIER: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;

/// O'Neill's PCG XSL RR 128/64, with the unused half of a word after a 32-bit draw.
pub struct Pcg {
    state: u128,
    increment: u128,
    half: Option<u32>,
}

/// NumPy's SeedSequence: mixes any number of words into a pool of four, and generates words from it.
struct SeedSequence([u32; 4]);

impl SeedSequence {
    fn new(entropy: &[u32]) -> SeedSequence {
        let mut constant = 0x43b0_d7e5_u32;
        let mut hash = |mut value: u32| {
            value ^= constant;
            constant = constant.wrapping_mul(0x931e_8875);
            value = value.wrapping_mul(constant);
            value ^ value >> 16
        };
        let mix = |x: u32, y: u32| {
            let mixed = 0xca01_f9dd_u32.wrapping_mul(x).wrapping_sub(0x4973_f715_u32.wrapping_mul(y));
            mixed ^ mixed >> 16
        };
        let mut pool = [0; 4];
        for (i, word) in pool.iter_mut().enumerate() {
            *word = hash(entropy.get(i).copied().unwrap_or(0));
        }
        for from in 0..4 {
            for to in (0..4).filter(|&to| to != from) {
                pool[to] = mix(pool[to], hash(pool[from]));
            }
        }
        for &word in entropy.iter().skip(4) {
            for to in &mut pool {
                *to = mix(*to, hash(word));
            }
        }
        SeedSequence(pool)
    }
    fn words<const N: usize>(&self) -> [u64; N] {
        let mut constant = 0x8b51_f9dd_u32;
        let mut halves = self.0.iter().cycle().map(|&word| {
            let mut word = word ^ constant;
            constant = constant.wrapping_mul(0x58f3_8ded);
            word = word.wrapping_mul(constant);
            u64::from(word ^ word >> 16)
        });
        std::array::from_fn(|_| halves.next().unwrap_or(0) | halves.next().unwrap_or(0) << 32)
    }
}

/// The ziggurat of the normal distribution: the right edges of its 256 layers, their heights, and the part of each
/// draw that is accepted without a further check.
struct Ziggurat {
    edges: Vec<f64>,
    heights: Vec<f64>,
    inside: Vec<u64>,
}

const DRAWS: f64 = 4_503_599_627_370_496.0;

static ZIGGURAT: LazyLock<Ziggurat> = LazyLock::new(|| {
    let edges: Vec<f64> = include_str!("ziggurat.txt").lines().filter_map(|line| line.parse().ok()).collect();
    let heights = edges.iter().enumerate().map(|(i, x)| if i == 0 { 1.0 } else { (-0.5 * x * x).exp() }).collect();
    let share = |i: usize| match i {
        0 => edges[255] / edges[0],
        1 => 0.0,
        i => edges[i - 1] / edges[i],
    };
    let inside = (0..edges.len()).map(|i| (share(i) * DRAWS) as u64).collect();
    Ziggurat { edges, heights, inside }
});

impl Pcg {
    fn new(entropy: &[u32]) -> Pcg {
        let [a, b, c, d] = SeedSequence::new(entropy).words();
        let join = |high: u64, low: u64| u128::from(high) << 64 | u128::from(low);
        let mut new = Pcg { state: 0, increment: join(c, d) << 1 | 1, half: None };
        new.step();
        new.state = new.state.wrapping_add(join(a, b));
        new.step();
        new
    }
    fn step(&mut self) {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(self.increment);
    }
    pub fn next(&mut self) -> u64 {
        self.step();
        ((self.state >> 64) as u64 ^ self.state as u64).rotate_right((self.state >> 122) as u32)
    }
    fn next_half(&mut self) -> u32 {
        self.half.take().unwrap_or_else(|| {
            let word = self.next();
            self.half = Some((word >> 32) as u32);
            word as u32
        })
    }
    /// Returns a number in [0, 1) with 53 bits.
    pub fn double(&mut self) -> f64 {
        (self.next() >> 11) as f64 / 9_007_199_254_740_992.0
    }
    fn single(&mut self) -> f32 {
        (self.next_half() >> 8) as f32 / 16_777_216.0
    }
    /// Returns an integer from 0 to `most` inclusive, by Lemire's multiplication.
    fn up_to(&mut self, most: u64) -> u64 {
        if most == 0 {
            return 0;
        }
        if most == u64::MAX {
            return self.next();
        }
        if let Ok(most) = u32::try_from(most) {
            if most == u32::MAX {
                return u64::from(self.next_half());
            }
            let count = u64::from(most) + 1;
            let mut product = u64::from(self.next_half()) * count;
            if (product as u32 as u64) < count {
                let threshold = u64::from(u32::MAX - most) % count;
                while (product as u32 as u64) < threshold {
                    product = u64::from(self.next_half()) * count;
                }
            }
            return product >> 32;
        }
        let count = u128::from(most) + 1;
        let mut product = u128::from(self.next()) * count;
        if u128::from(product as u64) < count {
            let threshold = u128::from(u64::MAX - most) % count;
            while u128::from(product as u64) < threshold {
                product = u128::from(self.next()) * count;
            }
        }
        (product >> 64) as u64
    }
    /// Returns an integer from 0 to `most` inclusive, by masked rejection as in `shuffle`.
    pub fn interval(&mut self, most: u64) -> u64 {
        if most == 0 {
            return 0;
        }
        let mask = u64::MAX >> most.leading_zeros();
        loop {
            let drawn = if most <= u64::from(u32::MAX) { u64::from(self.next_half()) } else { self.next() };
            if drawn & mask <= most {
                return drawn & mask;
            }
        }
    }
    pub fn normal(&mut self) -> f64 {
        let table = &*ZIGGURAT;
        loop {
            let bits = self.next();
            let layer = (bits & 0xff) as usize;
            let negative = bits >> 8 & 1 == 1;
            let place = bits >> 9 & 0xf_ffff_ffff_ffff;
            let x = place as f64 * (table.edges[layer] / DRAWS) * if negative { -1.0 } else { 1.0 };
            if place < table.inside[layer] {
                return x;
            }
            if layer == 0 {
                let end = table.edges[255];
                loop {
                    let beyond = -(1.0 / end) * (-self.double()).ln_1p();
                    let y = -(-self.double()).ln_1p();
                    if y + y > beyond * beyond {
                        return if place >> 8 & 1 == 1 { -(end + beyond) } else { end + beyond };
                    }
                }
            }
            let [above, below] = [table.heights[layer - 1], table.heights[layer]];
            if (above - below) * self.double() + below < (-0.5 * x * x).exp() {
                return x;
            }
        }
    }
    /// Shuffles the items from `first` on, from the end.
    fn shuffle<T>(&mut self, items: &mut [T], first: usize, draw: fn(&mut Pcg, u64) -> u64) {
        for i in (first..items.len()).rev() {
            let j = draw(self, i as u64) as usize;
            items.swap(i, j);
        }
    }
    /// Draws `count` distinct numbers of 0..n: by Floyd's algorithm, or by a partial shuffle if both are large.
    fn some_of(&mut self, n: usize, count: usize, shuffled: bool) -> Result<Vec<i64>> {
        let cutoff = if shuffled { 50 } else { 20 };
        if n > 10_000 && count > n / cutoff {
            let mut all = memory::collected(n, 0..n as i64)?;
            self.shuffle(&mut all, (n - count).max(1), Pcg::up_to);
            return Ok(all.split_off(n - count));
        }
        let mut taken = std::collections::HashSet::new();
        memory::claim(count.saturating_mul(4 * size_of::<u64>()))?;
        let mut picked = Vec::with_capacity(count);
        for last in n - count..n {
            let drawn = self.up_to(last as u64);
            let fresh = if taken.insert(drawn) { drawn } else { last as u64 };
            taken.insert(fresh);
            picked.push(fresh as i64);
        }
        if shuffled {
            self.shuffle(&mut picked, 1, Pcg::up_to);
        }
        Ok(picked)
    }
}

/// `numpy.random.PCG64`
pub struct BitGenerator(pub RefCell<Pcg>);

impl Native for BitGenerator {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        class()
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok("<numpy.random._pcg64.PCG64 object>".to_string())
    }
}

/// The class `numpy.random.PCG64`.
pub fn class() -> Rc<Class> {
    thread_local! {
        static CLASS: Rc<Class> = Class::native("numpy.random._pcg64", "PCG64", &[], Some(&NEW), &[], &[], NEW.doc);
    }
    CLASS.with(Rc::clone)
}

static NEW: Builtin = Builtin::new(
    "numpy.random.PCG64",
    "(seed=None)",
    "The bits of a Generator, from a seed: a number, several, or the clock.",
    |_, args| {
        let number = |value: &Value| -> Result<Vec<u32>> {
            match value {
                Value::Int(n) if *n >= 0 => {
                    let n = *n as u64;
                    Ok(if n <= u64::from(u32::MAX) { vec![n as u32] } else { vec![n as u32, (n >> 32) as u32] })
                }
                Value::BigInt(n) if n.sign() == num_bigint::Sign::Plus => Ok(n.to_u32_digits().1),
                Value::Int(_) | Value::BigInt(_) => Err(Raise::value_error("expected non-negative integer")),
                other => Err(Raise::type_error(format!(
                    "SeedSequence expects int or sequence of ints for entropy not {}",
                    other.type_name()
                ))),
            }
        };
        let entropy = match args.get(0) {
            Value::None => {
                let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
                vec![now.subsec_nanos(), now.as_secs() as u32, std::process::id()]
            }
            value => match items_of(value) {
                Some(items) => items.iter().map(number).collect::<Result<Vec<_>>>()?.into_iter().flatten().collect(),
                None => number(value)?,
            },
        };
        Ok(Value::native(BitGenerator(RefCell::new(Pcg::new(&entropy)))))
    },
);

pub fn bits(args: &Args) -> Result<&BitGenerator> {
    args.get(0).downcast::<BitGenerator>().ok_or_else(|| args.must_be(0, "PCG64"))
}

fn count(args: &Args, i: usize) -> Result<usize> {
    usize::try_from(args.int(i)?).map_err(|_| Raise::value_error("negative dimensions are not allowed"))
}

fn floats(args: &Args, draw: fn(&mut Pcg) -> f64) -> Result<Value> {
    let mut pcg = bits(args)?.0.borrow_mut();
    let n = numel(&[count(args, 1)?])?;
    let values = memory::collected(n, (0..n).map(|_| draw(&mut pcg)))?;
    Ok(array_value(engine::from_bytes(bytemuck::cast_slice(&values), &[n], DType::Float64, Device::Cpu)?))
}

fn whole(values: &[i64]) -> Result<Tensor> {
    Ok(engine::from_bytes(bytemuck::cast_slice(values), &[values.len()], DType::Int64, Device::Cpu)?)
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("numpy.random._doubles", "(bits, count)", "Numbers from 0 to 1.", |_, args| floats(args, Pcg::double)),
    Builtin::new("numpy.random._singles", "(bits, count)", "Numbers from 0 to 1, of 24 bits.", |_, args| {
        floats(args, |pcg| f64::from(pcg.single()))
    }),
    Builtin::new("numpy.random._normals", "(bits, count)", "Normal numbers.", |_, args| floats(args, Pcg::normal)),
    Builtin::new(
        "numpy.random._bounded",
        "(bits, low, high, count)",
        "Whole numbers, both ends included.",
        |_, args| {
            let (low, high) = (args.int(1)?, args.int(2)?);
            let mut pcg = bits(args)?.0.borrow_mut();
            let most = high.wrapping_sub(low) as u64;
            let n = numel(&[count(args, 3)?])?;
            let values = memory::collected(n, (0..n).map(|_| low.wrapping_add(pcg.up_to(most) as i64)))?;
            Ok(array_value(whole(&values)?))
        },
    ),
    Builtin::new("numpy.random._some_of", "(bits, n, count, shuffled)", "Some of 0..n, each once.", |_, args| {
        let picked = bits(args)?.0.borrow_mut().some_of(count(args, 1)?, count(args, 2)?, args.bool(3)?)?;
        Ok(array_value(whole(&picked)?))
    }),
    Builtin::new("numpy.random._order", "(bits, n)", "0..n in random order.", |_, args| {
        let n = count(args, 1)?;
        let mut order = memory::collected(n, 0..n as i64)?;
        bits(args)?.0.borrow_mut().shuffle(&mut order, 1, Pcg::interval);
        Ok(array_value(whole(&order)?))
    }),
    Builtin::new("numpy.random._copy_into", "(array, values)", "In place: an array's values.", |vm, args| {
        let array = array_of(args.get(0)).ok_or_else(|| args.must_be(0, "ndarray"))?;
        let values = read(vm, args.get(1), None)?;
        copy_into(&array, &values)?;
        Ok(Value::None)
    }),
];
