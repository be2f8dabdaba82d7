//! `%history`, `%env`, `%device`, `%seed`, `%xmode` and similar magics about the session.

use super::{options, print};
use crate::notebook::front::front;
use crate::notebook::ipython::AUTORELOAD;
use crate::notebook::{account, rich};
use tensorcell_device::{allocator, driver};
use tensorcell_display::{html, units};
use tensorcell_language::{Exc, Raise, Result, Value, Vm};
use tensorcell_tensor::Device;

/// Lists the cells of this session: all, a range (`3`, `2-5`), or with `-l` the last few.
pub fn history(vm: &mut Vm, line: &str, _: Option<&str>) -> Result<Value> {
    let options = options::parse("history", line)?;
    let Some(Value::List(inputs)) = vm.globals().get_str("In") else {
        return Err(Raise::new(Exc::NameError, "name 'In' is not defined: it holds the cells")
            .help("`%reset -f` brings it back"));
    };
    let inputs: Vec<String> =
        inputs.items.borrow().iter().map(|input| input.as_str().unwrap_or_default().to_owned()).collect();
    // Excludes the running cell.
    let last = (account::count() as usize).min(inputs.len());
    let mut chosen: Vec<usize> = (1..last).collect();
    if let Some(pattern) = options.text('g') {
        chosen.retain(|at| inputs[*at].contains(pattern));
    } else if !options.rest.is_empty() {
        chosen.clear();
        for part in options.rest.split_whitespace() {
            let wrong = || Raise::value_error(format!("%history takes cells as in 3 or 2-5, not '{part}'"));
            let (first, end) = part.split_once('-').unwrap_or((part, part));
            let (first, end): (usize, usize) = (first.parse().map_err(|_| wrong())?, end.parse().map_err(|_| wrong())?);
            chosen.extend((first.max(1)..=end).filter(|at| *at < inputs.len()));
        }
    }
    if let Some(count) = options.positive::<u64>('l')? {
        chosen.drain(..chosen.len().saturating_sub(count as usize));
    }
    let outputs = vm.globals().get_str("Out");
    for at in chosen {
        let input = inputs[at].trim_end();
        match options.has('n') {
            true if input.contains('\n') => print(&format!("{at:4}:\n{input}\n")),
            true => print(&format!("{at:4}: {input}\n")),
            false => print(&format!("{input}\n")),
        }
        if options.has('o')
            && let Some(Value::Dict(outputs)) = &outputs
            && let Some(value) = outputs.get(vm, &Value::Int(at as i64))?
        {
            let text = vm.repr(&value)?;
            print(&format!("{text}\n"));
        }
    }
    Ok(Value::None)
}

/// Shows the environment, shows one variable, or sets one.
pub fn env(vm: &mut Vm, line: &str, body: Option<&str>) -> Result<Value> {
    let name = line.trim().trim_start_matches('$');
    if name.contains(['=', ' ']) {
        return set_env(vm, name, body);
    }
    let module = vm.import("os")?;
    let environment = vm.get_attr(&module, "environ")?;
    if name.is_empty() {
        let copy = vm.call_method(&environment, "copy", &[])?;
        let Value::Dict(entries) = &copy else { return Ok(copy) };
        // As in IPython: variables whose names suggest a secret are masked.
        const SECRET: [&str; 3] = ["key", "token", "secret"];
        let hide = |(name, value): (Value, Value)| {
            let lower = name.as_str().unwrap_or_default().to_lowercase();
            let value = if SECRET.iter().any(|word| lower.contains(word)) { Value::str("<hidden>") } else { value };
            (name, value)
        };
        return Ok(Value::dict(entries.items().into_iter().map(hide)));
    }
    match vm.call_method(&environment, "get", &[Value::str(name)])? {
        Value::None => Err(Raise::new(Exc::KeyError, format!("the environment has no {name}"))),
        value => Ok(value),
    }
}

/// Sets a variable, by `NAME=VALUE` or `NAME VALUE`.
pub fn set_env(vm: &mut Vm, line: &str, _: Option<&str>) -> Result<Value> {
    let separator = if line.contains('=') { '=' } else { ' ' };
    let Some((name, value)) = line.trim().split_once(separator) else {
        return Err(Raise::value_error("%set_env needs a name and a value, as in NAME=VALUE"));
    };
    let (name, value) = (name.trim(), super::shell::expanded(vm, value.trim()));
    if name.is_empty() || name.contains(char::is_whitespace) {
        return Err(Raise::value_error(format!("refusing to set env var with whitespace: '{name}'")));
    }
    let module = vm.import("os")?;
    let environment = vm.get_attr(&module, "environ")?;
    vm.set_item(&environment, &Value::str(name), Value::str(&value))?;
    print(&format!("env: {name}={value}\n"));
    Ok(Value::None)
}

/// Lists the devices, or sets the default device of new tensors.
pub fn device(vm: &mut Vm, line: &str, _: Option<&str>) -> Result<Value> {
    let torch = vm.import("torch")?;
    if !line.is_empty() {
        let device = vm.get_attr(&torch, "device")?;
        let device = vm.call(&device, &[Value::str(line)], &[])?;
        let name = vm.str(&device)?;
        if let Some(index) = name.strip_prefix("cuda") {
            let index: usize = index.strip_prefix(':').map_or(Ok(driver::current_device()), str::parse).unwrap_or(0);
            let cuda = vm.import("torch.cuda")?;
            vm.call_method(&cuda, "set_device", &[Value::Int(index as i64)])?;
        }
        vm.call_method(&torch, "set_default_device", &[device])?;
        print(&format!("New tensors are made on {name}.\n"));
        return Ok(Value::None);
    }
    let default = vm.call_method(&torch, "get_default_device", &[])?;
    let default = vm.str(&default)?;
    let head = ["device", "name", "memory in use", "reserved", "free", "total", ""];
    let on = |device: Device| allocator::stats(device);
    let mark = |device: Device| match device {
        _ if default == device.to_string() || default == "cuda" && device == Device::Cuda(driver::current_device()) => {
            "new tensors"
        }
        Device::Cuda(index) if index == driver::current_device() => "current",
        _ => "",
    };
    let size = |bytes: usize| units::bytes(bytes as f64);
    let stats = on(Device::Cpu);
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let name = format!("{processors} processor{}", if processors == 1 { "" } else { "s" });
    let row = [
        "cpu",
        &name,
        &size(stats.allocated_bytes.all.current as usize),
        &size(stats.reserved_bytes.all.current as usize),
        "",
        "",
        mark(Device::Cpu),
    ];
    let mut rows: Vec<Vec<String>> = vec![row.map(str::to_owned).to_vec()];
    for index in 0..driver::device_count() {
        let (device, stats) = (Device::Cuda(index), on(Device::Cuda(index)));
        let name = driver::properties(index).map_or_else(|error| error.to_string(), |found| found.name.clone());
        // Querying an unused device would create its context.
        let (free, total) = match driver::is_active(index) {
            true => driver::memory_info(index)
                .map_or_else(|_| Default::default(), |(free, total)| (size(free), size(total))),
            false => driver::properties(index)
                .map_or_else(|_| Default::default(), |found| ("".into(), size(found.total_memory))),
        };
        rows.push(vec![
            device.to_string(),
            name,
            size(stats.allocated_bytes.all.current as usize),
            size(stats.reserved_bytes.all.current as usize),
            free,
            total,
            mark(device).to_owned(),
        ]);
    }
    let forms = [
        ("text/html".to_owned(), html::table(&head, &rows)),
        ("text/plain".to_owned(), html::text_table(&head, &rows).trim_end().to_owned()),
    ];
    front(|front| front.display(rich::display(&forms)));
    Ok(Value::None)
}

/// Seeds all generators: `torch` on every device, `random`, `numpy.random`. Without a number, shows the current seed.
pub fn seed(vm: &mut Vm, line: &str, _: Option<&str>) -> Result<Value> {
    let torch = vm.import("torch")?;
    if line.is_empty() {
        return vm.call_method(&torch, "initial_seed", &[]);
    }
    let Ok(seed) = line.replace('_', "").parse::<u32>() else {
        return Err(Raise::value_error(format!("%seed needs a number from 0 to {}, not '{line}'", u32::MAX)));
    };
    let seed = Value::Int(seed.into());
    vm.call_method(&torch, "manual_seed", std::slice::from_ref(&seed))?;
    for module in ["random", "numpy.random"] {
        let module = vm.import(module)?;
        vm.call_method(&module, "seed", std::slice::from_ref(&seed))?;
    }
    Ok(Value::None)
}

/// Reloads modules whose files have changed before each cell.
pub fn autoreload(vm: &mut Vm, line: &str, _: Option<&str>) -> Result<Value> {
    reloading(vm, "autoreload", line)
}

/// Lists the modules that are reloaded, or excluded.
pub fn aimport(vm: &mut Vm, line: &str, _: Option<&str>) -> Result<Value> {
    reloading(vm, "aimport", line)
}

fn reloading(vm: &mut Vm, magic: &str, line: &str) -> Result<Value> {
    let module = vm.import(AUTORELOAD)?;
    let names = Value::Dict(vm.globals());
    vm.call_method(&module, magic, &[Value::str(line), names])
}

/// With several ranks, their kernel has handled it before.
pub fn rank(_: &mut Vm, _: &str, _: Option<&str>) -> Result<Value> {
    let raise = Raise::runtime("this kernel has one rank");
    Err(raise.help("`tensorcell install --mpi 2` registers a kernel of two; %rank stands alone in its cell"))
}
