//! Tests the colours of errors: they are readable on pages of both themes, and nbconvert can convert them.

use super::Running;
use tensorcell_display::theme::{Rgb, contrast};

/// Cells that fail in different ways.
const FAILING: [&str; 6] = [
    "import torch\nx = torch.zeros(2, 3)\nx @ x",
    "def f(n):\n    return 1 / n\ndef g(): return f(0)\ng()",
    "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise ValueError('x') from e",
    "1 +",
    "x.nothing_here",
    "%nothing",
];

/// The meaning of `ESC[...m` in JupyterLab and nbconvert: text and background, one of sixteen colours or an exact one;
/// None is the page's.
#[derive(Clone, Copy, Default)]
struct Ink {
    text: Option<Shade>,
    ground: Option<Shade>,
}

#[derive(Clone, Copy)]
enum Shade {
    Numbered(u8),
    Exact(Rgb),
}

impl Ink {
    fn take(&mut self, parameters: &[u8]) {
        match *parameters {
            [] | [0, ..] => *self = Ink::default(),
            [38, 2, r, g, b] => self.text = Some(Shade::Exact([r, g, b])),
            [48, 2, r, g, b] => self.ground = Some(Shade::Exact([r, g, b])),
            [number @ (30..=37 | 90..=97)] => self.text = Some(Shade::Numbered(number)),
            [number @ (40..=47 | 100..=107)] => self.ground = Some(Shade::Numbered(number - 10)),
            [39] => self.text = None,
            [49] => self.ground = None,
            // Bold, underline and their ends. JupyterLab and nbconvert ignore dim (2) and italic (3).
            [1 | 4 | 22 | 24] => {}
            _ => panic!("{parameters:?} is not shown by JupyterLab and nbconvert alike"),
        }
    }
}

/// The colours of a report, each with its text.
fn inks(report: &str) -> Vec<(Ink, String)> {
    let (mut ink, mut found) = (Ink::default(), Vec::new());
    for piece in report.split("\x1b[").skip(1) {
        let (parameters, text) = piece.split_once('m').expect("only colours");
        let numbers: Vec<u8> = parameters.split(';').map(|part| part.parse().unwrap_or(0)).collect();
        ink.take(&numbers);
        found.push((ink, text.to_owned()));
    }
    found
}

/// JupyterLab's colours 30 to 37 and 90 to 97: `--jp-ansi-...`, the same in both themes.
const JUPYTERLAB: [u32; 16] = [
    0x3E424D, 0xE75C58, 0x00A250, 0xDDB62B, 0x208FFB, 0xD160C4, 0x60C6C8, 0xC5C1B4, 0x282C36, 0xB22B31, 0x007427,
    0xB27D12, 0x0065CA, 0xA03196, 0x258F8F, 0xA1A6B2,
];

/// The page's text colour and the background of errors in JupyterLab's themes: (0, 0, 0, 0.87) on #FFDDDD, and white
/// on (244, 67, 54, 0.28) over #111111.
const PAGES: [(&str, Rgb, Rgb); 2] =
    [("light", [33, 29, 29], [0xFF, 0xDD, 0xDD]), ("dark", [255, 255, 255], [81, 31, 27])];

fn shade(shade: Option<Shade>, own: Rgb) -> Rgb {
    let numbered = |number: u8| JUPYTERLAB[usize::from(if number >= 90 { number - 82 } else { number - 30 })];
    match shade {
        None => own,
        Some(Shade::Exact(rgb)) => rgb,
        Some(Shade::Numbered(number)) => numbered(number).to_be_bytes()[1..].try_into().expect("three"),
    }
}

#[test]
fn errors_can_be_read_on_light_and_dark_pages() {
    let mut run = Running::new();
    for code in FAILING {
        let report = run.error(code).traceback.join("\n");
        let inks = inks(&report);
        assert!(inks.iter().any(|(ink, text)| ink.ground.is_some() && !text.trim().is_empty()), "unmarked: {report:?}");
        for (page, text_own, ground_own) in PAGES {
            for (ink, text) in inks.iter().filter(|(_, text)| !text.trim().is_empty()) {
                let ratio = contrast(shade(ink.text, text_own), shade(ink.ground, ground_own));
                assert!(ratio >= 4.5, "{text:?} has {ratio:.2} on a {page} page, in {report:?}");
            }
        }
    }
}

#[test]
fn errors_on_a_terminal_are_in_its_own_colours() {
    let mut run = Running::new();
    run.session = crate::notebook::Notebook::new(run.signals.clone()).for_terminal();
    for code in FAILING {
        for (ink, text) in inks(&run.error(code).traceback.join("\n")) {
            let is_own = |shade| !matches!(shade, Some(Shade::Exact(_)));
            assert!(is_own(ink.text) && is_own(ink.ground), "{text:?}");
        }
    }
}
