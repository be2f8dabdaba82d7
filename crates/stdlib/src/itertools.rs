//! `itertools`: iterators for efficient looping.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tensorcell_language::builtins::{clipped_index, guard_size};
use tensorcell_language::native::BinaryOp;
use tensorcell_language::object::{Iter, Module};
use tensorcell_language::{Args, Builtin, Class, Exc, ModuleDef, Raise, Result, Value, Vm, generic_methods};

pub static ITERTOOLS: ModuleDef = ModuleDef {
    name: "itertools",
    doc: "Iterators for efficient looping.",
    functions: FUNCTIONS,
    init: Some(|_, module: &Rc<Module>| {
        let chain =
            Class::native("itertools", "chain", &[], Some(&CHAIN), CHAIN_METHODS, &[], "One iterable after the other.");
        chain.define(generic_methods("chain"));
        module.dict.insert_str("chain", Value::Class(chain));
        Ok(())
    }),
};

/// What all iterators of one `tee` read from.
struct Source {
    iterator: Value,
    running: Cell<bool>,
}

/// An item that was read from a source, and the place after it; nothing yet where no iterator of the `tee` has come. What all
/// iterators have passed nobody holds any more.
struct Link(RefCell<Option<(Value, Rc<Link>)>>);

impl Drop for Link {
    /// One after the other: an iterator that lagged far behind leaves a long chain.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some((_, link)) = next {
            next = Rc::into_inner(link).and_then(|link| link.0.take());
        }
    }
}

/// An iterator of a `tee`. An item's `__next__` may itself come back to the same `tee`.
fn branch(source: Rc<Source>, mut at: Rc<Link>) -> Value {
    Iter::from_fn("_tee", move |vm| {
        if at.0.borrow().is_none() {
            if source.running.replace(true) {
                return Err(Raise::runtime("cannot re-enter the tee iterator"));
            }
            let item = vm.next(&source.iterator);
            source.running.set(false);
            let Some(item) = item? else { return Ok(None) };
            *at.0.borrow_mut() = Some((item, Rc::new(Link(RefCell::new(None)))));
        }
        let read = at.0.borrow().clone();
        Ok(read.map(|(item, next)| {
            at = next;
            item
        }))
    })
}

static CHAIN: Builtin = Builtin::new(
    "chain",
    "(*iterables)",
    "Return the items of the first iterable until it is exhausted, then of the next, and so on.",
    |_, args| {
        let mut iterables = args.rest(0).to_vec().into_iter();
        Ok(chain(move |_| Ok(iterables.next())))
    },
);

static CHAIN_METHODS: &[Builtin] = &[Builtin::new(
    "chain.from_iterable",
    "(iterable, /)",
    "Alternative chain() constructor taking a single iterable argument that evaluates lazily.",
    |vm, args| {
        let iterables = vm.iter(args.get(0))?;
        Ok(chain(move |vm| vm.next(&iterables)))
    },
)];

fn chain(mut next_iterable: impl FnMut(&mut Vm) -> Result<Option<Value>> + 'static) -> Value {
    let mut current: Option<Value> = None;
    Iter::from_fn("chain", move |vm| {
        loop {
            if let Some(iterator) = &current
                && let Some(item) = vm.next(iterator)?
            {
                return Ok(Some(item));
            }
            let Some(iterable) = next_iterable(vm)? else {
                return Ok(None);
            };
            current = Some(vm.iter(&iterable)?);
        }
    })
}

static FUNCTIONS: &[Builtin] = &[
    Builtin::new("itertools.count", "(start=0, step=1)", "Return start, start+step, start+2*step, ...", |_, args| {
        let is_number = |value: &Value| {
            matches!(
                value.beneath(),
                Value::Int(_) | Value::BigInt(_) | Value::Bool(_) | Value::Float(_) | Value::Native(_)
            ) || matches!(value, Value::Instance(_))
        };
        if ![0, 1].iter().all(|at| is_number(args.get(*at))) {
            return Err(Raise::type_error("a number is required"));
        }
        Ok(Iter::count(args.get(0).clone(), args.get(1).clone()))
    }),
    Builtin::new(
        "itertools.cycle",
        "(iterable, /)",
        "Return elements from the iterable until it is exhausted. Then repeat the sequence indefinitely.",
        |vm, args| {
            let iterator = vm.iter(args.get(0))?;
            let (mut saved, mut at, mut exhausted) = (Vec::new(), 0, false);
            Ok(Iter::from_fn("cycle", move |vm| {
                if !exhausted {
                    if let Some(item) = vm.next(&iterator)? {
                        saved.push(item.clone());
                        return Ok(Some(item));
                    }
                    exhausted = true;
                }
                let item = saved.get(at).cloned();
                at = if at + 1 < saved.len() { at + 1 } else { 0 };
                Ok(item)
            }))
        },
    ),
    Builtin::new(
        "itertools.repeat",
        "(object, times=...)",
        "Return the object over and over, or the given number of times.",
        |vm, args| {
            let left = args.given(1).map(|times| clipped_index(vm, times)).transpose()?;
            let left = left.map(|left| usize::try_from(left).unwrap_or(0));
            Ok(Iter::repeat(args.get(0).clone(), left))
        },
    ),
    Builtin::new(
        "itertools.accumulate",
        "(iterable, func=None, *, initial=None)",
        "Return series of accumulated sums (or other binary function results).",
        |vm, args| {
            let (iterator, function) = (vm.iter(args.get(0))?, args.get(1).clone());
            let mut total: Option<Value> = None;
            let mut initial = (!args.get(2).is_none()).then(|| args.get(2).clone());
            Ok(Iter::from_fn("accumulate", move |vm| {
                if let Some(initial) = initial.take() {
                    total = Some(initial.clone());
                    return Ok(Some(initial));
                }
                let Some(item) = vm.next(&iterator)? else {
                    return Ok(None);
                };
                let next = match &total {
                    None => item,
                    Some(total) if function.is_none() => vm.binary(BinaryOp::Add, total, &item)?,
                    Some(total) => vm.call(&function, &[total.clone(), item], &[])?,
                };
                total = Some(next.clone());
                Ok(Some(next))
            }))
        },
    ),
    Builtin::new(
        "itertools.batched",
        "(iterable, n)",
        "Batch data into tuples of length n. The last batch may be shorter than n.",
        |vm, args| {
            let iterator = vm.iter(args.get(0))?;
            let size = clipped_index(vm, args.get(1))?;
            if size < 1 {
                return Err(Raise::value_error("n must be at least one"));
            }
            Ok(Iter::from_fn("batched", move |vm| {
                let mut batch = Vec::new();
                while (batch.len() as i64) < size
                    && let Some(item) = vm.next(&iterator)?
                {
                    batch.push(item);
                }
                Ok((!batch.is_empty()).then(|| Value::tuple(batch)))
            }))
        },
    ),
    Builtin::new(
        "itertools.compress",
        "(data, selectors)",
        "Return data elements corresponding to true selector elements.",
        |vm, args| {
            let (data, selectors) = (vm.iter(args.get(0))?, vm.iter(args.get(1))?);
            Ok(Iter::from_fn("compress", move |vm| {
                while let (Some(item), Some(selector)) = (vm.next(&data)?, vm.next(&selectors)?) {
                    if vm.truth(&selector)? {
                        return Ok(Some(item));
                    }
                }
                Ok(None)
            }))
        },
    ),
    Builtin::new(
        "itertools.dropwhile",
        "(predicate, iterable, /)",
        "Drop items from the iterable while predicate(item) is true; then return every element.",
        |vm, args| {
            let (predicate, iterator) = (args.get(0).clone(), vm.iter(args.get(1))?);
            let mut dropping = true;
            Ok(Iter::from_fn("dropwhile", move |vm| {
                while let Some(item) = vm.next(&iterator)? {
                    if !dropping || !holds(vm, &predicate, &item)? {
                        dropping = false;
                        return Ok(Some(item));
                    }
                }
                Ok(None)
            }))
        },
    ),
    Builtin::new(
        "itertools.takewhile",
        "(predicate, iterable, /)",
        "Return successive entries from an iterable as long as the predicate is true for each.",
        |vm, args| {
            let (predicate, iterator) = (args.get(0).clone(), vm.iter(args.get(1))?);
            let mut done = false;
            Ok(Iter::from_fn("takewhile", move |vm| {
                if done {
                    return Ok(None);
                }
                let Some(item) = vm.next(&iterator)? else {
                    return Ok(None);
                };
                done = !holds(vm, &predicate, &item)?;
                Ok((!done).then_some(item))
            }))
        },
    ),
    Builtin::new(
        "itertools.filterfalse",
        "(function, iterable, /)",
        "Return those items of iterable for which function(item) is false.",
        |vm, args| {
            let (predicate, iterator) = (args.get(0).clone(), vm.iter(args.get(1))?);
            Ok(Iter::from_fn("filterfalse", move |vm| {
                while let Some(item) = vm.next(&iterator)? {
                    let found = if predicate.is_none() { vm.truth(&item)? } else { holds(vm, &predicate, &item)? };
                    if !found {
                        return Ok(Some(item));
                    }
                }
                Ok(None)
            }))
        },
    ),
    Builtin::new(
        "itertools.starmap",
        "(function, iterable, /)",
        "Return values of function(*args) with argument tuples taken from the iterable.",
        |vm, args| {
            let (function, iterator) = (args.get(0).clone(), vm.iter(args.get(1))?);
            Ok(Iter::from_fn("starmap", move |vm| {
                let Some(item) = vm.next(&iterator)? else {
                    return Ok(None);
                };
                let arguments = vm.collect(&item)?;
                vm.call(&function, &arguments, &[]).map(Some)
            }))
        },
    ),
    Builtin::new(
        "itertools.islice",
        "(iterable, start, stop=..., step=None, /)",
        "islice(iterable, stop) or islice(iterable, start, stop[, step]): selected items, as slicing selects them.",
        islice,
    ),
    Builtin::new(
        "itertools.pairwise",
        "(iterable, /)",
        "Return an iterator of overlapping pairs taken from the input iterator.",
        |vm, args| {
            let iterator = vm.iter(args.get(0))?;
            let mut last: Option<Value> = None;
            Ok(Iter::from_fn("pairwise", move |vm| {
                let first = match last.take() {
                    Some(item) => item,
                    None => match vm.next(&iterator)? {
                        Some(item) => item,
                        None => return Ok(None),
                    },
                };
                let Some(second) = vm.next(&iterator)? else {
                    return Ok(None);
                };
                last = Some(second.clone());
                Ok(Some(Value::tuple(vec![first, second])))
            }))
        },
    ),
    Builtin::new(
        "itertools.zip_longest",
        "(*iterables, fillvalue=None)",
        "Return tuples of items until the longest iterable is exhausted; shorter ones are filled.",
        |vm, args| {
            let fill = args.get(1).clone();
            let mut iterators = Vec::new();
            for iterable in args.rest(0) {
                iterators.push(Some(vm.iter(iterable)?));
            }
            Ok(Iter::from_fn("zip_longest", move |vm| {
                let mut items = Vec::with_capacity(iterators.len());
                for slot in &mut iterators {
                    let item = match slot {
                        Some(iterator) => vm.next(iterator)?,
                        None => None,
                    };
                    if item.is_none() {
                        *slot = None;
                    }
                    items.push(item.unwrap_or_else(|| fill.clone()));
                }
                Ok(iterators.iter().any(Option::is_some).then(|| Value::tuple(items)))
            }))
        },
    ),
    Builtin::new("itertools.tee", "(iterable, n=2, /)", "Returns a tuple of n independent iterators.", |vm, args| {
        let copies = clipped_index(vm, args.get(1))?;
        let copies = usize::try_from(copies).map_err(|_| Raise::value_error("n must be >= 0"))?;
        guard_size(copies as u128, 16)?;
        let source = Rc::new(Source { iterator: vm.iter(args.get(0))?, running: Cell::new(false) });
        let first = Rc::new(Link(RefCell::new(None)));
        Ok(Value::tuple((0..copies).map(|_| branch(source.clone(), first.clone())).collect()))
    }),
    Builtin::new(
        "itertools.groupby",
        "(iterable, key=None)",
        "Make an iterator that returns consecutive keys and groups from the iterable.",
        groupby,
    ),
    Builtin::new(
        "itertools.product",
        "(*iterables, repeat=1)",
        "Cartesian product of input iterables. Equivalent to nested for-loops.",
        |vm, args| {
            let repeat = clipped_index(vm, args.get(1))?;
            let repeat =
                usize::try_from(repeat).map_err(|_| Raise::value_error("repeat argument cannot be negative"))?;
            guard_size(repeat as u128 * args.rest(0).len() as u128, 16)?;
            let mut once = Vec::new();
            for iterable in args.rest(0) {
                once.push(vm.collect(iterable)?);
            }
            let pools: Vec<Vec<Value>> = std::iter::repeat_n(once, repeat).flatten().collect();
            let mut places = Some(vec![0; pools.len()]).filter(|_| pools.iter().all(|pool| !pool.is_empty()));
            Ok(Iter::from_fn("product", move |_| {
                let Some(current) = &mut places else {
                    return Ok(None);
                };
                let items = current.iter().zip(&pools).map(|(at, pool)| pool[*at].clone()).collect();
                let advanced = (0..pools.len()).rev().find(|i| current[*i] + 1 < pools[*i].len());
                match advanced {
                    Some(i) => {
                        current[i] += 1;
                        current[i + 1..].fill(0);
                    }
                    None => places = None,
                }
                Ok(Some(Value::tuple(items)))
            }))
        },
    ),
    Builtin::new(
        "itertools.permutations",
        "(iterable, r=None)",
        "Return successive r-length permutations of elements in the iterable.",
        |vm, args| {
            let pool = vm.collect(args.get(0))?;
            let n = pool.len();
            let r = length(vm, args, n)?;
            let mut state = (r <= n).then(|| ((0..n).collect::<Vec<_>>(), (0..r).map(|i| n - i).collect::<Vec<_>>()));
            Ok(Iter::from_fn("permutations", move |_| {
                let Some((indices, cycles)) = &mut state else {
                    return Ok(None);
                };
                let items = indices[..r].iter().map(|i| pool[*i].clone()).collect();
                let mut advanced = false;
                for i in (0..r).rev() {
                    cycles[i] -= 1;
                    if cycles[i] == 0 {
                        indices[i..].rotate_left(1);
                        cycles[i] = n - i;
                    } else {
                        indices.swap(i, n - cycles[i]);
                        advanced = true;
                        break;
                    }
                }
                if !advanced {
                    state = None;
                }
                Ok(Some(Value::tuple(items)))
            }))
        },
    ),
    Builtin::new(
        "itertools.combinations",
        "(iterable, r)",
        "Return successive r-length combinations of elements in the iterable.",
        |vm, args| {
            let pool = vm.collect(args.get(0))?;
            let n = pool.len();
            let r = length(vm, args, n)?;
            let mut indices = (r <= n).then(|| (0..r).collect::<Vec<_>>());
            Ok(Iter::from_fn("combinations", move |_| {
                let Some(current) = &mut indices else {
                    return Ok(None);
                };
                let items = current.iter().map(|i| pool[*i].clone()).collect();
                match (0..r).rev().find(|i| current[*i] != i + n - r) {
                    Some(i) => {
                        current[i] += 1;
                        for j in i + 1..r {
                            current[j] = current[j - 1] + 1;
                        }
                    }
                    None => indices = None,
                }
                Ok(Some(Value::tuple(items)))
            }))
        },
    ),
    Builtin::new(
        "itertools.combinations_with_replacement",
        "(iterable, r)",
        "Return successive r-length combinations, items repeated.",
        |vm, args| {
            let pool = vm.collect(args.get(0))?;
            let n = pool.len();
            let r = length(vm, args, n)?;
            let mut indices = (n > 0 || r == 0).then(|| vec![0; r]);
            Ok(Iter::from_fn("combinations_with_replacement", move |_| {
                let Some(current) = &mut indices else {
                    return Ok(None);
                };
                let items = current.iter().map(|i| pool[*i].clone()).collect();
                match (0..r).rev().find(|i| current[*i] + 1 != n) {
                    Some(i) => {
                        let next = current[i] + 1;
                        current[i..].fill(next);
                    }
                    None => indices = None,
                }
                Ok(Some(Value::tuple(items)))
            }))
        },
    ),
];

fn holds(vm: &mut Vm, predicate: &Value, item: &Value) -> Result<bool> {
    let answer = vm.call(predicate, std::slice::from_ref(item), &[])?;
    vm.truth(&answer)
}

/// The `r` of combinations and permutations.
fn length(vm: &mut Vm, args: &Args, default: usize) -> Result<usize> {
    match args.get(1) {
        Value::None => Ok(default),
        r => {
            let r = clipped_index(vm, r)?;
            let r = usize::try_from(r).map_err(|_| Raise::value_error("r must be non-negative"))?;
            guard_size(r as u128, 16)?;
            Ok(r)
        }
    }
}

fn islice(vm: &mut Vm, args: &Args) -> Result<Value> {
    let mut bound = |value: &Value, what: &str| -> Result<Option<usize>> {
        let wrong =
            || Raise::value_error(format!("{what} for islice() must be None or an integer: 0 <= x <= sys.maxsize."));
        match value {
            Value::None => Ok(None),
            value => {
                let number =
                    clipped_index(vm, value).map_err(|error| if error.is(Exc::TypeError) { wrong() } else { error })?;
                usize::try_from(number).map(Some).map_err(|_| wrong())
            }
        }
    };
    let (start, stop) = match args.given(2) {
        None => (0, bound(args.get(1), "Stop argument")?),
        Some(stop) => (bound(args.get(1), "Indices")?.unwrap_or(0), bound(stop, "Indices")?),
    };
    let step = match bound(args.get(3), "Step")? {
        Some(0) => {
            return Err(Raise::value_error("Step for islice() must be a positive integer or None."));
        }
        step => step.unwrap_or(1),
    };
    let iterator = vm.iter(args.get(0))?;
    let (mut at, mut wanted) = (0, start);
    Ok(Iter::from_fn("islice", move |vm| {
        if stop.is_some_and(|stop| wanted >= stop) {
            // What lies before the end is consumed, as slicing would.
            while stop.is_some_and(|stop| at < stop) && vm.next(&iterator)?.is_some() {
                at += 1;
            }
            return Ok(None);
        }
        while let Some(item) = vm.next(&iterator)? {
            at += 1;
            if at > wanted {
                wanted += step;
                return Ok(Some(item));
            }
        }
        Ok(None)
    }))
}

/// The state that the iterator of groups and the current group share.
struct Groups {
    iterator: Value,
    key_function: Value,
    /// The item read ahead, with its key.
    ahead: Option<(Value, Value)>,
    /// Counts groups: a group that is no longer the current one is empty.
    current: usize,
    key: Option<Value>,
}

impl Groups {
    fn read(shared: &RefCell<Groups>, vm: &mut Vm) -> Result<bool> {
        if shared.borrow().ahead.is_some() {
            return Ok(true);
        }
        let (iterator, key_function) = {
            let groups = shared.borrow();
            (groups.iterator.clone(), groups.key_function.clone())
        };
        let Some(item) = vm.next(&iterator)? else {
            return Ok(false);
        };
        let key = match &key_function {
            Value::None => item.clone(),
            function => vm.call(function, std::slice::from_ref(&item), &[])?,
        };
        shared.borrow_mut().ahead = Some((key, item));
        Ok(true)
    }

    /// Whether the item read ahead belongs to the current group.
    fn belongs(shared: &RefCell<Groups>, vm: &mut Vm) -> Result<bool> {
        let keys = {
            let groups = shared.borrow();
            groups.key.clone().zip(groups.ahead.as_ref().map(|(key, _)| key.clone()))
        };
        match keys {
            Some((current, next)) => vm.equal(&current, &next),
            None => Ok(false),
        }
    }
}

fn groupby(vm: &mut Vm, args: &Args) -> Result<Value> {
    let iterator = vm.iter(args.get(0))?;
    let shared = Rc::new(RefCell::new(Groups {
        iterator,
        key_function: args.get(1).clone(),
        ahead: None,
        current: 0,
        key: None,
    }));
    Ok(Iter::from_fn("groupby", move |vm| {
        while Groups::read(&shared, vm)? && Groups::belongs(&shared, vm)? {
            shared.borrow_mut().ahead = None;
        }
        let Some(key) = shared.borrow().ahead.as_ref().map(|(key, _)| key.clone()) else {
            return Ok(None);
        };
        let number = {
            let mut groups = shared.borrow_mut();
            groups.key = Some(key.clone());
            groups.current += 1;
            groups.current
        };
        let own = shared.clone();
        let group = Iter::from_fn("_grouper", move |vm| {
            if own.borrow().current != number || !Groups::read(&own, vm)? || !Groups::belongs(&own, vm)? {
                return Ok(None);
            }
            let taken = own.borrow_mut().ahead.take();
            Ok(taken.map(|(_, item)| item))
        });
        Ok(Some(Value::tuple(vec![key, group])))
    }))
}
