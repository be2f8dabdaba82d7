//! BMP files: rows of pixels from the bottom, without compression.

use super::bits::{packed, unpacked};

/// A picture from a file: Pillow's mode, its size, its samples, and its palette of red, green and blue.
pub struct Bitmap {
    pub mode: &'static str,
    pub width: usize,
    pub height: usize,
    pub samples: Vec<u8>,
    pub palette: Vec<u8>,
}

/// Little-endian numbers at places of a file.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn short(&self, at: usize) -> Option<u16> {
        Some(u16::from_le_bytes(self.0.get(at..at + 2)?.try_into().ok()?))
    }
    fn long(&self, at: usize) -> Option<u32> {
        Some(u32::from_le_bytes(self.0.get(at..at + 4)?.try_into().ok()?))
    }
}

/// The head of a file.
struct Head {
    width: usize,
    height: usize,
    upright: bool,
    bits: u16,
    compression: u32,
    colours: usize,
    /// Where the palette and the pixels begin.
    palette: usize,
    pixels: usize,
    entry: usize,
}

const MASKED: u32 = 3;

fn head(bytes: &[u8]) -> Option<Head> {
    let file = Bytes(bytes);
    let (pixels, size) = (file.long(10)? as usize, file.long(14)? as usize);
    if size == 12 {
        let bits = file.short(24)?;
        let colours = if bits <= 8 { 1 << bits } else { 0 };
        let (width, height) = (file.short(18)?.into(), file.short(20)?.into());
        return Some(Head {
            width,
            height,
            upright: true,
            bits,
            compression: 0,
            colours,
            palette: 26,
            pixels,
            entry: 3,
        });
    }
    let (width, height) = (file.long(18)? as i32, file.long(22)? as i32);
    let (bits, compression) = (file.short(28)?, file.long(30)?);
    let used = file.long(46)? as usize;
    let colours = if bits > 8 {
        0
    } else if used == 0 {
        1 << bits
    } else {
        used.min(256)
    };
    let masks = if size == 40 && compression == MASKED { 12 } else { 0 };
    let palette = 14 + size + masks;
    let (width, upright) = (width.try_into().ok()?, height >= 0);
    Some(Head {
        width,
        height: height.unsigned_abs() as usize,
        upright,
        bits,
        compression,
        colours,
        palette,
        pixels,
        entry: 4,
    })
}

/// The red, green, blue and alpha masks of pixels of 16 or 32 bits.
fn masks(bytes: &[u8], head: &Head) -> Option<[u32; 4]> {
    let file = Bytes(bytes);
    Some(match (head.compression, head.bits) {
        (MASKED, _) => {
            let alpha = if head.palette - 14 >= 56 { file.long(66)? } else { 0 };
            [file.long(54)?, file.long(58)?, file.long(62)?, alpha]
        }
        (_, 16) => [0x7c00, 0x3e0, 0x1f, 0],
        _ => [0xff_0000, 0xff00, 0xff, 0],
    })
}

/// Reads a file; the error says what is wrong with it.
pub fn decode(bytes: &[u8], most: u64) -> Result<Bitmap, &'static str> {
    let head = head(bytes).ok_or("Truncated File Read")?;
    if head.width as u64 * head.height as u64 > most {
        return Err("Image size exceeds limit of pixels, could be decompression bomb DOS attack.");
    }
    if !matches!(head.bits, 1 | 4 | 8 | 16 | 24 | 32) {
        return Err("Unsupported BMP pixel depth");
    }
    if !matches!(head.compression, 0 | MASKED) {
        return Err("Unsupported BMP compression");
    }
    let masks = masks(bytes, &head).ok_or("Truncated File Read")?;
    let stride = (head.width * usize::from(head.bits)).div_ceil(32) * 4;
    let rows = bytes.get(head.pixels..).unwrap_or_default();
    if rows.len() < stride * head.height {
        return Err("image file is truncated");
    }
    let entries = bytes.get(head.palette..head.palette + head.colours * head.entry).ok_or("Truncated File Read")?;
    let palette: Vec<u8> = entries.chunks_exact(head.entry).flat_map(|bgr| [bgr[2], bgr[1], bgr[0]]).collect();
    let mut samples = Vec::with_capacity(head.width * head.height * 3);
    for y in 0..head.height {
        let from = if head.upright { head.height - 1 - y } else { y };
        unpack(&rows[from * stride..][..stride], &head, masks, &mut samples);
    }
    Ok(finished(&head, masks, samples, palette))
}

/// The samples of one row.
fn unpack(row: &[u8], head: &Head, masks: [u32; 4], samples: &mut Vec<u8>) {
    let scaled = |value: u32, mask: u32| match mask {
        0 => 255,
        mask => {
            let part = u64::from((value & mask) >> mask.trailing_zeros());
            (part * 255 / u64::from(mask >> mask.trailing_zeros())) as u8
        }
    };
    let bands = if masks[3] == 0 { 3 } else { 4 };
    if head.bits <= 8 {
        return samples.extend(unpacked(row, head.width, usize::from(head.bits)));
    }
    for x in 0..head.width {
        match head.bits {
            24 => samples.extend([row[x * 3 + 2], row[x * 3 + 1], row[x * 3]]),
            bits => {
                let wide = usize::from(bits / 8);
                let value = row[x * wide..][..wide].iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte));
                samples.extend(masks[..bands].iter().map(|mask| scaled(value, *mask)));
            }
        }
    }
}

/// Names the mode; a palette of greys is one of grey.
fn finished(head: &Head, masks: [u32; 4], mut samples: Vec<u8>, palette: Vec<u8>) -> Bitmap {
    let (width, height) = (head.width, head.height);
    let colours: Vec<[u8; 3]> = palette.as_chunks().0.to_vec();
    let mode = match head.bits {
        1 if colours == [[0; 3], [255; 3]] => {
            samples.iter_mut().for_each(|sample| *sample *= 255);
            "1"
        }
        1 | 4 | 8 if colours.iter().enumerate().all(|(i, colour)| *colour == [i as u8; 3]) => "L",
        1 | 4 | 8 => "P",
        _ if masks[3] != 0 => "RGBA",
        _ => "RGB",
    };
    Bitmap { mode, width, height, samples, palette: if mode == "P" { palette } else { Vec::new() } }
}

/// Pixels in a metre of 96 in an inch.
const METRE: u32 = 3780;

/// Writes rows of samples: `bits` of each pixel, with a palette of red, green and blue where there are 8 or 1.
pub fn encode(samples: &[u8], (width, height): (usize, usize), bits: u16, palette: &[u8]) -> Vec<u8> {
    let stride = (width * usize::from(bits)).div_ceil(32) * 4;
    let colours = palette.len() / 3;
    let offset = 14 + 40 + colours * 4;
    let mut out = Vec::with_capacity(offset + stride * height);
    out.extend(b"BM");
    out.extend(((offset + stride * height) as u32).to_le_bytes());
    out.extend([0; 4]);
    for value in [offset as u32, 40, width as u32, height as u32] {
        out.extend(value.to_le_bytes());
    }
    out.extend(1u16.to_le_bytes());
    out.extend(bits.to_le_bytes());
    for value in [0, (stride * height) as u32, METRE, METRE, colours as u32, colours as u32] {
        out.extend(value.to_le_bytes());
    }
    out.extend(palette.as_chunks::<3>().0.iter().flat_map(|[r, g, b]| [*b, *g, *r, 0]));
    let bands = samples.len() / (width * height).max(1);
    for row in samples.chunks_exact((width * bands).max(1)).rev() {
        let start = out.len();
        match bits {
            1 => out.extend(packed(row)),
            8 => out.extend(row),
            24 => out.extend(row.as_chunks::<3>().0.iter().flat_map(|[r, g, b]| [*b, *g, *r])),
            _ => out.extend(row.as_chunks::<4>().0.iter().flat_map(|[r, g, b, a]| [*b, *g, *r, *a])),
        }
        out.resize(start + stride, 0);
    }
    out
}
