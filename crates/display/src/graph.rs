//! Draws the graph of a model from top to bottom: steps and edges, in layers by the longest path from the start.

use super::picture::{Figure, FigureSheet};
use super::sheet::{Anchor, Point, Sheet, fitted};
use super::theme::{Colour, INK, QUIET, RULE, Scheme};

/// A box with its name and a line of detail.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    pub name: String,
    pub detail: String,
}

/// Steps, and edges between them by index, each from an earlier to a later step. Other edges are ignored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graph {
    pub title: String,
    pub steps: Vec<Step>,
    pub edges: Vec<(usize, usize)>,
}

const WIDTH: f64 = 190.0;
const HEIGHT: f64 = 38.0;
const BETWEEN: f64 = 24.0;
const EDGE: f64 = 10.0;
const CORNER: f64 = 5.0;

/// All positions.
struct Layout {
    width: f64,
    height: f64,
    /// The width of all boxes; edges that skip layers pass on their right.
    body: f64,
    layer: Vec<usize>,
    /// The top left corner of each box.
    place: Vec<Point>,
}

/// The distance from the boxes of each edge that skips layers.
fn lane(skip: usize) -> f64 {
    22.0 + 14.0 * (skip % 6) as f64
}

impl Graph {
    fn forward_edges(&self) -> Vec<(usize, usize)> {
        self.edges.iter().copied().filter(|(from, to)| from < to && *to < self.steps.len()).collect()
    }

    fn layout(&self, edges: &[(usize, usize)]) -> Layout {
        let count = self.steps.len();
        let mut layer = vec![0_usize; count];
        for to in 0..count {
            layer[to] = edges.iter().filter(|edge| edge.1 == to).map(|edge| layer[edge.0] + 1).max().unwrap_or(0);
        }
        let layers = layer.iter().max().map_or(0, |last| last + 1);
        let members = |at: usize| layer.iter().enumerate().filter(move |(_, own)| **own == at).map(|(step, _)| step);
        let widest = (0..layers).map(|at| members(at).count()).max().unwrap_or(0);
        let skips = edges.iter().filter(|(from, to)| layer[*to] - layer[*from] > 1).count();
        let body = (widest.max(1) as f64) * (WIDTH + BETWEEN) - BETWEEN;
        let lanes = if skips > 0 { lane(skips.min(6) - 1) + 14.0 } else { 0.0 };
        let mut place = vec![(0.0, 0.0); count];
        for at in 0..layers {
            let left = (body - (members(at).count() as f64 * (WIDTH + BETWEEN) - BETWEEN)) / 2.0;
            for (column, step) in members(at).enumerate() {
                place[step] = (EDGE + left + column as f64 * (WIDTH + BETWEEN), EDGE + at as f64 * (HEIGHT + BETWEEN));
            }
        }
        Layout {
            width: body + 2.0 * EDGE + lanes,
            height: (layers.max(1) as f64) * (HEIGHT + BETWEEN) - BETWEEN + 2.0 * EDGE,
            body,
            place,
            layer,
        }
    }
}

impl Figure for Graph {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn text(&self) -> String {
        self.title.clone()
    }

    fn sketch(&self) -> Vec<String> {
        let edges = self.forward_edges();
        let row = |(at, step): (usize, &Step)| {
            let from: Vec<&str> =
                edges.iter().filter(|edge| edge.1 == at).map(|edge| self.steps[edge.0].name.as_str()).collect();
            let from = if from.is_empty() { String::new() } else { format!(" <- {}", from.join(", ")) };
            format!("  {} {}{from}", step.name, step.detail)
        };
        self.steps.iter().enumerate().map(row).collect()
    }

    fn draw(&self) -> FigureSheet {
        let edges = self.forward_edges();
        let at = self.layout(&edges);
        let mut sheet = Sheet::new(at.width, at.height, Scheme::Auto);
        let mut skip = 0;
        for (from, to) in &edges {
            let ((x0, y0), (x1, y1)) = (at.place[*from], at.place[*to]);
            if at.layer[*to] - at.layer[*from] > 1 {
                let right = EDGE + at.body + lane(skip);
                skip += 1;
                let (start, end, tip) = (y0 + HEIGHT * 0.7, y1 + HEIGHT * 0.3, x1 + WIDTH);
                let mut way = curve([(x0 + WIDTH, start), (right, start), (right, start), (right, start + 16.0)]);
                way.extend(curve([(right, end - 16.0), (right, end), (right, end), (tip, end)]));
                sheet.line(way, Colour::series(0), 1.2);
                sheet.line(vec![(tip + 6.0, end - 4.0), (tip, end), (tip + 6.0, end + 4.0)], Colour::series(0), 1.2);
            } else {
                let (x0, x1, y0) = (x0 + WIDTH / 2.0, x1 + WIDTH / 2.0, y0 + HEIGHT);
                let middle = (y0 + y1) / 2.0;
                sheet.line(curve([(x0, y0), (x0, middle), (x1, middle), (x1, y1)]), QUIET, 1.2);
                sheet.line(vec![(x1 - 4.0, y1 - 6.0), (x1, y1), (x1 + 4.0, y1 - 6.0)], QUIET, 1.2);
            }
        }
        for (Step { name, detail }, place) in self.steps.iter().zip(&at.place) {
            let outline = rounded(*place);
            sheet.fill(outline.clone(), Colour::series(5), 0.14);
            sheet.line(outline, RULE, 1.0);
            let middle = place.0 + WIDTH / 2.0;
            let down = if detail.is_empty() { HEIGHT / 2.0 } else { 13.0 };
            for (text, down, size, colour) in [(name, down, 12.0, INK), (detail, 28.0, 10.0, QUIET)] {
                let text = fitted(text, size, WIDTH - 12.0);
                sheet.text(&text, (middle, place.1 + down), Anchor::Middle, size, colour);
            }
        }
        FigureSheet(sheet)
    }
}

/// Points along a cubic Bézier curve.
fn curve([a, b, c, d]: [Point; 4]) -> Vec<Point> {
    const PIECES: usize = 16;
    let at = |share: f64, a: f64, b: f64, c: f64, d: f64| {
        let rest = 1.0 - share;
        rest.powi(3) * a + 3.0 * rest * rest * share * b + 3.0 * rest * share * share * c + share.powi(3) * d
    };
    let point = |i: usize| {
        let share = i as f64 / PIECES as f64;
        (at(share, a.0, b.0, c.0, d.0), at(share, a.1, b.1, c.1, d.1))
    };
    (0..=PIECES).map(point).collect()
}

/// The outline of a box, its corners rounded.
fn rounded((left, top): Point) -> Vec<Point> {
    let (right, bottom) = (left + WIDTH, top + HEIGHT);
    let corners = [
        ((left + CORNER, top + CORNER), 180.0),
        ((right - CORNER, top + CORNER), 270.0),
        ((right - CORNER, bottom - CORNER), 0.0),
        ((left + CORNER, bottom - CORNER), 90.0),
    ];
    let mut outline: Vec<Point> = (corners.iter())
        .flat_map(|((x, y), from)| {
            (0..=4).map(move |i| {
                let angle = (from + 22.5 * f64::from(i)).to_radians();
                (x + CORNER * angle.cos(), y + CORNER * angle.sin())
            })
        })
        .collect();
    outline.push(outline[0]);
    outline
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture;

    #[test]
    fn steps_stand_below_what_they_need() {
        let step = |name: &str| Step { name: name.into(), detail: "<b>".into() };
        let graph = Graph {
            title: "t".into(),
            steps: vec![step("<script>"), step("b"), step("c"), step("d")],
            edges: vec![(0, 1), (0, 2), (1, 3), (2, 3), (0, 3), (3, 0), (1, 9)],
        };
        // Two edges that go back or nowhere are not drawn.
        let edges = graph.forward_edges();
        assert_eq!(edges.len(), 5);
        let tops: Vec<f64> = graph.layout(&edges).place.iter().map(|place| place.1).collect();
        assert_eq!(tops, [10.0, 72.0, 72.0, 134.0]);
        let svg = picture::svg(&graph);
        assert!(svg.contains("&lt;script&gt;") && !svg.contains("<script") && !svg.contains("<b>"));
        assert!(svg.contains("prefers-color-scheme:dark") && !svg.contains("currentColor"));
        assert_eq!(graph.sketch()[3], "  d <b> <- b, c, <script>");
    }

    #[test]
    fn nothing_is_a_drawing_too() {
        assert!(picture::svg(&Graph::default()).trim_end().ends_with("</svg>"));
        assert!(!picture::png(&Graph::default()).is_empty());
    }
}
