//! Parses `PYTORCH_ALLOC_CONF`: how the caching allocator rounds, splits, grows and frees.
//!
//! Grammar, names and messages are PyTorch's: `expandable_segments:True,max_split_size_mb:128`.

use super::sizes::{LARGE, ROUND};
use std::ops::Range;

const MIB: usize = 1 << 20;
/// The sizes with their own rounding: 1 MiB, 2 MiB, ... 32 GiB and above.
const INTERVALS: usize = 16;
/// `max_split_size_mb` when it is not set, and its minimum, in MiB.
const LEAST_SPLIT: usize = 20;
/// The maximum of `pinned_num_register_threads`.
const MOST_THREADS: usize = 128;

/// PyTorch's keys without effect here: they concern its locks, threads and page-locked memory.
#[derive(Debug, Clone, PartialEq)]
pub struct WithoutEffect {
    pub pinned_num_register_threads: usize,
    pub pinned_use_cuda_host_register: bool,
    pub release_lock_on_cudamalloc: bool,
    pub graph_capture_record_stream_reuse: bool,
}

/// The settings, with PyTorch's defaults.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Segments grow in place, in reserved address space.
    pub expandable_segments: bool,
    /// Free blocks of at least this many bytes are not split; `usize::MAX` splits all.
    pub max_split_size: usize,
    /// How much larger than the request such a block may be.
    pub max_non_split_rounding: usize,
    /// The fraction of the memory limit above which the oldest free segments are returned; 0 for never.
    pub garbage_collection_threshold: f64,
    /// The number of steps per power of two that a request is rounded up to, by the request's size.
    pub roundup_power2_divisions: [usize; INTERVALS],
    /// The size of segments shared by requests between 1 MiB and 10 MiB, in bytes.
    pub large_segment: usize,
    /// The fraction of a device's memory that may be used.
    pub memory_fraction: Option<f64>,
    /// Accepted and reported, without effect.
    pub without_effect: WithoutEffect,
    /// The latest text that was parsed.
    pub text: String,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            expandable_segments: false,
            max_split_size: usize::MAX,
            max_non_split_rounding: LEAST_SPLIT * MIB,
            garbage_collection_threshold: 0.0,
            roundup_power2_divisions: [0; INTERVALS],
            large_segment: 20 * MIB,
            memory_fraction: None,
            without_effect: WithoutEffect {
                pinned_num_register_threads: 1,
                pinned_use_cuda_host_register: false,
                release_lock_on_cudamalloc: false,
                graph_capture_record_stream_reuse: false,
            },
            text: String::new(),
        }
    }
}

impl Settings {
    /// The settings of the environment: `PYTORCH_ALLOC_CONF`, or its older name.
    pub fn from_environment() -> Result<Settings, String> {
        let names = ["PYTORCH_ALLOC_CONF", "PYTORCH_CUDA_ALLOC_CONF"];
        let text = names.iter().find_map(|name| std::env::var(name).ok());
        Settings::default().with(&text.unwrap_or_default())
    }

    /// These settings changed by a text like `expandable_segments:True,max_split_size_mb:128`. As in PyTorch, unnamed keys keep
    /// their values, except three that each text resets.
    ///
    /// # Errors
    /// PyTorch's message for an unknown key or an invalid value.
    pub fn with(&self, text: &str) -> Result<Settings, String> {
        let fresh = Settings::default();
        let mut settings = Settings {
            max_split_size: fresh.max_split_size,
            roundup_power2_divisions: fresh.roundup_power2_divisions,
            garbage_collection_threshold: fresh.garbage_collection_threshold,
            text: text.to_owned(),
            ..self.clone()
        };
        let mut tokens = Tokens::of(text);
        while let Some(key) = tokens.next() {
            settings.read(&key, &mut tokens)?;
            if !tokens.is_at_end() {
                tokens.expect(",")?;
            }
        }
        Ok(settings)
    }

    fn read(&mut self, key: &str, tokens: &mut Tokens) -> Result<(), String> {
        match key {
            "roundup_power2_divisions" => {
                tokens.expect(":")?;
                return self.read_divisions(tokens);
            }
            "backend" => {
                return match tokens.value()?.as_str() {
                    "native" => Ok(()),
                    "cudaMallocAsync" => Err("Allocator backend cudaMallocAsync is not available here: memory comes \
                                              from the native allocator"
                        .to_owned()),
                    _ => Err("Unknown allocator backend, options are native and cudaMallocAsync".to_owned()),
                };
            }
            "expandable_segments" => self.expandable_segments = tokens.truth()?,
            "max_split_size_mb" => self.max_split_size = tokens.mebibytes(key)?,
            "max_non_split_rounding_mb" => self.max_non_split_rounding = tokens.mebibytes(key)?,
            "large_segment_size_mb" => {
                let bytes = tokens.number()?.saturating_mul(MIB);
                if bytes <= LARGE {
                    return Err(format!("CachingAllocator option {key} must be > {} MB", LARGE / MIB));
                }
                self.large_segment = bytes;
            }
            "garbage_collection_threshold" => {
                let threshold = tokens.fraction()?;
                if !(threshold > 0.0 && threshold < 1.0) {
                    return Err("garbage_collect_threshold is invalid, set it in (0.0, 1.0)".to_owned());
                }
                self.garbage_collection_threshold = threshold;
            }
            "per_process_memory_fraction" => {
                let fraction = tokens.fraction()?;
                if !(0.0..=1.0).contains(&fraction) {
                    return Err("per_process_memory_fraction is invalid, set it in [0.0, 1.0]".to_owned());
                }
                self.memory_fraction = Some(fraction);
            }
            "pinned_num_register_threads" => {
                let threads = tokens.number()?;
                if !threads.is_power_of_two() {
                    return Err(format!("Number of register threads has to be power of 2, got {threads}"));
                }
                if threads > MOST_THREADS {
                    let text = "Number of register threads should be less than or equal to";
                    return Err(format!("{text} {MOST_THREADS}, got {threads}"));
                }
                self.without_effect.pinned_num_register_threads = threads;
            }
            "pinned_use_cuda_host_register" => self.without_effect.pinned_use_cuda_host_register = tokens.truth()?,
            "release_lock_on_cudamalloc" | "release_lock_on_hipmalloc" => {
                self.without_effect.release_lock_on_cudamalloc = tokens.truth()?;
            }
            "graph_capture_record_stream_reuse" => {
                self.without_effect.graph_capture_record_stream_reuse = tokens.truth()?;
            }
            "pinned_use_background_threads" => drop(tokens.truth()?),
            "pinned_reserve_segment_size_mb" => drop(tokens.number()?),
            _ => return Err(format!("Unrecognized key '{key}' in Accelerator allocator config.")),
        }
        Ok(())
    }

    /// `4`, or `[256:1,512:2,>:4]`: by the request's size in MiB, each a power of two.
    fn read_divisions(&mut self, tokens: &mut Tokens) -> Result<(), String> {
        let table = &mut self.roundup_power2_divisions;
        if tokens.peek() != Some("[") {
            let divisions = tokens.number()?;
            if !divisions.is_power_of_two() {
                return Err("For roundups, the divisions has to be power of 2 ".to_owned());
            }
            table.fill(divisions);
            return Ok(());
        }
        tokens.expect("[")?;
        let mut last: Option<usize> = None;
        while tokens.peek() != Some("]") {
            let above = tokens.peek() == Some(">");
            let boundary = if above { tokens.next().map_or(0, |_| 0) } else { tokens.number()? };
            tokens.expect(":")?;
            let divisions = tokens.number()?;
            if divisions != 0 && !divisions.is_power_of_two() {
                return Err("For roundups, the divisions has to be power of 2 or 0 to disable roundup ".to_owned());
            }
            let filled: Range<usize> = if above {
                last.map_or(0, |last| last) + 1..INTERVALS
            } else if boundary.is_power_of_two() {
                let index = (boundary.ilog2() as usize).min(INTERVALS - 1);
                let from = if last.is_none() { 0 } else { index };
                last = Some(index);
                from..index + 1
            } else {
                return Err("For roundups, the intervals have to be power of 2 ".to_owned());
            };
            table[filled].fill(divisions);
            if tokens.peek() != Some("]") {
                tokens.expect(",")?;
            }
        }
        tokens.expect("]")
    }

    /// The block size for a request.
    pub fn round(&self, bytes: usize) -> usize {
        let bytes = bytes.max(1);
        let divisions = self.divisions(bytes);
        match divisions > 1 && bytes > ROUND * divisions {
            true => round_in_divisions(bytes, divisions),
            false => bytes.next_multiple_of(ROUND),
        }
    }

    fn divisions(&self, bytes: usize) -> usize {
        let index = (bytes.ilog2() as usize).saturating_sub(MIB.ilog2() as usize);
        self.roundup_power2_divisions[index.min(INTERVALS - 1)]
    }
}

/// Rounds up to a multiple of this many steps per power of two.
fn round_in_divisions(bytes: usize, divisions: usize) -> usize {
    if bytes.is_power_of_two() {
        return bytes;
    }
    let floor = 1usize << bytes.ilog2();
    match floor >> divisions.ilog2() {
        0 => floor << 1,
        step => bytes.next_multiple_of(step),
    }
}

/// A text split at `,`, `:` and brackets, without white space.
struct Tokens {
    all: Vec<String>,
    at: usize,
}

impl Tokens {
    fn of(text: &str) -> Tokens {
        let mut all: Vec<String> = Vec::new();
        let mut word = String::new();
        for character in text.chars() {
            match character {
                ',' | ':' | '[' | ']' => {
                    if !word.is_empty() {
                        all.push(std::mem::take(&mut word));
                    }
                    all.push(character.to_string());
                }
                _ if character.is_whitespace() => {}
                _ => word.push(character),
            }
        }
        if !word.is_empty() {
            all.push(word);
        }
        Tokens { all, at: 0 }
    }

    fn is_at_end(&self) -> bool {
        self.at == self.all.len()
    }
    fn peek(&self) -> Option<&str> {
        self.all.get(self.at).map(String::as_str)
    }
    fn next(&mut self) -> Option<String> {
        let token = self.all.get(self.at).cloned();
        self.at += usize::from(token.is_some());
        token
    }
    fn must(&mut self) -> Result<String, String> {
        self.next().ok_or_else(|| "Index out of bounds in ConfigTokenizer".to_owned())
    }
    fn expect(&mut self, wanted: &str) -> Result<(), String> {
        let at = self.at;
        match self.must()? {
            token if token == wanted => Ok(()),
            token => Err(format!("Expected '{wanted}' at index {at} in ConfigTokenizer but got '{token}'")),
        }
    }
    /// The value after a key's colon.
    fn value(&mut self) -> Result<String, String> {
        self.expect(":")?;
        self.must()
    }
    fn truth(&mut self) -> Result<bool, String> {
        let at = self.at + 1;
        match self.value()?.as_str() {
            "True" => Ok(true),
            "False" => Ok(false),
            other => Err(format!("Expected 'True' or 'False' at index {at} in ConfigTokenizer but got '{other}'")),
        }
    }
    /// A number, after the key's colon if that comes first.
    fn number(&mut self) -> Result<usize, String> {
        if self.peek() == Some(":") {
            self.expect(":")?;
        }
        let at = self.at;
        let text = self.must()?;
        text.parse().map_err(|_| format!("Expected a number at index {at} in ConfigTokenizer but got '{text}'"))
    }
    fn fraction(&mut self) -> Result<f64, String> {
        let at = self.at + 1;
        let text = self.value()?;
        text.parse().map_err(|_| format!("Expected a number at index {at} in ConfigTokenizer but got '{text}'"))
    }
    fn mebibytes(&mut self, key: &str) -> Result<usize, String> {
        match self.number()? {
            ..LEAST_SPLIT => Err(format!("CachingAllocator option {key} too small, must be >= {LEAST_SPLIT}")),
            number => Ok(number.saturating_mul(MIB)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(text: &str) -> String {
        Settings::default().with(text).expect_err(text)
    }

    /// What PyTorch 2.11's `_accelerator_setAllocatorSettings` raised.
    #[test]
    fn what_cannot_be_read_is_told_as_in_pytorch() {
        for (text, message) in [
            ("foo:1", "Unrecognized key 'foo' in Accelerator allocator config."),
            ("max_split_size_mb=5", "Unrecognized key 'max_split_size_mb=5' in Accelerator allocator config."),
            ("expandable_segments:1", "Expected 'True' or 'False' at index 2 in ConfigTokenizer but got '1'"),
            (
                "expandable_segments:True max_split_size_mb:30",
                "Expected 'True' or 'False' at index 2 in ConfigTokenizer but got 'Truemax_split_size_mb'",
            ),
            ("max_split_size_mb:10", "CachingAllocator option max_split_size_mb too small, must be >= 20"),
            (
                "max_non_split_rounding_mb:10",
                "CachingAllocator option max_non_split_rounding_mb too small, must be >= 20",
            ),
            ("large_segment_size_mb:2", "CachingAllocator option large_segment_size_mb must be > 10 MB"),
            ("garbage_collection_threshold:1.5", "garbage_collect_threshold is invalid, set it in (0.0, 1.0)"),
            ("roundup_power2_divisions:3", "For roundups, the divisions has to be power of 2 "),
            ("roundup_power2_divisions:[3:1]", "For roundups, the intervals have to be power of 2 "),
            (
                "roundup_power2_divisions:[256:3]",
                "For roundups, the divisions has to be power of 2 or 0 to disable roundup ",
            ),
            ("pinned_num_register_threads:3", "Number of register threads has to be power of 2, got 3"),
            (
                "pinned_num_register_threads:256",
                "Number of register threads should be less than or equal to 128, got 256",
            ),
            (
                "release_lock_on_cudamalloc:foo",
                "Expected 'True' or 'False' at index 2 in ConfigTokenizer but got 'foo'",
            ),
            ("backend:foo", "Unknown allocator backend, options are native and cudaMallocAsync"),
        ] {
            assert_eq!(error_of(text), message, "{text}");
        }
        // PyTorch's message names its own source; ours has the same meaning.
        for text in ["expandable_segments", "roundup_power2_divisions:[256:1", "max_split_size_mb:"] {
            assert_eq!(error_of(text), "Index out of bounds in ConfigTokenizer", "{text}");
        }
        assert_eq!(error_of("max_split_size_mb:x"), "Expected a number at index 2 in ConfigTokenizer but got 'x'");
        assert!(error_of("backend:cudaMallocAsync").contains("not available"));
    }

    #[test]
    fn what_can_be_read_holds() {
        let read = |text| Settings::default().with(text).expect(text);
        assert_eq!(read(""), Settings::default());
        let settings = read("expandable_segments:True, max_split_size_mb:128,garbage_collection_threshold:0.8,");
        assert!(settings.expandable_segments);
        assert_eq!(settings.max_split_size, 128 * MIB);
        assert_eq!(settings.garbage_collection_threshold, 0.8);
        // A later text keeps unnamed keys, except those that each text resets.
        let text = "pinned_use_background_threads:True,release_lock_on_cudamalloc:False";
        let later = settings.with(text).expect("read");
        assert_eq!(later, Settings { expandable_segments: true, text: text.to_owned(), ..Settings::default() });
        let divisions = read("roundup_power2_divisions:[256:1,512:2,1024:4,>:8]").roundup_power2_divisions;
        assert_eq!(divisions, [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4, 8, 8, 8, 8, 8]);
    }

    /// The documentation's example: with four divisions, 1200 becomes 1280; with none, a multiple of 512.
    #[test]
    fn requests_are_rounded_in_divisions() {
        let settings = Settings::default().with("roundup_power2_divisions:4").expect("read");
        for (bytes, rounded) in
            [(1200 * MIB, 1280 * MIB), (1024 * MIB, 1024 * MIB), (1025 * MIB, 1280 * MIB), (2000, 2048), (3000, 3072)]
        {
            assert_eq!(settings.round(bytes), rounded, "{bytes}");
        }
        assert_eq!(Settings::default().round(1200 * MIB + 1), 1200 * MIB + 512);
    }
}
