//! Samples of fewer bits than a byte, packed from the highest bit; every row begins with a new byte.

/// The samples of a row of packed ones.
pub fn unpacked(row: &[u8], width: usize, bits: usize) -> impl Iterator<Item = u8> {
    let sample = move |x: usize| {
        let at = x * bits;
        (row[at / 8] >> (8 - bits - at % 8)) & (0xff >> (8 - bits))
    };
    (0..width).map(sample)
}

/// A row of samples as one bit each: 0 stays 0.
pub fn packed(row: &[u8]) -> impl Iterator<Item = u8> {
    let bit = |(at, sample): (usize, &u8)| if *sample == 0 { 0 } else { 0x80 >> at };
    row.chunks(8).map(move |samples| samples.iter().enumerate().map(bit).fold(0, |byte: u8, bit: u8| byte | bit))
}
