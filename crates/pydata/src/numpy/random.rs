//! `numpy.random`'s legacy functions: the Mersenne Twister with NumPy's seeding and algorithms, so that a seed gives
//! NumPy's numbers.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use tensorcell_engine as engine;
use tensorcell_engine::host::Elements;
use tensorcell_language::native::{Args, Native};
use tensorcell_language::{Builtin, Class, Raise, Result, Value, Vm, memory};
use tensorcell_tensor::{DType, Device};
use tensorcell_torch::arguments::{TensorArgs, sizes};
use tensorcell_torch::files::numel;
use tensorcell_torch::host;
use tensorcell_torch::ndarray::{array_value, read, shape_given};
use tensorcell_torch::sequences::items_of;

const N: usize = 624;

/// MT19937, with the second of the last pair of normal numbers.
pub struct Twister {
    state: [u32; N],
    at: usize,
    spare: Option<f64>,
}

impl Twister {
    fn new(seed: u32) -> Twister {
        let mut state = [0; N];
        state[0] = seed;
        for i in 1..N {
            let last = state[i - 1];
            state[i] = 1_812_433_253u32.wrapping_mul(last ^ (last >> 30)).wrapping_add(i as u32);
        }
        Twister { state, at: N, spare: None }
    }
    /// Seeds from several words (`init_by_array` of the generator's authors).
    fn from_words(words: &[u32]) -> Twister {
        let mut new = Twister::new(19_650_218);
        let state = &mut new.state;
        let (mut i, mut j) = (1, 0);
        for _ in 0..N.max(words.len()) {
            let last = state[i - 1];
            state[i] = (state[i] ^ (last ^ (last >> 30)).wrapping_mul(1_664_525))
                .wrapping_add(words[j])
                .wrapping_add(j as u32);
            i += 1;
            j = (j + 1) % words.len();
            if i == N {
                state[0] = state[N - 1];
                i = 1;
            }
        }
        for _ in 0..N - 1 {
            let last = state[i - 1];
            state[i] = (state[i] ^ (last ^ (last >> 30)).wrapping_mul(1_566_083_941)).wrapping_sub(i as u32);
            i += 1;
            if i == N {
                state[0] = state[N - 1];
                i = 1;
            }
        }
        state[0] = 0x8000_0000;
        new
    }
    fn next(&mut self) -> u32 {
        if self.at == N {
            for i in 0..N {
                let y = (self.state[i] & 0x8000_0000) | (self.state[(i + 1) % N] & 0x7fff_ffff);
                let odd = if y & 1 == 1 { 0x9908_b0df } else { 0 };
                self.state[i] = self.state[(i + 397) % N] ^ (y >> 1) ^ odd;
            }
            self.at = 0;
        }
        let mut y = self.state[self.at];
        self.at += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }
    /// Returns a number in [0, 1) with 53 bits.
    pub fn double(&mut self) -> f64 {
        let (high, low) = (self.next() >> 5, self.next() >> 6);
        (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0
    }
    /// Returns a normal number by the polar method, which makes two at a time.
    pub fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        loop {
            let (x, y) = (2.0 * self.double() - 1.0, 2.0 * self.double() - 1.0);
            let r = x * x + y * y;
            if r < 1.0 && r != 0.0 {
                let f = (-2.0 * r.ln() / r).sqrt();
                self.spare = Some(f * x);
                return f * y;
            }
        }
    }
    /// Returns an integer from 0 to `most` inclusive, by masked rejection.
    pub fn up_to(&mut self, most: u64) -> u64 {
        if most == 0 {
            return 0;
        }
        let mask = u64::MAX >> most.leading_zeros();
        loop {
            let drawn = match u32::try_from(most) {
                Ok(_) => u64::from(self.next()),
                Err(_) => u64::from(self.next()) << 32 | u64::from(self.next()),
            };
            if drawn & mask <= most {
                return drawn & mask;
            }
        }
    }
}

thread_local! {
    static TWISTER: RefCell<Option<Twister>> = const { RefCell::new(None) };
}

/// Calls `draw` with the global generator. Unseeded, it is seeded from the clock.
pub fn with<T>(draw: impl FnOnce(&mut Twister) -> T) -> T {
    TWISTER.with_borrow_mut(|twister| {
        draw(twister.get_or_insert_with(|| {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
            Twister::new(now.subsec_nanos() ^ now.as_secs() as u32)
        }))
    })
}

fn seed(vm: &mut Vm, args: &Args) -> Result<Value> {
    let twister = match args.get(0) {
        Value::None => None,
        Value::Int(seed) => match u32::try_from(*seed) {
            Ok(seed) => Some(Twister::new(seed)),
            Err(_) => return Err(Raise::value_error("Seed must be between 0 and 2**32 - 1")),
        },
        words => {
            let words: Vec<u32> = read(vm, words, None)
                .and_then(|words| host::elements(&words))?
                .integers()
                .iter()
                .map(|&w| w as u32)
                .collect();
            if words.is_empty() {
                return Err(Raise::value_error("Seed must be non-empty"));
            }
            Some(Twister::from_words(&words))
        }
    };
    TWISTER.set(twister);
    Ok(Value::None)
}

/// A separate generator: `np.random.RandomState`.
struct Own(RefCell<Option<Twister>>);

impl Native for Own {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        thread_local! {
            static CLASS: Rc<Class> = Class::native("numpy.random", "MT19937", &[], None, &[], &[], "A Mersenne Twister.");
        }
        CLASS.with(Rc::clone)
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok("<numpy.random._mt19937.MT19937 object>".to_string())
    }
}

/// Swaps a separate generator with the global one. A second call swaps them back.
fn exchange(_: &mut Vm, args: &Args) -> Result<Value> {
    let own = args.get(0).downcast::<Own>().ok_or_else(|| args.wrong(0, "a generator"))?;
    TWISTER.with(|common| common.swap(&own.0));
    Ok(Value::None)
}

/// Returns the state like NumPy: a name, 624 words, how many are used, and the left-over normal number.
fn get_state(_: &mut Vm, _: &Args) -> Result<Value> {
    let (words, at, spare) = with(|twister| (twister.state.map(i64::from), twister.at, twister.spare));
    let words = engine::from_bytes(bytemuck::cast_slice(&words), &[N], DType::Int64, Device::Cpu)?;
    let left = Value::Int(spare.is_some().into());
    let spare = Value::from(spare.unwrap_or(0.0));
    Ok(Value::tuple(vec![Value::str("MT19937"), array_value(words), Value::Int(at as i64), left, spare]))
}

fn set_state(vm: &mut Vm, args: &Args) -> Result<Value> {
    let wrong = || Raise::value_error("state must be what np.random.get_state() gives");
    let [_, words, at, left, spare] = &items_of(args.get(0)).ok_or_else(wrong)?[..] else {
        return Err(wrong());
    };
    let words = host::elements(&read(vm, words, None)?)?.integers();
    let words: Vec<u32> = words.into_iter().map(|word| word as u32).collect();
    let state: [u32; N] = words.try_into().map_err(|_| wrong())?;
    let (Value::Int(at), Value::Int(left), Value::Float(spare)) = (at.number(), left.number(), spare.number()) else {
        return Err(wrong());
    };
    let at = usize::try_from(*at).ok().filter(|at| *at <= N).ok_or_else(wrong)?;
    TWISTER.set(Some(Twister { state, at, spare: (*left != 0).then_some(spare.get()) }));
    Ok(Value::None)
}

/// Draws an array, or a single number without a size.
fn filled(shape: Option<Vec<usize>>, mut draw: impl FnMut(&mut Twister) -> f64) -> Result<Value> {
    let Some(shape) = shape else { return Ok(Value::from(with(draw))) };
    let count = numel(&shape)?;
    let values = with(|twister| memory::collected(count, (0..count).map(|_| draw(twister))))?;
    Ok(array_value(engine::from_bytes(bytemuck::cast_slice(&values), &shape, DType::Float64, Device::Cpu)?))
}

/// Reads a `size` argument.
fn size(vm: &mut Vm, args: &Args, i: usize) -> Result<Option<Vec<usize>>> {
    if args.get(i).is_none() {
        return Ok(None);
    }
    let wanted = shape_given(args.get(i))?.map_or_else(|| args.integers(vm, i), Ok)?;
    checked(&wanted).map(Some)
}

fn checked(wanted: &[i64]) -> Result<Vec<usize>> {
    match wanted.iter().any(|size| *size < 0) {
        true => Err(Raise::value_error("negative dimensions are not allowed")),
        false => Ok(sizes(wanted)?.to_vec()),
    }
}

/// Reads a `*dims` argument.
fn dims(vm: &mut Vm, args: &Args) -> Result<Option<Vec<usize>>> {
    if args.rest(0).is_empty() {
        return Ok(None);
    }
    checked(&args.spread(vm, 0)?).map(Some)
}

fn whole(shape: Option<Vec<usize>>, mut draw: impl FnMut(&mut Twister) -> i64) -> Result<Value> {
    let Some(shape) = shape else { return Ok(Value::Int(with(draw))) };
    let count = numel(&shape)?;
    let values = with(|twister| memory::collected(count, (0..count).map(|_| draw(twister))))?;
    Ok(array_value(engine::from_bytes(bytemuck::cast_slice(&values), &shape, DType::Int64, Device::Cpu)?))
}

fn randint(vm: &mut Vm, args: &Args) -> Result<Value> {
    let (low, high) = if args.get(1).is_none() { (0, args.int(0)?) } else { (args.int(0)?, args.int(1)?) };
    if low >= high {
        return Err(Raise::value_error(if args.get(1).is_none() { "high <= 0" } else { "low >= high" }));
    }
    let most = high.wrapping_sub(1).wrapping_sub(low) as u64;
    whole(size(vm, args, 2)?, |twister| low.wrapping_add(twister.up_to(most) as i64))
}

/// Returns 0..n in random order, as `shuffle` makes it.
fn order(n: usize) -> Result<Vec<i64>> {
    let mut order = memory::collected(n, 0..n as i64)?;
    with(|twister| {
        for i in (1..n).rev() {
            order.swap(i, twister.up_to(i as u64) as usize);
        }
    });
    Ok(order)
}

/// Indices as an int64 array.
fn indices(found: &[i64], shape: &[usize]) -> Result<Value> {
    Ok(array_value(engine::from_bytes(bytemuck::cast_slice(found), shape, DType::Int64, Device::Cpu)?))
}

/// `_chosen(count, size, replace, p)`: indices below count, by weight if there are probabilities; one without a size.
fn chosen(vm: &mut Vm, args: &Args) -> Result<Value> {
    let below = usize::try_from(args.int(0)?).unwrap_or(0);
    let shape = size(vm, args, 1)?;
    let count = shape.as_ref().map_or(Ok(1), |shape| numel(shape))?;
    let replaces = args.bool(2)?;
    let weights = match args.get(3) {
        Value::None => None,
        given => Some(read(vm, given, Some(DType::Float64))?.to_vec::<f64>()?),
    };
    if !replaces && count > below {
        return Err(Raise::value_error("Cannot take a larger sample than population when 'replace=False'"));
    }
    let found = match weights {
        Some(weights) if replaces => {
            let shares = shares(&weights);
            with(|twister| memory::collected(count, (0..count).map(|_| place(&shares, twister.double()))))?
        }
        Some(weights) if weights.iter().filter(|weight| **weight > 0.0).count() < count => {
            return Err(Raise::value_error("Fewer non-zero entries in p than size"));
        }
        Some(weights) => with(|twister| once_each(twister, weights, count)),
        None if count == 0 => Vec::new(),
        None if replaces => {
            with(|twister| memory::collected(count, (0..count).map(|_| twister.up_to(below as u64 - 1) as i64)))?
        }
        None => order(below)?[..count].to_vec(),
    };
    match shape {
        Some(shape) => indices(&found, &shape),
        None => Ok(Value::Int(found[0])),
    }
}

/// Returns cumulative sums of weights, relative to their total.
fn shares(weights: &[f64]) -> Vec<f64> {
    let add = |sum: &mut f64, weight: &f64| {
        *sum += weight;
        Some(*sum)
    };
    let sums: Vec<f64> = weights.iter().scan(0.0, add).collect();
    let total = sums.last().copied().unwrap_or(0.0);
    sums.iter().map(|sum| sum / total).collect()
}

fn place(shares: &[f64], drawn: f64) -> i64 {
    shares.partition_point(|share| *share <= drawn) as i64
}

/// Draws distinct indices by weight, in rounds. Indices that were drawn before have weight zero.
fn once_each(twister: &mut Twister, mut weights: Vec<f64>, count: usize) -> Vec<i64> {
    let mut found: Vec<i64> = Vec::new();
    while found.len() < count {
        let drawn: Vec<f64> = (found.len()..count).map(|_| twister.double()).collect();
        found.iter().for_each(|at| weights[*at as usize] = 0.0);
        let shares = shares(&weights);
        for at in drawn.into_iter().map(|drawn| place(&shares, drawn)) {
            if !found.contains(&at) {
                found.push(at);
            }
        }
    }
    found
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new("numpy.random._own", "()", "A generator of one's own.", |_, _| {
        Ok(Value::native(Own(RefCell::default())))
    }),
    Builtin::new("numpy.random._exchange", "(own, /)", "One's own generator for the common one, or back.", exchange),
    Builtin::new("numpy.random.get_state", "(legacy=True)", "The generator's state, for set_state.", get_state),
    Builtin::new("numpy.random.set_state", "(state)", "Goes on from a state.", set_state),
    Builtin::new("numpy.random.seed", "(seed=None)", "Restarts the generator.", seed),
    Builtin::new("numpy.random.rand", "(*dims)", "Numbers from 0 to 1.", |vm, args| {
        filled(dims(vm, args)?, Twister::double)
    }),
    Builtin::new("numpy.random.randn", "(*dims)", "Normal numbers.", |vm, args| {
        filled(dims(vm, args)?, Twister::normal)
    }),
    Builtin::new("numpy.random.random", "(size=None)", "Numbers from 0 to 1.", |vm, args| {
        filled(size(vm, args, 0)?, Twister::double)
    }),
    Builtin::new("numpy.random.random_sample", "(size=None)", "Numbers from 0 to 1.", |vm, args| {
        filled(size(vm, args, 0)?, Twister::double)
    }),
    Builtin::new("numpy.random.uniform", "(low=0.0, high=1.0, size=None)", "Numbers from low to high.", |vm, args| {
        let (low, high) = (args.float(0)?, args.float(1)?);
        filled(size(vm, args, 2)?, |twister| low + (high - low) * twister.double())
    }),
    Builtin::new("numpy.random.normal", "(loc=0.0, scale=1.0, size=None)", "Normal numbers.", |vm, args| {
        let (loc, scale) = (args.float(0)?, args.float(1)?);
        if scale < 0.0 {
            return Err(Raise::value_error("scale < 0"));
        }
        filled(size(vm, args, 2)?, |twister| loc + scale * twister.normal())
    }),
    Builtin::new("numpy.random.standard_normal", "(size=None)", "Normal numbers.", |vm, args| {
        filled(size(vm, args, 0)?, Twister::normal)
    }),
    Builtin::new(
        "numpy.random.randint",
        "(low, high=None, size=None, dtype=None)",
        "Whole numbers from low up to high, not included.",
        randint,
    ),
    Builtin::new("numpy.random._mixed", "(n, /)", "0..n in random order.", |_, args| {
        let order = order(usize::try_from(args.int(0)?).unwrap_or(0))?;
        indices(&order, &[order.len()])
    }),
    Builtin::new(
        "numpy.random._chosen",
        "(count, size, replace, p, /)",
        "Indices below count at random, by weight if there are probabilities.",
        chosen,
    ),
];
