//! What the device's machinery costs on an emulated device: an allocation from the cache, a launch, an event, a graph's
//! replay against the same work launched one by one. Least times of several rounds, since others use the machine as well.
//!
//!     cargo bench --bench device

use std::time::Instant;

use tensorcell_device::allocator::{self, Block};
use tensorcell_device::event::Event;
use tensorcell_device::stream::Stream;
use tensorcell_device::{Device, driver};
use tensorcell_engine::cuda::graph::{Capture, Mode};
use tensorcell_engine::{self as engine};
use tensorcell_tensor::op::{Arg, Make};
use tensorcell_tensor::pointwise::Pointwise;
use tensorcell_tensor::{DType, Dims, Op, Reduction, Scalar, Tensor};

const GPU: Device = Device::Cuda(0);
const ROUNDS: usize = 30;
/// Nanoseconds that an allocation from the cache may take, in a release build.
const GOAL: f64 = 200.0;

/// Nanoseconds of one call, the least of all rounds of `repeat`; `after` each round is not measured.
fn least(repeat: usize, mut work: impl FnMut(), mut after: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for _ in 0..repeat {
            work();
        }
        best = best.min(start.elapsed().as_secs_f64() / repeat as f64);
        after();
    }
    best * 1e9
}

fn tell(what: &str, nanoseconds: f64) {
    println!("{what:56} {:10.0} ns", nanoseconds);
}

/// `(x * 1.5 + y).tanh() * sigmoid(y)`: what the account says ran.
fn tail() -> Result<(), Box<dyn std::error::Error>> {
    let make = Make { shape: [1 << 20].as_slice().into(), dtype: DType::Float32, device: GPU };
    let x = engine::run(Op::Fill { value: Scalar::Float(0.3), make }, &[])?;
    let apply = |function, inputs: &[Arg]| {
        engine::run(Op::Pointwise { function, parameters: [1.0, 0.0] }, inputs).expect("a result")
    };
    let chain = || {
        let scaled = apply(Pointwise::Mul, &[(&x).into(), Scalar::Float(1.5).into()]);
        let sum = apply(Pointwise::Add, &[(&scaled).into(), (&x).into()]);
        drop(scaled);
        let (left, right) = (apply(Pointwise::Tanh, &[(&sum).into()]), apply(Pointwise::Sigmoid, &[(&x).into()]));
        drop(sum);
        apply(Pointwise::Mul, &[(&left).into(), (&right).into()])
    };
    let mean = || {
        let mean = Op::Reduce { function: Reduction::Mean, dims: Dims::new(), keepdim: false, correction: 0.0 };
        engine::run(mean, &[(&chain()).into()]).expect("a mean")
    };
    // What is written beside the result itself: the chain's is a step, the mean is not.
    for (what, work, own) in [("the tail's chain", &chain as &dyn Fn() -> Tensor, 1), ("its mean", &mean, 0)] {
        drop(work());
        let result = work();
        engine::flush();
        drop(result);
        engine::profile::take();
        let before = engine::cuda::chain::counts();
        let result = work();
        let account = engine::profile::take();
        let after = engine::cuda::chain::counts();
        println!(
            "{what}: {} operations, {} launch, {} temporaries written",
            after.steps - before.steps,
            account.totals.iter().filter(|total| total.name != "Memset (Device)").map(|total| total.count).sum::<u64>(),
            after.written - before.written - own,
        );
        drop(result);
    }
    let wait = || driver::synchronize(0).expect("the device is well");
    let run = || {
        let result = chain();
        engine::flush();
        drop(result);
    };
    tell("the chain over 1M elements, without waiting for it", least(10, run, wait));
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // SAFETY: no other thread runs yet.
    unsafe {
        std::env::set_var("TENSORCELL_EMULATE", "1");
        std::env::set_var("TENSORCELL_EMULATE_KERNELS", "1");
        std::env::set_var("TENSORCELL_FUSE", "1"); // chains at first sight
    }
    let wait = || driver::synchronize(0).expect("the device is well");

    let mut within = true;
    for bytes in [512, 64 << 10, 8 << 20] {
        drop(Block::allocate(GPU, bytes)?);
        let pair = || drop(Block::allocate(GPU, bytes).expect("memory"));
        let least = least(1000, pair, || {});
        tell(&format!("allocation and return of {bytes} bytes, from the cache"), least);
        within &= least < GOAL;
    }
    println!("an allocation from the cache under {GOAL} ns: {}", if within { "yes" } else { "no" });
    let held: Vec<Block> = (0..2000).map(|i| Block::allocate(GPU, 512 * (1 + i % 7))).collect::<Result<_, _>>()?;
    let pair = || drop(Block::allocate(GPU, 1024).expect("memory"));
    tell("the same of 1024 bytes among 2000 live blocks", least(1000, pair, || {}));
    drop(held);

    let make = Make { shape: [8].as_slice().into(), dtype: DType::Float32, device: GPU };
    let x = engine::run(Op::Fill { value: Scalar::Int(1), make }, &[])?;
    let add = Op::Pointwise { function: Pointwise::Add, parameters: [1.0, 0.0] };
    // Launched at once, as all is that somebody waits for.
    let sum = |a: &Tensor| {
        let sum = engine::run(add.clone(), &[Arg::Tensor(a), Arg::Tensor(&x)]).expect("a sum");
        engine::flush();
        sum
    };
    sum(&x);
    wait();
    tell("an addition of 8 elements, without waiting for it", least(100, || drop(sum(&x)), wait));
    let event = Event::new(0, false)?;
    tell("an event's record", least(100, || event.record(&Stream::current(0)).expect("records"), wait));

    const CHAIN: usize = 50;
    let chain = |x: &Tensor| (0..CHAIN).fold(sum(x), |sum_so_far, _| sum(&sum_so_far));
    let eager = least(1, || drop(chain(&x)), wait);
    let side = Stream::new(0, 0)?;
    side.make_current();
    let capture = Capture::begin(side, Mode::Global, None)?;
    let result = chain(&x);
    let graph = capture.end()?;
    let replayed = least(1, || graph.replay().expect("replays"), wait);
    Stream::default_of(0).make_current();
    tell(&format!("{} additions, launched one by one", CHAIN + 1), eager);
    tell("the same as one graph's replay", replayed);
    drop((result, graph));

    tail()?;
    let stats = allocator::stats(GPU);
    println!("{} allocations, {} of them from the driver", stats.allocation.all.allocated, stats.num_device_alloc);
    Ok(())
}
