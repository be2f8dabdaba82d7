//! `cargo bench --bench pictures`: what a chart costs, and what a live chart costs a training cell.
//!
//! A chart is measured from its data to all of its forms (SVG, PNG, text), and as the draft that a live chart sends. The
//! training program runs with and without its curve by turns; the median of the ratios of neighbours is told.

use std::hint::black_box;
use std::process::Command;
use std::time::Instant;
use tensorcell_display::{Curve, Figure, Picture, Series, picture};

/// Milliseconds, the median of many.
fn median(mut work: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..41)
        .map(|_| {
            let began = Instant::now();
            work();
            began.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn curve(points: usize) -> Curve {
    let mut curve = Curve::new("Training", false);
    for (name, rate) in [("loss", 3.0), ("accuracy", -1.0)] {
        let mut series = Series::new(name, 0.9);
        for i in 0..points {
            let x = i as f64 / points as f64;
            series.push(i as f64, (-rate * x).exp() + 0.05 * (i * 7919 % 101) as f64 / 101.0);
        }
        curve.series.push(series);
    }
    curve
}

/// Seconds that the program says its training took.
fn training(live: bool) -> f64 {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/pictures.py");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tensorcell"));
    let output = command.arg("run").arg(program).args(live.then_some("live")).output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let seconds = text.lines().find_map(|line| line.strip_prefix("seconds ")?.parse().ok());
    seconds.unwrap_or_else(|| panic!("{text}{}", String::from_utf8_lossy(&output.stderr)))
}

fn main() {
    println!("{:<48} {:>10}", "a chart, median", "ms");
    for points in [1_000, 100_000, 10_000_000] {
        let curve = curve(points);
        let draft = median(|| drop(black_box(picture::draft(&curve))));
        println!("{:<48} {draft:>10.2}", format!("live curve, 2 x {points} points, SVG and text"));
        let whole = median(|| drop(black_box(Picture::of(&curve))));
        println!("{:<48} {whole:>10.2}", format!("whole curve, 2 x {points} points, with PNG"));
        black_box(curve.title());
    }
    let ratios = |count: usize| -> Vec<f64> { (0..count).map(|_| training(true) / training(false)).collect() };
    let mut ratios = ratios(11);
    ratios.sort_by(f64::total_cmp);
    let more = (ratios[ratios.len() / 2] - 1.0) * 100.0;
    println!("{:<48} {more:>9.2} %", "training with a live chart takes more time, by");
}
