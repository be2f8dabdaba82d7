//! Checks pictures and tables: well-formed, not blank, correct.

use super::axis::{Axis, Kind, Tick, Unit};
use super::picture::Figure;
use super::*;

/// Checks that a document is well-formed XML: tags nest, attributes are quoted, no bare `<` or `&`, no forbidden
/// characters. Returns the texts and attribute values.
fn xml(document: &str) -> Vec<String> {
    let text = |raw: &str| -> String {
        let mut rest = raw;
        while let Some(at) = rest.find('&') {
            let end = rest[at..].find(';').expect("& begins an entity") + at;
            assert!(["&amp", "&lt", "&gt", "&quot", "&apos", "&#39"].contains(&&rest[at..end]), "{}", &rest[at..end]);
            rest = &rest[end..];
        }
        assert!(raw.chars().all(|c| c == '\n' || (!c.is_control() && c != '\u{FFFE}' && c != '\u{FFFF}')), "{raw:?}");
        raw.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&apos;", "'")
            .replace("&#39;", "'")
            .replace("&amp;", "&")
    };
    let (mut open, mut found, mut rest) = (Vec::new(), Vec::new(), document);
    while let Some(at) = rest.find('<') {
        if !rest[..at].trim().is_empty() {
            assert!(!open.is_empty(), "text outside the document");
            found.push(text(rest[..at].trim()));
        }
        rest = &rest[at + 1..];
        if let Some(close) = rest.strip_prefix('/') {
            let end = close.find('>').expect("a closed tag");
            assert_eq!(open.pop(), Some(close[..end].to_string()));
            rest = &close[end + 1..];
            continue;
        }
        let name = rest.find([' ', '>', '/']).expect("a tag's name");
        open.push(rest[..name].to_string());
        rest = &rest[name..];
        loop {
            rest = rest.trim_start();
            if let Some(next) = rest.strip_prefix("/>") {
                open.pop();
                rest = next;
                break;
            } else if let Some(next) = rest.strip_prefix('>') {
                rest = next;
                break;
            }
            let (key, value) = rest.split_once("=\"").expect("a quoted attribute");
            assert!(key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'), "{key}");
            let (value, next) = value.split_once('"').expect("a closing quote");
            assert!(!value.contains('<'));
            found.push(text(value));
            rest = next;
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty());
    found
}

/// Decodes the PNG and returns the share of its pixels that differ from the background.
fn inked(picture: &Picture) -> f64 {
    let mut reader = png::Decoder::new(std::io::Cursor::new(&picture.png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb, "opaque: it reads on any page");
    assert_eq!(picture.svg.matches(&format!("width=\"{}\"", info.width / 2)).count(), 1, "twice the SVG's size");
    pixels.chunks(3).filter(|pixel| **pixel != pixels[..3]).count() as f64 / (info.width * info.height) as f64
}

/// Checks a picture in all its forms; returns its texts.
fn whole(figure: &impl Figure) -> (Picture, Vec<String>) {
    let picture = Picture::of(figure);
    let texts = xml(&picture.svg);
    let share = inked(&picture);
    assert!((0.001..0.95).contains(&share), "{share} of the PNG is inked");
    assert!(!picture.text.is_empty() && picture.text.lines().all(|line| line.chars().count() <= 1001));
    for part in ["role=\"img\"", "<title>", "<desc>", "prefers-color-scheme:dark"] {
        assert!(picture.svg.contains(part), "{part}");
    }
    let described = texts.iter().any(|text| picture.text.starts_with(text.as_str()) && text.len() > 3);
    assert!(described, "what is heard is what is read: {}", picture.text);
    (picture, texts)
}

fn curve(title: &str, log: bool, smooth: f64, columns: &[(&str, Vec<f64>)]) -> Curve {
    let mut curve = Curve::new(title, log);
    for (name, values) in columns {
        let mut series = Series::new(*name, smooth);
        for (i, value) in values.iter().enumerate() {
            series.push(i as f64, *value);
        }
        curve.series.push(series);
    }
    curve
}

fn noisy(i: usize) -> f64 {
    2.3 * (-(i as f64) / 150.0).exp() + 0.05 + 0.08 * ((i * 7919 % 101) as f64 / 101.0)
}

#[test]
fn a_training_curve_names_its_series_and_last_values() {
    let loss: Vec<f64> = (0..600).map(noisy).collect();
    let accuracy = (0..600).map(|i| 1.0 - 0.9 * (-(i as f64) / 120.0).exp()).collect();
    let (picture, texts) = whole(&curve("Digits", false, 0.9, &[("loss", loss.clone()), ("accuracy", accuracy)]));
    assert!(texts.iter().any(|t| t == "Digits") && texts.iter().any(|t| t.starts_with("accuracy 0.99")), "{texts:?}");
    assert!(texts.iter().any(|t| t == "step") && texts.iter().any(|t| t == "500"), "{texts:?}");
    assert!(picture.text.starts_with("Digits: loss 2.35 → "), "{}", picture.text);
    whole(&curve("", true, 0.0, &[("loss", loss)]));
}

/// Four curves of eight layers, as training draws them.
fn board() -> Board {
    let layer = |panel: usize, n: usize| -> Vec<f64> {
        (0..60).map(|i| noisy(i + 11 * n) / (1.0 + (n * (panel + 1)) as f64)).collect()
    };
    let names: Vec<String> = (0..8).map(|n| format!("encoder.layers.{n}.linear1")).collect();
    let columns =
        |panel| names.iter().enumerate().map(|(n, name)| (name.as_str(), layer(panel, n))).collect::<Vec<_>>();
    let titles = ["Norm of gradients", "Mean of outputs", "Update, by the norm of weights", "Deviation of outputs"];
    let curves = titles.iter().enumerate().map(|(at, title)| curve(title, at % 2 == 0, 0.0, &columns(at))).collect();
    Board { title: "Transformer: 8 of 24 layers".into(), curves, ..Board::default() }
}

#[test]
fn a_board_shows_all_its_curves_and_what_deserves_a_look() {
    let alert = "NaN in the output of encoder.layers.3.linear1 (Linear), step 61: Cell [4], line 12";
    let (picture, texts) = whole(&Board { alert: alert.into(), ..board() });
    for text in ["Transformer: 8 of 24 layers", "Norm of gradients", "Deviation of outputs", alert] {
        assert!(texts.iter().any(|shown| shown == text), "{text}");
    }
    assert!(picture.text.contains(alert) && picture.text.contains("encoder.layers.0.linear1 "), "{}", picture.text);
    let dark = Board { scheme: Scheme::Dark, ..board() };
    assert!(inked(&Picture::of(&dark)) > 0.01);
    whole(&Board {
        title: "Empty".into(),
        curves: vec![curve("a", true, 0.0, &[("b", Vec::new())])],
        ..Board::default()
    });
}

#[test]
fn curves_without_much_to_show_say_so() {
    let (picture, texts) = whole(&curve("Empty", false, 0.0, &[]));
    assert!(texts.iter().any(|t| t == "no values yet") && picture.text == "Empty: no values yet");
    let (picture, texts) = whole(&curve("Lost", false, 0.0, &[("loss", vec![f64::NAN, f64::INFINITY])]));
    assert!(texts.iter().any(|t| t == "no finite value to draw"));
    assert!(texts.iter().any(|t| t == "loss: 2 values are NaN or infinite, from step 0"), "{texts:?}");
    assert!(picture.text.contains("loss has no finite value"));
    let (picture, _) = whole(&curve("One", false, 0.0, &[("loss", vec![0.5])]));
    assert!(picture.svg.contains("<circle") && picture.text == "One: loss 0.5");
    let (picture, texts) = whole(&curve("Gap", true, 0.0, &[("loss", vec![1.0, 2.0, 0.0, 3.0, f64::NAN, 4.0, 5.0])]));
    assert!(texts.iter().any(|t| t.contains("values of 0 or less have no place on a log axis")));
    // Three runs: 1-2, the lone 3 as a dot, 4-5.
    assert_eq!(picture.svg.matches("<circle").count(), 1);
    whole(&curve("Flat", false, 0.0, &[("loss", vec![3.0; 10])]));
    whole(&curve("Wide", false, 0.0, &[("loss", vec![f64::MIN, 0.0, f64::MAX])]));
}

#[test]
fn hostile_names_stay_text() {
    let name = "</text><script>alert(\"1\")</script>&\u{0}\u{FFFF}'";
    let (picture, _) = whole(&curve(name, false, 0.0, &[(name, vec![1.0, 2.0])]));
    assert!(!picture.svg.contains("<script"));
    let long = "x".repeat(1 << 20);
    let (picture, _) = whole(&curve(&long, false, 0.0, &[("a", vec![1.0])]));
    assert!(picture.svg.len() < 20_000 && picture.text.lines().all(|line| line.chars().count() <= 1001));
    let many: Vec<(String, Vec<f64>)> = (0..40).map(|i| (format!("series number {i}"), vec![i as f64, 2.0])).collect();
    let many: Vec<(&str, Vec<f64>)> = many.iter().map(|(name, values)| (name.as_str(), values.clone())).collect();
    whole(&curve("Many", false, 0.0, &many));
    let times = vec![KernelTime { name: name.into(), seconds: 1.0, count: 1 }];
    let kernels = Kernels { title: name.into(), times, ..Default::default() };
    whole(&kernels);
    assert!(!kernels.table().contains("<script"));
    xml(&kernels.table());
    xml(&html::card(name, &[(name, name.into())], Some(name)));
}

#[test]
fn ten_million_points_keep_their_extremes_in_bounded_memory() {
    let mut series = Series::new("loss", 0.0);
    for i in 0..10_000_000u64 {
        series.push(i as f64, if i == 6_543_210 { 9.0 } else { 1.0 });
    }
    assert_eq!(
        (series.len(), series.highest(), series.last()),
        (10_000_000, Some((6_543_210.0, 9.0)), Some((9_999_999.0, 1.0)))
    );
    let stretches = series.stretches(340);
    assert!((300..=680).contains(&stretches.len()), "{}", stretches.len());
    let spike = stretches.iter().filter(|s| s.values.unwrap().high == 9.0).collect::<Vec<_>>();
    assert!(spike.len() == 1 && (6_500_000.0..=6_543_210.0).contains(&spike[0].x), "{spike:?}");
    let mut curve = Curve::new("Long", false);
    curve.series.push(series);
    let (picture, texts) = whole(&curve);
    assert!(picture.svg.len() < 100_000);
    assert!(texts.iter().any(|t| t == "8,000,000"), "{texts:?}");
}

#[test]
fn smoothing_is_an_exponential_average() {
    let mut series = Series::new("loss", 0.5);
    for (i, value) in [4.0, 2.0, 2.0].into_iter().enumerate() {
        series.push(i as f64, value);
    }
    let averages: Vec<f64> = series.stretches(10).iter().map(|s| s.values.unwrap().average).collect();
    assert_eq!(averages, [4.0, 3.0, 2.5]);
}

fn session() -> MemoryTimeline {
    const MIB: u64 = 1 << 20;
    let mut samples = vec![MemorySample { seconds: 0.0, allocated: 0, reserved: 0 }];
    for i in 0..4000u64 {
        let busy = [0, 30, 120, 60][(i / 1000) as usize] * MIB;
        let wave = if i % 40 < 20 { 25 * MIB } else { 0 };
        let allocated = busy + if i >= 1000 { wave } else { 0 };
        samples.push(MemorySample {
            seconds: 0.5 + i as f64 * 0.002,
            allocated,
            reserved: (busy + 40 * MIB).next_multiple_of(20 * MIB),
        });
    }
    let marks = (0..4).map(|i| (0.4 + i as f64 * 2.0, format!("Cell [{}]", i + 1))).collect();
    MemoryTimeline { device: "cuda:0 (Emulated GPU)".into(), samples, marks, ..Default::default() }
}

#[test]
fn memory_marks_its_peak_and_the_cells() {
    let (picture, texts) = whole(&session());
    assert_eq!(
        picture.text.lines().next().unwrap(),
        "Memory of cuda:0 (Emulated GPU): 60.0 MiB allocated, 100 MiB reserved; peak 145 MiB (Cell [3])"
    );
    for expected in
        ["peak 145 MiB (Cell [3])", "Cell [1]", "Cell [4]", "allocated 60.0 MiB", "reserved 100 MiB", "150 MiB", "8 s"]
    {
        assert!(texts.iter().any(|t| t == expected), "{expected}: {texts:?}");
    }
    let (picture, texts) = whole(&MemoryTimeline { device: "cpu".into(), ..Default::default() });
    assert!(texts.iter().any(|t| t == "nothing allocated yet") && picture.text.ends_with("nothing allocated yet"));
    // If cells are too close to name all, the longest is named.
    let mut crowded = session();
    crowded.marks = vec![(1.0, "Cell [1]".into()), (1.01, "Cell [2]".into()), (7.0, "Cell [3]".into())];
    let (_, texts) = whole(&crowded);
    let named = |name: &str| texts.iter().any(|t| t == name);
    assert!(!named("Cell [1]") && named("Cell [2]") && named("Cell [3]"));
    let one = MemorySample { seconds: 3.0, allocated: 1024, reserved: 2 << 20 };
    whole(&MemoryTimeline { device: "cpu".into(), samples: vec![one], marks: vec![], ..Default::default() });
}

#[test]
fn a_million_memory_samples_keep_their_peak() {
    let samples = (0..1_000_000u64)
        .map(|i| MemorySample {
            seconds: i as f64 * 1e-3,
            allocated: if i == 777_777 { 5 << 30 } else { 1 << 30 },
            reserved: 6 << 30,
        })
        .collect();
    let (picture, texts) =
        whole(&MemoryTimeline { device: "cuda:0".into(), samples, marks: vec![], ..Default::default() });
    assert!(picture.svg.len() < 200_000 && texts.iter().any(|t| t == "peak 5.00 GiB"), "{texts:?}");
}

#[test]
fn kernels_are_bars_with_the_longest_first() {
    let time = |name: &str, seconds, count| KernelTime { name: name.into(), seconds, count };
    let times = vec![time("add", 0.0012, 400), time("matmul", 0.25, 200), time("relu", 0.0, 3)];
    let kernels = Kernels { title: "Cell [4] on cuda:0".into(), times, ..Default::default() };
    let (picture, texts) = whole(&kernels);
    assert_eq!(
        picture.text.lines().next().unwrap(),
        "Cell [4] on cuda:0: 251 ms in 603 launches; matmul 250 ms (200×), add 1.20 ms (400×), relu 0 s (3×)"
    );
    let names: Vec<&String> = texts.iter().filter(|t| ["add", "matmul", "relu"].contains(&t.as_str())).collect();
    assert_eq!(names, ["matmul", "add", "relu"]);
    assert!(kernels.table().contains("<td style=\"text-align:right\">99.5 %</td>"));
    assert_eq!(kernels.listing().lines().nth(1), Some("matmul   250 ms  99.5 %       200  1.25 ms"));
    let (_, texts) = whole(&Kernels { title: "Cell [1]".into(), times: vec![], ..Default::default() });
    assert!(texts.iter().any(|t| t == "no kernels ran"));
    let many = (0..100)
        .map(|i| time(&format!("kernel_{i}_with_a_very_long_mangled_name_that_has_no_end_at_all"), i as f64 * 1e-6, i))
        .collect();
    let (_, texts) = whole(&Kernels { title: "Cell [2]".into(), times: many, ..Default::default() });
    assert!(texts.iter().any(|t| t == "89 more"), "{texts:?}");
}

/// `ticks.txt`: results of matplotlib's MaxNLocator and ScalarFormatter for ranges and numbers of intervals.
#[test]
fn ticks_and_their_texts_are_matplotlibs() {
    for line in include_str!("ticks.txt").lines().filter(|line| !line.starts_with('#')) {
        let [range, values, texts, offset] = line.split('|').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let range: Vec<f64> = range.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let axis = Axis { low: range[0], high: range[1], kind: Kind::Linear };
        let found = axis.ticks(range[2] as usize, Unit::Plain);
        let expected: Vec<f64> = values.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let close = |(tick, value): (&Tick, &f64)| (tick.value - value).abs() <= (range[1] - range[0]).abs() * 1e-9;
        assert!(
            found.ticks.len() == expected.len() && found.ticks.iter().zip(&expected).all(close),
            "{line}: {:?}",
            found.ticks
        );
        let shown: Vec<&str> = found.ticks.iter().map(|tick| tick.text.as_str()).collect();
        assert_eq!(shown, texts.split_whitespace().collect::<Vec<_>>(), "{line}");
        assert_eq!(found.offset, offset.trim(), "{line}");
    }
}

#[test]
fn axes_bear_any_range() {
    let bytes = Axis::new(Kind::Linear, 0.0, 4.0 * 1024.0 * 1024.0).ticks(4, Unit::Bytes);
    let texts: Vec<&str> = bytes.ticks.iter().map(|tick| tick.text.as_str()).collect();
    assert_eq!(texts, ["0 MiB", "1 MiB", "2 MiB", "3 MiB", "4 MiB"]);
    let extremes =
        [(0.1, 0.1), (f64::MIN, f64::MAX), (-1e-300, 1e-300), (1e20, 1e20 + 1e5), (f64::NAN, 1.0), (5e-324, 1e-323)];
    for (low, high) in extremes {
        for kind in [Kind::Linear, Kind::Log, Kind::SymLog(1.0)] {
            for unit in [Unit::Plain, Unit::Bytes, Unit::Seconds, Unit::Count] {
                let axis = Axis::new(kind, low, high).padded(0.1);
                let ticks = axis.ticks(6, unit).ticks;
                let finite = ticks.iter().all(|tick| tick.value.is_finite() && tick.text.chars().count() < 40);
                assert!(ticks.len() < 1200 && finite, "{low} {high} {kind:?}: {} ticks", ticks.len());
                for value in [low, high, 0.0, 1.0, f64::INFINITY, f64::NAN, -1.0] {
                    assert!(axis.place(value).is_none_or(f64::is_finite), "{low} {high} {kind:?} {value}");
                }
            }
        }
    }
}

#[test]
fn numbers_read_well() {
    assert_eq!(
        [0.0, 512.0, 1536.0, 240108040.0, 1023.9 * 1024.0].map(units::bytes),
        ["0 B", "512 B", "1.50 KiB", "229 MiB", "1.00 MiB"]
    );
    assert_eq!(
        [0.0, 3.2e-8, 4.56e-5, 0.99999, 12.3456, 125.0, 7300.0].map(units::seconds),
        ["0 s", "32.0 ns", "45.6 µs", "1.00 s", "12.3 s", "2 min 5 s", "2 h 1 min"]
    );
    assert_eq!(
        [0.0, 0.02134567, 97.2222, 1200.0, 1.25e-7, f64::NAN].map(units::value),
        ["0", "0.02135", "97.22", "1200", "1.25e-7", "nan"]
    );
    assert_eq!([7, 1234, 1234567].map(units::count), ["7", "1,234", "1,234,567"]);
}

#[test]
fn progress_in_text_and_html() {
    let blocks: Vec<char> = " ▏▎▍▌▋▊▉█".chars().collect();
    let at = |share: f64, cells: usize, signs: &[char]| Progress {
        left: "a:  5%|".into(),
        right: "| 1/2 [00:01]".into(),
        share: Some(share),
        cells,
        signs: signs.to_vec(),
        ..Progress::default()
    };
    for (progress, bar) in [
        (at(0.0, 4, &blocks), "    "),
        (at(0.05, 10, &blocks), "▌         "),
        (at(0.999, 10, &blocks), "█████████▉"),
        (at(1.0, 3, &blocks), "███"),
        (at(7.0, 3, &blocks), "███"),
        (at(0.5, 5, &[' ', '#']), "##   "),
        (at(0.33, 3, &['#']), "###"),
        (at(0.5, 0, &blocks), ""),
    ] {
        assert_eq!(progress.text(), format!("a:  5%|{bar}| 1/2 [00:01]"));
        assert!(!xml(&progress.html()).is_empty(), "{}", progress.html());
    }
    let green = Progress { colour: Some("green".into()), ..at(0.5, 2, &blocks) };
    assert_eq!(green.coloured(), "a:  5%|\x1b[32m█ \x1b[0m| 1/2 [00:01]");
    assert!(green.html().contains("accent-color:green") && !green.text().contains('\x1b'));
    let exact = Progress { colour: Some("#00ff80".into()), ..green };
    assert!(exact.coloured().contains("\x1b[38;2;0;255;128m"), "{}", exact.coloured());
    let unknown = Progress { left: "a: 3it [00:02]".into(), signs: blocks.clone(), ..Progress::default() };
    assert!(unknown.html().contains("<progress max=\"1\" style") && unknown.text() == "a: 3it [00:02]");
    let words = Progress { left: "only words".into(), ..Progress::default() };
    assert!(!words.html().contains("<progress"), "{}", words.html());
    let hostile = Progress { left: "<script>a".into(), right: "<script>b".into(), ..at(0.5, 2, &blocks) };
    assert!(!hostile.html().contains("<script"), "{}", hostile.html());
}

/// How a colour-blind eye sees a colour (Machado, Oliveira and Fernandes 2009, severity 1), in CIELAB.
fn seen(rgb: theme::Rgb, matrix: [[f64; 3]; 3]) -> [f64; 3] {
    let light = rgb.map(theme::linear);
    let changed = matrix.map(|row| (row[0] * light[0] + row[1] * light[1] + row[2] * light[2]).clamp(0.0, 1.0));
    let [r, g, b] = changed;
    let xyz = [
        (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
        0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
        (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883,
    ];
    let [x, y, z] = xyz.map(|t: f64| if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[test]
fn colour_blind_readers_tell_the_palette_apart() {
    let eyes = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ];
    let pages: [fn(&theme::Colour) -> theme::Rgb; 2] = [|colour| colour.light, |colour| colour.dark];
    for (page, least_contrast) in pages.into_iter().zip([3.0, 4.5]) {
        let colours: Vec<theme::Rgb> = theme::SERIES.iter().map(page).collect();
        for (i, a) in colours.iter().enumerate() {
            let contrast = theme::contrast(*a, page(&theme::SURFACE));
            assert!(contrast >= least_contrast, "colour {i} has a contrast of {contrast:.2} with the page");
            for (j, b) in colours.iter().enumerate().skip(i + 1) {
                for (k, eye) in eyes.into_iter().enumerate() {
                    let (a, b) = (seen(*a, eye), seen(*b, eye));
                    let apart = (0..3).map(|n| (a[n] - b[n]).powi(2)).sum::<f64>().sqrt();
                    assert!(apart >= 20.0, "colours {i} and {j} are {apart:.1} apart for eye {k}");
                }
            }
        }
        assert!(theme::contrast(page(&theme::INK), page(&theme::SURFACE)) > 12.0);
        assert!(theme::contrast(page(&theme::QUIET), page(&theme::SURFACE)) > 5.0);
    }
}

#[test]
fn chosen_colours_can_be_seen_on_dark_pages() {
    for rgb in [[0, 0, 0], [0, 0, 255], [128, 0, 0], [255, 255, 255], [31, 119, 180]] {
        let colour = theme::Colour::chosen(rgb);
        assert_eq!(colour.light, rgb);
        assert!(theme::contrast(colour.dark, theme::SURFACE.dark) >= 3.0, "{rgb:?} -> {:?}", colour.dark);
    }
    assert_eq!(theme::Colour::chosen([0; 3]).dark, theme::INK.dark);
}

#[test]
fn a_timeline_has_a_lane_for_each_stream_and_tells_their_overlap() {
    let event = |name: &str, lane: &str, start: f64, seconds: f64| KernelEvent {
        name: name.into(),
        lane: lane.into(),
        start,
        seconds,
        ..KernelEvent::default()
    };
    let events = vec![
        event("matmul", "cuda:0", 1.0, 0.010),
        event("relu", "cuda:0 stream 1", 1.004, 0.010),
        event("add", "cpu", 1.0, 0.002),
    ];
    let timeline = KernelTimeline { title: "Cell [3]".into(), events, ..Default::default() };
    let (picture, texts) = whole(&timeline);
    for text in ["cuda:0", "cuda:0 stream 1", "cpu", "matmul", "relu", "Timeline of Cell [3]"] {
        assert!(texts.iter().any(|found| found == text), "{text}: {texts:?}");
    }
    // From 1.004 to 1.010 both streams were busy; the picture's clock begins with its first piece.
    assert!(
        picture.text.contains("14.0 ms on 3 lanes") && picture.text.contains("overlap for 6.00 ms"),
        "{}",
        picture.text
    );
    assert_eq!(picture.text.lines().count(), 4, "a line of signs for each lane");
    let many = (0..50_000).map(|i| event("k", "cuda:0", i as f64 * 1e-5, 5e-6)).collect();
    let (picture, _) = whole(&KernelTimeline { title: "many".into(), events: many, ..Default::default() });
    assert!(picture.svg.len() < 400_000, "{}", picture.svg.len());
    let (picture, _) = whole(&KernelTimeline { title: "Cell [1]".into(), ..Default::default() });
    assert!(picture.text.ends_with("nothing ran"));
}

#[test]
fn a_memory_map_names_owners_and_shows_gaps() {
    const MIB: u64 = 1 << 20;
    let owner = |variable: &str, place: &str| Owner { variable: Some(variable.to_owned()), place: place.to_owned() };
    let block = |bytes, owner: Option<Owner>| MapBlock { bytes, held: owner.is_some(), owner, ..MapBlock::default() };
    let weights = owner("weights", "Cell [2] line 1");
    let large = vec![
        block(8 * MIB, Some(weights.clone())),
        block(4 * MIB, None),
        block(6 * MIB, Some(owner("<b>", "Cell [3] line 4"))),
        block(2 * MIB, None),
    ];
    let small = vec![block(MIB, Some(weights.clone())), block(MIB, None)];
    let segments = vec![
        MapSegment { blocks: large, ..MapSegment::default() },
        MapSegment { small: true, blocks: small, ..MapSegment::default() },
    ];
    let map = MemoryMap { device: "cuda:0".into(), segments, ..Default::default() };
    assert_eq!(map.owners()[0], ("weights (Cell [2] line 1)".into(), 9 * MIB));
    let (picture, texts) = whole(&map);
    assert!(
        picture.text.starts_with(
            "Memory map of cuda:0: 15.0 MiB held of 22.0 MiB in 2 segments, the largest gap 4.00 MiB; most by weights"
        ),
        "{}",
        picture.text
    );
    for text in [
        "weights (Cell [2] line 1) 9.00 MiB",
        "free 7.00 MiB",
        "20.0 MiB (large)",
        "2.00 MiB (small)",
        "weights 8.00 MiB",
    ] {
        assert!(texts.iter().any(|found| found == text), "{text}: {texts:?}");
    }
    assert!(!picture.svg.contains("<b>"));
    let (picture, _) = whole(&MemoryMap { device: "cpu".into(), ..Default::default() });
    assert!(picture.text.ends_with("nothing reserved yet"));
}

#[test]
fn the_svg_changes_with_its_readers_theme_and_the_dark_one_does_not() {
    let mut shown = curve("Theme", false, 0.0, &[("loss", vec![2.0, 1.0])]);
    let svg = picture::svg(&shown);
    for pair in ["--c0:#FFFFFF", "--c0:#111111", "[fill=\"#FFFFFF\"]", "[data-jp-theme-light=false]", ".vscode-dark"] {
        assert!(svg.contains(pair), "{pair}");
    }
    // Two pictures on one page do not style each other.
    let class = |svg: &str| svg.split("class=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let other = picture::svg(&curve("Other", false, 0.0, &[("loss", vec![2.0, 1.0])]));
    assert!(class(&svg) != class(&other) && svg.matches(&format!(".{}", class(&svg))).count() > 4);
    shown.scheme = Scheme::Dark;
    let dark = picture::svg(&shown);
    assert!(!dark.contains("prefers-color-scheme") && dark.contains("fill=\"#111111\"") && !dark.contains("#FFFFFF"));
}

#[test]
fn text_can_be_slanted_and_formulas_are_written_out() {
    let mut sheet = sheet::Sheet::new(80.0, 80.0, Scheme::Light);
    sheet.turned_text("HHHHHHHH", (40.0, 40.0), sheet::Anchor::Middle, 12.0, theme::INK, 90.0);
    let raster = sheet.raster();
    let inked: Vec<(usize, usize)> =
        (0..160).flat_map(|y| (0..160).map(move |x| (x, y))).filter(|(x, y)| raster.pixel(*x, *y)[0] < 128).collect();
    let span = |pick: fn(&(usize, usize)) -> usize| {
        inked.iter().map(pick).max().unwrap() - inked.iter().map(pick).min().unwrap()
    };
    assert!(span(|at| at.1) > 3 * span(|at| at.0), "upright text is higher than wide");
    let mut shown = curve(r"$\alpha^2 \leq \frac{1}{2}$ for $x_0$, \$5", false, 0.0, &[("loss", vec![2.0, 1.0])]);
    shown.y_name = "$10^{-3}$".into();
    let svg = picture::svg(&shown);
    assert!(svg.contains("10⁻³") && svg.contains("α² ≤ 1/2"), "{svg}");
}
