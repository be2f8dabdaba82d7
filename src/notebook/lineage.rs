//! Tracks what each cell reads and binds, to find the cells and variables that depend on something that has changed since.

use super::front::front;
use super::names::is_kept;
use super::uses::{self, Uses};
use std::cell::RefCell;
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{Hash, Hasher};
use std::mem::{Discriminant, discriminant};
use tensorcell_jupyter::Cell;
use tensorcell_language::globals::Names;
use tensorcell_language::{Value, Vm};

/// A run of a cell: its index in the order of runs.
type At = usize;

/// The last run that bound or deleted a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Version {
    run: At,
    is_deleted: bool,
}

struct Run {
    /// `Cell [4]`.
    name: String,
    /// The identity of the cell: the front end's id or, without one, the source.
    cell: String,
    source: u64,
    reads: Vec<(String, Option<Version>)>,
    later: BTreeMap<String, Names>,
    /// The names that functions among its reads read.
    carried: Names,
}

#[derive(Default)]
struct Lineage {
    runs: Vec<Run>,
    versions: BTreeMap<String, Version>,
}

thread_local! {
    static LINEAGE: RefCell<Lineage> = RefCell::default();
}

/// Distinguishes a value from the name's earlier values.
#[derive(PartialEq)]
enum Mark {
    Plain(u64),
    Object(Discriminant<Value>, usize),
}

/// A running cell.
pub struct Begun {
    run: Run,
    uses: Uses,
    before: HashMap<String, Mark>,
}

/// A stale run of a cell with the names that it bound, and the reason.
pub struct Stale {
    pub cell: String,
    pub names: Vec<String>,
    pub why: String,
}

/// Records the start of a cell.
pub fn begin(vm: &mut Vm, name: &str, cell: &Cell, code: &str) -> Option<Begun> {
    if cell.silent || !cell.store_history {
        return None;
    }
    let uses = uses::of(code);
    let of = cell_id().unwrap_or_else(|| cell.code.clone());
    let run = LINEAGE.with_borrow(|lineage| lineage.begun(name, of, &cell.code, &uses));
    Some(Begun { run, uses, before: marks(vm) })
}

/// Records the end of a cell. A failed cell counts the names whose values have changed.
pub fn end(vm: &mut Vm, begun: Option<Begun>, succeeded: bool) {
    let Some(Begun { run, uses, before }) = begun else { return };
    let after = marks(vm);
    let surely = |name: &String| uses.changes.contains(name) || succeeded && uses.binds.contains(name);
    let is_new = |(name, mark): &(&String, &Mark)| before.get(*name) != Some(*mark) || surely(name);
    let bound: Vec<String> = after.iter().filter(is_new).map(|(name, _)| name.clone()).collect();
    LINEAGE.with_borrow_mut(|lineage| {
        let deleted = lineage.versions.keys().filter(|name| !after.contains_key(*name)).cloned().collect();
        lineage.ended(run, bound, deleted);
    });
}

/// Forgets everything.
pub fn forget() {
    LINEAGE.set(Lineage::default());
}

/// Returns the stale runs, oldest first.
pub fn stale() -> Vec<Stale> {
    LINEAGE.with_borrow(Lineage::stale)
}

/// The front end's id of the running cell.
fn cell_id() -> Option<String> {
    let request = front(|front| front.request()).flatten()?;
    request.metadata.get("cellId")?.as_str().map(str::to_owned)
}

/// The current values of the user's names, except modules.
fn marks(vm: &Vm) -> HashMap<String, Mark> {
    let named = |(name, value): (Value, Value)| {
        let name = name.as_str().filter(|name| !is_kept(name))?.to_owned();
        (!matches!(value, Value::Module(_))).then(|| (name, mark(&value)))
    };
    vm.globals().items().into_iter().filter_map(named).collect()
}

fn mark(value: &Value) -> Mark {
    match value {
        Value::Int(number) => Mark::Plain(hashed(number)),
        Value::Float(number) => Mark::Plain(hashed(&(1, number.get().to_bits()))),
        Value::Bool(truth) => Mark::Plain(hashed(&truth.get())),
        Value::Str(text) => Mark::Plain(hashed(&text.as_str())),
        _ => Mark::Object(discriminant(value), value.identity()),
    }
}

fn hashed(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

impl Lineage {
    fn begun(&self, name: &str, cell: String, code: &str, uses: &Uses) -> Run {
        let direct = &uses.reads;
        let mut reads = Names::new();
        let mut next: Vec<&String> = direct.iter().collect();
        while let Some(read) = next.pop() {
            if reads.insert(read.clone()) {
                next.extend(self.read_by(read));
            }
        }
        let carried = reads.difference(direct).cloned().collect();
        let reads = reads.into_iter().map(|name| (self.versions.get(&name).copied(), name));
        let reads = reads.map(|(version, name)| (name, version)).collect();
        Run { name: name.to_owned(), cell, source: hashed(&code), reads, later: uses.later.clone(), carried }
    }

    /// The globals that the functions in a name's value read.
    fn read_by(&self, name: &str) -> impl Iterator<Item = &String> {
        let run = self.versions.get(name).map(|version| &self.runs[version.run]);
        let names = run.map(|run| run.later.get(name).unwrap_or(&run.carried));
        names.into_iter().flatten()
    }

    fn ended(&mut self, run: Run, bound: Vec<String>, deleted: Vec<String>) {
        let at = self.runs.len();
        // The cell may have cleared the record.
        let is_known = |version: &Version| version.run < at;
        let reads = run.reads.into_iter().map(|(name, seen)| (name, seen.filter(is_known))).collect();
        self.runs.push(Run { reads, ..run });
        for (names, is_deleted) in [(bound, false), (deleted, true)] {
            for name in names {
                let version = self.versions.entry(name).or_insert(Version { run: at, is_deleted });
                // A deleted name is deleted only once.
                if !(is_deleted && version.is_deleted) {
                    *version = Version { run: at, is_deleted };
                }
            }
        }
    }

    fn stale(&self) -> Vec<Stale> {
        let reasons = self.reasons();
        let latest: HashMap<&str, At> = self.runs.iter().enumerate().map(|(at, run)| (&*run.cell, at)).collect();
        let row = |(at, why): (At, Option<String>)| {
            let run = &self.runs[at];
            let names = self.values_of(at);
            let is_listed = latest.get(&*run.cell) == Some(&at) || !names.is_empty();
            Some(Stale { cell: run.name.clone(), names, why: why.filter(|_| is_listed)? })
        };
        reasons.into_iter().enumerate().filter_map(row).collect()
    }

    /// Returns why each run is stale. A run depends only on earlier ones.
    fn reasons(&self) -> Vec<Option<String>> {
        let mut reasons: Vec<Option<String>> = Vec::new();
        for (at, run) in self.runs.iter().enumerate() {
            let read = run.reads.iter().find_map(|(name, seen)| self.changed(at, name, *seen, &reasons));
            reasons.push(read.or_else(|| self.replaced(at)));
        }
        reasons
    }

    /// Returns how something that a run read has changed.
    fn changed(&self, at: At, name: &str, seen: Option<Version>, reasons: &[Option<String>]) -> Option<String> {
        let now = self.versions.get(name).copied();
        match (now, seen) {
            (Some(now), _) if Some(now) != seen && !self.follows(now, at, name) => {
                let how = if now.is_deleted { "was deleted" } else { "has changed" };
                Some(format!("{name} {how} in {}", self.runs[now.run].name))
            }
            (_, Some(seen)) if reasons[seen.run].is_some() => {
                Some(format!("{name} of {} is stale", self.runs[seen.run].name))
            }
            _ => None,
        }
    }

    /// Whether a name's value was computed from a run's value of it, as by `x = x + 1` in consecutive cells.
    fn follows(&self, mut now: Version, at: At, name: &str) -> bool {
        while now.run > at {
            let read = self.runs[now.run].reads.iter().find(|(read, _)| read == name);
            let Some((_, Some(before))) = read else { return false };
            now = *before;
        }
        now.run == at
    }

    /// A cell that was run again with other source leaves names that it no longer binds.
    fn replaced(&self, at: At) -> Option<String> {
        let run = &self.runs[at];
        let again = self.runs[at + 1..].iter().rfind(|later| later.cell == run.cell)?;
        let is_left = again.source != run.source && !self.values_of(at).is_empty();
        is_left.then(|| format!("its cell was run again with other source, as {}", again.name))
    }

    /// The names whose values a run has bound.
    fn values_of(&self, at: At) -> Vec<String> {
        let of = self.versions.iter().filter(|(_, version)| **version == Version { run: at, is_deleted: false });
        of.map(|(name, _)| name.clone()).collect::<BTreeSet<_>>().into_iter().collect()
    }
}
