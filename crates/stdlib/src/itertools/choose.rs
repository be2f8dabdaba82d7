//! `product`, `permutations` and `combinations`: choices from pools of items.

use super::state::made;
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use tensorcell_language::builtins::{clipped_index, guard_size};
use tensorcell_language::object::{Iter, Steps, Tuple};
use tensorcell_language::{Args, Builtin, Raise, Result, Value, Vm};

pub(super) static CLASSES: &[Builtin] = &[
    Builtin::new(
        "itertools.product",
        "(*iterables, repeat=1)",
        "Cartesian product of input iterables. Equivalent to nested for-loops.",
        |vm, args| {
            let repeat = clipped_index(vm, args.get(1))?;
            let repeat =
                usize::try_from(repeat).map_err(|_| Raise::value_error("repeat argument cannot be negative"))?;
            guard_size(repeat as u128 * args.rest(0).len() as u128, 16)?;
            let once: Vec<Rc<Tuple>> = args.rest(0).iter().map(|items| pool(vm, items)).collect::<Result<_>>()?;
            let pools: Vec<Rc<Tuple>> = std::iter::repeat_n(once, repeat).flatten().collect();
            let length = pools.len();
            Ok(Choices::begin(Kind::Product, pools, length))
        },
    ),
    Builtin::new(
        "itertools.permutations",
        "(iterable, r=None)",
        "Return successive r-length permutations of elements in the iterable.",
        |vm, args| of_one_pool(vm, args, Kind::Permutations),
    ),
    Builtin::new(
        "itertools.combinations",
        "(iterable, r)",
        "Return successive r-length combinations of elements in the iterable.",
        |vm, args| of_one_pool(vm, args, Kind::Combinations),
    ),
    Builtin::new(
        "itertools.combinations_with_replacement",
        "(iterable, r)",
        "Return successive r-length combinations, items repeated.",
        |vm, args| of_one_pool(vm, args, Kind::WithReplacement),
    ),
];

fn pool(vm: &mut Vm, items: &Value) -> Result<Rc<Tuple>> {
    vm.collect(items).map(|items| Rc::new(Tuple::from(items)))
}

fn of_one_pool(vm: &mut Vm, args: &Args, kind: Kind) -> Result<Value> {
    let pool = pool(vm, args.get(0))?;
    let length = match args.get(1) {
        Value::None => pool.len(),
        r => {
            let r = clipped_index(vm, r)?;
            let r = usize::try_from(r).map_err(|_| Raise::value_error("r must be non-negative"))?;
            guard_size(r as u128, 16)?;
            r
        }
    };
    Ok(Choices::begin(kind, vec![pool], length))
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Product,
    Permutations,
    Combinations,
    WithReplacement,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Product => "product",
            Kind::Permutations => "permutations",
            Kind::Combinations => "combinations",
            Kind::WithReplacement => "combinations_with_replacement",
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Stage {
    /// Nothing was given yet.
    Fresh,
    UnderWay,
    Stopped,
}

struct Choices {
    kind: Kind,
    /// One for each place, or one for all.
    pools: Vec<Rc<Tuple>>,
    length: usize,
    state: RefCell<State>,
}

/// The choice that was given last.
struct State {
    stage: Stage,
    indices: Vec<usize>,
    /// Of permutations: how many items each place has still to be given.
    cycles: Vec<usize>,
}

impl Choices {
    fn begin(kind: Kind, pools: Vec<Rc<Tuple>>, length: usize) -> Value {
        let size = pools.first().map_or(0, |pool| pool.len());
        let indices = match kind {
            Kind::Product | Kind::WithReplacement => vec![0; length],
            Kind::Permutations => (0..size).collect(),
            Kind::Combinations => (0..length.min(size)).collect(),
        };
        let cycles = match kind {
            Kind::Permutations => (0..length.min(size)).map(|at| size - at).collect(),
            _ => Vec::new(),
        };
        let state = RefCell::new(State { stage: Stage::Fresh, indices, cycles });
        Iter::from_steps(kind.name(), Choices { kind, pools, length, state })
    }

    fn size(&self) -> usize {
        self.pools.first().map_or(0, |pool| pool.len())
    }

    /// There is something to choose.
    fn is_possible(&self) -> bool {
        match self.kind {
            Kind::Product => self.pools.iter().all(|pool| !pool.is_empty()),
            Kind::WithReplacement => self.size() > 0 || self.length == 0,
            Kind::Permutations | Kind::Combinations => self.length <= self.size(),
        }
    }

    /// From one choice to the next; false after the last one.
    fn advance(&self, state: &mut State) -> bool {
        let (n, r, indices) = (self.size(), self.length, &mut state.indices);
        match self.kind {
            Kind::Permutations => self.permute(state),
            Kind::Product => match (0..r).rev().find(|at| indices[*at] + 1 < self.pools[*at].len()) {
                Some(at) => {
                    indices[at] += 1;
                    indices[at + 1..].fill(0);
                    true
                }
                None => false,
            },
            Kind::Combinations => match (0..r).rev().find(|at| indices[*at] != at + n - r) {
                Some(at) => {
                    indices[at] += 1;
                    for later in at + 1..r {
                        indices[later] = indices[later - 1] + 1;
                    }
                    true
                }
                None => false,
            },
            Kind::WithReplacement => match (0..r).rev().find(|at| indices[*at] + 1 != n) {
                Some(at) => {
                    let next = indices[at] + 1;
                    indices[at..].fill(next);
                    true
                }
                None => false,
            },
        }
    }

    fn permute(&self, state: &mut State) -> bool {
        let (n, State { indices, cycles, .. }) = (self.size(), state);
        for at in (0..self.length).rev() {
            cycles[at] -= 1;
            if cycles[at] > 0 {
                indices.swap(at, n - cycles[at]);
                return true;
            }
            indices[at..].rotate_left(1);
            cycles[at] = n - at;
        }
        false
    }

    fn chosen(&self, indices: &[usize]) -> Value {
        let chosen = indices.iter().take(self.length).enumerate();
        Value::tuple(chosen.map(|(place, at)| self.pool_of(place)[*at].clone()).collect())
    }

    fn pool_of(&self, place: usize) -> &Tuple {
        &self.pools[if self.kind == Kind::Product { place } else { 0 }]
    }

    /// The greatest index that a place can have.
    fn last_of(&self, place: usize) -> usize {
        match self.kind {
            Kind::Combinations => place + self.size() - self.length,
            _ => self.pool_of(place).len() - 1,
        }
    }
}

impl Steps for Choices {
    fn next(&self, _: &mut Vm) -> Result<Option<Value>> {
        let state = &mut *self.state.borrow_mut();
        let goes_on = match state.stage {
            Stage::Fresh => self.is_possible(),
            Stage::UnderWay => self.advance(state),
            Stage::Stopped => false,
        };
        state.stage = if goes_on { Stage::UnderWay } else { Stage::Stopped };
        Ok(goes_on.then(|| self.chosen(&state.indices)))
    }

    fn reduce(&self, _: &mut Vm, class: Value) -> Result<Value> {
        let state = self.state.borrow();
        let places = |numbers: &[usize]| Value::tuple(numbers.iter().map(|at| Value::Int(*at as i64)).collect());
        let mut args: Vec<Value> = self.pools.iter().cloned().map(Value::Tuple).collect();
        if state.stage == Stage::Stopped {
            args = vec![Value::tuple(Vec::new())];
        }
        if self.kind != Kind::Product {
            args.push(Value::Int(self.length as i64));
        }
        let told = (state.stage == Stage::UnderWay).then(|| match self.kind {
            Kind::Permutations => Value::pair(places(&state.indices), places(&state.cycles)),
            _ => places(&state.indices),
        });
        Ok(made(&class, args, told))
    }

    fn set_state(&self, vm: &mut Vm, told: &Value) -> Result<()> {
        if !self.is_possible() {
            self.state.borrow_mut().stage = Stage::Stopped;
            return Ok(());
        }
        let (indices, cycles) = match (self.kind, told) {
            (Kind::Permutations, Value::Tuple(parts))
                if parts.len() == 2 && parts.iter().all(|part| matches!(part, Value::Tuple(_))) =>
            {
                (
                    numbers(vm, &parts[0], self.size(), |_| (0, self.size() - 1))?,
                    numbers(vm, &parts[1], self.length, |at| (1, self.size() - at))?,
                )
            }
            (Kind::Permutations, _) => return Err(Raise::type_error("state is not two tuples")),
            _ => (numbers(vm, told, self.length, |at| (0, self.last_of(at)))?, Vec::new()),
        };
        *self.state.borrow_mut() = State { stage: Stage::UnderWay, indices, cycles };
        Ok(())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn invalid() -> Raise {
    Raise::value_error("invalid arguments")
}

/// A tuple of so many numbers, each brought between its bounds.
fn numbers(vm: &mut Vm, told: &Value, count: usize, bounds: impl Fn(usize) -> (usize, usize)) -> Result<Vec<usize>> {
    let Value::Tuple(items) = told else { return Err(invalid()) };
    if items.len() != count {
        return Err(invalid());
    }
    let number = |(at, item): (usize, &Value)| {
        let (least, most) = bounds(at);
        Ok(usize::try_from(clipped_index(vm, item)?).unwrap_or(0).clamp(least, most))
    };
    items.iter().enumerate().map(number).collect()
}
