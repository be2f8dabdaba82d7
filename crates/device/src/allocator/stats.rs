//! The allocator's counters, with PyTorch's names and rules.

/// A counter: current value, peak and totals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stat {
    pub current: u64,
    pub peak: u64,
    /// Sum of all increases.
    pub allocated: u64,
    /// Sum of all decreases.
    pub freed: u64,
}

impl Stat {
    pub fn increase(&mut self, amount: u64) {
        self.current += amount;
        self.allocated += amount;
        self.peak = self.peak.max(self.current);
    }
    pub fn decrease(&mut self, amount: u64) {
        self.current -= amount;
        self.freed += amount;
    }
    /// As `decrease`, for amounts that may have been counted under other settings.
    pub(super) fn lower(&mut self, amount: u64) {
        self.decrease(amount.min(self.current));
    }
    pub fn reset_accumulated(&mut self) {
        (self.allocated, self.freed) = (0, 0);
    }
    pub fn reset_peak(&mut self) {
        self.peak = self.current;
    }
}

/// A counter for all memory and for each pool.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PoolStat {
    pub all: Stat,
    pub small_pool: Stat,
    pub large_pool: Stat,
}

impl PoolStat {
    pub(super) fn increase(&mut self, small: bool, amount: u64) {
        self.all.increase(amount);
        self.pool(small).increase(amount);
    }
    pub(super) fn decrease(&mut self, small: bool, amount: u64) {
        self.all.decrease(amount);
        self.pool(small).decrease(amount);
    }
    pub(super) fn change(&mut self, small: bool, by: i64) {
        match by {
            0 => {}
            1.. => self.increase(small, by as u64),
            _ => self.decrease(small, by.unsigned_abs()),
        }
    }
    fn pool(&mut self, small: bool) -> &mut Stat {
        if small { &mut self.small_pool } else { &mut self.large_pool }
    }
}

/// All counters of one device (`torch.cuda.memory_stats`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stats {
    /// Allocations made by callers and not yet freed by them.
    pub allocation: PoolStat,
    /// Segments taken from the driver.
    pub segment: PoolStat,
    /// Blocks in use by callers, or by streams that have not finished with them.
    pub active: PoolStat,
    /// Free blocks whose segment is partly in use, so that it cannot be returned.
    pub inactive_split: PoolStat,
    pub allocated_bytes: PoolStat,
    pub reserved_bytes: PoolStat,
    pub active_bytes: PoolStat,
    pub inactive_split_bytes: PoolStat,
    /// Requested bytes, before rounding.
    pub requested_bytes: PoolStat,
    pub oversize_allocations: Stat,
    pub oversize_segments: Stat,
    /// Driver allocations that failed and were retried after emptying the cache.
    pub num_alloc_retries: u64,
    pub num_ooms: u64,
    pub num_sync_all_streams: u64,
    pub num_device_alloc: u64,
    pub num_device_free: u64,
    /// Blocks of at least this many bytes are not split; `None` if all are.
    pub max_split_size: Option<usize>,
}

impl Stats {
    /// The counters by PyTorch's names.
    fn pool_stats(&self) -> [(&'static str, &PoolStat); 9] {
        [
            ("active", &self.active),
            ("active_bytes", &self.active_bytes),
            ("allocated_bytes", &self.allocated_bytes),
            ("allocation", &self.allocation),
            ("inactive_split", &self.inactive_split),
            ("inactive_split_bytes", &self.inactive_split_bytes),
            ("requested_bytes", &self.requested_bytes),
            ("reserved_bytes", &self.reserved_bytes),
            ("segment", &self.segment),
        ]
    }

    fn all_stats(&mut self) -> impl Iterator<Item = &mut Stat> {
        let pools = [
            &mut self.active,
            &mut self.active_bytes,
            &mut self.allocated_bytes,
            &mut self.allocation,
            &mut self.inactive_split,
            &mut self.inactive_split_bytes,
            &mut self.requested_bytes,
            &mut self.reserved_bytes,
            &mut self.segment,
        ];
        pools
            .into_iter()
            .flat_map(|stat| [&mut stat.all, &mut stat.small_pool, &mut stat.large_pool])
            .chain([&mut self.oversize_allocations, &mut self.oversize_segments])
    }

    /// Resets the totals (`torch.cuda.reset_accumulated_memory_stats`).
    pub fn reset_accumulated(&mut self) {
        self.all_stats().for_each(Stat::reset_accumulated);
        (self.num_alloc_retries, self.num_ooms, self.num_sync_all_streams) = (0, 0, 0);
        (self.num_device_alloc, self.num_device_free) = (0, 0);
    }

    /// Resets the peaks to the current values (`torch.cuda.reset_peak_memory_stats`).
    pub fn reset_peak(&mut self) {
        self.all_stats().for_each(Stat::reset_peak);
    }

    /// The flat, sorted list that `torch.cuda.memory_stats` returns: `allocated_bytes.all.current` and so on.
    pub fn flatten(&self) -> Vec<(String, i64)> {
        let mut list = Vec::new();
        let mut put = |prefix: &str, stat: &Stat| {
            let values =
                [("current", stat.current), ("peak", stat.peak), ("allocated", stat.allocated), ("freed", stat.freed)];
            list.extend(values.map(|(name, value)| (format!("{prefix}.{name}"), value as i64)));
        };
        for (name, stat) in self.pool_stats() {
            for (pool, stat) in [("all", &stat.all), ("large_pool", &stat.large_pool), ("small_pool", &stat.small_pool)]
            {
                put(&format!("{name}.{pool}"), stat);
            }
        }
        put("oversize_allocations", &self.oversize_allocations);
        put("oversize_segments", &self.oversize_segments);
        for (name, value) in [
            ("num_alloc_retries", self.num_alloc_retries),
            ("num_device_alloc", self.num_device_alloc),
            ("num_device_free", self.num_device_free),
            ("num_ooms", self.num_ooms),
            ("num_sync_all_streams", self.num_sync_all_streams),
        ] {
            list.push((name.to_owned(), value as i64));
        }
        list.push(("max_split_size".to_owned(), self.max_split_size.map_or(-1, |size| size as i64)));
        list.sort();
        list
    }
}
