//! PNG, JPEG and BMP files, to the pixels of Pillow: its JPEG library is a sibling of the one here.

use super::bits::unpacked;
use super::bmp;
use mozjpeg::{ColorSpace, Compress, Decompress, qtable};
use png::{BitDepth, ColorType, Transformations};
use std::io::Cursor;
use std::panic::catch_unwind;
use tensorcell_language::{Exc, Raise, Result};

/// The maximum number of pixels, above which Pillow assumes an attack.
pub const MOST_PIXELS: u64 = 178_956_970;
/// The longest side of a picture.
const LONGEST: u32 = 1 << 20;

/// A picture from a file.
pub struct Decoded {
    /// Pillow's name of what samples mean.
    pub mode: &'static str,
    /// PNG, JPEG or BMP.
    pub format: &'static str,
    pub width: usize,
    pub height: usize,
    /// Row by row, all samples of a pixel together. In mode I each has two bytes, big-endian.
    pub samples: Vec<u8>,
    /// Red, green and blue of each colour in mode P.
    pub palette: Vec<u8>,
    /// The alpha of the palette's colours, as far as it is given.
    pub alphas: Option<Vec<u8>>,
}

/// Returns the picture of a file, or None where the file is neither PNG nor JPEG nor BMP.
pub fn decode(bytes: &[u8]) -> Result<Option<Decoded>> {
    match bytes {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => decode_png(bytes).map(Some),
        [0xff, 0xd8, 0xff, ..] => decode_jpeg(bytes),
        [b'B', b'M', ..] => decode_bmp(bytes).map(Some),
        _ => Ok(None),
    }
}

/// Returns a picture as PNG: one to four samples for each pixel, or places in a palette with its alphas.
pub fn encode_png(
    samples: &[u8],
    width: u32,
    height: u32,
    color: ColorType,
    palette: &[u8],
    alphas: &[u8],
) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(color);
    if color == ColorType::Indexed {
        encoder.set_palette(palette);
        if !alphas.is_empty() {
            encoder.set_trns(alphas);
        }
    }
    encoder.set_depth(BitDepth::Eight);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(samples));
    written.map_err(|error| broken(&error.to_string()))?;
    Ok(out)
}

/// Returns a picture as JPEG of a quality from 1 to 100: the bytes that Pillow writes.
pub fn encode_jpeg(samples: &[u8], width: usize, height: usize, bands: usize, quality: u8) -> Result<Vec<u8>> {
    let space = match bands {
        1 => ColorSpace::JCS_GRAYSCALE,
        3 => ColorSpace::JCS_RGB,
        4 => ColorSpace::JCS_CMYK,
        _ => return Err(broken(&format!("cannot write {bands} bands as JPEG"))),
    };
    guarded(|| {
        let mut encoder = Compress::new(space);
        encoder.set_size(width, height);
        encoder.set_fastest_defaults();
        encoder.set_quality(quality.into());
        if quality < 25 {
            keep_baseline(&mut encoder, quality);
        }
        let mut encoder = encoder.start_compress(Vec::new())?;
        encoder.write_scanlines(samples)?;
        encoder.finish()
    })
}

/// Bounds divisors by 255, which baseline files may have; `set_quality` takes larger ones below a quality of 25.
fn keep_baseline(encoder: &mut Compress, quality: u8) {
    // libjpeg's percentage is a whole number.
    let quality = 5000.0 / (5000 / u16::from(quality)) as f32;
    encoder.set_luma_qtable(&qtable::AnnexK_Luma.scaled(quality, quality));
    encoder.set_chroma_qtable(&qtable::AnnexK_Chroma.scaled(quality, quality));
}

/// Whether a JPEG's data ends as it should: the decoder fills what is missing with grey.
fn is_whole_jpeg(bytes: &[u8]) -> bool {
    let last = |mark: &[u8]| bytes.windows(2).rposition(|pair| pair == mark);
    last(b"\xff\xda").is_none_or(|scan| last(b"\xff\xd9").is_some_and(|end| end > scan))
}

/// Returns the picture of a JPEG, or None where its head is broken.
fn decode_jpeg(bytes: &[u8]) -> Result<Option<Decoded>> {
    let Ok((width, height)) = guarded(|| Decompress::new_mem(bytes).map(|decoder| decoder.size())) else {
        return Ok(None);
    };
    bounded(width as u64, height as u64)?;
    if !is_whole_jpeg(bytes) {
        return Err(broken("image file is truncated"));
    }
    guarded(|| {
        let decoder = Decompress::new_mem(bytes)?;
        let (mode, mut rows) = match decoder.color_space() {
            ColorSpace::JCS_GRAYSCALE => ("L", decoder.grayscale()?),
            ColorSpace::JCS_CMYK | ColorSpace::JCS_YCCK => ("CMYK", decoder.to_colorspace(ColorSpace::JCS_CMYK)?),
            _ => ("RGB", decoder.rgb()?),
        };
        let mut samples: Vec<u8> = rows.read_scanlines()?;
        if mode == "CMYK" {
            invert(&mut samples);
        }
        Ok(Some(Decoded { mode, format: "JPEG", width, height, samples, palette: Vec::new(), alphas: None }))
    })
}

/// Turns ink into its absence and back: CMYK is inverted in JPEGs, as Adobe writes it.
pub fn invert(samples: &mut [u8]) {
    samples.iter_mut().for_each(|sample| *sample = 255 - *sample);
}

/// Runs libjpeg, which leaves by unwinding where a file is broken.
fn guarded<T>(work: impl FnOnce() -> std::io::Result<T> + std::panic::UnwindSafe) -> Result<T> {
    match catch_unwind(work) {
        Ok(done) => done.map_err(|error| broken(&format!("image file is truncated or broken: {error}"))),
        Err(reason) => {
            let reason = reason.downcast_ref::<String>().map_or("libjpeg failed", String::as_str);
            Err(broken(&format!("image file is truncated or broken: {reason}")))
        }
    }
}

fn decode_bmp(bytes: &[u8]) -> Result<Decoded> {
    let bitmap = bmp::decode(bytes, MOST_PIXELS).map_err(broken)?;
    let bmp::Bitmap { mode, width, height, samples, palette } = bitmap;
    bounded(width as u64, height as u64)?;
    Ok(Decoded { mode, format: "BMP", width, height, samples, palette, alphas: None })
}

fn decode_png(bytes: &[u8]) -> Result<Decoded> {
    let limits = png::Limits { bytes: MOST_PIXELS as usize * 4 };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_ignore_text_chunk(false);
    let info = decoder.read_header_info().map_err(unreadable)?;
    bounded(info.width.into(), info.height.into())?;
    // Pillow keeps 16 bits of grey, and the upper 8 of colours.
    let is_wide_grey = (info.color_type, info.bit_depth) == (ColorType::Grayscale, BitDepth::Sixteen);
    let strip = if is_wide_grey { Transformations::IDENTITY } else { Transformations::STRIP_16 };
    let is_indexed = info.color_type == ColorType::Indexed;
    decoder.set_transformations(if is_indexed { Transformations::IDENTITY } else { Transformations::EXPAND | strip });
    let mut reader = decoder.read_info().map_err(unreadable)?;
    let mode = match reader.output_color_type() {
        (ColorType::Grayscale, BitDepth::Sixteen) => "I",
        (ColorType::Grayscale, _) => "L",
        (ColorType::GrayscaleAlpha, _) => "LA",
        (ColorType::Indexed, _) => "P",
        (ColorType::Rgba, _) => "RGBA",
        _ => "RGB",
    };
    let size = reader.output_buffer_size().ok_or_else(too_large)?;
    let mut samples = Vec::new();
    samples.try_reserve_exact(size).map_err(|_| too_large())?;
    samples.resize(size, 0);
    reader.next_frame(&mut samples).map_err(unreadable)?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    let bits = reader.info().bit_depth as usize;
    if is_indexed && bits < 8 {
        let stride = (width * bits).div_ceil(8).max(1);
        samples = samples.chunks_exact(stride).flat_map(|row| unpacked(row, width, bits)).collect();
    }
    let part = |of: &Option<std::borrow::Cow<[u8]>>| of.as_ref().map(|bytes| bytes.to_vec());
    let palette = part(&reader.info().palette).filter(|_| is_indexed).unwrap_or_default();
    let alphas = part(&reader.info().trns).filter(|_| is_indexed);
    Ok(Decoded { mode, format: "PNG", width, height, samples, palette, alphas })
}

fn bounded(width: u64, height: u64) -> Result<()> {
    let is_small = width <= LONGEST.into() && height <= LONGEST.into() && width * height <= MOST_PIXELS;
    if is_small { Ok(()) } else { Err(too_large()) }
}

fn too_large() -> Raise {
    Raise::value_error(format!(
        "Image size exceeds limit of {MOST_PIXELS} pixels, could be decompression bomb DOS attack."
    ))
}

fn unreadable(error: png::DecodingError) -> Raise {
    match error {
        png::DecodingError::LimitsExceeded => too_large(),
        error => broken(&format!("image file is truncated or broken: {error}")),
    }
}

fn broken(text: &str) -> Raise {
    Raise::new(Exc::OSError, text.to_owned())
}
