//! `matplotlib.pyplot`: results equal those of the real matplotlib (recorded beside the programs), figures are shown
//! when they should be, and pictures show their data correctly.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(program: &Path, figures: Option<&Path>, folder: &Path, environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tensorcell"));
    command.arg("run").envs(environment.iter().copied());
    if let Some(figures) = figures {
        command.arg("--figures").arg(figures);
    }
    command.arg(program).current_dir(folder).env("TENSORCELL_EMULATE", "2").output().expect("tensorcell runs")
}

/// Runs lines of a cell; returns its output, and its SVGs in order.
fn drawn(code: &str) -> (String, Vec<String>) {
    drawn_in(code, &[])
}

/// As `drawn`, with environment variables.
fn drawn_in(code: &str, environment: &[(&str, &str)]) -> (String, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("cell.py");
    std::fs::write(&program, format!("import matplotlib.pyplot as plt\nimport numpy as np\nimport torch\n{code}"))
        .unwrap();
    let output = run(&program, Some(folder.path()), folder.path(), environment);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let figure = |i: usize| folder.path().join(format!("figure-{i}.svg"));
    let svgs = (1..).map_while(|i| std::fs::read_to_string(figure(i)).ok()).collect();
    (printed, svgs)
}

fn one(code: &str) -> String {
    let (printed, mut svgs) = drawn(code);
    assert_eq!(svgs.len(), 1, "{code}: {printed}");
    svgs.remove(0)
}

/// Recorded from the real matplotlib: see each program's first line. Colour map values may differ by two of 255.
#[test]
fn answers_are_matplotlibs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pyplot");
    let programs: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the programs")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "py"))
        .collect();
    assert!(programs.len() >= 2);
    for program in programs {
        let output = run(&program, None, &folder, &[]);
        let found = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{}: {}", program.display(), String::from_utf8_lossy(&output.stderr));
        let expected = std::fs::read_to_string(program.with_extension("out")).expect("a recording");
        assert_eq!(found.lines().count(), expected.lines().count(), "{}", program.display());
        for (found, expected) in found.lines().zip(expected.lines()) {
            let near = |(a, b): (&str, &str)| match (a.parse::<f64>(), b.parse::<f64>()) {
                (Ok(a), Ok(b)) if expected.starts_with("map ") => (a - b).abs() <= 2.0,
                _ => a == b,
            };
            let same = found.split(' ').count() == expected.split(' ').count();
            assert!(same && found.split(' ').zip(expected.split(' ')).all(near), "{found}\n{expected}");
        }
    }
}

#[test]
fn figures_show_at_show_and_at_the_cells_end() {
    let (printed, svgs) = drawn("plt.plot([1, 2])\nplt.show()\nprint('between')\nplt.plot([3, 4])");
    assert_eq!(svgs.len(), 2);
    let order: Vec<&str> = printed.lines().map(|line| if line.contains("figure-") { "figure" } else { line }).collect();
    assert_eq!(order, ["figure", "between", "figure"]);
    assert!(drawn("plt.plot([1])\nplt.close()").1.is_empty(), "what was closed is not shown");
    assert!(drawn("plt.figure()").1.is_empty(), "nothing was drawn");
    let (printed, svgs) = drawn("plt.plot([1, 2])\nraise ValueError('later')");
    assert!(svgs.len() == 1 && printed.contains("ValueError: later"), "what was drawn before the error is shown");
    assert_eq!(drawn("for i in range(3):\n    plt.figure()\n    plt.plot([i, 1])").1.len(), 3);
}

#[test]
fn an_svg_has_the_parts_of_its_plot() {
    let svg = one(
        "plt.plot([0, 1, 2], [0, 1, 4], 'r--', label='squares')\nplt.scatter([0, 1, 2], [1, 1, 1], label='ones')\n\
         plt.title('Title'); plt.xlabel('across'); plt.ylabel('up'); plt.legend(); plt.grid(True)",
    );
    for text in [">\nTitle\n<", ">\nacross\n<", ">\nup\n<", ">\nsquares\n<", ">\nones\n<", "rotate(-90"] {
        assert!(svg.contains(text), "{text}: {svg}");
    }
    assert!(svg.contains("stroke=\"#FF0000\"") && svg.contains("stroke-dasharray"), "a red dashed line");
    assert_eq!(svg.matches("<circle").count(), 4, "three points and one in the legend");
    assert!(svg.contains("<desc>Title: line &#39;squares&#39; of 3 points for x from 0 to 2: 0 → 4"), "{svg}");
}

#[test]
fn images_are_pixels_and_bars_are_boxes() {
    let svg = one("plt.imshow(torch.arange(6).reshape(2, 3), cmap='gray')\nplt.colorbar(label='level')");
    assert_eq!(svg.matches("<image").count(), 2, "the image and its bar");
    assert!(svg.contains("image of 3 × 2 values from 0 to 5") && svg.contains(">\nlevel\n<"));
    let svg = one("plt.bar(['a', 'b', 'c'], [1, 3, 2], color=['#111213', 'tab:blue', 'C1'])");
    for colour in ["#111213", "#1F77B4", "#DD7700"] {
        assert_eq!(
            svg.matches(&format!("fill=\"{colour}\"")).count(),
            1 + svg.matches(&format!("[fill=\"{colour}\"")).count()
        );
    }
    let svg =
        one("fig, axes = plt.subplots(2, 5)\nfor ax in axes.flat:\n    ax.imshow(torch.rand(8, 8)); ax.axis('off')");
    assert_eq!(svg.matches("<image").count(), 10);
}

#[test]
fn bad_data_makes_true_pictures() {
    let svg = one("plt.plot([float('nan')] * 5)");
    assert!(
        svg.contains("none of them finite")
            && !svg.contains("<polyline fill=\"none\" opacity=\"1\" stroke=\"#0068B0\"")
    );
    assert!(one("plt.plot([])").contains("line of no points"));
    assert!(one("plt.plot([7])").contains("<circle"), "one point can be seen");
    assert!(one("plt.plot([1, float('nan'), 3, float('inf'), 5])").contains("2 not finite and left out"));
    assert!(one("plt.plot([1, 1e300, -1e300])").contains("<polyline"));
    for code in [
        "plt.semilogy([-1, 0, -5])",
        "plt.hist([])",
        "plt.hist([float('nan'), 1, 2])",
        "plt.scatter([], [])",
        "plt.bar([], [])",
        "plt.imshow(np.array([[float('nan'), 1], [float('inf'), 2]]))",
        "plt.imshow([[3, 3], [3, 3]]); plt.colorbar()",
        "plt.plot([5, 5, 5]); plt.ylim(5, 5)",
        "plt.plot([1e-320, 2e-320])",
        "plt.boxplot([[], [1, 2]])",
        "plt.contourf(np.ones((4, 4)))",
        "plt.plot([1, 2]); plt.xticks([]); plt.yticks([])",
        "fig, axes = plt.subplots(12, 12, figsize=(3, 3))",
        "plt.figure(figsize=(0.4, 0.3)); plt.plot([1, 2]); plt.title('long ' * 50); plt.legend(['x' * 500])",
    ] {
        let svg = one(code);
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf\""), "{code}: {svg}");
    }
}

#[test]
fn ten_million_points_keep_their_extremes() {
    let svg = one("y = torch.zeros(10_000_000)\ny[6_543_210] = 9\ny[1_234_567] = -3\nplt.plot(y)");
    assert!(svg.len() < 200_000, "{}", svg.len());
    assert!(svg.contains("10,000,000 points") && svg.contains("lowest -3, highest 9"));
    // The positive spike reaches from the zero level to the top, at 9, the negative one to the bottom.
    let line = svg.split("points=\"").nth(1).expect("a line").split('"').next().unwrap();
    let heights: Vec<i32> = line.split_whitespace().map(|at| at.split_once(',').unwrap().1.parse().unwrap()).collect();
    let (top, bottom) = (heights.iter().min().unwrap(), heights.iter().max().unwrap());
    let level = heights[0];
    assert!(((level - top) as f64 / (bottom - level) as f64 - 3.0).abs() < 0.02, "{top} {level} {bottom}");
    let svg = one("plt.scatter(torch.randn(200_000), torch.randn(200_000), s=1)");
    assert!(svg.len() < 3_000_000 && svg.contains("<image"), "{}", svg.len());
}

#[test]
fn hostile_labels_stay_text() {
    let name = "</text><script>alert(1)</script>&\\u0000\\u202e\\uffff'\" ";
    let svg = one(&format!(
        "s = \"\"\"{name}\"\"\"\nplt.plot([1, 2], label=s)\nplt.legend(title=s)\nplt.title(s); plt.xlabel(s); plt.xticks([0, 1], [s, s])\nplt.suptitle(s); plt.text(0, 1, s)"
    ));
    assert!(!svg.contains("<script") && svg.matches("<text").count() == svg.matches("</text>").count());
    assert!(!svg.contains('\u{0}') && !svg.contains('\u{FFFF}'));
}

#[test]
fn errors_say_what_is_there() {
    for (code, text) in [
        ("plt.plot([1, 2], colour='r')", "unexpected keyword argument 'colour'; there are: alpha, c, color"),
        ("plt.bar([1], [2], widht=3)", "bar() got an unexpected keyword argument 'widht'"),
        ("plt.plot(torch.ones(2, requires_grad=True))", "Can't call numpy() on Tensor that requires grad"),
        ("plt.plot(torch.ones(2, device='cuda'))", "can't convert cuda:0 device type tensor to numpy"),
        ("plt.imshow(torch.rand(3, 8, 8))", "x.permute(1, 2, 0)"),
        ("plt.plot([1]); plt.savefig('no/folder/out.png')", "No such file or directory: 'no/folder/out.png'"),
        ("plt.plot([1]); plt.savefig('out.pdf')", "Format 'pdf' is not supported (supported formats: png, svg)"),
        ("plt.plot([1, 2], [1])", "x and y must have same first dimension, but have shapes (2,) and (1,)"),
        ("plt.colorbar()", "No mappable was found"),
        ("plt.subplot(2, 2, 5)", "num must be an integer with 1 <= num <= 4, not 5"),
        ("plt.get_cmap('viridiss')", "'viridiss' is not a valid value for cmap; supported values are 'viridis'"),
    ] {
        let (printed, _) = drawn(code);
        assert!(printed.contains(text), "{code}: {printed}");
    }
    let (printed, _) = drawn_in("plt.plot([1]); plt.savefig('../out.png')", &[("TENSORCELL_CONFINED", "1")]);
    assert!(printed.contains("outside"), "{printed}");
}

#[test]
fn figures_are_files_in_the_notebooks_folder() {
    let (printed, _) = drawn(
        "plt.plot([1, 2])\nplt.savefig('a.png'); plt.savefig('b.svg'); plt.savefig('c', dpi=150, bbox_inches='tight')\n\
         import os\nfrom PIL import Image\nprint(Image.open('a.png').size, os.path.exists('c.png'))\nprint(open('b.svg').read()[:4])\nplt.close()",
    );
    assert_eq!(printed.lines().collect::<Vec<_>>(), ["(1280, 960) True", "<svg"], "{printed}");
}

#[test]
fn a_dark_style_is_dark_everywhere() {
    let svg = one("plt.style.use('dark_background')\nplt.plot([1, 2])");
    assert!(svg.contains("fill=\"#111111\"") && !svg.contains("prefers-color-scheme:dark"), "{svg}");
}
