//! Encodes and checks the 64-byte greeting, which carries the protocol version and the security mechanism.

use tokio::io::{AsyncRead, AsyncReadExt};

use super::fault::Fault;

const LENGTH: usize = 64;

/// Returns our greeting: version 3.1 and the mechanism's name.
pub fn ours(mechanism: &str, as_server: bool) -> [u8; LENGTH] {
    let mut greeting = [0; LENGTH];
    (greeting[0], greeting[9]) = (0xff, 0x7f);
    (greeting[10], greeting[11]) = (3, 1);
    greeting[12..12 + mechanism.len()].copy_from_slice(mechanism.as_bytes());
    greeting[32] = u8::from(as_server);
    greeting
}

/// Reads a peer's greeting. Stops at the first byte that shows another protocol, an older version or another mechanism.
pub async fn read(reader: &mut (impl AsyncRead + Unpin), mechanism: &str) -> Result<(), Fault> {
    if reader.read_u8().await? != 0xff {
        return Err(Fault::Protocol("it does not speak ZMTP, or speaks version 1"));
    }
    let mut signature = [0; 9];
    reader.read_exact(&mut signature).await?;
    if signature[8] & 1 == 0 {
        return Err(Fault::Protocol("it speaks ZMTP 1; the least is 3.0"));
    }
    if reader.read_u8().await? < 3 {
        return Err(Fault::Protocol("it speaks ZMTP 2; the least is 3.0"));
    }
    let mut rest = [0; LENGTH - 11];
    reader.read_exact(&mut rest).await?;
    if rest[1..21] != ours(mechanism, false)[12..32] {
        return Err(Fault::Protocol("it requests another security mechanism"));
    }
    Ok(())
}
