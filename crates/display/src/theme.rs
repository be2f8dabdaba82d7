//! One style for all pictures: a palette that colour-blind readers can distinguish, on light and dark pages.

use plotters::style::RGBColor;

/// A colour on light and on dark pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour {
    pub light: Rgb,
    pub dark: Rgb,
}

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// The page that a picture is drawn for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// The SVG follows the reader's theme; the PNG is light.
    #[default]
    Auto,
    Light,
    Dark,
}

/// Text and axes.
pub const INK: Colour = Colour::of(0x1F2328, 0xE6EDF3);
/// Tick texts and axis labels.
pub const QUIET: Colour = Colour::of(0x57606A, 0xA0A9B4);
/// Axis lines and ticks.
pub const RULE: Colour = Colour::of(0x8C959F, 0x6E7781);
/// Grid lines.
pub const GRID: Colour = Colour::of(0xE1E5EA, 0x2A2F36);
/// The page's background.
pub const SURFACE: Colour = Colour::of(0xFFFFFF, 0x111111);
/// Freed and empty memory.
pub const EMPTY: Colour = Colour::of(0xEEF1F4, 0x22272E);
/// Highlights: peaks, values that could not be drawn.
pub const ALERT: Colour = Colour::of(0xB3261E, 0xFF8A7A);

/// Colours of series, in order, found by search: the nearest pair is at least 20 apart in CIELAB (CIE76) for normal sight and
/// for protanopes, deuteranopes and tritanopes, and each keeps its contrast with the page. The tests compute it.
pub const SERIES: [Colour; 8] = [
    Colour::of(0x0068B0, 0x58A6E8), // blue
    Colour::of(0xDD7700, 0xEA9238), // orange
    Colour::of(0x029A4B, 0x43E49C), // green
    Colour::of(0xB66FA5, 0xE593C1), // rose
    Colour::of(0x95530E, 0xAC8C58), // brown
    Colour::of(0x3B94FF, 0xA3DFFF), // sky
    Colour::of(0x401F70, 0x876BFB), // indigo
    Colour::of(0x7D6565, 0x898B7D), // grey
];

impl Colour {
    const fn of(light: u32, dark: u32) -> Colour {
        const fn rgb(code: u32) -> Rgb {
            [(code >> 16) as u8, (code >> 8) as u8, code as u8]
        }
        Colour { light: rgb(light), dark: rgb(dark) }
    }

    /// A series' colour; the palette repeats.
    pub fn series(index: usize) -> Colour {
        SERIES[index % SERIES.len()]
    }

    /// The same colour on every page: for images and what is written on them.
    pub fn exact(rgb: Rgb) -> Colour {
        Colour { light: rgb, dark: rgb }
    }

    /// Adapts a colour chosen for a light page to dark ones: kept if visible, else made lighter (black becomes the ink).
    pub fn chosen(rgb: Rgb) -> Colour {
        const LEAST: f64 = 3.0;
        let mut dark = rgb;
        for step in 1..=20 {
            if contrast(dark, SURFACE.dark) >= LEAST {
                break;
            }
            let share = step as f64 / 20.0;
            dark =
                std::array::from_fn(|i| (rgb[i] as f64 + (INK.dark[i] as f64 - rgb[i] as f64) * share).round() as u8);
        }
        if rgb.iter().all(|&part| part < 24) {
            dark = INK.dark;
        }
        Colour { light: rgb, dark }
    }

    /// The colour for text on it: white or nearly black, whichever reads better, on each kind of page.
    pub fn written(self) -> Colour {
        let readable = |ground| match contrast([255; 3], ground) >= contrast(INK.light, ground) {
            true => [255; 3],
            false => INK.light,
        };
        Colour { light: readable(self.light), dark: readable(self.dark) }
    }

    /// The colour for a scheme; an SVG that follows its reader starts light.
    pub fn on(self, scheme: Scheme) -> Rgb {
        if scheme == Scheme::Dark { self.dark } else { self.light }
    }
}

pub(super) fn rgb([r, g, b]: Rgb) -> RGBColor {
    RGBColor(r, g, b)
}

/// `#0068B0`
pub fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02X}{g:02X}{b:02X}")
}

/// Relative luminance (WCAG 2).
pub fn luminance(rgb: Rgb) -> f64 {
    let [r, g, b] = rgb.map(linear);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// From sRGB to linear light.
pub(super) fn linear(part: u8) -> f64 {
    let part = part as f64 / 255.0;
    if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
}

/// Contrast ratio (WCAG 2), 1..21.
pub fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    if a > b { a / b } else { b / a }
}

/// CSS that makes a picture follow its reader's theme. plotters writes colours as attributes; rules that match them change
/// colours on dark pages, and a viewer without CSS shows the light picture.
///
/// `scope` is the picture's class. A picture shown as an image knows only the system's theme; one inside a page also knows
/// JupyterLab's and VS Code's, and has the page's own background.
pub(super) fn stylesheet(scope: &str, colours: &[Colour]) -> String {
    let changing: Vec<&Colour> = colours.iter().filter(|colour| colour.light != colour.dark).collect();
    let set = |pick: fn(&Colour) -> Rgb| -> String {
        changing.iter().enumerate().map(|(i, colour)| format!("--c{i}:{};", hex(pick(colour)))).collect()
    };
    let (light, dark) = (set(|colour| colour.light), set(|colour| colour.dark));
    let mut css = String::new();
    if !changing.is_empty() {
        css = format!(".{scope}{{{light}}}@media (prefers-color-scheme:dark){{.{scope}{{{dark}}}}}");
        for (pages, set) in [
            (["[data-jp-theme-light=true]", ".vscode-light"], &light),
            (["[data-jp-theme-light=false]", ".vscode-dark"], &dark),
        ] {
            let [jupyter, code] = pages.map(|page| format!("{page} .{scope}"));
            css.push_str(&format!("{jupyter},{code}{{{set}}}"));
        }
    }
    for (i, colour) in changing.iter().enumerate() {
        let light = hex(colour.light);
        css.push_str(&format!(
            ".{scope} [fill=\"{light}\"]{{fill:var(--c{i})}}.{scope} [stroke=\"{light}\"]{{stroke:var(--c{i})}}"
        ));
    }
    // Avoids gaps between adjacent bars.
    css.push_str(&format!(".{scope} rect{{shape-rendering:crispEdges}}"));
    css.push_str(&format!(
        ".{scope} text{{font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,\"DejaVu Sans\",Helvetica,Arial,sans-serif}}"
    ));
    css
}
