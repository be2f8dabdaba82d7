//! Pictures and tables, looked at by a program: well-formed, not blank, true.

use super::axis::Axis;
use super::picture::Figure;
use super::*;

/// Checks that a document is well-formed XML: tags nest, attributes are quoted, no bare `<` or `&`, no characters that
/// XML forbids. Returns the texts and attribute values.
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

/// Decodes the PNG and returns its share of pixels that are not transparent.
fn inked(picture: &Picture) -> f64 {
    let mut reader = png::Decoder::new(std::io::Cursor::new(&picture.png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgba);
    assert_eq!(picture.svg.matches(&format!("width=\"{}\"", info.width / 2)).count(), 1, "twice the SVG's size");
    pixels.chunks(4).filter(|pixel| pixel[3] > 0).count() as f64 / (info.width * info.height) as f64
}

/// A picture that is whole in all its forms, and the texts in it.
fn whole(figure: &impl Figure) -> (Picture, Vec<String>) {
    let picture = Picture::of(figure);
    let texts = xml(&picture.svg);
    let share = inked(&picture);
    assert!((0.001..0.9).contains(&share), "{share} of the PNG is inked");
    assert!(!picture.text.contains('\n') && !picture.text.is_empty());
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
    assert!(picture.svg.len() < 10_000 && picture.text.chars().count() <= 401);
    let many: Vec<(String, Vec<f64>)> = (0..40).map(|i| (format!("series number {i}"), vec![i as f64, 2.0])).collect();
    let many: Vec<(&str, Vec<f64>)> = many.iter().map(|(name, values)| (name.as_str(), values.clone())).collect();
    whole(&curve("Many", false, 0.0, &many));
    let times = vec![KernelTime { name: name.into(), seconds: 1.0, count: 1 }];
    let kernels = Kernels { title: name.into(), times };
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
    MemoryTimeline { device: "cuda:0 (Emulated GPU)".into(), samples, marks }
}

#[test]
fn memory_marks_its_peak_and_the_cells() {
    let (picture, texts) = whole(&session());
    assert_eq!(
        picture.text,
        "Memory of cuda:0 (Emulated GPU): 60.0 MiB allocated, 100 MiB reserved; peak 145 MiB in Cell [3]"
    );
    for expected in ["peak 145 MiB", "Cell [1]", "Cell [4]", "allocated 60.0 MiB", "reserved 100 MiB", "150 MiB", "8 s"]
    {
        assert!(texts.iter().any(|t| t == expected), "{expected}: {texts:?}");
    }
    let (picture, texts) = whole(&MemoryTimeline { device: "cpu".into(), ..Default::default() });
    assert!(texts.iter().any(|t| t == "nothing allocated yet") && picture.text.ends_with("nothing allocated yet"));
    // Of cells too close to name them all, the longest is named.
    let mut crowded = session();
    crowded.marks = vec![(1.0, "Cell [1]".into()), (1.01, "Cell [2]".into()), (7.0, "Cell [3]".into())];
    let (_, texts) = whole(&crowded);
    let named = |name: &str| texts.iter().any(|t| t == name);
    assert!(!named("Cell [1]") && named("Cell [2]") && named("Cell [3]"));
    let one = MemorySample { seconds: 3.0, allocated: 1024, reserved: 2 << 20 };
    whole(&MemoryTimeline { device: "cpu".into(), samples: vec![one], marks: vec![] });
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
    let (picture, texts) = whole(&MemoryTimeline { device: "cuda:0".into(), samples, marks: vec![] });
    assert!(picture.svg.len() < 200_000 && texts.iter().any(|t| t == "peak 5.00 GiB"), "{texts:?}");
}

#[test]
fn kernels_are_bars_with_the_longest_first() {
    let time = |name: &str, seconds, count| KernelTime { name: name.into(), seconds, count };
    let times = vec![time("add", 0.0012, 400), time("matmul", 0.25, 200), time("relu", 0.0, 3)];
    let kernels = Kernels { title: "Cell [4] on cuda:0".into(), times };
    let (picture, texts) = whole(&kernels);
    assert_eq!(
        picture.text,
        "Cell [4] on cuda:0: 251 ms in 603 launches; matmul 250 ms (200×), add 1.20 ms (400×), relu 0 s (3×)"
    );
    let names: Vec<&String> = texts.iter().filter(|t| ["add", "matmul", "relu"].contains(&t.as_str())).collect();
    assert_eq!(names, ["matmul", "add", "relu"]);
    assert!(kernels.table().contains("<td style=\"text-align:right\">99.5 %</td>"));
    assert_eq!(kernels.listing().lines().nth(1), Some("matmul   250 ms  99.5 %       200  1.25 ms"));
    let (_, texts) = whole(&Kernels { title: "Cell [1]".into(), times: vec![] });
    assert!(texts.iter().any(|t| t == "no kernels ran"));
    let many = (0..100)
        .map(|i| time(&format!("kernel_{i}_with_a_very_long_mangled_name_that_has_no_end_at_all"), i as f64 * 1e-6, i))
        .collect();
    let (_, texts) = whole(&Kernels { title: "Cell [2]".into(), times: many });
    assert!(texts.iter().any(|t| t == "89 more"), "{texts:?}");
}

#[test]
fn axes_have_round_ticks_inside_their_range() {
    let texts = |axis: Axis| axis.ticks(5).into_iter().map(|tick| tick.text).collect::<Vec<_>>();
    assert_eq!(texts(Axis::linear(0.0, 1.0)), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    assert_eq!(texts(Axis::linear(-3.0, 12.0)), ["0", "5", "10"]);
    assert_eq!(texts(Axis::linear(0.0, 1e-9)).first().unwrap(), "0");
    assert_eq!(texts(Axis::log(1e-4, 1.0)), ["0.0001", "0.001", "0.01", "0.1", "1"]);
    assert_eq!(texts(Axis::log(0.02, 2.0)), ["0.02", "0.05", "0.1", "0.2", "0.5", "1", "2"]);
    let bytes = |axis: Axis| axis.byte_ticks(4).into_iter().map(|tick| tick.text).collect::<Vec<_>>();
    assert_eq!(bytes(Axis::linear(0.0, 4.0 * 1024.0 * 1024.0)), ["0 MiB", "1 MiB", "2 MiB", "3 MiB", "4 MiB"]);
    for (low, high) in [(0.1, 0.1), (f64::MIN, f64::MAX), (-1e-300, 1e-300), (1e20, 1e20 + 1e5)] {
        for axis in [Axis::linear(low, high), Axis::linear(low, high).padded(0.1)] {
            let ticks = axis.ticks(6);
            assert!(
                ticks.len() < 20 && ticks.iter().all(|tick| (-1e-6..=1.000001).contains(&tick.at)),
                "{low} {high}: {ticks:?}"
            );
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
    let it = |done: f64, total: Option<f64>, seconds: f64| Progress { done, total, seconds, ..Progress::default() };
    let bytes = Progress { unit: "B".into(), scaled: true, note: "loss=0.5".into(), ..it(1500.0, Some(1e5), 3.0) };
    // What tqdm 4.67's format_meter gave for these.
    for (progress, text) in [
        (
            Progress { name: "epoch".into(), ..it(4.0, Some(10.0), 1.2) },
            "epoch:  40%|████      | 4/10 [00:01<00:01,  3.33it/s]",
        ),
        (it(0.0, Some(10.0), 0.0), "  0%|          | 0/10 [00:00<?, ?it/s]"),
        (it(10.0, Some(10.0), 0.5), "100%|██████████| 10/10 [00:00<00:00, 20.00it/s]"),
        (it(3.0, None, 2.0), "3it [00:02,  1.50it/s]"),
        (it(0.0, None, 0.0), "0it [00:00, ?it/s]"),
        (it(5.0, Some(100.0), 100.0), "  5%|▌         | 5/100 [01:40<31:40, 20.00s/it]"),
        (it(7.0, Some(3.0), 1.0), "7it [00:01,  7.00it/s]"),
        (it(0.0, Some(0.0), 0.0), "0it [00:00, ?it/s]"),
        (it(1.0, Some(2.0), 4000.0), " 50%|█████     | 1/2 [1:06:40<1:06:40, 4000.00s/it]"),
        (it(37.0, Some(100.0), 1.0), " 37%|███▋      | 37/100 [00:01<00:01, 37.00it/s]"),
        (bytes, "  2%|▏         | 1.50k/100k [00:03<03:17, 500B/s, loss=0.5]"),
        (Progress { scaled: true, ..it(123456.0, None, 9.0) }, "123kit [00:09, 13.7kit/s]"),
        (
            Progress { scaled: true, ..it(999.0, Some(1000.0), 1.0) },
            "100%|█████████▉| 999/1.00k [00:01<00:00, 999it/s]",
        ),
        (
            Progress { name: "a".into(), width: Some(60), ..it(33.0, Some(100.0), 1.0) },
            "a:  33%|██████▎            | 33/100 [00:01<00:02, 33.00it/s]",
        ),
    ] {
        assert_eq!(progress.text(), text);
        assert!(!xml(&progress.html()).is_empty(), "{}", progress.html());
    }
    let hostile = Progress {
        name: "<script>a".into(),
        note: "<script>b".into(),
        unit: "<script>c".into(),
        ..it(1.0, Some(2.0), 1.0)
    };
    assert!(!hostile.html().contains("<script"), "{}", hostile.html());
}
