//! Hit conditions: breakpoints that stop only at some of their hits.

use std::str::FromStr;

/// The hits at which a breakpoint stops: `3`, `== 3`, `>= 3`, `% 3`.
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
    /// Every multiple.
    Multiple,
}

/// Longer operators first, because shorter ones are their prefixes.
const RELATIONS: [(&str, Relation); 6] = [
    ("==", Relation::Equal),
    (">=", Relation::GreaterOrEqual),
    ("<=", Relation::LessOrEqual),
    (">", Relation::Greater),
    ("<", Relation::Less),
    ("%", Relation::Multiple),
];

/// The text is not a valid hit condition.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("`{0}` is not a hit condition: write a count such as 3, or a comparison with one: == >= <= > < %")]
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
    /// Returns whether the breakpoint stops at this hit. The first hit is 1.
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
