//! The bytes of a pickle on their way in: from memory, or from a file by pieces.

use super::failure::unpickling;
use std::borrow::Cow;
use tensorcell_language::builtins::bytes;
use tensorcell_language::{Exc, Raise, Result, Value, Vm, memory};

/// So much is looked at ahead where a file allows it.
const PREFETCH: usize = 128 << 10;
/// The most that one read makes room for: a pickle may lie about its lengths.
const AT_ONCE: usize = 64 << 20;

/// The methods of a file.
pub(super) struct File {
    read: Value,
    readline: Value,
    readinto: Option<Value>,
    peek: Option<Value>,
}

impl File {
    pub fn new(vm: &mut Vm, file: &Value) -> Result<File> {
        let (peek, readinto) = (vm.find_attr(file, "peek")?, vm.find_attr(file, "readinto")?);
        match (vm.find_attr(file, "read")?, vm.find_attr(file, "readline")?) {
            (Some(read), Some(readline)) => Ok(File { read, readline, readinto, peek }),
            _ => Err(Raise::type_error("file must have 'read' and 'readline' attributes")),
        }
    }
    pub fn trace(&self, visit: &mut dyn FnMut(&Value)) {
        visit(&self.read);
        visit(&self.readline);
        self.readinto.iter().chain(&self.peek).for_each(visit);
    }
}

/// What was read and is not used yet.
#[derive(Default)]
pub(super) struct Input<'a> {
    data: Cow<'a, [u8]>,
    at: usize,
    /// From here on the data was looked at, and the file still gives it.
    prefetched: usize,
    file: Option<File>,
}

fn truncated() -> Raise {
    unpickling("pickle data was truncated")
}

impl<'a> Input<'a> {
    pub fn of_data(data: Cow<'a, [u8]>) -> Input<'a> {
        let prefetched = data.len();
        Input { data, at: 0, prefetched, file: None }
    }
    pub fn of_file(file: File) -> Input<'a> {
        Input { file: Some(file), ..Input::default() }
    }
    pub fn file(&self) -> Option<&File> {
        self.file.as_ref()
    }
    /// Takes bytes of the data at hand; returns where they start, or None if there are fewer.
    #[inline]
    fn at_hand(&mut self, size: usize) -> Option<usize> {
        let start = self.at;
        if self.data.len() - start < size {
            return None;
        }
        self.at += size;
        Some(start)
    }
    /// The next bytes; UnpicklingError if there are fewer.
    #[inline]
    pub fn take(&mut self, vm: &mut Vm, size: usize) -> Result<&[u8]> {
        let start = match self.at_hand(size) {
            Some(start) => start,
            None => self.refill(vm, size)?,
        };
        Ok(&self.data[start..start + size])
    }
    pub fn byte(&mut self, vm: &mut Vm) -> Result<u8> {
        self.take(vm, 1).map(|data| data[0])
    }
    /// Makes sure that so many bytes are at hand, which a frame announces.
    pub fn expect(&mut self, vm: &mut Vm, size: usize) -> Result<()> {
        self.take(vm, size)?;
        self.at -= size;
        Ok(())
    }
    #[cold]
    fn refill(&mut self, vm: &mut Vm, size: usize) -> Result<usize> {
        if self.file.is_none() {
            return Err(truncated());
        }
        // Data at hand is the start of what is wanted.
        let rest = self.data[self.at..].to_vec();
        self.fetch(vm, size, &rest)?;
        if self.data.len() < size {
            return Err(truncated());
        }
        self.at = size;
        Ok(0)
    }
    /// Reads from the file until `size` bytes are at hand. `rest` are those that were at hand before.
    fn fetch(&mut self, vm: &mut Vm, size: usize, rest: &[u8]) -> Result<()> {
        let unread = self.data.len() - self.prefetched.max(self.at).min(self.data.len());
        let looked_at = self.data.len() > self.prefetched;
        self.skip_consumed(vm)?;
        // What was only looked at comes again.
        let rest = if looked_at && unread > 0 { &rest[..rest.len() - unread] } else { rest };
        let wanted = size - rest.len();
        if wanted < PREFETCH
            && let Some(data) = self.peek(vm)?
            && data.len() >= wanted
        {
            self.data = Cow::Owned([rest, &data[..]].concat());
            self.prefetched = rest.len();
            return Ok(());
        }
        let read = self.call(vm, |file| &file.read, &[Value::Int(wanted as i64)])?;
        let data = bytes_of(vm, &read)?;
        self.data = Cow::Owned([rest, &data[..]].concat());
        self.prefetched = self.data.len();
        Ok(())
    }
    fn call(&self, vm: &mut Vm, method: fn(&File) -> &Value, args: &[Value]) -> Result<Value> {
        match &self.file {
            Some(file) => vm.call(method(file), args, &[]),
            None => Err(Raise::new(Exc::EOFError, "Ran out of input")),
        }
    }
    /// The bytes ahead, which stay in the file; None if it cannot show them.
    fn peek(&mut self, vm: &mut Vm) -> Result<Option<Vec<u8>>> {
        let Some(peek) = self.file.as_ref().and_then(|file| file.peek.clone()) else { return Ok(None) };
        match vm.call(&peek, &[Value::Int(PREFETCH as i64)], &[]) {
            Ok(data) => bytes_of(vm, &data).map(Some),
            Err(raise) if raise.is(Exc::NotImplementedError) => {
                if let Some(file) = &mut self.file {
                    file.peek = None;
                }
                Ok(None)
            }
            Err(raise) => Err(raise),
        }
    }
    /// Moves the file past what was looked at and used.
    pub fn skip_consumed(&mut self, vm: &mut Vm) -> Result<()> {
        if self.at <= self.prefetched {
            return Ok(());
        }
        let used = self.at - self.prefetched;
        self.call(vm, |file| &file.read, &[Value::Int(used as i64)])?;
        self.prefetched = self.at;
        Ok(())
    }
    /// The next line, with its end.
    pub fn line(&mut self, vm: &mut Vm) -> Result<Vec<u8>> {
        let found = self.data[self.at..].iter().position(|byte| *byte == b'\n');
        if let Some(end) = found {
            let line = self.data[self.at..=self.at + end].to_vec();
            self.at += end + 1;
            return Ok(line);
        }
        if self.file.is_none() {
            return Err(truncated());
        }
        let mut line = self.data[self.at..self.prefetched.clamp(self.at, self.data.len())].to_vec();
        self.at = self.at.max(self.prefetched.min(self.data.len()));
        self.skip_consumed(vm)?;
        let read = self.call(vm, |file| &file.readline, &[])?;
        line.extend(bytes_of(vm, &read)?);
        (self.data, self.at, self.prefetched) = (Cow::default(), 0, 0);
        match line.last() {
            Some(b'\n') => Ok(line),
            _ => Err(truncated()),
        }
    }
    /// The next bytes as an object's own: much data goes straight into it.
    pub fn take_whole(&mut self, vm: &mut Vm, size: usize) -> Result<Vec<u8>> {
        if self.file.is_none() || size < PREFETCH {
            return self.take(vm, size).and_then(memory::copied);
        }
        let start = self.at_hand(size.min(self.data.len() - self.at)).unwrap_or(self.at);
        let mut whole = memory::copied(&self.data[start..self.at])?;
        self.skip_consumed(vm)?;
        while whole.len() < size {
            let more = self.read_into(vm, (size - whole.len()).min(AT_ONCE))?;
            if more.is_empty() {
                return Err(truncated());
            }
            memory::append_bytes(&mut whole, &more)?;
        }
        Ok(whole)
    }
    /// Up to `size` bytes of the file.
    fn read_into(&mut self, vm: &mut Vm, size: usize) -> Result<Vec<u8>> {
        let Some(readinto) = self.file.as_ref().and_then(|file| file.readinto.clone()) else {
            let read = self.call(vm, |file| &file.read, &[Value::Int(size as i64)])?;
            return bytes_of(vm, &read);
        };
        let room = tensorcell_language::object::Bytes::new(memory::zeroed(size)?, true);
        let view = Value::Bytes(room.clone());
        let count = match vm.call(&readinto, &[view], &[])? {
            Value::Int(count) => count,
            other => return Err(Raise::type_error(format!("an integer is required, not {}", other.type_name()))),
        };
        let count = usize::try_from(count).map_err(|_| Raise::value_error("readinto() returned negative size"))?;
        let mut data = room.data.take();
        data.truncate(count);
        Ok(data)
    }
}

fn bytes_of(vm: &mut Vm, read: &Value) -> Result<Vec<u8>> {
    match bytes::contents(read)? {
        Some(data) => Ok(data),
        None => {
            let text = vm.repr(read)?;
            Err(Raise::type_error(format!("read() returned non-bytes object ({text})")))
        }
    }
}
