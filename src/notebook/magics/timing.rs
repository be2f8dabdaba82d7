//! `%time` and `%timeit`. Device work counts: a measurement ends when the devices are idle.

use super::{evaluate, evaluate_below, options, print};
use crate::notebook::timeline;
use std::time::Instant;
use tensorcell_device::clock;
use tensorcell_language::{Raise, Result, Value, Vm};

pub fn time(vm: &mut Vm, line: &str, body: Option<&str>) -> Result<Value> {
    timeline::synchronize();
    let (before, start) = (clock::processor_time(), Instant::now());
    let outcome = match body {
        Some(body) => evaluate_below(vm, body),
        None => evaluate(vm, line),
    };
    timeline::synchronize();
    let (wall, after) = (start.elapsed(), clock::processor_time());
    let user = after.user.saturating_sub(before.user).as_secs_f64();
    let system = after.system.saturating_sub(before.system).as_secs_f64();
    print(&format!(
        "CPU times: user {}, sys: {}, total: {}\nWall time: {}\n",
        span(user, 3),
        span(system, 3),
        span(user + system, 3),
        span(wall.as_secs_f64(), 3)
    ));
    Ok(outcome?.unwrap_or(Value::None))
}

/// As IPython: chooses the loops so that a run takes 0.2 s or more, and makes seven runs.
pub fn timeit(vm: &mut Vm, line: &str, body: Option<&str>) -> Result<Value> {
    let options = options::parse("timeit", line)?;
    let (setup, statement) = match body {
        Some(body) => (options.rest, body),
        None => ("pass", options.rest),
    };
    if statement.trim().is_empty() {
        return Err(Raise::value_error("nothing to time: %timeit f(x)"));
    }
    let runs: u64 = options.positive('r')?.unwrap_or(7);
    let precision: usize = options.positive('p')?.unwrap_or(3);
    let chosen: Option<u64> = options.positive('n')?;
    let inner = timed_function(vm, setup, statement)?;
    let once = |vm: &mut Vm, loops: u64| -> Result<f64> {
        // A generator: its first step is the setup, which is not measured, its second the loop.
        let steps = vm.call(&inner, &[Value::Int(loops as i64)], &[])?;
        vm.call_method(&steps, "__next__", &[])?;
        timeline::synchronize();
        let start = Instant::now();
        vm.call_method(&steps, "__next__", &[])?;
        timeline::synchronize();
        Ok(start.elapsed().as_secs_f64())
    };
    let loops = match chosen {
        Some(loops) => loops,
        None => {
            let mut loops = 1;
            while once(vm, loops)? < 0.2 && loops < 1_000_000_000 {
                loops *= 10;
            }
            loops
        }
    };
    let whole = (0..runs).map(|_| once(vm, loops)).collect::<Result<Vec<f64>>>()?;
    let each: Vec<f64> = whole.iter().map(|time| time / loops as f64).collect();
    let text = summary(&each, loops, precision);
    if !options.has('q') {
        print(&format!("{}{text}\n", cached(&each)));
    }
    if !options.has('o') {
        return Ok(Value::None);
    }
    let module = vm.import("IPython.utils.capture")?;
    let class = vm.get_attr(&module, "TimeitResult")?;
    let all = Value::list(whole.into_iter().map(Value::from).collect());
    vm.call(&class, &[Value::Int(loops as i64), Value::Int(runs as i64), all, Value::str(text)], &[])
}

/// Compiles the statement in a loop inside a function, so that its names are local and the notebook's are unchanged.
fn timed_function(vm: &mut Vm, setup: &str, statement: &str) -> Result<Value> {
    const NAME: &str = "_timeit_";
    let indented =
        |code: &str, by: &str| -> String { code.trim_end().lines().map(|line| format!("{by}{line}\n")).collect() };
    let setup = indented(if setup.trim().is_empty() { "pass" } else { setup }, "    ");
    let statement = indented(statement, "        ");
    let source = format!(
        "def {NAME}(_loops_):\n{setup}    yield\n    for _loop_ in range(_loops_):\n{statement}    yield\n{NAME}\n"
    );
    let function = vm.run_aside("<timeit>", &source)?.unwrap_or(Value::None);
    vm.globals().remove_str(NAME);
    Ok(function)
}

fn summary(each: &[f64], loops: u64, precision: usize) -> String {
    let runs = each.len();
    let mean = each.iter().sum::<f64>() / runs as f64;
    let deviation = (each.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / runs as f64).sqrt();
    format!(
        "{} ± {} per loop (mean ± std. dev. of {runs} run{}, {} loop{} each)",
        span(mean, precision),
        span(deviation, precision),
        if runs == 1 { "" } else { "s" },
        tensorcell_display::units::count(loops),
        if loops == 1 { "" } else { "s" },
    )
}

/// IPython's warning for large differences between runs.
fn cached(each: &[f64]) -> String {
    let best = each.iter().copied().fold(f64::INFINITY, f64::min);
    let worst = each.iter().copied().fold(0.0, f64::max);
    match worst > 4.0 * best && best > 0.0 && worst > 1e-6 {
        true => format!(
            "The slowest run took {:.2} times longer than the fastest. This could mean that an intermediate result is \
             being cached.\n",
            worst / best
        ),
        false => String::new(),
    }
}

/// Formats a time like IPython: `1.23 ms`, `77 ns`, `1min 5s`.
pub fn span(seconds: f64, precision: usize) -> String {
    if seconds >= 60.0 {
        let mut left = seconds as u64;
        let mut parts = Vec::new();
        for (unit, length) in [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)] {
            if left / length > 0 {
                parts.push(format!("{}{unit}", left / length));
                left %= length;
            }
        }
        return parts.join(" ");
    }
    const UNITS: [(&str, f64); 4] = [("s", 1.0), ("ms", 1e3), ("µs", 1e6), ("ns", 1e9)];
    let order = match seconds > 0.0 {
        true => (-(seconds.log10().floor() / 3.0).floor()).clamp(0.0, 3.0) as usize,
        false => 3,
    };
    let (unit, scale) = UNITS[order];
    format!("{} {unit}", general(seconds * scale, precision))
}

/// C's `%.{precision}g` for numbers in the range of scaled times.
fn general(value: f64, precision: usize) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let exponent = format!("{value:.*e}", precision - 1);
    let exponent: i32 = exponent.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    if exponent < -4 {
        let text = format!("{value:.*e}", precision - 1);
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        return format!("{}e-{:02}", trimmed(mantissa), exponent.abs());
    }
    let decimals = (precision as i32 - 1 - exponent).max(0) as usize;
    let text = format!("{value:.decimals$}");
    if exponent >= precision as i32 {
        // `%g` would use exponents here; times do not: 1234 ns never occurs, but 1e+03 s would.
        return text;
    }
    trimmed(&text).to_owned()
}

fn trimmed(text: &str) -> &str {
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::span;

    #[test]
    fn times_are_written_as_ipython_writes_them() {
        // Results of IPython 9.18's `_format_time`.
        for (seconds, text) in [
            (0.0, "0 ns"),
            (5.604997568298132e-08, "56 ns"),
            (3.34e-6, "3.34 µs"),
            (1.0, "1 s"),
            // IPython gives `1e+03 ms`.
            (0.9996, "1000 ms"),
            (12.5, "12.5 s"),
            (65.2, "1min 5s"),
            (3661.0, "1h 1min 1s"),
            (1e-10, "0.1 ns"),
            (0.000123456, "123 µs"),
        ] {
            assert_eq!(span(seconds, 3), text, "{seconds}");
        }
        assert_eq!(span(1.23456e-3, 5), "1.2346 ms");
    }
}
