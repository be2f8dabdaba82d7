//! The results of a bounded cache in the order of their use: a doubly linked list in a vector.

use tensorcell_language::Value;

/// The link that joins the newest to the oldest.
const ROOT: usize = 0;

struct Link {
    key: Value,
    result: Value,
    before: usize,
    after: usize,
}

pub(super) struct Ring {
    links: Vec<Link>,
    free: Vec<usize>,
}

impl Default for Ring {
    fn default() -> Ring {
        let root = Link { key: Value::None, result: Value::None, before: ROOT, after: ROOT };
        Ring { links: vec![root], free: Vec::new() }
    }
}

impl Ring {
    /// Adds a result as the newest; returns its place.
    pub fn add(&mut self, key: Value, result: Value) -> usize {
        let link = Link { key, result, before: ROOT, after: ROOT };
        let at = match self.free.pop() {
            Some(at) => {
                self.links[at] = link;
                at
            }
            None => {
                self.links.push(link);
                self.links.len() - 1
            }
        };
        self.put_last(at);
        at
    }
    /// The result at a place, which becomes the newest; None where the cache was cleared meanwhile.
    pub fn used(&mut self, at: usize) -> Option<Value> {
        let result = self.links.get(at)?.result.clone();
        self.take_out(at);
        self.put_last(at);
        Some(result)
    }
    pub fn oldest(&self) -> Option<Value> {
        let at = self.links[ROOT].after;
        (at != ROOT).then(|| self.links[at].key.clone())
    }
    /// Removes a result; returns its link's values, for the caller to drop.
    pub fn remove(&mut self, at: usize) -> [Value; 2] {
        if at == ROOT || at >= self.links.len() {
            return [Value::None, Value::None];
        }
        self.take_out(at);
        self.free.push(at);
        let link = &mut self.links[at];
        [std::mem::take(&mut link.key), std::mem::take(&mut link.result)]
    }
    pub fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        self.links.iter().for_each(|link| {
            visit(&link.key);
            visit(&link.result);
        });
    }
    fn take_out(&mut self, at: usize) {
        let (before, after) = (self.links[at].before, self.links[at].after);
        self.links[before].after = after;
        self.links[after].before = before;
    }
    fn put_last(&mut self, at: usize) {
        let last = self.links[ROOT].before;
        (self.links[at].before, self.links[at].after) = (last, ROOT);
        self.links[last].after = at;
        self.links[ROOT].before = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_is_the_one_that_was_used_least_recently() {
        let mut ring = Ring::default();
        let places: Vec<usize> = (0..3).map(|n| ring.add(Value::Int(n), Value::Int(10 * n))).collect();
        assert!(matches!(ring.used(places[0]), Some(Value::Int(0))));
        assert!(matches!(ring.oldest(), Some(Value::Int(1))));
        ring.remove(places[1]);
        assert!(matches!(ring.oldest(), Some(Value::Int(2))));
        // A freed place is taken again, and its link is the newest.
        assert_eq!(ring.add(Value::Int(7), Value::None), places[1]);
        for key in [2, 0, 7] {
            assert!(matches!(ring.oldest(), Some(Value::Int(found)) if found == key));
            let at = ring.links.iter().skip(1).position(|link| matches!(link.key, Value::Int(found) if found == key));
            ring.remove(at.map_or(0, |at| at + 1));
        }
        assert!(ring.oldest().is_none());
    }
}
