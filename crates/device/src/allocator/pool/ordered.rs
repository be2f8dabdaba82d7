//! An ordered set for free blocks: sorted pieces of a few keys each. Most pools have a handful of free blocks: then it is one
//! short array, searched and changed in a few steps without allocating.

use std::ops::Range;

/// The most keys in a piece; a full piece is halved.
const MOST: usize = 64;

#[derive(Debug)]
pub(super) struct Ordered<K> {
    /// No piece is empty, except a single one.
    pieces: Vec<Vec<K>>,
}

/// The first key not below the one looked for: its piece and position.
type At = (usize, usize);

impl<K: Ord + Copy> Ordered<K> {
    pub fn new() -> Ordered<K> {
        Ordered { pieces: vec![Vec::with_capacity(MOST)] }
    }

    /// The position of a key, present or not; the end of the last piece if it is the greatest.
    #[inline]
    fn find(&self, key: &K) -> At {
        let piece = match self.pieces.len() {
            1 => 0,
            many => self.pieces[..many - 1].partition_point(|piece| piece.last().is_some_and(|last| last < key)),
        };
        (piece, self.pieces[piece].partition_point(|known| known < key))
    }

    pub fn insert(&mut self, key: K) {
        let (mut piece, mut at) = self.find(&key);
        if self.pieces[piece].len() == MOST {
            let mut upper = Vec::with_capacity(MOST);
            upper.extend(self.pieces[piece].drain(MOST / 2..));
            self.pieces.insert(piece + 1, upper);
            if at > MOST / 2 {
                (piece, at) = (piece + 1, at - MOST / 2);
            }
        }
        self.pieces[piece].insert(at, key);
    }

    /// Removes a key; returns whether it was there.
    pub fn remove(&mut self, key: &K) -> bool {
        let (piece, at) = self.find(key);
        if self.pieces[piece].get(at) != Some(key) {
            return false;
        }
        self.pieces[piece].remove(at);
        if self.pieces[piece].is_empty() && self.pieces.len() > 1 {
            self.pieces.remove(piece);
        }
        true
    }

    /// Replaces a key by another one, in the same position if the order allows it.
    pub fn replace(&mut self, old: &K, new: K) {
        let (piece, at) = self.find(old);
        let keys = &self.pieces[piece];
        let after_those_before = if at > 0 { keys[at - 1] < new } else { piece == 0 };
        let (next, is_last) = (keys.get(at + 1), piece + 1 == self.pieces.len());
        if after_those_before && next.map_or(is_last, |next| new < *next) {
            self.pieces[piece][at] = new;
        } else {
            self.remove(old);
            self.insert(new);
        }
    }

    /// The keys from a given one on, in order.
    #[inline]
    pub fn from(&self, key: K) -> impl Iterator<Item = &K> {
        let (piece, at) = self.find(&key);
        let (first, rest) = (&self.pieces[piece][at..], &self.pieces[piece + 1..]);
        first.iter().chain(rest.iter().flatten())
    }

    /// The keys in a range, in reverse order.
    pub fn backwards(&self, range: Range<K>) -> impl Iterator<Item = &K> {
        let (piece, at) = self.find(&range.end);
        let (last, rest) = (&self.pieces[piece][..at], &self.pieces[..piece]);
        let below = last.iter().rev().chain(rest.iter().rev().flat_map(|piece| piece.iter().rev()));
        below.take_while(move |key| **key >= range.start)
    }

    pub fn iter(&self) -> impl Iterator<Item = &K> {
        self.pieces.iter().flatten()
    }

    pub fn clear(&mut self) {
        self.pieces.truncate(1);
        self.pieces[0].clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Compares a growing, then shrinking set of random keys with the standard library's.
    #[test]
    fn it_is_a_sorted_set() {
        let (mut ordered, mut model) = (Ordered::new(), BTreeSet::new());
        let mut state = 7u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        for step in 0..20_000 {
            let key = (random(3), random(2000));
            if random(100) < if step < 10_000 { 70 } else { 30 } {
                if model.insert(key) {
                    ordered.insert(key);
                }
            } else {
                assert_eq!(ordered.remove(&key), model.remove(&key));
            }
            if let Some(old) = model.range(key..).next().copied() {
                let new = (random(3), random(2000));
                if !model.contains(&new) {
                    ordered.replace(&old, new);
                    model.remove(&old);
                    model.insert(new);
                }
            }
            let (low, high) = ((random(3), random(2000)), (random(3), random(2000)));
            assert!(ordered.from(low).take(5).eq(model.range(low..).take(5)));
            if low < high {
                assert!(ordered.backwards(low..high).take(5).eq(model.range(low..high).rev().take(5)));
            }
            if step % 500 == 0 {
                assert!(ordered.iter().eq(model.iter()));
            }
        }
        ordered.clear();
        assert_eq!(ordered.iter().count(), 0);
        assert!(ordered.from((0, 0)).next().is_none() && !ordered.remove(&(0, 0)));
    }
}
