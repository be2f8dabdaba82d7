//! What the always-on account of kernels costs: training steps of a 1000-512-10 network with it and without it, in turns.
//!
//!     cargo bench --bench account
//!
//! Once on the processor, once on an emulated device. The machine's other work only ever adds time, so the quick turns
//! count: the twentieth part of them that is the quickest, and beside it the quicker quarter. On a machine with other work
//! the difference of two turns says little; so the cost is also put together from its parts: what one operation costs with
//! the account and without (the least of many), times the operations of a step, over the step's time. Work that is timed
//! on a device comes on top of that, at most 0.3 % of the time that passes (`device::activity`).

use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use tensorcell_device::{Device, driver};
use tensorcell_engine::{self as engine, profile};
use tensorcell_language::{Exc, Host, Raise, Value, Vm};
use tensorcell_tensor::op::{Arg, Make};
use tensorcell_tensor::pointwise::Pointwise;
use tensorcell_tensor::{DType, Op, Scalar};

const PROGRAM: &str = "
import torch, torch.nn as nn
def training(device):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(1000, 512), nn.ReLU(), nn.Linear(512, 10)).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    loss_of = nn.CrossEntropyLoss()
    x, y = torch.randn(64, 1000, device=device), torch.randint(0, 10, (64,), device=device)
    def steps():
        for _ in range(2):
            optimizer.zero_grad()
            loss = loss_of(model(x), y)
            loss.backward()
            optimizer.step()
        return loss.item()
    return steps
training
";
const STEPS: f64 = 2.0;
/// Pairs of turns.
const PAIRS: usize = 200;

struct Quiet;

impl Host for Quiet {
    fn write_stdout(&self, _: &str) {}
    fn write_stderr(&self, text: &str) {
        eprint!("{text}");
    }
    fn input(&self, _: &str, _: bool) -> Result<String, Raise> {
        Err(Raise::new(Exc::EOFError, "nobody to ask"))
    }
    fn display(&self, _: &[(String, String)], _: Option<&str>, _: bool) {}
    fn magic(&self, _: &mut Vm, name: &str, _: &str, _: Option<&str>) -> Result<Value, Raise> {
        Err(Raise::runtime(format!("no magic here: {name}")))
    }
    fn safe_point(&self, _: &mut Vm) {}
}

fn told<T>(raise: Raise) -> T {
    panic!("{}", raise.message())
}

/// Nanoseconds that the account adds to an operation of eight elements: least times of turns with and without it.
fn operation(device: &str) -> f64 {
    let device = if device == "cpu" { Device::Cpu } else { Device::Cuda(0) };
    let make = Make { shape: [8].as_slice().into(), dtype: DType::Float32, device };
    let x = engine::run(Op::Fill { value: Scalar::Int(1), make }, &[]).expect("memory");
    let add = Op::Pointwise { function: Pointwise::Add, parameters: [1.0, 0.0] };
    let mut least = [f64::INFINITY; 2];
    profile::take();
    for turn in 0..400 {
        profile::set_enabled(turn % 2 == 1);
        let start = Instant::now();
        for _ in 0..50 {
            drop(engine::run(add.clone(), &[Arg::Tensor(&x), Arg::Tensor(&x)]).expect("a sum"));
        }
        least[turn % 2] = least[turn % 2].min(start.elapsed().as_secs_f64() / 50.0);
        if device != Device::Cpu {
            driver::synchronize(0).expect("the device is well");
        }
    }
    profile::set_enabled(true);
    (least[1] - least[0]) * 1e9
}

fn main() {
    // SAFETY: no other thread runs yet.
    unsafe {
        std::env::set_var("TENSORCELL_EMULATE", "1");
        std::env::set_var("TENSORCELL_EMULATE_KERNELS", "1");
    }
    let mut vm = Vm::new(Rc::new(Quiet), Arc::default(), Arc::default());
    tensorcell_stdlib::register(&mut vm);
    tensorcell_torch::register(&mut vm);
    tensorcell_pydata::register(&mut vm);
    let training = vm.run_cell("bench", PROGRAM).unwrap_or_else(told).expect("a function");
    println!("{:<8} {:>14} {:>14} {:>10} {:>20}", "", "step without", "with", "cost", "at the quartile");
    for device in ["cpu", "cuda"] {
        let steps = vm.call(&training, &[Value::str(device)], &[]).unwrap_or_else(told);
        let mut turn = |kept: bool| {
            profile::set_enabled(kept);
            let start = Instant::now();
            vm.call(&steps, &[], &[]).unwrap_or_else(told);
            start.elapsed().as_secs_f64() / STEPS
        };
        turn(true);
        profile::take();
        let mut times = [Vec::new(), Vec::new()];
        for pair in 0..PAIRS {
            for kept in [pair % 2 == 0, pair % 2 != 0] {
                times[usize::from(kept)].push(turn(kept));
            }
            // As a cell's end does: a cell of some hundred steps.
            if pair % 100 == 99 {
                profile::take();
            }
        }
        let [without, with] = times.map(|mut times| {
            times.sort_by(f64::total_cmp);
            [times[PAIRS / 20], times[PAIRS / 4]]
        });
        let cost = |i: usize| (with[i] / without[i] - 1.0) * 100.0;
        let (step, quick, slower) = (without[0] * 1e3, cost(0), cost(1));
        println!("{device:<8} {step:>11.3} ms {:>11.3} ms {quick:>8.2} % {slower:>17.2} %", with[0] * 1e3);
        profile::take();
        turn(true);
        let operations = profile::take().totals.iter().map(|total| total.count).sum::<u64>() as f64 / STEPS;
        let each = operation(device);
        let parts = operations * each / (without[0] * 1e9) * 100.0;
        println!("{:<8} {operations:.0} operations of {each:.0} ns more each: {parts:.2} % of a step", "");
    }
}
