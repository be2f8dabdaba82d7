//! What the always-on account of kernels costs: training steps of a 1000-512-10 network with it and without it, in turns.
//!
//!     cargo bench --bench account
//!
//! Once on the processor, once on an emulated device. The machine's other work only ever adds time, so the quick turns
//! count: the twentieth part of them that is the quickest, and beside it the quicker quarter.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use tensorcell::engine::profile;
use tensorcell::language::{Exc, Host, Raise, Value, Vm};

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
const PAIRS: usize = 400;

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

fn main() {
    // SAFETY: no other thread runs yet.
    unsafe { std::env::set_var("TENSORCELL_EMULATE", "1") };
    let mut vm = Vm::new(Rc::new(Quiet), Arc::default(), Arc::default());
    tensorcell::torch::register(&mut vm);
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
        let (without, with, quick, slower) = (without[0] * 1e3, with[0] * 1e3, cost(0), cost(1));
        println!("{device:<8} {without:>11.3} ms {with:>11.3} ms {quick:>8.2} % {slower:>17.2} %");
    }
}
