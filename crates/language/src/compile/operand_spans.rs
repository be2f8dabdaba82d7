//! The spans of the operands of calls, operators and subscripts: errors mark them.

use serde::{Deserialize, Serialize};

/// Spans of operands, by instruction.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct OperandSpans {
    /// Instructions in rising order, each with the end of its spans.
    ends: Vec<(u32, u32)>,
    spans: Vec<(u32, u32)>,
}

impl OperandSpans {
    /// Adds the spans of an instruction that comes after those that have any.
    pub fn add(&mut self, at: u32, spans: impl IntoIterator<Item = (u32, u32)>) {
        debug_assert!(self.ends.last().is_none_or(|(last, _)| *last < at));
        self.spans.extend(spans);
        self.ends.push((at, self.spans.len() as u32));
    }
    /// The spans of an instruction; none if it has no operands.
    pub fn of(&self, at: u32) -> &[(u32, u32)] {
        let Ok(place) = self.ends.binary_search_by_key(&at, |(at, _)| *at) else { return &[] };
        let begin = place.checked_sub(1).map_or(0, |before| self.ends[before].1);
        self.spans.get(begin as usize..self.ends[place].1 as usize).unwrap_or_default()
    }
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut (u32, u32)> {
        self.spans.iter_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::OperandSpans;

    #[test]
    fn spans_are_found_by_instruction() {
        let mut spans = OperandSpans::default();
        spans.add(2, [(0, 1), (4, 5)]);
        spans.add(7, [(8, 9)]);
        let found: Vec<&[(u32, u32)]> = [1, 2, 3, 7, 8].map(|at| spans.of(at)).into();
        assert_eq!(found, [&[][..], &[(0, 1), (4, 5)], &[], &[(8, 9)], &[]]);
    }
}
