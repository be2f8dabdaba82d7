//! Tuples, lists, dicts and sets in a pickle.

use super::opcodes::*;
use super::saving::Saving;
use std::rc::Rc;
use tensorcell_language::object::{Dict, List, Set, Tuple};
use tensorcell_language::types::types;
use tensorcell_language::{Raise, Result, Value};

/// So many items go into one instruction.
const BATCH: usize = 1000;
/// Deeper than this, fast mode looks for cycles.
const FAST_NESTING: usize = 50;

impl Saving<'_> {
    pub(super) fn save_tuple(&mut self, object: &Value, items: &Rc<Tuple>) -> Result<()> {
        let small = match items.len() {
            0 if self.is_binary() => {
                self.out.op(EMPTY_TUPLE);
                return Ok(());
            }
            0 => {
                self.out.put(&[MARK, TUPLE]);
                return Ok(());
            }
            size @ 1..=3 if self.form.protocol >= 2 => Some([TUPLE1, TUPLE2, TUPLE3][size - 1]),
            _ => None,
        };
        if small.is_none() {
            self.out.op(MARK);
        }
        for item in items.iter() {
            self.save(item)?;
        }
        // A tuple that holds itself was completed further in: what is on the stack goes.
        if self.memory.memo.borrow().number(object).is_some() {
            match small {
                Some(_) => (0..items.len()).for_each(|_| self.out.op(POP)),
                None if self.is_binary() => self.out.op(POP_MARK),
                None => (0..=items.len()).for_each(|_| self.out.op(POP)),
            }
            self.recall(object);
            return Ok(());
        }
        self.out.op(small.unwrap_or(TUPLE));
        self.remember(object)
    }

    pub(super) fn save_list(&mut self, object: &Value, list: &Rc<List>) -> Result<()> {
        self.begin(EMPTY_LIST, LIST);
        self.remember(object)?;
        if list.items.borrow().is_empty() {
            return Ok(());
        }
        self.inside(object, |saving| match saving.is_binary() {
            true => saving.save_list_items(list),
            false => {
                let items = saving.vm.iter(object)?;
                saving.save_items(&items)
            }
        })
    }
    fn begin(&mut self, binary: u8, text: u8) {
        match self.is_binary() {
            true => self.out.op(binary),
            false => self.out.put(&[MARK, text]),
        }
    }
    /// Writes the contents of a list or dict.
    fn inside(&mut self, object: &Value, step: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let fast = self.memory.fast.get();
        if fast {
            self.nesting += 1;
            if self.nesting >= FAST_NESTING && !self.inside.insert(object.address()) {
                let (class, address) = (object.type_name(), object.address());
                let text =
                    format!("fast mode: can't pickle cyclic objects including object type {class} at {address:#x}");
                return Err(Raise::value_error(text));
            }
        }
        let saved = self.enter(step);
        if fast {
            self.inside.remove(&object.address());
            self.nesting -= 1;
        }
        saved
    }
    fn save_list_items(&mut self, list: &Rc<List>) -> Result<()> {
        let at = |at: usize| list.items.borrow().get(at).cloned();
        if list.items.borrow().len() == 1
            && let Some(item) = at(0)
        {
            self.save(&item)?;
            self.out.op(APPEND);
            return Ok(());
        }
        let mut total = 0;
        while total < list.items.borrow().len() {
            self.out.op(MARK);
            let end = total + BATCH;
            while total < end
                && let Some(item) = at(total)
            {
                self.save(&item)?;
                total += 1;
            }
            self.out.op(APPENDS);
        }
        Ok(())
    }
    /// The items that an iterator gives, for something like a list.
    pub(super) fn save_items(&mut self, items: &Value) -> Result<()> {
        if !self.is_binary() {
            while let Some(item) = self.vm.next(items)? {
                self.save(&item)?;
                self.out.op(APPEND);
            }
            return Ok(());
        }
        self.in_batches(items, APPEND, APPENDS, Saving::save)
    }
    /// Items in batches: one that stands alone gets the short instruction.
    fn in_batches(
        &mut self,
        items: &Value,
        one: u8,
        several: u8,
        save: fn(&mut Self, &Value) -> Result<()>,
    ) -> Result<()> {
        loop {
            let Some(first) = self.vm.next(items)? else { return Ok(()) };
            let Some(mut item) = self.vm.next(items)? else {
                save(self, &first)?;
                self.out.op(one);
                return Ok(());
            };
            self.out.op(MARK);
            save(self, &first)?;
            let mut count = 1;
            let is_full = loop {
                save(self, &item)?;
                count += 1;
                if count == BATCH {
                    break true;
                }
                match self.vm.next(items)? {
                    Some(next) => item = next,
                    None => break false,
                }
            };
            self.out.op(several);
            if !is_full {
                return Ok(());
            }
        }
    }

    pub(super) fn save_dict(&mut self, object: &Value, dict: &Rc<Dict>) -> Result<()> {
        self.begin(EMPTY_DICT, DICT);
        self.remember(object)?;
        if dict.is_empty() {
            return Ok(());
        }
        self.inside(object, |saving| match saving.is_binary() {
            true => saving.save_dict_items(dict),
            false => {
                let pairs = saving.vm.call_method(object, "items", &[])?;
                let pairs = saving.vm.iter(&pairs)?;
                saving.save_pairs(&pairs)
            }
        })
    }
    pub(super) fn save_dict_items(&mut self, dict: &Dict) -> Result<()> {
        let (size, mut at) = (dict.len(), 0);
        let changed = || Raise::runtime("dictionary changed size during iteration");
        if size == 1 {
            let (key, value) = dict.next_pair(&mut at).ok_or_else(changed)?;
            self.save(&key)?;
            self.save(&value)?;
            self.out.op(SETITEM);
            return Ok(());
        }
        let mut is_full = true;
        while is_full {
            self.out.op(MARK);
            let mut count = 0;
            while count < BATCH
                && let Some((key, value)) = dict.next_pair(&mut at)
            {
                self.save(&key)?;
                self.save(&value)?;
                count += 1;
            }
            self.out.op(SETITEMS);
            if dict.len() != size {
                return Err(changed());
            }
            is_full = count == BATCH;
        }
        Ok(())
    }
    /// The entries that an iterator gives, for something like a dict.
    pub(super) fn save_pairs(&mut self, pairs: &Value) -> Result<()> {
        if !self.is_binary() {
            while let Some(pair) = self.vm.next(pairs)? {
                self.save_pair(&pair)?;
                self.out.op(SETITEM);
            }
            return Ok(());
        }
        self.in_batches(pairs, SETITEM, SETITEMS, Saving::save_pair)
    }
    fn save_pair(&mut self, pair: &Value) -> Result<()> {
        match pair.beneath() {
            Value::Tuple(pair) if pair.len() == 2 => {
                self.save(&pair[0])?;
                self.save(&pair[1])
            }
            _ => Err(Raise::type_error("dict items iterator must return 2-tuples")),
        }
    }

    pub(super) fn save_set(&mut self, object: &Value, set: &Rc<Set>) -> Result<()> {
        if self.form.protocol < 4 {
            return self.save_call(
                object,
                &Value::Class(types().built_in("set").clone()),
                vec![Value::list(set.items())],
            );
        }
        self.out.op(EMPTY_SET);
        self.remember(object)?;
        let size = set.len();
        let (mut at, mut is_full) = (0, size > 0);
        while is_full {
            self.out.op(MARK);
            let mut count = 0;
            while count < BATCH
                && let Some((next, item)) = set.next_item(at)
            {
                at = next;
                self.save(&item)?;
                count += 1;
            }
            self.out.op(ADDITEMS);
            if set.len() != size {
                return Err(Raise::runtime("set changed size during iteration"));
            }
            is_full = count == BATCH;
        }
        Ok(())
    }
    pub(super) fn save_frozenset(&mut self, object: &Value, set: &Rc<Set>) -> Result<()> {
        if self.form.protocol < 4 {
            let class = Value::Class(types().built_in("frozenset").clone());
            return self.save_call(object, &class, vec![Value::list(set.items())]);
        }
        self.out.op(MARK);
        for item in set.items() {
            self.save(&item)?;
        }
        // It holds itself: the one that was completed further in stays.
        if self.memory.memo.borrow().number(object).is_some() {
            self.out.op(POP_MARK);
            self.recall(object);
            return Ok(());
        }
        self.out.op(FROZENSET);
        self.remember(object)
    }
}
