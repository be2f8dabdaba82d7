//! `heapq`: a list as a heap, `heap[k] <= heap[2 * k + 1]` and `heap[k] <= heap[2 * k + 2]`. Merging is in `heapq.py`.

use std::rc::Rc;
use tensorcell_language::builtins::plain;
use tensorcell_language::native::CompareOp;
use tensorcell_language::object::List;
use tensorcell_language::{Args, Builtin, Exc, ModuleDef, Raise, Result, Value, Vm};

pub static HEAPQ: ModuleDef = ModuleDef {
    name: "heapq",
    doc: "A list as a heap.",
    functions: FUNCTIONS,
    init: Some(|vm, module| vm.run_prelude("heapq.py", include_str!("heapq.py"), module)),
};

static FUNCTIONS: &[Builtin] = &[
    Builtin::new("_heapq.heappush", "(heap, item, /)", "Push an item, keeping the heap a heap.", |vm, args| {
        let heap = Heap::of(args)?;
        heap.0.items.borrow_mut().push(args.get(1).clone());
        heap.up(vm, 0, heap.len() - 1)?;
        Ok(Value::None)
    }),
    Builtin::new("_heapq.heappop", "(heap, /)", "Pop the smallest item, keeping the heap a heap.", |vm, args| {
        let heap = Heap::of(args)?;
        let last = heap.0.items.borrow_mut().pop();
        match last {
            None => Err(out_of_range()),
            Some(last) if heap.len() == 0 => Ok(last),
            Some(last) => heap.replace(vm, last),
        }
    }),
    Builtin::new("_heapq.heapreplace", "(heap, item, /)", "Pop the smallest item and push a new one.", |vm, args| {
        Heap::of(args)?.replace(vm, args.get(1).clone())
    }),
    Builtin::new("_heapq.heappushpop", "(heap, item, /)", "Push an item, then pop the smallest.", |vm, args| {
        let (heap, item) = (Heap::of(args)?, args.get(1).clone());
        let first = heap.0.items.borrow().first().cloned();
        match first {
            Some(first) if heap.less(vm, &first, &item)? => heap.replace(vm, item),
            _ => Ok(item),
        }
    }),
    Builtin::new("_heapq.heapify", "(heap, /)", "Make a list a heap, in place.", |vm, args| {
        let heap = Heap::of(args)?;
        for at in (0..heap.len() / 2).rev() {
            heap.down(vm, at)?;
        }
        Ok(Value::None)
    }),
];

fn out_of_range() -> Raise {
    Raise::new(Exc::IndexError, "index out of range")
}

/// A comparison may run any code, so the list is never borrowed during one.
struct Heap(Rc<List>);

impl Heap {
    fn of(args: &Args) -> Result<Heap> {
        match plain(args.get(0)) {
            Value::List(list) => Ok(Heap(list)),
            _ => Err(args.wrong(0, "list")),
        }
    }
    fn len(&self) -> usize {
        self.0.items.borrow().len()
    }
    fn get(&self, at: usize) -> Result<Value> {
        self.0.items.borrow().get(at).cloned().ok_or_else(out_of_range)
    }
    fn less(&self, vm: &mut Vm, a: &Value, b: &Value) -> Result<bool> {
        let length = self.len();
        let less = vm.compare(CompareOp::Lt, a, b)?;
        let less = vm.truth(&less)?;
        if self.len() != length {
            return Err(Raise::runtime("list changed size during iteration"));
        }
        Ok(less)
    }
    /// Replaces the smallest item and returns it.
    fn replace(&self, vm: &mut Vm, item: Value) -> Result<Value> {
        let first = self.0.items.borrow_mut().first_mut().map(|first| std::mem::replace(first, item));
        let first = first.ok_or_else(out_of_range)?;
        self.down(vm, 0)?;
        Ok(first)
    }
    /// Moves an item towards the root until its parent is not greater.
    fn up(&self, vm: &mut Vm, start: usize, mut at: usize) -> Result<()> {
        vm.check_interrupt()?;
        let item = self.get(at)?;
        while at > start {
            let parent = (at - 1) / 2;
            if !self.less(vm, &item, &self.get(parent)?)? {
                break;
            }
            self.0.items.borrow_mut().swap(parent, at);
            at = parent;
        }
        Ok(())
    }
    /// Moves an item to a leaf along the smaller children, then up to its final position.
    fn down(&self, vm: &mut Vm, start: usize) -> Result<()> {
        let (mut at, end) = (start, self.len());
        while at < end / 2 {
            let mut child = 2 * at + 1;
            if child + 1 < end && !self.less(vm, &self.get(child)?, &self.get(child + 1)?)? {
                child += 1;
            }
            self.0.items.borrow_mut().swap(child, at);
            at = child;
        }
        self.up(vm, start, at)
    }
}
