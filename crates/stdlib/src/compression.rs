//! Streams of bzip2 and LZMA: the native part of `_bz2.py` and `_lzma.py`.

use super::binascii::binary;
use super::zlib::in_use;
use liblzma::stream::{Check, Error as LzmaError, Filters, LzmaOptions, MatchFinder, Mode, Stream};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use tensorcell_language::builtins::clipped_index;
use tensorcell_language::native::Native;
use tensorcell_language::types::types;
use tensorcell_language::{Args, Builtin, Class, Exc, Getter, ModuleDef, Raise, Result, Value, Vm, memory};

pub static COMPRESSION: ModuleDef = ModuleDef {
    name: "_tensorcell.compression",
    doc: "The native part of bz2 and lzma.",
    functions: &[
        Builtin::new("compression._bzip2_encoder", "(level)", "A compression to bzip2.", |_, args| {
            let level = bzip2::Compression::new(args.int(0)?.clamp(1, 9) as u32);
            Ok(encoder(Encoding::Bzip2(bzip2::Compress::new(level, 0))))
        }),
        Builtin::new("compression._bzip2_decoder", "()", "A decompression of bzip2.", |_, _| {
            Ok(decoder(Decoding::Bzip2(bzip2::Decompress::new(false))))
        }),
        Builtin::new("compression._xz_encoder", "(preset, check)", "A compression to xz by a preset.", |_, args| {
            lzma_encoder(Stream::new_easy_encoder(args.int(0)? as u32, check(args)?))
        }),
        Builtin::new("compression._xz_filters_encoder", "(filters, check)", "A compression to xz.", |_, args| {
            lzma_encoder(Stream::new_stream_encoder(&filters(args.get(0))?, check(args)?))
        }),
        Builtin::new("compression._alone_encoder", "(filter)", "A compression to the format before xz.", |_, args| {
            lzma_encoder(Stream::new_lzma_encoder(&options(tuple(args.get(0))?)?))
        }),
        Builtin::new("compression._raw_encoder", "(filters)", "A compression without a container.", |_, args| {
            lzma_encoder(Stream::new_raw_encoder(&filters(args.get(0))?))
        }),
        Builtin::new("compression._auto_decoder", "(limit)", "A decompression of xz or its forerunner.", |_, args| {
            lzma_decoder(Stream::new_auto_decoder(limit(args)?, 0))
        }),
        Builtin::new("compression._xz_decoder", "(limit)", "A decompression of xz.", |_, args| {
            lzma_decoder(Stream::new_stream_decoder(limit(args)?, 0))
        }),
        Builtin::new("compression._alone_decoder", "(limit)", "A decompression of xz's forerunner.", |_, args| {
            lzma_decoder(Stream::new_lzma_decoder(limit(args)?))
        }),
        Builtin::new("compression._raw_decoder", "(filters)", "A decompression without a container.", |_, args| {
            lzma_decoder(Stream::new_raw_decoder(&filters(args.get(0))?))
        }),
    ],
    init: Some(|_, module| {
        module.dict.insert_str("LZMAError", Value::Class(LZMA_ERROR.with(Rc::clone)));
        Ok(())
    }),
};

thread_local! {
    static LZMA_ERROR: Rc<Class> = {
        let base = types().exception(Exc::Exception).clone();
        Class::native("_lzma", "LZMAError", &[base], None, &[], &[], "Call to liblzma failed.").shown_in_full()
    };
    static ENCODER: Rc<Class> = {
        let name = "_tensorcell.compression";
        Class::native(name, "Encoder", &[], None, ENCODER_METHODS, &[], "A compression under way.").shown_in_full()
    };
    static DECODER: Rc<Class> = {
        let (name, doc) = ("_tensorcell.compression", "A decompression under way.");
        Class::native(name, "Decoder", &[], None, DECODER_METHODS, DECODER_GETTERS, doc).shown_in_full()
    };
}

/// The growth step of the output buffer.
const PIECE: usize = 1 << 16;

fn lzma_error(problem: LzmaError) -> Raise {
    let text = match problem {
        LzmaError::Mem => return Raise::new(Exc::MemoryError, ""),
        LzmaError::MemLimit => "Memory usage limit exceeded",
        LzmaError::UnsupportedCheck => "Unsupported integrity check",
        LzmaError::Format => "Input format not supported by decoder",
        LzmaError::Options => "Invalid or unsupported options",
        LzmaError::Data | LzmaError::NoCheck => "Corrupt input data",
        LzmaError::Program => "Internal error",
    };
    lzma_failure(text)
}

fn lzma_failure(text: impl Into<String>) -> Raise {
    Raise::of(&LZMA_ERROR.with(Rc::clone), text)
}

fn bzip2_error(problem: bzip2::Error) -> Raise {
    match problem {
        bzip2::Error::Sequence => {
            Raise::new(Exc::RuntimeError, "Internal error - Invalid sequence of commands sent to libbzip2")
        }
        bzip2::Error::Param => Raise::value_error("Internal error - invalid parameters passed to libbzip2"),
        _ => Raise::new(Exc::OSError, "Invalid data stream"),
    }
}

// --- options
fn limit(args: &Args) -> Result<u64> {
    Ok(args.opt_int(0)?.map_or(u64::MAX, |limit| limit.max(0) as u64))
}

fn check(args: &Args) -> Result<Check> {
    match args.int(1)? {
        0 => Ok(Check::None),
        1 => Ok(Check::Crc32),
        4 => Ok(Check::Crc64),
        10 => Ok(Check::Sha256),
        _ => Err(lzma_error(LzmaError::UnsupportedCheck)),
    }
}

fn tuple(value: &Value) -> Result<&[Value]> {
    match value {
        Value::Tuple(parts) => Ok(parts),
        _ => Err(Raise::type_error("a tuple is required")),
    }
}

fn number(value: &Value) -> Result<Option<u32>> {
    match value {
        Value::None => Ok(None),
        Value::Int(number) => u32::try_from(*number)
            .map(Some)
            .map_err(|_| Raise::new(Exc::OverflowError, "Value too large for uint32_t type")),
        other => Err(Raise::type_error(format!("an integer is required, not {}", other.type_name()))),
    }
}

/// Reads the options of LZMA: a preset, and values that override it.
fn options(row: &[Value]) -> Result<LzmaOptions> {
    let numbers: Vec<Option<u32>> = row.iter().skip(1).map(number).collect::<Result<_>>()?;
    let [preset, dict_size, lc, lp, pb, mode, nice_len, finder, depth] = numbers[..] else {
        return Err(lzma_error(LzmaError::Options));
    };
    let preset = preset.unwrap_or(6);
    let refused = |_| lzma_failure(format!("Invalid compression preset: {preset}"));
    let mut options = LzmaOptions::new_preset(preset).map_err(refused)?;
    let unsupported = || lzma_error(LzmaError::Options);
    if let Some(mode) = mode {
        options.mode(lzma_mode(mode).ok_or_else(unsupported)?);
    }
    if let Some(finder) = finder {
        options.match_finder(match_finder(finder).ok_or_else(unsupported)?);
    }
    dict_size.map(|size| options.dict_size(size));
    lc.map(|bits| options.literal_context_bits(bits));
    lp.map(|bits| options.literal_position_bits(bits));
    pb.map(|bits| options.position_bits(bits));
    nice_len.map(|length| options.nice_len(length));
    depth.map(|depth| options.depth(depth));
    Ok(options)
}

fn lzma_mode(number: u32) -> Option<Mode> {
    [Mode::Fast, Mode::Normal].into_iter().find(|mode| *mode as u32 == number)
}

fn match_finder(number: u32) -> Option<MatchFinder> {
    use MatchFinder::{BinaryTree2, BinaryTree3, BinaryTree4, HashChain3, HashChain4};
    [HashChain3, HashChain4, BinaryTree2, BinaryTree3, BinaryTree4].into_iter().find(|one| *one as u32 == number)
}

/// Reads a filter chain. Each filter is a tuple that begins with the filter's id.
fn filters(rows: &Value) -> Result<Filters> {
    let mut chain = Filters::new();
    for row in tuple(rows)? {
        let row = tuple(row)?;
        let Some(Value::Int(id)) = row.first() else { return Err(lzma_error(LzmaError::Options)) };
        match *id {
            0x4000_0000_0000_0001 => chain.lzma1(&options(row)?),
            0x21 => chain.lzma2(&options(row)?),
            _ => plain_filter(&mut chain, *id, row.get(1).map_or(Ok(None), number)?).map_err(lzma_error)?,
        };
    }
    Ok(chain)
}

/// Adds a filter with one number: delta's distance, or the start offset of the others.
fn plain_filter(chain: &mut Filters, id: i64, number: Option<u32>) -> std::result::Result<&mut Filters, LzmaError> {
    let number = number.unwrap_or_default();
    let begin: &[u8] = if number == 0 { &[] } else { &number.to_le_bytes() };
    match id {
        3 => chain.delta_properties(&[number.wrapping_sub(1) as u8]),
        4 => chain.x86_properties(begin),
        5 => chain.powerpc_properties(begin),
        6 => chain.ia64_properties(begin),
        7 => chain.arm_properties(begin),
        8 => chain.arm_thumb_properties(begin),
        9 => chain.sparc_properties(begin),
        _ => Err(LzmaError::Options),
    }
}

// --- compression
enum Encoding {
    Bzip2(bzip2::Compress),
    Lzma(Stream),
}

impl Encoding {
    fn taken(&self) -> u64 {
        match self {
            Encoding::Bzip2(stream) => stream.total_in(),
            Encoding::Lzma(stream) => stream.total_in(),
        }
    }
    /// Returns whether the stream has ended.
    fn step(&mut self, input: &[u8], out: &mut Vec<u8>, finish: bool) -> Result<bool> {
        match self {
            Encoding::Bzip2(stream) => {
                let action = if finish { bzip2::Action::Finish } else { bzip2::Action::Run };
                stream.compress_vec(input, out, action).map(|s| s == bzip2::Status::StreamEnd).map_err(bzip2_error)
            }
            Encoding::Lzma(stream) => {
                let action = if finish { liblzma::stream::Action::Finish } else { liblzma::stream::Action::Run };
                let ended = |status| status == liblzma::stream::Status::StreamEnd;
                stream.process_vec(input, out, action).map(ended).map_err(lzma_error)
            }
        }
    }
    /// Returns all output for an input.
    fn run(&mut self, vm: &mut Vm, input: &[u8], finish: bool) -> Result<Vec<u8>> {
        let (mut out, begin) = (Vec::new(), self.taken());
        loop {
            vm.check_interrupt()?;
            memory::claim(PIECE)?;
            out.reserve(PIECE);
            let at = (self.taken() - begin) as usize;
            if !finish && at == input.len() {
                return Ok(out);
            }
            let rest = &input[at..];
            if self.step(&rest[..rest.len().min(PIECE)], &mut out, finish)? {
                return Ok(out);
            }
        }
    }
}

struct Encoder(RefCell<Option<Encoding>>);

fn encoder(encoding: Encoding) -> Value {
    Value::native(Encoder(RefCell::new(Some(encoding))))
}

fn lzma_encoder(stream: std::result::Result<Stream, LzmaError>) -> Result<Value> {
    stream.map(|stream| encoder(Encoding::Lzma(stream))).map_err(lzma_error)
}

static ENCODER_METHODS: &[Builtin] = &[
    Builtin::new(
        "Encoder.compress",
        "(self, data, /)",
        "Compresses data and returns the output so far.",
        |vm, args| {
            let data = binary(args.get(1))?;
            encoding(args, |slot| match slot {
                Some(encoding) => encoding.run(vm, &data, false).map(Value::bytes),
                None => Err(Raise::value_error("Compressor has been flushed")),
            })
        },
    ),
    Builtin::new("Encoder.flush", "(self, /)", "Finishes the stream and returns the rest.", |vm, args| {
        encoding(args, |slot| match slot.take() {
            Some(mut encoding) => encoding.run(vm, &[], true).map(Value::bytes),
            None => Err(Raise::value_error("Repeated call to flush()")),
        })
    }),
];

fn encoding<T>(args: &Args, act: impl FnOnce(&mut Option<Encoding>) -> Result<T>) -> Result<T> {
    let encoder = args.get(0).downcast::<Encoder>().ok_or_else(|| args.wrong(0, "Encoder"))?;
    act(&mut *encoder.0.try_borrow_mut().map_err(|_| in_use())?)
}

// --- decompression
enum Decoding {
    Bzip2(bzip2::Decompress),
    Lzma(Stream),
}

impl Decoding {
    fn totals(&self) -> (u64, u64) {
        match self {
            Decoding::Bzip2(stream) => (stream.total_in(), stream.total_out()),
            Decoding::Lzma(stream) => (stream.total_in(), stream.total_out()),
        }
    }
    fn ended_text(&self) -> &'static str {
        match self {
            Decoding::Bzip2(_) => "End of stream already reached",
            Decoding::Lzma(_) => "Already at end of stream",
        }
    }
    /// Whether input can be left after the last output: the end of a block is read after its contents were returned.
    fn ends_blocks_late(&self) -> bool {
        matches!(self, Decoding::Bzip2(_))
    }
    /// Returns the number of bytes read and written, and whether the stream has ended.
    fn step(&mut self, input: &[u8], out: &mut [u8]) -> Result<(usize, usize, bool)> {
        let before = self.totals();
        let ended = match self {
            Decoding::Bzip2(stream) => stream.decompress(input, out).map_err(bzip2_error)? == bzip2::Status::StreamEnd,
            Decoding::Lzma(stream) => {
                let status = stream.process(input, out, liblzma::stream::Action::Run).map_err(lzma_error)?;
                status == liblzma::stream::Status::StreamEnd
            }
        };
        let after = self.totals();
        Ok(((after.0 - before.0) as usize, (after.1 - before.1) as usize, ended))
    }
}

/// A decompressor, with its unread input.
struct Inner {
    decoding: Decoding,
    waiting: Vec<u8>,
    unused: Vec<u8>,
    ended: bool,
    hungry: bool,
}

impl Inner {
    /// Returns at most `most` bytes.
    fn run(&mut self, vm: &mut Vm, data: &[u8], most: Option<usize>) -> Result<Vec<u8>> {
        if self.ended {
            return Err(Raise::new(Exc::EOFError, self.decoding.ended_text()));
        }
        let mut input = std::mem::take(&mut self.waiting);
        memory::append_bytes(&mut input, data)?;
        let (mut out, mut at) = (Vec::new(), 0);
        let full = |out: &Vec<u8>| most.is_some_and(|most| out.len() >= most);
        let mut stuck = false;
        while !self.ended && !stuck && !full(&out) {
            vm.check_interrupt()?;
            let room = most.map_or(PIECE, |most| PIECE.min(most - out.len()));
            memory::reserve(&mut out, room)?;
            let from = out.len();
            out.resize(from + room, 0);
            let (read, written, ended) = self.decoding.step(&input[at..], &mut out[from..])?;
            out.truncate(from + written);
            at += read;
            self.ended = ended;
            stuck = written < room && (at == input.len() || read == 0 && written == 0);
        }
        let rest = input.split_off(at);
        self.hungry = !self.ended && rest.is_empty() && (self.decoding.ends_blocks_late() || !full(&out));
        *(if self.ended { &mut self.unused } else { &mut self.waiting }) = rest;
        Ok(out)
    }
}

struct Decoder(RefCell<Inner>);

fn decoder(decoding: Decoding) -> Value {
    let inner = Inner { decoding, waiting: Vec::new(), unused: Vec::new(), ended: false, hungry: true };
    Value::native(Decoder(RefCell::new(inner)))
}

fn lzma_decoder(stream: std::result::Result<Stream, LzmaError>) -> Result<Value> {
    stream.map(|stream| decoder(Decoding::Lzma(stream))).map_err(lzma_error)
}

static DECODER_METHODS: &[Builtin] = &[Builtin::new(
    "Decoder.decompress",
    "(self, data, most, /)",
    "Decompresses data, at most `most` bytes; a negative number means no limit.",
    |vm, args| {
        let (data, most) = (binary(args.get(1))?, usize::try_from(clipped_index(vm, args.get(2))?).ok());
        let decoder = args.get(0).downcast::<Decoder>().ok_or_else(|| args.wrong(0, "Decoder"))?;
        decoder.0.try_borrow_mut().map_err(|_| in_use())?.run(vm, &data, most).map(Value::bytes)
    },
)];

fn read(value: &Value, pick: fn(&Inner) -> Value) -> Result<Value> {
    match value.downcast::<Decoder>() {
        Some(decoder) => decoder.0.try_borrow().map(|inner| pick(&inner)).map_err(|_| in_use()),
        None => Ok(Value::None),
    }
}

static DECODER_GETTERS: &[Getter] = &[
    Getter {
        name: "eof",
        doc: "True if the end of the stream has been reached.",
        get: |_, x| read(x, |inner| Value::from(inner.ended)),
        set: None,
    },
    Getter {
        name: "unused_data",
        doc: "Data after the end of the stream.",
        get: |_, x| read(x, |inner| Value::bytes(inner.unused.clone())),
        set: None,
    },
    Getter {
        name: "needs_input",
        doc: "Whether nothing more comes out without more input.",
        get: |_, x| read(x, |inner| Value::from(inner.hungry)),
        set: None,
    },
];

macro_rules! native {
    ($type:ty, $class:ident, $name:literal) => {
        impl Native for $type {
            fn as_any(&self) -> &dyn Any {
                self
            }
            fn class(&self) -> Rc<Class> {
                $class.with(Rc::clone)
            }
            fn repr(&self, _vm: &mut Vm) -> Result<String> {
                Ok(format!(concat!("<", $name, " at {:#x}>"), std::ptr::from_ref(self) as usize))
            }
        }
    };
}
native!(Encoder, ENCODER, "Encoder");
native!(Decoder, DECODER, "Decoder");
