//! Saves the state of the session after each cell, in the background: for `%restore` after a crash or a restart, and for `%undo`.
//!
//! Values are one pickle, so that shared objects stay shared; storages are separate files named by their contents, so
//! that only changed ones are written. Functions and classes of cells are kept as their text, and recreated.

mod definitions;
mod folder;
mod state;
mod writer;

use super::names;
use folder::Folder;
use state::{Definition, State};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};
use tensorcell_jupyter::Cell;
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Value, Vm};
use tensorcell_tensor::{DType, Device};
use tensorcell_torch::files::pickle::read_storage;
use tensorcell_torch::{tensor_of, tensor_value};
use writer::{Job, Writer};

/// The native functions of the magics.
pub static NATIVE: ModuleDef = ModuleDef {
    name: "_tensorcell.restore",
    doc: "What %restore and %undo are made of.",
    functions: &[STORAGE],
    init: Some(|vm, module| vm.run_prelude("tensorcell/restore.py", include_str!("../prelude/restore.py"), module)),
};

const STORAGE: Builtin = Builtin::new(
    "_tensorcell.restore.storage",
    "(number)",
    "The bytes of a saved storage, by the number that its state gives it.",
    storage,
);

/// The limits of a save.
#[derive(Clone, Copy)]
pub struct Budget {
    /// Values that take longer to write are left out.
    pub seconds: f64,
    /// The maximum size of storages.
    pub bytes: i64,
    /// The maximum number of states that wait to be written; further saves are skipped.
    pub waiting: usize,
}

impl Budget {
    /// Reads TENSORCELL_RESTORE_SECONDS and TENSORCELL_RESTORE_BYTES; the defaults are 2 s and 1 GiB.
    pub fn from_environment() -> Budget {
        fn set<T: std::str::FromStr>(name: &str) -> Option<T> {
            std::env::var(name).ok()?.parse().ok()
        }
        let (seconds, bytes) = (set("TENSORCELL_RESTORE_SECONDS"), set("TENSORCELL_RESTORE_BYTES"));
        Budget { seconds: seconds.unwrap_or(2.0), bytes: bytes.unwrap_or(1 << 30), waiting: 2 }
    }
}

/// After a save that takes more than this part of its time limit, saving pauses for this multiple of its duration.
const SHARE: u32 = 20;
const QUICK: f64 = 0.125;
/// The part of the time limit for which a save waits until devices are idle.
const REST: f64 = 0.025;

/// The saved states of this session.
struct Keeper {
    folder: Folder,
    budget: Budget,
    writer: Writer,
    /// The number of cells that have ended.
    ended: u64,
    /// The storages' files of the states that are kept.
    recent: VecDeque<BTreeSet<String>>,
    definitions: Vec<Definition>,
    is_off: bool,
    paused: Option<Instant>,
    /// Why the last save failed.
    trouble: Option<String>,
    is_offered: bool,
}

thread_local! {
    static KEEPER: RefCell<Option<Keeper>> = const { RefCell::new(None) };
    /// The state that is being read.
    static SOURCE: RefCell<(PathBuf, Vec<String>)> = RefCell::default();
}

/// Saves the states of this session below `root`, and finds the previous kernel's states under the same key.
///
/// # Errors
/// If the folder cannot be created or is accessible to others, or another kernel has locked it.
pub fn begin(root: &Path, key: &str, budget: Budget) -> std::io::Result<()> {
    let folder = Folder::take(root, &state::hash(key.as_bytes()), state::has_state)?;
    let is_off = folder.switch.exists();
    let keeper = Keeper {
        folder,
        budget,
        writer: Writer::start()?,
        ended: 0,
        recent: VecDeque::new(),
        definitions: Vec::new(),
        is_off,
        paused: None,
        trouble: None,
        is_offered: false,
    };
    KEEPER.set(Some(keeper));
    Ok(())
}

/// Ends the session. For a restart the states are kept on disk; otherwise they are removed.
pub fn end(restart: bool) {
    let Some(keeper) = KEEPER.take() else { return };
    keeper.writer.finish();
    if !restart && !keeper.is_off {
        keeper.folder.remove();
    }
}

fn with<T>(work: impl FnOnce(&mut Keeper) -> T) -> Option<T> {
    KEEPER.with_borrow_mut(|keeper| keeper.as_mut().map(work))
}

/// Returns a line that offers the previous kernel's state, before the first cell, unless that restores it.
pub fn offer(code: &str) -> Option<String> {
    let earlier = with(|keeper| {
        let is_first = !std::mem::replace(&mut keeper.is_offered, true);
        keeper.folder.earlier.clone().filter(|_| is_first && !keeper.is_off)
    })??;
    let (state, _) = newest(&earlier, u64::MAX)?;
    let line = format!("%restore brings back {}, as {}.\n", count(state.names.len()), after(&state));
    (!code.trim_start().starts_with("%restore")).then_some(line)
}

fn count(names: usize) -> String {
    format!("{names} name{}", if names == 1 { "" } else { "s" })
}

/// `after Cell [3] at 14:02:11`
fn after(state: &State) -> String {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(state.time);
    format!("after {} at {}", state.cell, chrono::DateTime::<chrono::Local>::from(time).format("%H:%M:%S"))
}

/// Reads the newest complete state of a folder with a smaller order.
fn newest(folder: &Path, before: u64) -> Option<(State, Vec<u8>)> {
    let orders = state::orders(folder).into_iter().filter(|order| *order < before);
    orders.into_iter().find_map(|order| state::read(folder, order).ok())
}

// --- saving

/// Saves the state after a cell: collects it here and writes it in the background.
pub fn end_of_cell(vm: &mut Vm, name: &str, cell: &Cell, code: &str) {
    if cell.silent || !cell.store_history {
        return;
    }
    let may_save = with(|keeper| {
        keeper.ended += 1;
        definitions::note(&mut keeper.definitions, name, code);
        let is_paused = keeper.paused.is_some_and(|until| Instant::now() < until);
        !keeper.is_off && !is_paused && keeper.writer.waiting() < keeper.budget.waiting
    });
    if may_save == Some(true) {
        let began = Instant::now();
        let seconds = with(|keeper| keeper.budget.seconds).unwrap_or_default();
        let patience = Duration::from_secs_f64(REST * seconds);
        // Skips a device that stays busy or has failed: its errors belong to the program.
        let Some(saved) = tensorcell_engine::cuda::at_rest(patience, || save(vm, name)) else { return };
        let trouble = saved.err().map(|raise| raise.message().to_string());
        let took = began.elapsed();
        with(|keeper| {
            keeper.trouble = trouble;
            let is_long = took.as_secs_f64() > QUICK * keeper.budget.seconds;
            keeper.paused = is_long.then(|| Instant::now() + took * SHARE);
        });
        // These are not the cell's operations.
        drop(tensorcell_engine::profile::take());
    }
}

fn save(vm: &mut Vm, cell: &str) -> Result<()> {
    let begun = with(|keeper| (keeper.ended, keeper.definitions.clone(), keeper.budget));
    let Some((ended, defined, budget)) = begun else { return Ok(()) };
    let own = names::own(vm);
    let modules = modules(vm);
    let pickled = own.iter().filter(|(name, value)| !is_recreated(name, value, &defined));
    let values = Value::dict(pickled.map(|(name, value)| (Value::str(name), value.clone())));
    let known = Value::list(defined.iter().map(|definition| Value::str(&definition.name)).collect());
    let module = vm.import(NATIVE.name)?;
    let bounds = [Value::from(budget.seconds), Value::Int(budget.bytes)];
    let [seconds, bytes] = bounds;
    let saved = vm.call_method(&module, "save", &[values, known, seconds, bytes])?;
    let parts = vm.collect(&saved)?;
    let [Value::Bytes(pickle), Value::List(storages), Value::Dict(left_out)] = &parts[..] else {
        return Err(Raise::runtime("a save is a pickle, storages and what was left out"));
    };
    let pickle = pickle.data.borrow().to_vec();
    let storages = storages.items.borrow().clone();
    let (storages, fresh) = with(|keeper| contents(keeper, &storages)).unwrap_or_else(|| Ok(Default::default()))?;
    let left_out: BTreeMap<String, String> =
        left_out.items().iter().map(|(name, why)| (text(name), text(why))).collect();
    let names: Vec<String> =
        own.into_iter().map(|(name, _)| name).filter(|name| !left_out.contains_key(name)).collect();
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (cell, hash) = (cell.to_owned(), state::hash(&pickle));
    let state = State { cell, order: ended, time, storages, names, left_out, modules, definitions: defined, hash };
    with(|keeper| keeper.writer.write(Job { folder: keeper.folder.own.clone(), state, pickle, storages: fresh }));
    Ok(())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Whether a name's value is a function or class that its text recreates.
fn is_recreated(name: &str, value: &Value, defined: &[Definition]) -> bool {
    let is_definition = matches!(value, Value::Function(_) | Value::Class(_));
    is_definition && defined.iter().any(|definition| definition.name == name)
}

fn modules(vm: &Vm) -> BTreeMap<String, String> {
    let module = |(name, value): (Value, Value)| match (name.as_str(), value) {
        (Some(name), Value::Module(module)) => Some((name.to_owned(), module.name.to_string())),
        _ => None,
    };
    vm.globals().items().into_iter().filter_map(module).collect()
}

/// The names of storages' files, and the contents of those that no kept state has.
type Contents = (Vec<String>, Vec<(String, Vec<u8>)>);

fn contents(keeper: &mut Keeper, storages: &[Value]) -> Result<Contents> {
    if keeper.writer.error().is_some() {
        // It is unknown what is missing on the disk, so everything is written again.
        keeper.recent.clear();
    }
    let (mut named, mut fresh): Contents = Default::default();
    for storage in storages.iter().filter_map(tensor_of) {
        let is_new = |name: &String| !named.contains(name) && !keeper.recent.iter().any(|known| known.contains(name));
        let (name, bytes) = read_storage(&storage.storage(), |bytes| {
            let name = state::storage_name(bytes);
            let copy = is_new(&name).then(|| bytes.to_vec());
            (name, copy)
        })?;
        fresh.extend(bytes.map(|bytes| (name.clone(), bytes)));
        named.push(name);
    }
    keeper.recent.push_front(named.iter().cloned().collect());
    keeper.recent.truncate(2);
    Ok((named, fresh))
}

// --- bringing back

/// `%restore`, `%restore off`, `%restore on`.
pub fn restore(vm: &mut Vm, line: &str) -> Result<String> {
    match line {
        "" => {}
        "off" | "on" => return switch(line == "off"),
        _ => return Err(Raise::value_error(format!("%restore takes on or off, not '{line}'"))),
    }
    let earlier = with(|keeper| keeper.folder.earlier.clone()).ok_or_else(unsaved)?;
    let found = earlier.as_deref().and_then(|folder| Some((folder, newest(folder, u64::MAX)?)));
    let Some((folder, (state, pickle))) = found else {
        return Ok("There is nothing to restore: no kernel of this notebook has left a state.\n".into());
    };
    bring_back(vm, folder, &state, &pickle)
}

fn unsaved() -> Raise {
    Raise::new(Exc::RuntimeError, "this session's states are not saved")
        .help("they are in notebooks that are not confined, where the cache folder has one of the user's alone")
}

fn switch(off: bool) -> Result<String> {
    let done = with(|keeper| {
        keeper.is_off = off;
        keeper.writer.finish();
        if !off {
            return fs::remove_file(&keeper.folder.switch).or_else(|error| match error.kind() {
                std::io::ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            });
        }
        keeper.folder.clear();
        keeper.recent.clear();
        fs::write(&keeper.folder.switch, "")
    });
    done.ok_or_else(unsaved)?.map_err(|error| Raise::new(Exc::OSError, error.to_string()))?;
    Ok(match off {
        true => "States of this notebook are no longer saved, and those that were are removed. `%restore on` saves them again.\n",
        false => "States of this notebook are saved after each cell.\n",
    }
    .into())
}

/// `%undo`: restores the state before the last cell.
pub fn undo(vm: &mut Vm) -> Result<String> {
    let before = with(|keeper| {
        keeper.writer.finish();
        (keeper.folder.own.clone(), keeper.ended, keeper.is_off)
    });
    let (folder, ended, is_off) = before.ok_or_else(unsaved)?;
    if is_off {
        return Err(
            Raise::runtime("`%restore off` saves no states to go back to").help("`%restore on` saves them again")
        );
    }
    let Some((state, pickle)) = newest(&folder, ended) else {
        return Ok("There is nothing to undo: no state before the last cell was saved.\n".into());
    };
    let mut report = bring_back(vm, &folder, &state, &pickle)?;
    let is_kept = |name: &str| state.names.iter().any(|kept| kept == name) || state.left_out.contains_key(name);
    let is_defined = |name: &str| state.definitions.iter().any(|definition| definition.name == name);
    for (name, _) in names::own(vm) {
        if !is_kept(&name) && !is_defined(&name) {
            vm.globals().remove_str(&name);
        }
    }
    if state.order + 1 < ended {
        let trouble = with(|keeper| keeper.trouble.clone().or_else(|| keeper.writer.error())).flatten();
        let why = trouble.unwrap_or_else(|| "saves had taken long".into());
        report.push_str(&format!("The cells after it were not saved: {why}.\n"));
    }
    Ok(report)
}

/// Sets the names to their values in a saved state; returns the message about it.
fn bring_back(vm: &mut Vm, folder: &Path, state: &State, pickle: &[u8]) -> Result<String> {
    let mut missing: BTreeMap<String, String> = state.left_out.clone();
    for (name, module) in &state.modules {
        match vm.import(module) {
            Ok(value) => vm.globals().insert_str(name, value),
            Err(raise) => _ = missing.insert(name.clone(), raise.message().to_string()),
        }
    }
    SOURCE.set((folder.to_owned(), state.storages.clone()));
    let module = vm.import(NATIVE.name)?;
    let storage = vm.get_attr(&module, STORAGE.short_name())?;
    let reader = vm.call_method(&module, "Reader", &[Value::bytes(pickle.to_vec()), storage])?;
    // Definitions may need plain values, and all other values may need definitions.
    bind(vm, &reader, "plain")?;
    let later: Vec<Definition> = definitions::run(vm, &state.definitions).into_iter().map(|(left, _)| left).collect();
    bind(vm, &reader, "rest")?;
    for (definition, raise) in definitions::run(vm, &later) {
        missing.insert(definition.name, raise.message().to_string());
    }
    vm.call_method(&reader, "finish", &[])?;
    SOURCE.take();
    with(|keeper| keeper.definitions.clone_from(&state.definitions));
    let mut report = format!("Brought back {}, as {}.\n", count(state.names.len()), after(state));
    if !missing.is_empty() {
        let parts: Vec<String> = missing.iter().map(|(name, why)| format!("{name} ({why})")).collect();
        report.push_str(&format!("Not brought back: {}.\n", parts.join(", ")));
    }
    Ok(report)
}

/// Binds the values that a reader returns to their names.
fn bind(vm: &mut Vm, reader: &Value, part: &str) -> Result<()> {
    if let Value::Dict(values) = vm.call_method(reader, part, &[])? {
        values.items().into_iter().for_each(|(name, value)| vm.globals().insert_str(&text(&name), value));
    }
    Ok(())
}

fn storage(_: &mut Vm, args: &Args) -> Result<Value> {
    let number = args.int(0)?;
    let (folder, name) = SOURCE.with_borrow(|(folder, names)| {
        let name = usize::try_from(number).ok().and_then(|number| names.get(number).cloned());
        (folder.clone(), name)
    });
    let name = name.ok_or_else(|| Raise::value_error("a saved state has no such storage"))?;
    let bytes = state::storage(&folder, &name).map_err(|error| Raise::new(Exc::OSError, error.to_string()))?;
    Ok(tensor_value(tensorcell_engine::from_bytes(&bytes, &[bytes.len()], DType::UInt8, Device::Cpu)?))
}
