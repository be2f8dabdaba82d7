//! `%time` and `%timeit`. Device work counts: a measurement ends when the devices are done.

use super::{evaluate, print};
use crate::display::units;
use crate::language::{Exc, Raise, Result, Value, Vm};
use crate::notebook::timeline;
use std::time::Instant;

pub fn time(vm: &mut Vm, line: &str, body: Option<&str>) -> Result<Value> {
    timeline::synchronize();
    let start = Instant::now();
    let outcome = evaluate(vm, body.unwrap_or(line));
    timeline::synchronize();
    print(&format!("Wall time: {}\n", units::seconds(start.elapsed().as_secs_f64())));
    Ok(outcome?.unwrap_or(Value::None))
}

/// As IPython: loops are chosen so that a run takes 0.2 s or more, and there are seven runs.
pub fn timeit(vm: &mut Vm, line: &str, body: Option<&str>) -> Result<Value> {
    let Options { loops, runs, quiet, code } = options(line)?;
    let (setup, statement) = match body {
        Some(body) => (code, body),
        None => (code, code),
    };
    if body.is_some() && !setup.is_empty() {
        evaluate(vm, setup)?;
    }
    let indented: String = statement.trim_end().lines().map(|line| format!("        {line}\n")).collect();
    if indented.trim().is_empty() {
        return Err(Raise::value_error("nothing to time: %timeit f(x)"));
    }
    let source = format!("def _timeit_(loops):\n    for _ in range(loops):\n{indented}_timeit_\n");
    let inner = vm.run_aside("<timeit>", &source)?.unwrap_or(Value::None);
    let once = |vm: &mut Vm, loops: u64| -> Result<f64> {
        timeline::synchronize();
        let start = Instant::now();
        vm.call(&inner, &[Value::Int(loops as i64)], &[])?;
        timeline::synchronize();
        Ok(start.elapsed().as_secs_f64())
    };
    let loops = match loops {
        Some(loops) => loops,
        None => {
            let mut loops = 1;
            while once(vm, loops)? < 0.2 && loops < 1_000_000_000 {
                loops *= 10;
            }
            loops
        }
    };
    let mut each = Vec::new();
    for _ in 0..runs {
        each.push(once(vm, loops)? / loops as f64);
    }
    let mean = each.iter().sum::<f64>() / each.len() as f64;
    let deviation = (each.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / each.len() as f64).sqrt();
    if !quiet {
        print(&format!(
            "{} ± {} per loop (mean ± std. dev. of {runs} run{}, {} loop{} each)\n",
            units::seconds(mean),
            units::seconds(deviation),
            if runs == 1 { "" } else { "s" },
            units::count(loops),
            if loops == 1 { "" } else { "s" },
        ));
    }
    Ok(Value::None)
}

struct Options<'a> {
    loops: Option<u64>,
    runs: u64,
    quiet: bool,
    code: &'a str,
}

fn options(line: &str) -> Result<Options<'_>> {
    let mut options = Options { loops: None, runs: 7, quiet: false, code: line.trim() };
    let wrong = |option: &str| Raise::new(Exc::ValueError, format!("%timeit {option} needs a positive number"));
    while let Some(rest) = options.code.strip_prefix('-') {
        let (option, rest) = rest.split_at(rest.chars().next().map_or(0, char::len_utf8));
        match option {
            "q" => {
                options.quiet = true;
                options.code = rest.trim_start();
            }
            "n" | "r" => {
                let rest = rest.trim_start();
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let number: u64 =
                    rest[..end].parse().ok().filter(|n| *n > 0).ok_or_else(|| wrong(&format!("-{option}")))?;
                if option == "n" {
                    options.loops = Some(number);
                } else {
                    options.runs = number;
                }
                options.code = rest[end..].trim_start();
            }
            // `-x` is an expression.
            _ => break,
        }
    }
    Ok(options)
}
