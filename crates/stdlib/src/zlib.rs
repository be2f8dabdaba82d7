//! `zlib`: compression and checksums.

use super::binascii::{binary, crc32, start};
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use std::any::Any;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use tensorcell_language::builtins::{clipped_index, receiver};
use tensorcell_language::native::Native;
use tensorcell_language::types::types;
use tensorcell_language::{Args, Builtin, Class, Exc, Getter, ModuleDef, Raise, Result, Value, Vm, memory};

pub static ZLIB: ModuleDef = ModuleDef {
    name: "zlib",
    doc: "Compression and decompression, as the zlib library has them.",
    functions: FUNCTIONS,
    init: Some(|_, module| {
        for (name, value) in NUMBERS {
            module.dict.insert_str(name, Value::Int(*value));
        }
        module.dict.insert_str("error", Value::Class(ERROR.with(Rc::clone)));
        module.dict.insert_str("_ZlibDecompressor", Value::Class(BUFFERED.with(Rc::clone)));
        for name in ["ZLIB_VERSION", "ZLIB_RUNTIME_VERSION"] {
            module.dict.insert_str(name, Value::str("1.3.1"));
        }
        Ok(())
    }),
};

const NUMBERS: &[(&str, i64)] = &[
    ("DEFLATED", 8),
    ("DEF_BUF_SIZE", 16384),
    ("DEF_MEM_LEVEL", 8),
    ("MAX_WBITS", 15),
    ("Z_BEST_COMPRESSION", 9),
    ("Z_BEST_SPEED", 1),
    ("Z_BLOCK", 5),
    ("Z_DEFAULT_COMPRESSION", -1),
    ("Z_DEFAULT_STRATEGY", 0),
    ("Z_FILTERED", 1),
    ("Z_FINISH", 4),
    ("Z_FIXED", 4),
    ("Z_FULL_FLUSH", 3),
    ("Z_HUFFMAN_ONLY", 2),
    ("Z_NO_COMPRESSION", 0),
    ("Z_NO_FLUSH", 0),
    ("Z_PARTIAL_FLUSH", 1),
    ("Z_RLE", 3),
    ("Z_SYNC_FLUSH", 2),
    ("Z_TREES", 6),
];

thread_local! {
    static ERROR: Rc<Class> = {
        let base = types().exception(Exc::Exception).clone();
        Class::native("zlib", "error", &[base], None, &[], &[], "").shown_in_full()
    };
    static COMPRESS: Rc<Class> =
        Class::native("zlib", "Compress", &[], None, COMPRESS_METHODS, &[], "A compression under way.").shown_in_full();
    static DECOMPRESS: Rc<Class> =
        Class::native("zlib", "Decompress", &[], None, DECOMPRESS_METHODS, GETTERS, "A decompression under way.")
            .shown_in_full();
    static BUFFERED: Rc<Class> = {
        let doc = "Create a decompressor object for decompressing data incrementally.";
        Class::native("zlib", "_ZlibDecompressor", &[], Some(&NEW), BUFFERED_METHODS, BUFFERED_GETTERS, doc).shown_in_full()
    };
}

static NEW: Builtin = Builtin::new(
    "_ZlibDecompressor",
    "(wbits=15, zdict=...)",
    "Create a decompressor object for decompressing data incrementally.",
    |vm, args| {
        let container = Container::of(clipped_index(vm, args.get(0))?).ok_or_else(bad_option)?;
        let stream = RefCell::new(Inflater::new(container, dictionary(args, 1)?));
        Ok(Value::native(Buffered { stream, hungry: Cell::new(true) }))
    },
);

static BUFFERED_METHODS: &[Builtin] = &[Builtin::new(
    "_ZlibDecompressor.decompress",
    "(self, /, data, max_length=-1)",
    "Decompress *data*, returning uncompressed data as bytes.",
    |vm, args| {
        let (data, most) = (binary(args.get(1))?, usize::try_from(clipped_index(vm, args.get(2))?).ok());
        let value = receiver(args, |value| value.downcast::<Buffered>().is_some().then_some(value))?;
        let this = value.downcast::<Buffered>().ok_or_else(|| args.wrong(0, "_ZlibDecompressor"))?;
        let mut stream = this.stream.try_borrow_mut().map_err(|_| in_use())?;
        if stream.ended {
            return Err(Raise::new(Exc::EOFError, "End of stream already reached"));
        }
        let mut input = std::mem::take(&mut stream.unconsumed);
        input.extend(data);
        let out = stream.run(vm, &input, most)?;
        this.hungry.set(!stream.ended && stream.unconsumed.is_empty() && most.is_none_or(|most| out.len() < most));
        Ok(Value::bytes(out))
    },
)];

fn peek(value: &Value, pick: fn(&Inflater) -> Value) -> Result<Value> {
    match value.downcast::<Buffered>() {
        Some(this) => this.stream.try_borrow().map(|stream| pick(&stream)).map_err(|_| in_use()),
        None => Ok(Value::None),
    }
}

static BUFFERED_GETTERS: &[Getter] = &[
    Getter {
        name: "eof",
        doc: "True if the end-of-stream marker has been reached.",
        get: |_, x| peek(x, |stream| Value::from(stream.ended)),
        set: None,
    },
    Getter {
        name: "unused_data",
        doc: "Data found after the end of the compressed stream.",
        get: |_, x| peek(x, |stream| Value::bytes(stream.unused.clone())),
        set: None,
    },
    Getter {
        name: "needs_input",
        doc: "True if more input is needed before more decompressed data can be produced.",
        get: |_, x| Ok(x.downcast::<Buffered>().map_or(Value::None, |this| Value::from(this.hungry.get()))),
        set: None,
    },
];

fn error(text: impl Into<String>) -> Raise {
    Raise::of(&ERROR.with(Rc::clone), text)
}

/// The growth step of the output buffer.
const PIECE: usize = 1 << 16;

/// The container around the compressed data, selected by CPython's number of window bits.
#[derive(Clone, Copy)]
enum Container {
    Raw(u8),
    Zlib(u8),
    Gzip(u8),
    /// Zlib or gzip, detected from the data.
    Either(u8),
}

impl Container {
    fn of(bits: i64) -> Option<Container> {
        Some(match bits {
            -15..=-8 => Container::Raw((-bits).max(9) as u8),
            0 => Container::Zlib(15),
            8..=15 => Container::Zlib(bits.max(9) as u8),
            24..=31 => Container::Gzip((bits - 16).max(9) as u8),
            32 => Container::Either(15),
            40..=47 => Container::Either((bits - 32).max(9) as u8),
            _ => return None,
        })
    }
    fn compress(self, level: Compression) -> Option<Compress> {
        Some(match self {
            Container::Raw(bits) => Compress::new_with_window_bits(level, false, bits),
            Container::Zlib(bits) => Compress::new_with_window_bits(level, true, bits),
            Container::Gzip(bits) => Compress::new_gzip(level, bits),
            Container::Either(_) => return None,
        })
    }
    fn decompress(self, begin: &[u8]) -> Decompress {
        match self {
            Container::Raw(bits) => Decompress::new_with_window_bits(false, bits),
            Container::Zlib(bits) => Decompress::new_with_window_bits(true, bits),
            Container::Gzip(bits) => Decompress::new_gzip(bits),
            Container::Either(bits) if begin.starts_with(&[0x1f]) => Decompress::new_gzip(bits),
            Container::Either(bits) => Decompress::new_with_window_bits(true, bits),
        }
    }
}

fn level(number: i64) -> Option<Compression> {
    match number {
        -1 => Some(Compression::new(6)),
        0..=9 => Some(Compression::new(number as u32)),
        _ => None,
    }
}

/// Returns all output of a compression step.
fn deflate(vm: &mut Vm, stream: &mut Compress, input: &[u8], flush: FlushCompress) -> Result<Vec<u8>> {
    let (mut out, begin) = (Vec::new(), stream.total_in());
    loop {
        vm.check_interrupt()?;
        memory::reserve(&mut out, PIECE)?;
        let rest = &input[(stream.total_in() - begin) as usize..];
        let status = match rest.len() > PIECE {
            true => stream.compress_vec(&rest[..PIECE], &mut out, FlushCompress::None),
            false => stream.compress_vec(rest, &mut out, flush),
        };
        let done = (stream.total_in() - begin) as usize == input.len();
        match status {
            Ok(Status::StreamEnd) => return Ok(out),
            // Unused output space means that nothing is pending.
            Ok(_) if done && out.len() < out.capacity() && !matches!(flush, FlushCompress::Finish) => return Ok(out),
            Ok(Status::BufError) if out.len() < out.capacity() => return Ok(out),
            Ok(_) => {}
            Err(_) => return Err(error("Error -2 while compressing data: inconsistent stream state")),
        }
    }
}

/// A decompressor, with its unread input and whether the data have ended.
struct Inflater {
    container: Container,
    stream: Option<Decompress>,
    dictionary: Option<Vec<u8>>,
    unused: Vec<u8>,
    unconsumed: Vec<u8>,
    ended: bool,
}

impl Inflater {
    fn new(container: Container, dictionary: Option<Vec<u8>>) -> Inflater {
        Inflater { container, stream: None, dictionary, unused: Vec::new(), unconsumed: Vec::new(), ended: false }
    }
    /// Returns at most `most` bytes of output, and keeps the unused input.
    fn run(&mut self, vm: &mut Vm, input: &[u8], most: Option<usize>) -> Result<Vec<u8>> {
        if self.ended {
            memory::append_bytes(&mut self.unused, input)?;
            return Ok(Vec::new());
        }
        if self.stream.is_none() {
            if input.is_empty() {
                return Ok(Vec::new());
            }
            let mut stream = self.container.decompress(input);
            // Raw data cannot request their dictionary.
            if let (Container::Raw(_), Some(dictionary)) = (self.container, &self.dictionary) {
                stream.set_dictionary(dictionary).map_err(|_| error("Error -3 while setting dictionary"))?;
            }
            self.stream = Some(stream);
        }
        let Some(stream) = &mut self.stream else { return Ok(Vec::new()) };
        let (mut out, begin) = (Vec::new(), stream.total_in());
        loop {
            vm.check_interrupt()?;
            let room = most.map_or(PIECE, |most| PIECE.min(most - out.len()));
            let at = (stream.total_in() - begin) as usize;
            if room == 0 {
                self.unconsumed = memory::copied(&input[at..])?;
                return Ok(out);
            }
            let mut piece = vec![0; room];
            let before = stream.total_out();
            let status = stream.decompress(&input[at..], &mut piece, FlushDecompress::Sync);
            let made = (stream.total_out() - before) as usize;
            memory::append_bytes(&mut out, &piece[..made])?;
            let at = (stream.total_in() - begin) as usize;
            match status {
                Ok(Status::StreamEnd) => {
                    self.ended = true;
                    memory::append_bytes(&mut self.unused, &input[at..])?;
                    self.unconsumed.clear();
                    return Ok(out);
                }
                Ok(_) if made < room && at == input.len() || made == 0 => {
                    self.unconsumed = memory::copied(&input[at..])?;
                    return Ok(out);
                }
                Ok(_) => {}
                Err(problem) if problem.needs_dictionary().is_some() => {
                    let Some(dictionary) = &self.dictionary else {
                        return Err(error("Error 2 while decompressing data"));
                    };
                    stream.set_dictionary(dictionary).map_err(|_| error("Error -3 while setting dictionary"))?;
                }
                Err(problem) => {
                    let said = problem.message().unwrap_or("invalid data");
                    return Err(error(format!("Error -3 while decompressing data: {said}")));
                }
            }
        }
    }
}

struct Deflating(RefCell<Option<Compress>>);
struct Inflating(RefCell<Inflater>);

/// A decompressor that keeps its unread input.
struct Buffered {
    stream: RefCell<Inflater>,
    /// Whether it needs more input for more output.
    hungry: Cell<bool>,
}

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
                Ok(format!(concat!("<zlib.", $name, " object at {:#x}>"), std::ptr::from_ref(self) as usize))
            }
        }
    };
}
native!(Deflating, COMPRESS, "Compress");
native!(Inflating, DECOMPRESS, "Decompress");
native!(Buffered, BUFFERED, "_ZlibDecompressor");

fn deflating<T>(args: &Args, act: impl FnOnce(&mut Option<Compress>) -> Result<T>) -> Result<T> {
    let value = receiver(args, |value| value.downcast::<Deflating>().is_some().then_some(value))?;
    let wrong = || args.wrong(0, "Compress");
    act(&mut *value.downcast::<Deflating>().ok_or_else(wrong)?.0.try_borrow_mut().map_err(|_| in_use())?)
}

fn inflating<T>(args: &Args, act: impl FnOnce(&mut Inflater) -> Result<T>) -> Result<T> {
    let value = receiver(args, |value| value.downcast::<Inflating>().is_some().then_some(value))?;
    let wrong = || args.wrong(0, "Decompress");
    act(&mut *value.downcast::<Inflating>().ok_or_else(wrong)?.0.try_borrow_mut().map_err(|_| in_use())?)
}

/// A handler of a signal may not use the stream that it interrupted.
pub(super) fn in_use() -> Raise {
    Raise::runtime("the stream is in use")
}

fn finished() -> Raise {
    error("Error -2 while compressing data: inconsistent stream state")
}

static COMPRESS_METHODS: &[Builtin] = &[
    Builtin::new(
        "Compress.compress",
        "(self, data, /)",
        "Returns a bytes object containing compressed data.",
        |vm, args| {
            let data = binary(args.get(1))?;
            deflating(args, |stream| {
                let stream = stream.as_mut().ok_or_else(finished)?;
                deflate(vm, stream, &data, FlushCompress::None).map(Value::bytes)
            })
        },
    ),
    Builtin::new(
        "Compress.flush",
        "(self, mode=4, /)",
        "Return a bytes object containing any remaining compressed data.",
        |vm, args| {
            let flush = match clipped_index(vm, args.get(1))? {
                0 => return Ok(Value::bytes(Vec::new())),
                // Only the end of a block is required. A partial flush ends a block, too.
                1 | 5 => FlushCompress::Partial,
                2 => FlushCompress::Sync,
                3 => FlushCompress::Full,
                4 => FlushCompress::Finish,
                _ => return Err(error("Error -2 while flushing: inconsistent stream state")),
            };
            deflating(args, |slot| {
                let stream =
                    slot.as_mut().ok_or_else(|| error("Error -2 while flushing: inconsistent stream state"))?;
                let out = deflate(vm, stream, &[], flush)?;
                if matches!(flush, FlushCompress::Finish) {
                    *slot = None;
                }
                Ok(Value::bytes(out))
            })
        },
    ),
];

static DECOMPRESS_METHODS: &[Builtin] = &[
    Builtin::new(
        "Decompress.decompress",
        "(self, data, /, max_length=0)",
        "Return a bytes object containing the decompressed version of the data.",
        |vm, args| {
            let (data, most) = (binary(args.get(1))?, clipped_index(vm, args.get(2))?);
            let most = usize::try_from(most).map_err(|_| Raise::value_error("max_length must be non-negative"))?;
            inflating(args, |stream| stream.run(vm, &data, (most > 0).then_some(most)).map(Value::bytes))
        },
    ),
    Builtin::new(
        "Decompress.flush",
        "(self, length=16384, /)",
        "Return a bytes object containing any remaining data.",
        |vm, args| {
            if clipped_index(vm, args.get(1))? <= 0 {
                return Err(Raise::value_error("length must be greater than zero"));
            }
            inflating(args, |stream| {
                let rest = std::mem::take(&mut stream.unconsumed);
                stream.run(vm, &rest, None).map(Value::bytes)
            })
        },
    ),
];

fn read(value: &Value, pick: fn(&Inflater) -> Value) -> Result<Value> {
    match value.downcast::<Inflating>() {
        Some(stream) => stream.0.try_borrow().map(|stream| pick(&stream)).map_err(|_| in_use()),
        None => Ok(Value::None),
    }
}

static GETTERS: &[Getter] = &[
    Getter {
        name: "unused_data",
        doc: "Data found after the end of the compressed data.",
        get: |_, x| read(x, |stream| Value::bytes(stream.unused.clone())),
        set: None,
    },
    Getter {
        name: "unconsumed_tail",
        doc: "Data left over because the output had grown to its limit.",
        get: |_, x| read(x, |stream| Value::bytes(stream.unconsumed.clone())),
        set: None,
    },
    Getter {
        name: "eof",
        doc: "True if the end-of-stream marker has been reached.",
        get: |_, x| read(x, |stream| Value::from(stream.ended)),
        set: None,
    },
];

fn dictionary(args: &Args, slot: usize) -> Result<Option<Vec<u8>>> {
    args.given(slot).map(binary).transpose()
}

fn bad_option() -> Raise {
    Raise::value_error("Invalid initialization option")
}

fn compress(vm: &mut Vm, args: &Args) -> Result<Value> {
    let data = binary(args.get(0))?;
    let level = level(clipped_index(vm, args.get(1))?).ok_or_else(|| error("Bad compression level"))?;
    let container = Container::of(clipped_index(vm, args.get(2))?);
    let stream = container.and_then(|container| container.compress(level));
    deflate(vm, &mut stream.ok_or_else(bad_option)?, &data, FlushCompress::Finish).map(Value::bytes)
}

fn decompress(vm: &mut Vm, args: &Args) -> Result<Value> {
    let data = binary(args.get(0))?;
    if clipped_index(vm, args.get(2))? < 0 {
        return Err(Raise::value_error("bufsize must be non-negative"));
    }
    let container = Container::of(clipped_index(vm, args.get(1))?).ok_or_else(bad_option)?;
    let mut stream = Inflater::new(container, None);
    let out = stream.run(vm, &data, None)?;
    match stream.ended {
        true => Ok(Value::bytes(out)),
        false => Err(error("Error -5 while decompressing data: incomplete or truncated stream")),
    }
}

fn compressobj(vm: &mut Vm, args: &Args) -> Result<Value> {
    let level = level(clipped_index(vm, args.get(0))?).ok_or_else(bad_option)?;
    let (method, bits) = (clipped_index(vm, args.get(1))?, clipped_index(vm, args.get(2))?);
    let (effort, strategy) = (clipped_index(vm, args.get(3))?, clipped_index(vm, args.get(4))?);
    if method != 8 || !(1..=9).contains(&effort) || !(0..=4).contains(&strategy) {
        return Err(bad_option());
    }
    let stream = Container::of(bits).filter(|_| bits != 0).and_then(|container| container.compress(level));
    let mut stream = stream.ok_or_else(bad_option)?;
    if let Some(dictionary) = dictionary(args, 5)? {
        stream.set_dictionary(&dictionary).map_err(|_| Raise::value_error("Invalid dictionary"))?;
    }
    Ok(Value::native(Deflating(RefCell::new(Some(stream)))))
}

static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "zlib.compress",
        "(data, /, level=-1, wbits=15)",
        "Returns a bytes object containing compressed data.",
        compress,
    ),
    Builtin::new(
        "zlib.decompress",
        "(data, /, wbits=15, bufsize=16384)",
        "Returns a bytes object containing the uncompressed data.",
        decompress,
    ),
    Builtin::new(
        "zlib.compressobj",
        "(level=-1, method=8, wbits=15, memLevel=8, strategy=0, zdict=...)",
        "Return a compressor object.",
        compressobj,
    ),
    Builtin::new("zlib.decompressobj", "(wbits=15, zdict=...)", "Return a decompressor object.", |vm, args| {
        let container = Container::of(clipped_index(vm, args.get(0))?).ok_or_else(bad_option)?;
        let inflater = Inflater::new(container, dictionary(args, 1)?);
        Ok(Value::native(Inflating(RefCell::new(inflater))))
    }),
    Builtin::new("zlib.crc32", "(data, value=0, /)", "Compute a CRC-32 checksum of data.", crc32),
    Builtin::new("zlib.adler32", "(data, value=1, /)", "Compute an Adler-32 checksum of data.", |vm, args| {
        const BASE: u32 = 65_521;
        let (data, start) = (binary(args.get(0))?, start(vm, args, 1)?);
        let (mut low, mut high) = (start & 0xffff, start >> 16);
        // The largest block whose sums cannot overflow.
        let mut add = |part: &[u8]| {
            for byte in part {
                low += u32::from(*byte);
                high += low;
            }
            (low, high) = (low % BASE, high % BASE);
        };
        vm.polled_slowly(data.chunks(5552), |parts| parts.for_each(&mut add))?;
        Ok(Value::Int(i64::from(high << 16 | low)))
    }),
];
