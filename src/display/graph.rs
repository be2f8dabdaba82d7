//! A drawing of steps and what flows between them, from top to bottom: the graph of a model. Laid out in layers by the
//! longest way from the beginning; drawn in the page's own colours.

use super::html::escape;
use super::units::short;
use std::fmt::Write as _;

/// A box with its name and a line below it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    pub name: String,
    pub detail: String,
}

const WIDTH: f64 = 190.0;
const HEIGHT: f64 = 38.0;
const BETWEEN: f64 = 24.0;
const LETTERS: usize = 27;

/// An SVG of the steps and of the edges between them, each from an earlier step to a later one. Other edges are left out.
pub fn svg(steps: &[Step], edges: &[(usize, usize)], title: &str) -> String {
    let edges: Vec<(usize, usize)> =
        edges.iter().copied().filter(|(from, to)| from < to && *to < steps.len()).collect();
    let mut layer = vec![0_usize; steps.len()];
    for to in 0..steps.len() {
        layer[to] = edges.iter().filter(|edge| edge.1 == to).map(|edge| layer[edge.0] + 1).max().unwrap_or(0);
    }
    let layers = layer.iter().max().map_or(0, |last| last + 1);
    let widest = (0..layers).map(|at| layer.iter().filter(|other| **other == at).count()).max().unwrap_or(0);
    // What skips layers passes on the right of them.
    let skips = edges.iter().filter(|(from, to)| layer[*to] - layer[*from] > 1).count();
    let body = (widest.max(1) as f64) * (WIDTH + BETWEEN) - BETWEEN;
    let lane = |skip: usize| 22.0 + 14.0 * (skip % 6) as f64;
    let (width, height) = (
        body + 20.0 + if skips > 0 { lane(skips.min(6) - 1) + 14.0 } else { 0.0 },
        (layers.max(1) as f64) * (HEIGHT + BETWEEN) - BETWEEN + 20.0,
    );
    let mut place = vec![(0.0, 0.0); steps.len()];
    for at in 0..layers {
        let members: Vec<usize> = (0..steps.len()).filter(|step| layer[*step] == at).collect();
        let left = (body - (members.len() as f64 * (WIDTH + BETWEEN) - BETWEEN)) / 2.0;
        for (column, step) in members.into_iter().enumerate() {
            place[step] = (10.0 + left + column as f64 * (WIDTH + BETWEEN), 10.0 + at as f64 * (HEIGHT + BETWEEN));
        }
    }
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         role=\"img\" fill=\"none\" stroke=\"currentColor\" font-family=\"sans-serif\" style=\"max-width:100%\"><title>{}</title>",
        escape(title)
    );
    let mut skip = 0;
    for (from, to) in &edges {
        let ((x0, y0), (x1, y1)) = (place[*from], place[*to]);
        if layer[*to] - layer[*from] > 1 {
            let right = 10.0 + body + lane(skip);
            skip += 1;
            let (start, end) = (y0 + HEIGHT * 0.7, y1 + HEIGHT * 0.3);
            let _ = write!(
                svg,
                "<path d=\"M{:.1} {start:.1}C{right:.1} {start:.1} {right:.1} {start:.1} {right:.1} {:.1}V{:.1}C{right:.1} {end:.1} {right:.1} {end:.1} {:.1} {end:.1}\" stroke=\"#0072b2\"/>",
                x0 + WIDTH,
                start + 16.0,
                end - 16.0,
                x1 + WIDTH + 5.0,
            );
            let tip = x1 + WIDTH;
            let _ = write!(
                svg,
                "<path d=\"M{:.1} {:.1}L{tip:.1} {end:.1}L{:.1} {:.1}\" stroke=\"#0072b2\"/>",
                tip + 6.0,
                end - 4.0,
                tip + 6.0,
                end + 4.0
            );
        } else {
            let (x0, x1, y0) = (x0 + WIDTH / 2.0, x1 + WIDTH / 2.0, y0 + HEIGHT);
            let middle = (y0 + y1) / 2.0;
            let _ =
                write!(svg, "<path d=\"M{x0:.1} {y0:.1}C{x0:.1} {middle:.1} {x1:.1} {middle:.1} {x1:.1} {y1:.1}\"/>");
            let _ = write!(
                svg,
                "<path d=\"M{:.1} {:.1}L{x1:.1} {y1:.1}L{:.1} {:.1}\"/>",
                x1 - 4.0,
                y1 - 6.0,
                x1 + 4.0,
                y1 - 6.0
            );
        }
    }
    for (Step { name, detail }, (x, y)) in steps.iter().zip(&place) {
        let _ = write!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"5\" fill=\"#56b4e9\" fill-opacity=\".14\"/>"
        );
        let down = if detail.is_empty() { 23.0 } else { 16.0 };
        for (text, down, size, opacity) in [(name, down, 12, 1.0), (detail, 30.0, 10, 0.75)] {
            if text.is_empty() {
                continue;
            }
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size}\" text-anchor=\"middle\" stroke=\"none\" fill=\"currentColor\" fill-opacity=\"{opacity}\">{}</text>",
                x + WIDTH / 2.0,
                y + down,
                escape(&short(text, LETTERS)),
            );
        }
    }
    svg.push_str("</svg>");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_stand_below_what_they_need() {
        let step = |name: &str| Step { name: name.into(), detail: "<b>".into() };
        let svg = svg(
            &[step("<script>"), step("b"), step("c"), step("d")],
            &[(0, 1), (0, 2), (1, 3), (2, 3), (0, 3), (3, 0), (1, 9)],
            "t",
        );
        assert_eq!(svg.matches("<rect").count(), 4);
        // Two paths for an edge and its tip; the two edges that lead back or nowhere are not drawn.
        assert_eq!(svg.matches("<path").count(), 10);
        assert!(svg.contains("&lt;script&gt;") && !svg.contains("<script") && !svg.contains("<b>"));
        let heights: Vec<&str> = svg.split("<rect ").skip(1).map(|rect| rect.split('"').nth(3).unwrap()).collect();
        assert_eq!(heights, ["10.0", "72.0", "72.0", "134.0"]);
    }

    #[test]
    fn nothing_is_a_drawing_too() {
        assert!(svg(&[], &[], "").ends_with("</svg>"));
    }
}
