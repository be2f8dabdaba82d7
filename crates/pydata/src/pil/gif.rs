//! GIF files: frames as palettes and places in them, with their durations and what becomes of them.

use ::gif::{ColorOutput, DecodeOptions, DisposalMethod, Encoder, Frame, MemoryLimit, Repeat};
use std::borrow::Cow;
use std::num::NonZeroU64;

/// The most bytes that a frame may have.
const MOST_BYTES: u64 = 1 << 28;

/// A frame: where it lies, its colours, its pixels.
#[derive(Clone, Default)]
pub struct Picture {
    pub left: u16,
    pub top: u16,
    pub width: u16,
    pub height: u16,
    /// Red, green and blue of each colour, if it has its own.
    pub palette: Option<Vec<u8>>,
    pub pixels: Vec<u8>,
    pub transparent: Option<u8>,
    /// Milliseconds.
    pub duration: u32,
    /// GIF's number of what becomes of it before the next one.
    pub disposal: u8,
}

/// A whole file.
#[derive(Default)]
pub struct Film {
    pub width: u16,
    pub height: u16,
    pub palette: Option<Vec<u8>>,
    pub background: Option<u8>,
    /// How often it is repeated; 0 for ever.
    pub turns: Option<u16>,
    pub frames: Vec<Picture>,
}

pub fn decode(bytes: &[u8]) -> Result<Film, String> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::Indexed);
    options.allow_unknown_blocks(true);
    if let Some(most) = NonZeroU64::new(MOST_BYTES) {
        options.set_memory_limit(MemoryLimit::Bytes(most));
    }
    let mut decoder = options.read_info(bytes).map_err(|error| error.to_string())?;
    let mut film = Film {
        width: decoder.width(),
        height: decoder.height(),
        palette: decoder.global_palette().map(<[u8]>::to_vec),
        background: decoder.bg_color().map(|place| place as u8),
        ..Film::default()
    };
    while let Some(frame) = decoder.read_next_frame().map_err(|error| error.to_string())? {
        film.frames.push(Picture {
            left: frame.left,
            top: frame.top,
            width: frame.width,
            height: frame.height,
            palette: frame.palette.clone(),
            pixels: frame.buffer.to_vec(),
            transparent: frame.transparent,
            duration: u32::from(frame.delay) * 10,
            disposal: frame.dispose as u8,
        });
    }
    film.turns = match decoder.repeat() {
        Repeat::Infinite => Some(0),
        Repeat::Finite(0) => None,
        Repeat::Finite(turns) => Some(turns),
    };
    Ok(film)
}

pub fn encode(film: &Film) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let palette = film.palette.as_deref().unwrap_or(&[]);
    let mut encoder = Encoder::new(&mut out, film.width, film.height, palette).map_err(|error| error.to_string())?;
    if let Some(turns) = film.turns {
        let repeat = if turns == 0 { Repeat::Infinite } else { Repeat::Finite(turns) };
        encoder.set_repeat(repeat).map_err(|error| error.to_string())?;
    }
    for picture in &film.frames {
        let frame = Frame {
            delay: u16::try_from(picture.duration / 10).unwrap_or(u16::MAX),
            dispose: DisposalMethod::from_u8(picture.disposal).unwrap_or(DisposalMethod::Any),
            transparent: picture.transparent,
            needs_user_input: false,
            top: picture.top,
            left: picture.left,
            width: picture.width,
            height: picture.height,
            interlaced: false,
            palette: picture.palette.clone(),
            buffer: Cow::Borrowed(&picture.pixels),
        };
        encoder.write_frame(&frame).map_err(|error| error.to_string())?;
    }
    drop(encoder);
    Ok(out)
}
