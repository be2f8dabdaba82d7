//! The buffers of a stream: bytes read ahead, and pending writes.

use super::device::Device;
use crate::{Result, Vm, memory};
use std::io::{SeekFrom, Write};

/// Bytes are read and written in blocks of this size.
pub const BLOCK: usize = 8192;
const MOST: usize = 1 << 20;

/// The end of a line of bytes.
#[derive(Clone, Copy, PartialEq)]
pub enum LineEnd {
    Newline,
    Return,
    Both,
    /// A newline, a carriage return, or both.
    Any,
}

pub struct Buffer {
    pub device: Device,
    /// Bytes read ahead; unread from `at` on.
    ahead: Vec<u8>,
    at: usize,
    unwritten: Vec<u8>,
    /// Writes are buffered up to this size.
    size: usize,
}

impl Buffer {
    pub fn new(device: Device, size: usize) -> Buffer {
        Buffer { device, ahead: Vec::new(), at: 0, unwritten: Vec::new(), size }
    }

    pub fn unread(&self) -> &[u8] {
        &self.ahead[self.at..]
    }

    /// The block last read ahead, including its consumed part.
    pub fn block(&self) -> &[u8] {
        &self.ahead
    }

    pub fn skip(&mut self, length: usize) {
        self.at += length;
    }

    pub fn flush(&mut self, vm: &mut Vm) -> Result<()> {
        while !self.unwritten.is_empty() {
            let pending = std::mem::take(&mut self.unwritten);
            let written = self.device.write(vm, &pending);
            self.unwritten = pending;
            match written? {
                Some(count) => drop(self.unwritten.drain(..count)),
                None => vm.check_interrupt()?,
            }
        }
        Ok(())
    }

    /// Reads another block; false at the end, or if reading would block in non-blocking mode.
    pub fn fill(&mut self, vm: &mut Vm) -> Result<bool> {
        self.flush(vm)?;
        self.ahead.drain(..self.at);
        self.at = 0;
        let length = self.ahead.len();
        let more = if self.device.is_slow() { BLOCK } else { length.clamp(BLOCK, MOST) };
        memory::reserve(&mut self.ahead, more)?;
        self.ahead.resize(length + more, 0);
        let read = self.device.read(vm, &mut self.ahead[length..]);
        self.ahead.truncate(length + read.as_ref().map_or(0, |read| read.unwrap_or(0)));
        vm.check_interrupt()?;
        Ok(read?.unwrap_or(0) > 0)
    }

    fn take(&mut self, length: usize) -> Result<Vec<u8>> {
        let end = self.at.saturating_add(length).min(self.ahead.len());
        let taken = memory::copied(&self.ahead[self.at..end])?;
        self.at = end;
        Ok(taken)
    }

    /// Reads `length` bytes; fewer only at the end.
    pub fn read(&mut self, vm: &mut Vm, length: usize) -> Result<Vec<u8>> {
        while self.unread().len() < length && self.fill(vm)? {}
        self.take(length)
    }

    /// Reads at most `length` available bytes, with at most one read of the device if nothing was read ahead.
    pub fn read_some(&mut self, vm: &mut Vm, length: usize) -> Result<Vec<u8>> {
        if self.unread().is_empty() && length > 0 {
            self.fill(vm)?;
        }
        self.take(length)
    }

    /// The next line with its end, at most `most` bytes.
    pub fn line(&mut self, vm: &mut Vm, end: LineEnd, most: usize) -> Result<Vec<u8>> {
        let mut searched = 0;
        loop {
            if let Some(length) = line_length(self.unread(), searched, end) {
                return self.take(length.min(most));
            }
            searched = self.unread().len().saturating_sub(1);
            if self.unread().len() >= most || !self.fill(vm)? {
                return match line_length_at_end(self.unread(), end) {
                    Some(length) => self.take(length.min(most)),
                    None => self.take(most),
                };
            }
        }
    }

    pub fn write(&mut self, vm: &mut Vm, data: &[u8]) -> Result<()> {
        self.forget_ahead(vm)?;
        memory::append_bytes(&mut self.unwritten, data)?;
        if self.unwritten.len() > self.size { self.flush(vm) } else { Ok(()) }
    }

    /// Seeks back to the program's logical position.
    fn forget_ahead(&mut self, vm: &mut Vm) -> Result<()> {
        if !self.ahead.is_empty() && self.device.is_seekable() && self.device.descriptor().is_some() {
            let back = self.unread().len() as i64;
            self.device.seek(vm, SeekFrom::Current(-back))?;
            (self.ahead, self.at) = (Vec::new(), 0);
        }
        Ok(())
    }

    pub fn seek(&mut self, vm: &mut Vm, to: SeekFrom) -> Result<u64> {
        self.flush(vm)?;
        let ahead = self.unread().len() as i64;
        if let SeekFrom::Current(0) = to {
            return Ok(self.device.seek(vm, to)?.saturating_sub(ahead as u64));
        }
        let to = match to {
            SeekFrom::Current(offset) => SeekFrom::Current(offset - ahead),
            other => other,
        };
        let at = self.device.seek(vm, to)?;
        (self.ahead, self.at) = (Vec::new(), 0);
        Ok(at)
    }

    /// Replaces the bytes read ahead.
    pub fn replace_ahead(&mut self, data: Vec<u8>) {
        (self.ahead, self.at) = (data, 0);
    }

    pub fn close(mut self, vm: &mut Vm) -> Result<()> {
        let flushed = self.flush(vm);
        self.unwritten.clear();
        // The buffer implements Drop, so the device is moved out by replacement.
        let device = std::mem::replace(&mut self.device, Device::Object(crate::Value::None));
        let closed = device.close(vm);
        flushed.and(closed)
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // A stream that was never closed still flushes its writes; failures cannot be reported.
        if let Device::File { file, .. } = &mut self.device {
            let _ = file.write_all(&self.unwritten);
        }
    }
}

/// The length of the first line, including its end; None if the end may still follow.
fn line_length(data: &[u8], from: usize, end: LineEnd) -> Option<usize> {
    let find = |wanted: fn(u8) -> bool| data[from..].iter().position(|byte| wanted(*byte)).map(|at| from + at);
    match end {
        LineEnd::Newline => find(|byte| byte == b'\n').map(|at| at + 1),
        LineEnd::Return => find(|byte| byte == b'\r').map(|at| at + 1),
        LineEnd::Both => data[from..].windows(2).position(|pair| pair == b"\r\n").map(|at| from + at + 2),
        LineEnd::Any => match find(|byte| byte == b'\n' || byte == b'\r')? {
            at if data[at] == b'\n' => Some(at + 1),
            at => data.get(at + 1).map(|next| if *next == b'\n' { at + 2 } else { at + 1 }),
        },
    }
}

/// As `line_length`, if no more data follows.
fn line_length_at_end(data: &[u8], end: LineEnd) -> Option<usize> {
    match (end, data.iter().position(|byte| *byte == b'\r')) {
        (LineEnd::Any, Some(at)) if at + 1 == data.len() => Some(data.len()),
        _ => line_length(data, 0, end),
    }
}
