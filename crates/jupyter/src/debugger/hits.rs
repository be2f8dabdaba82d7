//! Breakpoints that stop at some of their hits alone.

use std::str::FromStr;

/// Which hits of a breakpoint stop: `3`, `== 3`, `>= 3`, `% 3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitCondition {
    relation: Relation,
    count: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Equal,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
    /// Each that is a multiple.
    Multiple,
}

/// The longer ones first: they begin as the others do.
const RELATIONS: [(&str, Relation); 6] = [
    ("==", Relation::Equal),
    (">=", Relation::GreaterOrEqual),
    ("<=", Relation::LessOrEqual),
    (">", Relation::Greater),
    ("<", Relation::Less),
    ("%", Relation::Multiple),
];

/// A hit condition is none.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("`{0}` is no hit condition: write a count, as 3, or a relation to one: == >= <= > < %")]
pub struct NoHitCondition(String);

impl FromStr for HitCondition {
    type Err = NoHitCondition;

    fn from_str(text: &str) -> Result<HitCondition, NoHitCondition> {
        let text = text.trim();
        let found = RELATIONS.iter().find_map(|(sign, relation)| Some((*relation, text.strip_prefix(sign)?)));
        let (relation, count) = found.unwrap_or((Relation::Equal, text));
        let count = count.trim().parse().map_err(|_| NoHitCondition(text.to_owned()))?;
        Ok(HitCondition { relation, count })
    }
}

impl HitCondition {
    /// Whether a hit stops; the first is 1.
    pub fn holds(self, hit: u64) -> bool {
        match self.relation {
            Relation::Equal => hit == self.count,
            Relation::Greater => hit > self.count,
            Relation::GreaterOrEqual => hit >= self.count,
            Relation::Less => hit < self.count,
            Relation::LessOrEqual => hit <= self.count,
            Relation::Multiple => hit.checked_rem(self.count) == Some(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations_choose_hits() {
        for (text, hits) in [
            ("3", vec![3]),
            ("== 3", vec![3]),
            (">= 3", vec![3, 4, 5]),
            ("> 3", vec![4, 5]),
            ("<=2", vec![1, 2]),
            ("< 2", vec![1]),
            ("%2", vec![2, 4]),
            ("% 0", vec![]),
        ] {
            let condition: HitCondition = text.parse().unwrap();
            assert_eq!((1..=5).filter(|hit| condition.holds(*hit)).collect::<Vec<u64>>(), hits, "{text}");
        }
        for text in ["", "x", ">", "-1", "3 4"] {
            assert!(text.parse::<HitCondition>().is_err(), "{text:?}");
        }
    }
}
