//! Ranges of addresses on the internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// A range of addresses, as `10.0.0.0/8` or `fd00::/8`; a single address is a range too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    network: IpAddr,
    /// How many leading bits belong to the network.
    prefix: u8,
}

/// Text that is no range of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a range of addresses is written as 10.0.0.0/8 or fd00::/8")]
pub struct NoRange;

impl FromStr for Range {
    type Err = NoRange;

    fn from_str(text: &str) -> Result<Range, NoRange> {
        let (network, prefix) = match text.split_once('/') {
            Some((network, prefix)) => (network, Some(prefix)),
            None => (text, None),
        };
        let network: IpAddr = network.parse().map_err(|_| NoRange)?;
        let longest = if network.is_ipv4() { 32 } else { 128 };
        let prefix = match prefix {
            Some(prefix) => prefix.parse().map_err(|_| NoRange)?,
            None => longest,
        };
        match prefix <= longest {
            true => Ok(Range { network, prefix }),
            false => Err(NoRange),
        }
    }
}

impl Range {
    /// The range of `a.b.c.0` with so many bits of network, 0 to 32.
    pub const fn v4(a: u8, b: u8, c: u8, prefix: u8) -> Range {
        let network = IpAddr::V4(Ipv4Addr::new(a, b, c, 0));
        Range { network, prefix }
    }

    /// The range of `a:b::` with so many bits of network, 0 to 128.
    pub const fn v6(a: u16, b: u16, prefix: u8) -> Range {
        let network = IpAddr::V6(Ipv6Addr::new(a, b, 0, 0, 0, 0, 0, 0));
        Range { network, prefix }
    }

    /// Is the address in it?
    pub fn contains(&self, address: IpAddr) -> bool {
        let differ = match (self.network, address) {
            (IpAddr::V4(one), IpAddr::V4(other)) => {
                u128::from(one.to_bits() ^ other.to_bits()) << 96
            }
            (IpAddr::V6(one), IpAddr::V6(other)) => one.to_bits() ^ other.to_bits(),
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => return false,
        };
        differ.leading_zeros() >= u32::from(self.prefix)
    }
}
