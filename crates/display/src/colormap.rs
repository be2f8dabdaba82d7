//! matplotlib's colour maps and colour names: numbers in 0..1 to colours, `'tab:blue'` to red, green and blue.
//!
//! `colormaps.txt` holds each map's corners (position in 0..255, colour); between corners the map is linear to within two of
//! 255 steps. Lists of colours (`tab10`) follow a `=`. Made from matplotlib's own tables (viridis and its kin are CC0,
//! ColorBrewer's maps Apache 2.0).

use super::theme::Rgb;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::OnceLock;

#[derive(Clone, Debug, PartialEq)]
pub struct ColourMap {
    pub name: String,
    /// Position in 0..255 and colour.
    corners: Vec<(f64, Rgb)>,
    /// A list of colours without interpolation.
    listed: bool,
}

/// All names, without the reversed maps (`viridis_r`).
pub fn names() -> impl Iterator<Item = &'static str> {
    include_str!("colormaps.txt").lines().filter_map(|line| line.split(' ').next())
}

/// Finds a map by name; `_r` reverses it.
pub fn find(name: &str) -> Option<Rc<ColourMap>> {
    let (base, reversed) = match name.strip_suffix("_r") {
        Some(base) => (base, true),
        None => (name, false),
    };
    let base = match base {
        "gist_gray" | "grey" => "gray",
        "gist_rainbow" => "rainbow",
        base => base,
    };
    let line = include_str!("colormaps.txt").lines().find(|line| line.split(' ').next() == Some(base))?;
    let listed = line.contains(" = ");
    let words = line.split(' ').skip(if listed { 2 } else { 1 });
    let mut corners: Vec<(f64, Rgb)> = words
        .enumerate()
        .filter_map(|(i, word)| match word.split_once(':') {
            Some((place, colour)) => Some((place.parse().ok()?, code(colour)?)),
            None => Some((i as f64, code(word)?)),
        })
        .collect();
    if reversed {
        let last = corners.last()?.0;
        corners = corners.into_iter().rev().map(|(place, colour)| (last - place, colour)).collect();
    }
    Some(Rc::new(ColourMap { name: name.into(), corners, listed }))
}

impl ColourMap {
    /// A map through evenly spaced colours (`listed`: without interpolation).
    pub fn through(name: &str, colours: &[Rgb], listed: bool) -> ColourMap {
        let step = if listed { 1.0 } else { 255.0 / (colours.len().max(2) - 1) as f64 };
        let corners = colours.iter().enumerate().map(|(i, &colour)| (i as f64 * step, colour)).collect();
        ColourMap { name: name.into(), corners, listed }
    }

    /// The number of colours.
    pub fn size(&self) -> usize {
        if self.listed { self.corners.len() } else { 256 }
    }

    pub fn is_list(&self) -> bool {
        self.listed
    }

    /// The colour at 0..1, clamped; `None` for NaN.
    pub fn at(&self, share: f64) -> Option<Rgb> {
        if share.is_nan() {
            return None;
        }
        let size = self.size() as f64;
        self.entry((share * size).clamp(0.0, size - 1.0) as usize)
    }

    /// The colour at a position of the table.
    pub fn entry(&self, index: usize) -> Option<Rgb> {
        let index = index.min(self.size() - 1);
        if self.listed {
            return self.corners.get(index).map(|(_, colour)| *colour);
        }
        let place = index as f64;
        let after = self.corners.iter().position(|(at, _)| *at >= place)?;
        let (at, colour) = self.corners[after];
        if at == place || after == 0 {
            return Some(colour);
        }
        let (from, before) = self.corners[after - 1];
        let share = (place - from) / (at - from);
        Some(std::array::from_fn(|i| (before[i] as f64 + (colour[i] as f64 - before[i] as f64) * share).round() as u8))
    }

    /// Its 256 (or fewer) colours, for many lookups.
    pub fn table(&self) -> Vec<Rgb> {
        (0..self.size()).filter_map(|i| self.entry(i)).collect()
    }
}

/// `0068b0` or `06b`.
pub fn code(text: &str) -> Option<Rgb> {
    if !text.is_ascii() || !text.chars().all(|c| c.is_ascii_hexdigit()) {
        return None;
    }
    let pair = |i: usize| u8::from_str_radix(&text[i..i + 2], 16).ok();
    let single = |i: usize| u8::from_str_radix(&text[i..i + 1], 16).ok().map(|digit| digit * 17);
    match text.len() {
        6 | 8 => Some([pair(0)?, pair(2)?, pair(4)?]),
        3 | 4 => Some([single(0)?, single(1)?, single(2)?]),
        _ => None,
    }
}

/// A CSS colour or one of Tableau's ten, by name.
pub fn named(name: &str) -> Option<Rgb> {
    static NAMES: OnceLock<HashMap<&str, Rgb>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let lines = include_str!("colour_names.txt").lines();
        lines.filter_map(|line| line.split_once(" #").and_then(|(name, hex)| Some((name, code(hex)?)))).collect()
    });
    names.get(name.to_ascii_lowercase().as_str()).copied()
}
