//! The layout of a device's memory: each segment of the pool, its blocks, their owners, and the gaps.

use super::axis::{Axis, Kind, Tick, Unit};
use super::chart::{Artist, Chart, Dimension, Note, Panel, Shape, Title, centred};
use super::memory::Owner;
use super::picture::{Figure, FigureSheet};
use super::sheet::{fitted, text_width};
use super::theme::{ALERT, Colour, EMPTY, SURFACE, Scheme};
use super::units;
use std::collections::HashMap;

/// A piece of a segment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapBlock {
    pub bytes: u64,
    pub held: bool,
    /// Freed by its owner, still used by a stream.
    pub pending: bool,
    /// The code that made it.
    pub owner: Option<Owner>,
}

/// A segment that the pool took from the device.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapSegment {
    /// Belongs to another stream than the default one.
    pub stream: bool,
    pub small: bool,
    pub blocks: Vec<MapBlock>,
}

#[derive(Clone, Debug, Default)]
pub struct MemoryMap {
    pub device: String,
    /// Ordered by address.
    pub segments: Vec<MapSegment>,
    pub scheme: Scheme,
}

const WIDTH: f64 = 680.0;
const ROW: f64 = 30.0;
/// The most rows; the smallest segments are only counted.
const ROWS: usize = 16;
/// Owners with their own colours.
const OWNERS: usize = 7;

impl MapSegment {
    fn bytes(&self) -> u64 {
        self.blocks.iter().map(|block| block.bytes).sum()
    }
}

/// An owner's name in legends.
fn name_of(owner: Option<&Owner>) -> String {
    owner.map_or_else(|| "made outside of a cell".to_owned(), Owner::to_string)
}

impl MemoryMap {
    fn sum(&self, count: impl Fn(&MapBlock) -> bool) -> u64 {
        self.segments
            .iter()
            .flat_map(|segment| &segment.blocks)
            .filter(|block| count(block))
            .map(|block| block.bytes)
            .sum()
    }

    /// Bytes per owner, largest first.
    pub fn owners(&self) -> Vec<(String, u64)> {
        let mut held: HashMap<String, u64> = HashMap::new();
        for block in self.segments.iter().flat_map(|segment| &segment.blocks).filter(|block| block.held) {
            *held.entry(name_of(block.owner.as_ref())).or_default() += block.bytes;
        }
        let mut owners: Vec<(String, u64)> = held.into_iter().collect();
        owners.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        owners
    }

    /// The largest gap between blocks.
    fn largest_gap(&self) -> u64 {
        let gaps = self.segments.iter().flat_map(|segment| &segment.blocks).filter(|block| !block.held);
        gaps.map(|block| block.bytes).max().unwrap_or(0)
    }

    pub fn chart(&self) -> Chart {
        let mut panel = Panel {
            title: Title { text: self.title(), ..Title::default() },
            frame: [false, false, true, false],
            ..Panel::default()
        };
        let mut segments: Vec<&MapSegment> = self.segments.iter().collect();
        segments.sort_by_key(|segment| std::cmp::Reverse(segment.bytes()));
        let left_out = segments.split_off(segments.len().min(ROWS));
        let rows = segments.len().max(1) as f64;
        let words = Some(self.text());
        let mut chart =
            Chart { width: WIDTH, height: 110.0 + ROW * rows, scheme: self.scheme, words, ..Chart::default() };
        if segments.is_empty() {
            panel.bare = true;
            panel.artists.push(Artist::new(centred("nothing reserved yet")));
            chart.panels.push(panel);
            return chart;
        }
        let owners = self.owners();
        let colour_of = |owner: Option<&Owner>| {
            let owner = name_of(owner);
            let known = owners.iter().take(OWNERS).position(|(name, _)| *name == owner);
            Colour::series(known.unwrap_or(OWNERS))
        };
        for (i, (owner, bytes)) in owners.iter().take(OWNERS).enumerate() {
            panel
                .header
                .push((Colour::series(i), format!("{} {}", fitted(owner, 11.0, 260.0), units::bytes(*bytes as f64))));
        }
        if owners.len() > OWNERS {
            let rest: u64 = owners[OWNERS..].iter().map(|(_, bytes)| bytes).sum();
            let text = format!("{} more owners {}", owners.len() - OWNERS, units::bytes(rest as f64));
            panel.header.push((Colour::series(OWNERS), text));
        }
        panel.header.push((EMPTY, format!("free {}", units::bytes(self.sum(|block| !block.held) as f64))));
        if self.sum(|block| block.pending) > 0 {
            panel.header.push((ALERT, "outlined: freed, still used by a stream".into()));
        }
        let longest = segments.iter().map(|segment| segment.bytes()).max().unwrap_or(1).max(1) as f64;
        panel.x = Dimension::over(Axis { low: 0.0, high: longest, kind: Kind::Linear })
            .in_unit(Unit::Bytes)
            .named("offset in the segment");
        panel.y = Dimension::over(Axis { low: rows - 0.5, high: -0.5, kind: Kind::Linear });
        panel.y.marks = false;
        let name = |segment: &MapSegment| {
            let kind = if segment.small { "small" } else { "large" };
            let stream = if segment.stream { ", side stream" } else { "" };
            format!("{} ({kind}{stream})", units::bytes(segment.bytes() as f64))
        };
        let ticks = segments.iter().enumerate().map(|(i, segment)| Tick { value: i as f64, text: name(segment) });
        panel.y.ticks = Some(ticks.collect());
        let pixel = (WIDTH - 150.0) / longest;
        for (i, segment) in segments.iter().enumerate() {
            let mut at = 0.0;
            for block in &segment.blocks {
                let (from, to) = (at, at + block.bytes as f64);
                at = to;
                let colour = if block.held { colour_of(block.owner.as_ref()) } else { EMPTY };
                // A line of the page's colour separates neighbouring blocks of one owner.
                let edge = Some(if block.pending { (ALERT, 1.5) } else { (SURFACE, 0.75) });
                let boxes = vec![[from, i as f64 - 0.4, to, i as f64 + 0.4]];
                panel.artists.push(Artist::new(Shape::Boxes { boxes, colours: vec![colour], edge, filled: true }));
                let room = (to - from) * pixel - 8.0;
                if block.held && room > 26.0 {
                    let owner =
                        block.owner.as_ref().map_or("", |owner| owner.variable.as_ref().unwrap_or(&owner.place));
                    let size = units::bytes(block.bytes as f64);
                    let whole = format!("{owner} {size}");
                    let text = if text_width(&whole, 10.0) < room { whole } else { fitted(owner, 10.0, room) };
                    let at = ((from + to) / 2.0, i as f64);
                    let note = Note {
                        text,
                        at,
                        level: 0.0,
                        upright: 0.0,
                        size: 10.0,
                        colour: colour.written(),
                        ..Note::default()
                    };
                    panel.artists.push(Artist::new(Shape::Text(note)));
                }
            }
        }
        if !left_out.is_empty() {
            let bytes: u64 = left_out.iter().map(|segment| segment.bytes()).sum();
            chart.notes.push(format!(
                "{} smaller segments not drawn, {} in total",
                left_out.len(),
                units::bytes(bytes as f64)
            ));
            panel.x.name.text += &format!(" ({} smaller segments not drawn)", left_out.len());
        }
        let lines = panel.header_places(WIDTH - 150.0).last().map_or(0, |(_, row)| row + 1) as f64;
        chart.height += lines * 20.0;
        chart.panels.push(panel);
        chart
    }
}

impl Figure for MemoryMap {
    fn title(&self) -> String {
        format!("Memory map of {}", self.device)
    }
    fn text(&self) -> String {
        if self.segments.is_empty() {
            return format!("Memory map of {}: nothing reserved yet", self.device);
        }
        let owners = self.owners();
        let named: Vec<String> =
            owners.iter().take(3).map(|(owner, bytes)| format!("{owner} {}", units::bytes(*bytes as f64))).collect();
        format!(
            "Memory map of {}: {} held of {} in {} segments, the largest gap {}; most by {}",
            self.device,
            units::bytes(self.sum(|block| block.held) as f64),
            units::bytes(self.sum(|_| true) as f64),
            self.segments.len(),
            units::bytes(self.largest_gap() as f64),
            if named.is_empty() { "nobody".into() } else { named.join("; ") }
        )
    }
    fn sketch(&self) -> Vec<String> {
        let rows = self.owners();
        let name = rows.iter().take(12).map(|(owner, _)| owner.chars().count().min(48)).max().unwrap_or(0);
        let most = rows.first().map_or(1, |(_, bytes)| *bytes).max(1) as f64;
        let line = |(owner, bytes): &(String, u64)| {
            let length = (*bytes as f64 / most * 24.0).round().clamp(1.0, 24.0) as usize;
            format!("  {:name$} {:█<length$} {}", units::short(owner, 47), "", units::bytes(*bytes as f64))
        };
        rows.iter().take(12).map(line).collect()
    }
    fn draw(&self) -> FigureSheet {
        self.chart().draw()
    }
}
