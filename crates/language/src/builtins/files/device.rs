//! The device of a stream: an operating system file, or an object with `read` and `write`.

use super::paths::os_failure;
use crate::{Raise, Result, Value, Vm};
use rustix::fs::{FileType, OFlags};
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::mem::ManuallyDrop;
use std::os::fd::{AsFd, AsRawFd, RawFd};

pub enum Device {
    File {
        file: ManuallyDrop<File>,
        /// Whether the descriptor is closed with the stream.
        owned: bool,
        /// A pipe, terminal or socket, on which reading may block.
        slow: bool,
    },
    Object(Value),
}

/// The most bytes that a writable pipe accepts without blocking.
const PIPE: usize = 4096;

impl Device {
    pub fn of_file(file: File, owned: bool) -> Device {
        let kind = rustix::fs::fstat(&file).map(|facts| FileType::from_raw_mode(facts.st_mode));
        let slow = !matches!(kind, Ok(FileType::RegularFile | FileType::Directory | FileType::BlockDevice));
        Device::File { file: ManuallyDrop::new(file), owned, slow }
    }

    pub fn descriptor(&self) -> Option<RawFd> {
        match self {
            Device::File { file, .. } => Some(file.as_raw_fd()),
            Device::Object(_) => None,
        }
    }

    pub fn object(&self) -> Option<&Value> {
        match self {
            Device::File { .. } => None,
            Device::Object(object) => Some(object),
        }
    }

    pub fn is_slow(&self) -> bool {
        matches!(self, Device::File { slow: true, .. } | Device::Object(_))
    }

    /// Reads available data, at most a buffer full; 0 at the end, None if it would block in non-blocking mode.
    pub fn read(&mut self, vm: &mut Vm, buffer: &mut [u8]) -> Result<Option<usize>> {
        match self {
            Device::File { file, slow, .. } => {
                if *slow && waits(file) {
                    vm.wait_readable(file.as_raw_fd(), None)?;
                }
                retried(vm, || file.read(buffer))
            }
            Device::Object(object) => {
                let object = object.clone();
                let size = Value::Int(buffer.len() as i64);
                let method = if vm.find_attr(&object, "read1")?.is_some() { "read1" } else { "read" };
                let data = vm.call_method(&object, method, &[size])?;
                if data.is_none() {
                    return Ok(None);
                }
                let Some(data) = crate::contents(&data)? else {
                    let words = "underlying read() should have returned a bytes-like object, not";
                    return Err(Raise::type_error(format!("{words} '{}'", data.type_name())));
                };
                let length = data.len().min(buffer.len());
                buffer[..length].copy_from_slice(&data[..length]);
                Ok(Some(length))
            }
        }
    }

    /// Writes some of the data; None if it would block in non-blocking mode.
    pub fn write(&mut self, vm: &mut Vm, data: &[u8]) -> Result<Option<usize>> {
        match self {
            Device::File { file, slow, .. } => {
                let part = match *slow && waits(file) {
                    true => {
                        vm.wait_writable(file.as_raw_fd(), None)?;
                        &data[..data.len().min(PIPE)]
                    }
                    false => data,
                };
                retried(vm, || file.write(part))
            }
            Device::Object(object) => {
                let object = object.clone();
                let written = vm.call_method(&object, "write", &[Value::bytes(data.to_vec())])?;
                // Only a raw stream would block; others may answer anything once they have taken the data.
                let is_raw = || vm.class_of(&object).order().any(|class| class.name == "RawIOBase");
                match written {
                    Value::None if is_raw() => Ok(None),
                    Value::None => Ok(Some(data.len())),
                    Value::Int(length) if (0..=data.len() as i64).contains(&length) => Ok(Some(length as usize)),
                    other => {
                        let words = format!("raw write() returned invalid length {}", vm.repr(&other)?);
                        Err(Raise::new(crate::Exc::OSError, words))
                    }
                }
            }
        }
    }

    pub fn seek(&mut self, vm: &mut Vm, to: SeekFrom) -> Result<u64> {
        match self {
            Device::File { file, .. } => file.seek(to).map_err(|error| os_failure(&error)),
            Device::Object(object) => {
                let object = object.clone();
                let (offset, whence) = match to {
                    SeekFrom::Start(offset) => (offset as i64, 0),
                    SeekFrom::Current(offset) => (offset, 1),
                    SeekFrom::End(offset) => (offset, 2),
                };
                let at = match (offset, whence) {
                    (0, 1) => vm.call_method(&object, "tell", &[])?,
                    _ => vm.call_method(&object, "seek", &[Value::Int(offset), Value::Int(whence)])?,
                };
                Ok(u64::try_from(crate::builtins::clipped_index(vm, &at)?).unwrap_or_default())
            }
        }
    }

    pub fn truncate(&mut self, vm: &mut Vm, size: u64) -> Result<()> {
        match self {
            Device::File { file, .. } => file.set_len(size).map_err(|error| os_failure(&error)),
            Device::Object(object) => {
                let object = object.clone();
                vm.call_method(&object, "truncate", &[Value::Int(size as i64)]).map(drop)
            }
        }
    }

    /// Calls a method of an object device for a property that it defines itself.
    pub fn asks(&self, vm: &mut Vm, method: &str) -> Result<Option<Value>> {
        match self {
            Device::File { .. } => Ok(None),
            Device::Object(object) => vm.call_method(&object.clone(), method, &[]).map(Some),
        }
    }

    pub fn is_seekable(&mut self) -> bool {
        match self {
            Device::File { file, .. } => file.stream_position().is_ok(),
            Device::Object(_) => true,
        }
    }

    pub fn is_terminal(&self) -> bool {
        match self {
            Device::File { file, .. } => rustix::termios::isatty(&**file),
            Device::Object(_) => false,
        }
    }

    /// Closes the device and returns the operating system's error, if any.
    pub fn close(mut self, vm: &mut Vm) -> Result<()> {
        match &mut self {
            Device::File { .. } => Ok(()),
            Device::Object(object) => {
                let object = object.clone();
                vm.call_method(&object, "close", &[]).map(drop)
            }
        }
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        if let Device::File { file, owned: true, .. } = self {
            // SAFETY: the file is not used after this, because the device itself is dropped.
            unsafe { ManuallyDrop::drop(file) };
        }
    }
}

/// Whether reading and writing block: not if the program set O_NONBLOCK.
fn waits(file: &File) -> bool {
    rustix::fs::fcntl_getfl(file.as_fd()).map_or(true, |flags| !flags.contains(OFlags::NONBLOCK))
}

/// Retries a read or write that a signal interrupted.
fn retried(vm: &mut Vm, mut act: impl FnMut() -> std::io::Result<usize>) -> Result<Option<usize>> {
    loop {
        match act() {
            Ok(count) => return Ok(Some(count)),
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
            Err(error) if error.kind() == ErrorKind::Interrupted => vm.check_interrupt()?,
            Err(error) => return Err(os_failure(&error)),
        }
    }
}

/// The bytes of a bytes-like argument of `write`.
pub fn written_bytes(vm: &mut Vm, value: &Value) -> Result<Vec<u8>> {
    match value.as_str() {
        Some(_) => Err(Raise::type_error("a bytes-like object is required, not 'str'")),
        None => crate::bytes_of(vm, value),
    }
}
