//! One line of text as a mask of how much of each pixel letters cover, in the font of pictures or in another.

use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};

/// A line's mask, its place and its lengths in pixels.
#[derive(Clone, Debug, Default)]
pub struct Letters {
    pub width: usize,
    pub height: usize,
    /// From where the text begins to the mask, at its left.
    pub left: i32,
    /// From the font's ascent down to the mask.
    pub top: i32,
    /// To where the next text would begin.
    pub advance: f64,
    pub ascent: f64,
    pub descent: f64,
    /// Row by row, 255 where a letter covers all of the pixel.
    pub pixels: Vec<u8>,
}

/// The most pixels of a mask.
const MOST: usize = 1 << 26;

/// The line in letters of an em of so many pixels; None for a font that cannot be read or a text that is too large.
pub fn letters(text: &str, size: f64, font: Option<&[u8]>) -> Option<Letters> {
    let font = FontRef::try_from_slice(font.unwrap_or(include_bytes!("fonts/DejaVuSans.ttf"))).ok()?;
    let em = f64::from(font.units_per_em()?);
    let scale = PxScale::from((size * f64::from(font.height_unscaled()) / em) as f32);
    let scaled = font.as_scaled(scale);
    let ascent = f64::from(scaled.ascent()).ceil();
    let (mut x, mut before, mut outlines) = (0.0f32, None, Vec::new());
    for letter in text.chars() {
        let id = scaled.glyph_id(letter);
        x += before.map_or(0.0, |before| scaled.kern(before, id));
        outlines.extend(scaled.outline_glyph(id.with_scale_and_position(scale, point(x, ascent as f32))));
        x += scaled.h_advance(id);
        before = Some(id);
    }
    let mut line =
        Letters { advance: x.into(), ascent, descent: f64::from(-scaled.descent()).ceil(), ..Letters::default() };
    let bounds: Vec<_> = outlines.iter().map(|outline| outline.px_bounds()).collect();
    let edge = |pick: fn(&ab_glyph::Rect) -> f32, fold: fn(f32, f32) -> f32| bounds.iter().map(pick).reduce(fold);
    let left = edge(|bounds| bounds.min.x, f32::min).unwrap_or(0.0);
    let top = edge(|bounds| bounds.min.y, f32::min).unwrap_or(0.0);
    (line.left, line.top) = (left as i32, top as i32);
    line.width = (edge(|bounds| bounds.max.x, f32::max).unwrap_or(0.0) - left) as usize;
    line.height = (edge(|bounds| bounds.max.y, f32::max).unwrap_or(0.0) - top) as usize;
    if line.width.checked_mul(line.height)? > MOST {
        return None;
    }
    line.pixels = vec![0; line.width * line.height];
    for (outline, bounds) in outlines.iter().zip(&bounds) {
        let (from_x, from_y) = ((bounds.min.x - left) as usize, (bounds.min.y - top) as usize);
        outline.draw(|x, y, cover| {
            let at = (from_y + y as usize) * line.width + from_x + x as usize;
            if let Some(pixel) = line.pixels.get_mut(at) {
                *pixel = pixel.saturating_add((cover.clamp(0.0, 1.0) * 255.0).round() as u8);
            }
        });
    }
    Some(line)
}
