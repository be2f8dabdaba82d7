//! Bounds the memory of unfinished messages from peers that have not signed one yet.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::Notify;

use super::fault::Fault;

/// Smaller buffers need neither a claim nor a check for memory: the number of connections bounds them.
const FREE: usize = 64 << 10;
/// Above this size the system's free memory is checked before a buffer grows.
const LARGE: usize = 1 << 20;

/// The memory pool of all peers of all sockets. When it is full, the peer with the oldest unfinished message is closed.
#[derive(Debug)]
pub struct Pool {
    most: usize,
    ledger: Mutex<Ledger>,
}

#[derive(Debug, Default)]
struct Ledger {
    taken: usize,
    /// The number of the latest claim.
    latest: u64,
    /// By number, so the oldest comes first.
    claims: BTreeMap<u64, (usize, Arc<Notify>)>,
}

impl Pool {
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, ledger: Mutex::default() })
    }

    #[cfg(test)]
    pub fn taken(&self) -> usize {
        self.ledger.lock().taken
    }
}

/// One peer's share of the pool. Dropping it releases the share.
#[derive(Debug)]
pub struct Claim {
    pool: Arc<Pool>,
    number: Option<u64>,
    /// Closes the peer when notified.
    ending: Arc<Notify>,
}

impl Claim {
    pub fn new(pool: &Arc<Pool>, ending: &Arc<Notify>) -> Self {
        Self { pool: pool.clone(), number: None, ending: ending.clone() }
    }

    fn grow(&mut self, bytes: usize) -> Result<(), Fault> {
        let mut ledger = self.pool.ledger.lock();
        let number = *self.number.get_or_insert_with(|| {
            ledger.latest += 1;
            let latest = ledger.latest;
            ledger.claims.insert(latest, (0, self.ending.clone()));
            latest
        });
        if !ledger.claims.contains_key(&number) {
            return Err(Fault::MadeRoom);
        }
        while ledger.taken + bytes > self.pool.most {
            let oldest = ledger.claims.keys().copied().find(|other| *other != number);
            let Some((freed, ending)) = oldest.and_then(|oldest| ledger.claims.remove(&oldest)) else {
                return Err(Fault::MadeRoom);
            };
            ledger.taken -= freed;
            ending.notify_one();
        }
        ledger.taken += bytes;
        if let Some((claimed, _)) = ledger.claims.get_mut(&number) {
            *claimed += bytes;
        }
        Ok(())
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let Some(number) = self.number else { return };
        let mut ledger = self.pool.ledger.lock();
        if let Some((bytes, _)) = ledger.claims.remove(&number) {
            ledger.taken -= bytes;
        }
    }
}

/// The memory budget of one message.
#[derive(Debug)]
pub struct Room {
    most: usize,
    taken: usize,
    /// None for peers that have signed a message.
    claim: Option<Claim>,
}

impl Room {
    pub fn new(most: usize, claim: Option<Claim>) -> Self {
        Self { most, taken: 0, claim }
    }

    /// Checks whether `bytes` more may arrive. Reserves nothing.
    pub fn admits(&self, bytes: u64) -> Result<(), Fault> {
        match bytes <= (self.most - self.taken) as u64 {
            true => Ok(()),
            false => Err(Fault::TooLong { what: "a message", most: self.most }),
        }
    }

    /// Reserves bytes before a buffer grows by them.
    pub fn take(&mut self, bytes: usize) -> Result<(), Fault> {
        self.admits(bytes as u64)?;
        let before = self.taken;
        self.taken += bytes;
        if self.taken > FREE
            && let Some(claim) = &mut self.claim
        {
            claim.grow(if before > FREE { bytes } else { self.taken })?;
        }
        if bytes >= LARGE && tensorcell_memory::available() < bytes {
            return Err(Fault::Memory(bytes));
        }
        Ok(())
    }

    pub fn taken(&self) -> usize {
        self.taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::task::{Context, Waker};

    fn is_ended(ending: &Arc<Notify>) -> bool {
        std::pin::pin!(ending.notified()).poll(&mut Context::from_waker(Waker::noop())).is_ready()
    }

    #[test]
    fn the_oldest_unfinished_message_makes_room() {
        let pool = Pool::new(4 * FREE);
        let endings = [(); 3].map(|()| Arc::new(Notify::new()));
        let mut rooms = endings.each_ref().map(|ending| Room::new(usize::MAX, Some(Claim::new(&pool, ending))));
        rooms[0].take(2 * FREE).unwrap();
        rooms[1].take(2 * FREE).unwrap();
        assert_eq!(pool.taken(), 4 * FREE);
        rooms[2].take(FREE + 1).unwrap();
        assert_eq!(endings.each_ref().map(is_ended), [true, false, false]);
        assert!(matches!(rooms[0].take(1), Err(Fault::MadeRoom)));
        assert_eq!(pool.taken(), 3 * FREE + 1);
        // No other claim is left to evict.
        assert!(matches!(rooms[2].take(4 * FREE), Err(Fault::MadeRoom)));
        drop(rooms);
        assert_eq!(pool.taken(), 0);
    }

    #[test]
    fn small_messages_and_those_of_who_has_the_key_claim_nothing() {
        let pool = Pool::new(FREE);
        let ending = Arc::new(Notify::new());
        let mut small = Room::new(usize::MAX, Some(Claim::new(&pool, &ending)));
        small.take(FREE).unwrap();
        Room::new(usize::MAX, None).take(8 * FREE).unwrap();
        assert_eq!(pool.taken(), 0);
        assert!(matches!(Room::new(9, None).take(10), Err(Fault::TooLong { most: 9, .. })));
    }
}
