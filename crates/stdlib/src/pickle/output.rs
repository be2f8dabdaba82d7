//! The bytes of a pickle on their way out: from protocol 4 on in frames.

use super::opcodes::FRAME;
use tensorcell_language::{Result, Value, Vm, memory};

/// A frame that has this many bytes ends; so many at once stand between two frames.
const FRAME_TARGET: usize = 64 << 10;
/// The least bytes that get a frame's header.
const FRAME_LEAST: usize = 4;
/// A frame's header: the instruction, and the length in eight bytes.
const HEADER: usize = 9;

pub(super) struct Output {
    pub bytes: Vec<u8>,
    /// Where the header of the current frame stands.
    frame: Option<usize>,
    pub framing: bool,
    /// The `write` of a file; None keeps the bytes here.
    write: Option<Value>,
}

impl Output {
    pub fn new(write: Option<Value>) -> Output {
        Output { bytes: Vec::new(), frame: None, framing: false, write }
    }
    fn begin_frame(&mut self) {
        if self.framing && self.frame.is_none() {
            self.frame = Some(self.bytes.len());
            self.bytes.extend_from_slice(&[0; HEADER]);
        }
    }
    #[inline]
    pub fn op(&mut self, byte: u8) {
        self.begin_frame();
        self.bytes.push(byte);
    }
    #[inline]
    pub fn put(&mut self, data: &[u8]) {
        self.begin_frame();
        self.bytes.extend_from_slice(data);
    }
    /// An instruction, its little-endian operand, and data.
    fn put_with(&mut self, head: &[u8], data: &[u8]) -> Result<()> {
        self.begin_frame();
        self.bytes.extend_from_slice(head);
        memory::append_bytes(&mut self.bytes, data)
    }
    /// Data behind the instruction that says how long it is. Much data goes past the frames.
    pub fn data(&mut self, vm: &mut Vm, head: &[u8], data: &[u8]) -> Result<()> {
        if data.len() < FRAME_TARGET {
            return self.put_with(head, data);
        }
        self.end_frame();
        let framing = std::mem::replace(&mut self.framing, false);
        let written = match self.write.clone() {
            None => self.put_with(head, data),
            Some(write) => {
                self.put(head);
                self.flush(vm)?;
                let data = Value::bytes(memory::copied(data)?);
                vm.call(&write, &[data], &[]).map(drop)
            }
        };
        self.framing = framing;
        written
    }
    /// Between two instructions: ends a frame that is long enough.
    #[inline]
    pub fn boundary(&mut self, vm: &mut Vm) -> Result<()> {
        match self.frame {
            Some(start) if self.bytes.len() - start - HEADER >= FRAME_TARGET => {
                self.end_frame();
                self.flush(vm)
            }
            _ => Ok(()),
        }
    }
    pub fn end_frame(&mut self) {
        let Some(start) = self.frame.take() else { return };
        let size = self.bytes.len() - start - HEADER;
        if size < FRAME_LEAST {
            self.bytes.drain(start..start + HEADER);
            return;
        }
        self.bytes[start] = FRAME;
        self.bytes[start + 1..start + HEADER].copy_from_slice(&(size as u64).to_le_bytes());
    }
    /// Gives the bytes to the file, if there is one.
    pub fn flush(&mut self, vm: &mut Vm) -> Result<()> {
        if let Some(write) = self.write.clone() {
            let bytes = Value::bytes(std::mem::take(&mut self.bytes));
            vm.call(&write, &[bytes], &[])?;
        }
        Ok(())
    }
}
