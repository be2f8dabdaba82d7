//! "Did you mean": the known name nearest to a misspelt one, by CPython's distance.

/// Longer names, and more names than this, are not compared.
const LONGEST: usize = 40;
const MOST: usize = 750;
/// The cost to insert, remove or change a character; changing only the case is cheaper.
const MOVE: usize = 2;
const CASE: usize = 1;

/// The first of the nearest names; about half of the letters may differ.
pub fn closest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    let known: Vec<&str> = known.collect();
    if length > LONGEST || known.len() > MOST {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for other in known.into_iter().filter(|other| *other != name && !other.is_empty()) {
        let other_length = other.chars().count();
        let allowed = (length + other_length + 3) * MOVE / 6;
        let allowed = best.map_or(allowed, |(cost, _)| allowed.min(cost - 1));
        if length.abs_diff(other_length) * MOVE > allowed {
            continue;
        }
        let cost = distance(name, other, allowed);
        if cost <= allowed {
            best = Some((cost, other));
        }
    }
    best.map(|(_, other)| other)
}

fn change(a: char, b: char) -> usize {
    match a == b {
        true => 0,
        false if a.is_ascii() && b.is_ascii() && !a.eq_ignore_ascii_case(&b) => MOVE,
        false if a.to_lowercase().eq(b.to_lowercase()) => CASE,
        false => MOVE,
    }
}

/// The edit distance between two names; `most + 1` if it is larger than `most`.
pub fn distance(a: &str, b: &str, most: usize) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let begin = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[begin..], &b[begin..]);
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - end], &b[..b.len() - end]);
    if a.is_empty() || b.is_empty() {
        return MOVE * (a.len() + b.len());
    }
    if a.len().max(b.len()) > LONGEST {
        return most + 1;
    }
    let mut row: Vec<usize> = (0..=b.len()).map(|at| at * MOVE).collect();
    for (at, letter) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], (at + 1) * MOVE);
        for (column, other) in b.iter().enumerate() {
            let changed = diagonal + change(*letter, *other);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal.min(row[column]) + MOVE);
        }
        if row.iter().all(|cost| *cost > most) {
            return most + 1;
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_name_within_half_of_the_letters() {
        assert_eq!(closest("pirnt", ["len", "print", "repr"].into_iter()), Some("print"));
        assert_eq!(closest("xyz", ["len", "print"].into_iter()), None);
    }

    #[test]
    fn distances_are_cpythons() {
        for (a, b, expected) in
            [("", "a", 2), ("a", "A", 1), ("Banana", "B@n@n@", 6), ("abc", "y", 6), ("aaaaa", "AAAAA", 5)]
        {
            assert_eq!(distance(a, b, 4044), expected, "{a} {b}");
        }
    }
}
