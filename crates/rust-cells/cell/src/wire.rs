//! Messages between the kernel and a cell's process: frames over a Unix socket. Both sides compile this file.
//!
//! A frame is its length (u32) and a message: a tag, then fields in order, little endian; text and lists start with their length.

use std::io::{self, Read, Write};

/// How a name or a parameter is requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// A number, text, or a list of such.
    Value,
    View,
    ViewMut,
    Device,
    DeviceMut,
}

impl Want {
    pub fn is_tensor(self) -> bool {
        self != Want::Value
    }
    pub fn writes(self) -> bool {
        matches!(self, Want::ViewMut | Want::DeviceMut)
    }
    pub fn is_device(self) -> bool {
        matches!(self, Want::Device | Want::DeviceMut)
    }
    const ALL: [Want; 5] = [Want::Value, Want::View, Want::ViewMut, Want::Device, Want::DeviceMut];
}

/// The names of the dtypes, by their number here.
pub const DTYPES: [&str; 10] =
    ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64"];

/// A tensor that the kernel keeps alive under a number until it is released.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    pub hold: u64,
    pub dtype: u8,
    /// The CUDA device's index; -1 for the processor.
    pub device: i32,
    /// The offset of its first element in bytes: in the shared memory, or in the device allocation of `ipc`.
    pub offset: u64,
    pub shape: Vec<u64>,
    /// In elements.
    pub strides: Vec<i64>,
    /// CUDA's handle of the allocation.
    pub ipc: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    None,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    List(Vec<Data>),
    Tuple(Vec<Data>),
    Tensor(Tensor),
    /// A small array by value, in row-major order.
    Array {
        dtype: u8,
        shape: Vec<u64>,
        bytes: Vec<u8>,
    },
    /// The tensor held under this number; true releases it.
    Held(u64, bool),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    pub name: String,
    pub written: String,
    pub want: Want,
}

/// An exported function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub name: String,
    pub doc: String,
    pub parameters: Vec<Parameter>,
    pub result: String,
}

/// The purpose of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// To `tensorcell-rust`: lines of JSON follow.
    Host,
    /// Requests of cells, answered by the kernel.
    Requests,
    /// Calls of the kernel, answered by the cells' process.
    Calls,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// The first message of a connection, with the process id.
    Hello(Role, u32),
    Get(String, Want),
    Put(String, Data),
    /// A fresh tensor in shared memory: dtype and shape.
    Allocate(u8, Vec<u64>),
    /// Releases the tensors with these numbers.
    Release(Vec<u64>),
    Register(Function),
    /// Output of a cell; true for standard error.
    Print(bool, String),
    /// The cell failed: whether by a panic, the message, and the line in the compiled source (0: unknown).
    Failed(bool, String, u32),
    /// Everything sent before has arrived, and the devices are idle.
    Synchronized,
    Answer(Result<Data, String>),
    Call(String, Vec<Data>),
    /// Also the tensors to release.
    Returned(Result<Data, String>, Vec<u64>),
    Synchronize,
}

/// Writes a message as one frame.
pub fn send(to: &mut impl Write, message: &Message) -> io::Result<()> {
    let mut frame = Encoder(vec![0; 4]);
    frame.message(message);
    let length = (frame.0.len() - 4) as u32;
    frame.0[..4].copy_from_slice(&length.to_le_bytes());
    to.write_all(&frame.0)
}

/// Reads a frame.
pub fn receive(from: &mut impl Read) -> io::Result<Message> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let mut frame = vec![0; u32::from_le_bytes(length) as usize];
    from.read_exact(&mut frame)?;
    decode(&frame)
}

/// Reads a message from a frame's contents.
pub fn decode(frame: &[u8]) -> io::Result<Message> {
    let broken = || io::Error::new(io::ErrorKind::InvalidData, "a frame that is none of ours");
    Decoder(frame).message().ok_or_else(broken)
}

struct Encoder(Vec<u8>);

impl Encoder {
    fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }
    fn word(&mut self, word: u64) {
        self.0.extend(word.to_le_bytes());
    }
    fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        self.0.extend(bytes);
    }
    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }
    fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.word(items.len() as u64);
        items.iter().for_each(|item| each(self, item));
    }
    fn words(&mut self, words: &[u64]) {
        self.list(words, |to, word| to.word(*word));
    }
    fn data(&mut self, data: &Data) {
        match data {
            Data::None => self.byte(0),
            Data::Bool(value) => self.0.extend([1, u8::from(*value)]),
            Data::Int(value) => {
                self.byte(2);
                self.word(*value as u64);
            }
            Data::Float(value) => {
                self.byte(3);
                self.word(value.to_bits());
            }
            Data::Text(text) => {
                self.byte(4);
                self.text(text);
            }
            Data::List(items) => {
                self.byte(5);
                self.list(items, Self::data);
            }
            Data::Tuple(items) => {
                self.byte(9);
                self.list(items, Self::data);
            }
            Data::Tensor(tensor) => {
                self.byte(6);
                self.word(tensor.hold);
                self.byte(tensor.dtype);
                self.word(tensor.device as u64);
                self.word(tensor.offset);
                self.words(&tensor.shape);
                self.list(&tensor.strides, |to, stride| to.word(*stride as u64));
                self.bytes(&tensor.ipc);
            }
            Data::Array { dtype, shape, bytes } => {
                self.0.extend([7, *dtype]);
                self.words(shape);
                self.bytes(bytes);
            }
            Data::Held(hold, taken) => {
                self.0.extend([8, u8::from(*taken)]);
                self.word(*hold);
            }
        }
    }
    fn outcome(&mut self, outcome: &Result<Data, String>) {
        match outcome {
            Ok(data) => {
                self.byte(1);
                self.data(data);
            }
            Err(text) => {
                self.byte(0);
                self.text(text);
            }
        }
    }
    fn message(&mut self, message: &Message) {
        match message {
            Message::Hello(role, pid) => {
                self.0.extend([0, *role as u8]);
                self.word((*pid).into());
            }
            Message::Get(name, want) => {
                self.0.extend([1, *want as u8]);
                self.text(name);
            }
            Message::Put(name, data) => {
                self.byte(2);
                self.text(name);
                self.data(data);
            }
            Message::Allocate(dtype, shape) => {
                self.0.extend([3, *dtype]);
                self.words(shape);
            }
            Message::Release(holds) => {
                self.byte(4);
                self.words(holds);
            }
            Message::Register(function) => {
                self.byte(5);
                self.text(&function.name);
                self.text(&function.doc);
                self.list(&function.parameters, |to, parameter| {
                    to.text(&parameter.name);
                    to.text(&parameter.written);
                    to.byte(parameter.want as u8);
                });
                self.text(&function.result);
            }
            Message::Print(error, text) => {
                self.0.extend([6, u8::from(*error)]);
                self.text(text);
            }
            Message::Failed(panic, text, line) => {
                self.0.extend([7, u8::from(*panic)]);
                self.text(text);
                self.word((*line).into());
            }
            Message::Synchronized => self.byte(8),
            Message::Answer(outcome) => {
                self.byte(9);
                self.outcome(outcome);
            }
            Message::Call(name, arguments) => {
                self.byte(10);
                self.text(name);
                self.list(arguments, Self::data);
            }
            Message::Returned(outcome, released) => {
                self.byte(11);
                self.outcome(outcome);
                self.words(released);
            }
            Message::Synchronize => self.byte(12),
        }
    }
}

struct Decoder<'a>(&'a [u8]);

impl<'a> Decoder<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }
    fn byte(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }
    fn word(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }
    fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.word()?;
        self.take(usize::try_from(length).ok()?)
    }
    fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }
    fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let length = self.word()?;
        (0..length).map(|_| each(self)).collect()
    }
    fn words(&mut self) -> Option<Vec<u64>> {
        self.list(Self::word)
    }
    fn want(&mut self) -> Option<Want> {
        Want::ALL.get(usize::from(self.byte()?)).copied()
    }
    fn data(&mut self) -> Option<Data> {
        Some(match self.byte()? {
            0 => Data::None,
            1 => Data::Bool(self.byte()? != 0),
            2 => Data::Int(self.word()? as i64),
            3 => Data::Float(f64::from_bits(self.word()?)),
            4 => Data::Text(self.text()?),
            5 => Data::List(self.list(Self::data)?),
            6 => Data::Tensor(Tensor {
                hold: self.word()?,
                dtype: self.byte()?,
                device: self.word()? as i32,
                offset: self.word()?,
                shape: self.words()?,
                strides: self.list(|from| Some(from.word()? as i64))?,
                ipc: self.bytes()?.to_vec(),
            }),
            7 => Data::Array { dtype: self.byte()?, shape: self.words()?, bytes: self.bytes()?.to_vec() },
            8 => {
                let taken = self.byte()? != 0;
                Data::Held(self.word()?, taken)
            }
            9 => Data::Tuple(self.list(Self::data)?),
            _ => return None,
        })
    }
    fn outcome(&mut self) -> Option<Result<Data, String>> {
        Some(match self.byte()? {
            0 => Err(self.text()?),
            _ => Ok(self.data()?),
        })
    }
    fn message(&mut self) -> Option<Message> {
        Some(match self.byte()? {
            0 => {
                let role = *[Role::Host, Role::Requests, Role::Calls].get(usize::from(self.byte()?))?;
                Message::Hello(role, self.word()? as u32)
            }
            1 => {
                let want = self.want()?;
                Message::Get(self.text()?, want)
            }
            2 => Message::Put(self.text()?, self.data()?),
            3 => Message::Allocate(self.byte()?, self.words()?),
            4 => Message::Release(self.words()?),
            5 => Message::Register(Function {
                name: self.text()?,
                doc: self.text()?,
                parameters: self
                    .list(|from| Some(Parameter { name: from.text()?, written: from.text()?, want: from.want()? }))?,
                result: self.text()?,
            }),
            6 => Message::Print(self.byte()? != 0, self.text()?),
            7 => Message::Failed(self.byte()? != 0, self.text()?, self.word()? as u32),
            8 => Message::Synchronized,
            9 => Message::Answer(self.outcome()?),
            10 => Message::Call(self.text()?, self.list(Self::data)?),
            11 => Message::Returned(self.outcome()?, self.words()?),
            12 => Message::Synchronize,
            _ => return None,
        })
    }
}
