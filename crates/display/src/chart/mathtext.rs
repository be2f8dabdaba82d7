//! Renders simple formulas such as `$x^2$` in labels as Unicode. What has no character stays as written.

const NAMES: &[(&str, &str)] = &[
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("delta", "δ"),
    ("epsilon", "ε"),
    ("varepsilon", "ε"),
    ("zeta", "ζ"),
    ("eta", "η"),
    ("theta", "θ"),
    ("iota", "ι"),
    ("kappa", "κ"),
    ("lambda", "λ"),
    ("mu", "μ"),
    ("nu", "ν"),
    ("xi", "ξ"),
    ("pi", "π"),
    ("rho", "ρ"),
    ("sigma", "σ"),
    ("tau", "τ"),
    ("phi", "φ"),
    ("varphi", "φ"),
    ("chi", "χ"),
    ("psi", "ψ"),
    ("omega", "ω"),
    ("Gamma", "Γ"),
    ("Delta", "Δ"),
    ("Theta", "Θ"),
    ("Lambda", "Λ"),
    ("Xi", "Ξ"),
    ("Pi", "Π"),
    ("Sigma", "Σ"),
    ("Phi", "Φ"),
    ("Psi", "Ψ"),
    ("Omega", "Ω"),
    ("nabla", "∇"),
    ("partial", "∂"),
    ("sum", "∑"),
    ("prod", "∏"),
    ("int", "∫"),
    ("infty", "∞"),
    ("sqrt", "√"),
    ("times", "×"),
    ("cdot", "·"),
    ("pm", "±"),
    ("leq", "≤"),
    ("le", "≤"),
    ("geq", "≥"),
    ("ge", "≥"),
    ("neq", "≠"),
    ("ne", "≠"),
    ("approx", "≈"),
    ("sim", "∼"),
    ("to", "→"),
    ("rightarrow", "→"),
    ("leftarrow", "←"),
    ("in", "∈"),
    ("ell", "ℓ"),
    ("degree", "°"),
    ("circ", "°"),
    ("log", "log"),
    ("ln", "ln"),
    ("exp", "exp"),
    ("sin", "sin"),
    ("cos", "cos"),
    ("tan", "tan"),
    ("max", "max"),
    ("min", "min"),
    ("tanh", "tanh"),
    ("quad", "  "),
    ("ldots", "…"),
    ("dots", "…"),
    ("propto", "∝"),
    ("mid", "|"),
    ("forall", "∀"),
];
const RAISED: (&str, &str) = ("0123456789+-=()nixyabcdefghjklmoprstuvwzT", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱˣʸᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷᶻᵀ");
const LOWERED: (&str, &str) = ("0123456789+-=()aeoxhklmnpstijruv", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ");

/// The text with its formulas rendered; `\$` is a dollar.
pub fn plain(text: &str) -> String {
    const DOLLAR: &str = "\u{E000}";
    let text = text.replace("\\$", DOLLAR);
    let written = match text.matches('$').count() {
        0 | 1 => text,
        _ => {
            let parts = text.split('$').enumerate();
            parts.map(|(i, part)| if i % 2 == 0 { part.to_owned() } else { formula(part) }).collect()
        }
    };
    written.replace(DOLLAR, "$")
}

fn formula(text: &str) -> String {
    let mut rest: &str = text;
    let mut written = String::new();
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => {
                let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
                let name = &rest[..end];
                rest = if name.is_empty() {
                    rest.strip_prefix([',', ';', ' ', '!']).unwrap_or(rest)
                } else {
                    &rest[end..]
                };
                match name {
                    "" => written.push(' '),
                    "left" | "right" | "mathrm" | "mathbf" | "mathit" | "text" | "mathcal" | "rm" | "bf"
                    | "operatorname" => {}
                    "hat" => {
                        let (inner, after) = argument(rest);
                        rest = after;
                        written += &formula(inner);
                        written.push('\u{302}');
                    }
                    "bar" => {
                        let (inner, after) = argument(rest);
                        rest = after;
                        written += &formula(inner);
                        written.push('\u{304}');
                    }
                    "frac" => {
                        let (above, after) = argument(rest);
                        let (below, after) = argument(after);
                        rest = after;
                        let part = |text: &str| {
                            let text = formula(text);
                            if text.chars().all(char::is_alphanumeric) { text } else { format!("({text})") }
                        };
                        written += &format!("{}/{}", part(above), part(below));
                    }
                    name => written += NAMES.iter().find(|(known, _)| *known == name).map_or(name, |(_, sign)| sign),
                }
            }
            '^' | '_' => {
                let (inner, after) = argument(rest);
                rest = after;
                let inner = formula(inner);
                let (from, to) = if c == '^' { RAISED } else { LOWERED };
                let small = |c: char| {
                    let c = if c == '−' { '-' } else { c };
                    to.chars().nth(from.chars().position(|known| known == c)?)
                };
                match inner.chars().map(small).collect::<Option<String>>() {
                    Some(small) => written += &small,
                    None if inner.chars().count() == 1 => written += &format!("{c}{inner}"),
                    None => written += &format!("{c}({inner})"),
                }
            }
            '{' | '}' => {}
            '-' => written.push('−'),
            '\'' => written.push('′'),
            c => written.push(c),
        }
    }
    written
}

/// `{abc}` or one character (a command counts as one), and the rest.
fn argument(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    if let Some(inner) = text.strip_prefix('{') {
        let mut depth = 1;
        for (at, c) in inner.char_indices() {
            depth += match c {
                '{' => 1,
                '}' => -1,
                _ => 0,
            };
            if depth == 0 {
                return (&inner[..at], &inner[at + 1..]);
            }
        }
        return (inner, "");
    }
    let end = match text.strip_prefix('\\') {
        Some(name) => 1 + name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len()),
        None => text.chars().next().map_or(0, char::len_utf8),
    };
    text.split_at(end)
}
