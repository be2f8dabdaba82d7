//! Multibyte encodings by the Encoding Standard's tables, which are supersets of CPython's encodings of these names.

use super::steps::{Decoding, Encoding, Failing};
use crate::Result;
use crate::surrogate::is_in;
use encoding_rs::{DecoderResult, EncoderResult};

pub struct MultiByte {
    pub name: &'static str,
    pub aliases: &'static [&'static str],
    table: &'static encoding_rs::Encoding,
}

const fn of(name: &'static str, table: &'static encoding_rs::Encoding, aliases: &'static [&'static str]) -> MultiByte {
    MultiByte { name, aliases, table }
}

pub static MULTIBYTE: &[MultiByte] = &[
    of("big5", encoding_rs::BIG5, &["big5_tw", "csbig5"]),
    of("big5hkscs", encoding_rs::BIG5, &["big5_hkscs", "hkscs"]),
    of("cp932", encoding_rs::SHIFT_JIS, &["932", "ms932", "mskanji", "ms_kanji", "windows_31j"]),
    of("cp949", encoding_rs::EUC_KR, &["949", "ms949", "uhc"]),
    of("cp950", encoding_rs::BIG5, &["950", "ms950"]),
    of("euc_jp", encoding_rs::EUC_JP, &["eucjp", "ujis", "u_jis"]),
    of(
        "euc_kr",
        encoding_rs::EUC_KR,
        &["euckr", "korean", "ksc5601", "ks_c_5601", "ks_c_5601_1987", "ksx1001", "ks_x_1001"],
    ),
    of("gb18030", encoding_rs::GB18030, &["gb18030_2000"]),
    of(
        "gb2312",
        encoding_rs::GBK,
        &["chinese", "csiso58gb231280", "euccn", "euc_cn", "eucgb2312_cn", "gb2312_1980", "gb2312_80", "iso_ir_58"],
    ),
    of("gbk", encoding_rs::GBK, &["936", "cp936", "ms936"]),
    of("iso2022_jp", encoding_rs::ISO_2022_JP, &["csiso2022jp", "iso2022jp", "iso_2022_jp"]),
    of("shift_jis", encoding_rs::SHIFT_JIS, &["csshiftjis", "shiftjis", "sjis", "s_jis", "x_mac_japanese"]),
];

const ILLEGAL: Failing = Failing { reason: "illegal multibyte sequence", together: false, plain: false, unit: 1 };

pub(super) fn encode(codec: &MultiByte, encoding: &mut Encoding) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    match put(codec, encoding.text, &mut out) {
        true => Ok(out),
        false => encoding.each(ILLEGAL, |c, out| put(codec, c.encode_utf8(&mut [0; 4]), out)),
    }
}

fn put(codec: &MultiByte, text: &str, out: &mut Vec<u8>) -> bool {
    let mut encoder = codec.table.new_encoder();
    let most = encoder.max_buffer_length_from_utf8_without_replacement(text.len()).unwrap_or(text.len());
    let mut bytes = Vec::with_capacity(most);
    let fits = !is_in(text)
        && matches!(
            encoder.encode_from_utf8_to_vec_without_replacement(text, &mut bytes, true),
            (EncoderResult::InputEmpty, _)
        );
    if fits {
        out.extend(bytes);
    }
    fits
}

/// An invalid byte sequence: its length, and how many bytes were read up to its end.
struct Malformed {
    length: usize,
    end: usize,
}

fn read(codec: &MultiByte, data: &[u8], last: bool, out: &mut String) -> Option<Malformed> {
    let mut decoder = codec.table.new_decoder_without_bom_handling();
    let most = decoder.max_utf8_buffer_length_without_replacement(data.len()).unwrap_or(data.len());
    out.reserve(most);
    match decoder.decode_to_string_without_replacement(data, out, last) {
        (DecoderResult::Malformed(length, after), read) => {
            Some(Malformed { length: length.into(), end: read - usize::from(after) })
        }
        _ => None,
    }
}

pub(super) fn decode(codec: &MultiByte, decoding: &mut Decoding) -> Result<()> {
    loop {
        let data = decoding.data.clone();
        let rest = &data[decoding.at..];
        let Some(Malformed { length, end }) = read(codec, rest, true, &mut decoding.out) else {
            decoding.at = data.len();
            return Ok(());
        };
        let (start, end) = (decoding.at + end - length, decoding.at + end);
        let is_unfinished = read(codec, &data[start..], false, &mut String::new()).is_none();
        decoding.at = start;
        if is_unfinished && !decoding.last {
            return Ok(());
        }
        let reason = if is_unfinished { "incomplete multibyte sequence" } else { ILLEGAL.reason };
        decoding.fail(start, end, reason)?;
    }
}
