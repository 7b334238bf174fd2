//! Where webhooks may be sent: to addresses of the public internet, and to what the operator opens besides.

use crate::model::Range;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use ureq::http::Uri;
use url::{Host, Url};

/// What of IPv4 is no public host (IANA's registry of special-purpose addresses).
const INTERNAL_V4: [Range; 16] = [
    Range::v4(0, 0, 0, 8),
    Range::v4(10, 0, 0, 8),
    Range::v4(100, 64, 0, 10),
    Range::v4(127, 0, 0, 8),
    // Cloud providers tell their machines secrets at 169.254.169.254.
    Range::v4(169, 254, 0, 16),
    Range::v4(172, 16, 0, 12),
    Range::v4(192, 0, 0, 24),
    Range::v4(192, 0, 2, 24),
    Range::v4(192, 88, 99, 24),
    Range::v4(192, 168, 0, 16),
    Range::v4(198, 18, 0, 15),
    Range::v4(198, 51, 100, 24),
    Range::v4(203, 0, 113, 24),
    Range::v4(224, 0, 0, 4),
    Range::v4(240, 0, 0, 4),
    Range::v4(255, 255, 255, 24),
];

/// All of IPv6 that is given out to networks.
const GLOBAL_V6: Range = Range::v6(0x2000, 0, 3);

/// What of that is no public host: Teredo and other protocols of the IETF, documentation, and 6to4, behind which any
/// address of IPv4 may hide.
const INTERNAL_V6: [Range; 4] = [
    Range::v6(0x2001, 0, 23),
    Range::v6(0x2001, 0x0db8, 32),
    Range::v6(0x2002, 0, 16),
    Range::v6(0x3fff, 0, 20),
];

/// Addresses of IPv4 as IPv6 sees them through a translator (RFC 6052).
const TRANSLATED: Range = Range::v6(0x0064, 0xff9b, 96);

/// Who may be spoken to.
#[derive(Clone, Debug, Default)]
pub struct Guard {
    allow: Vec<Range>,
}

impl Guard {
    /// Lets through what is public, and these ranges.
    pub fn new(allow: Vec<Range>) -> Guard {
        Guard { allow }
    }

    /// May a webhook reach this address?
    pub fn lets_through(&self, address: IpAddr) -> bool {
        // IPv4 written as IPv6 is what it is.
        let address = address.to_canonical();
        self.allow.iter().any(|range| range.contains(address)) || is_public(address)
    }
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(_) => !INTERNAL_V4.iter().any(|range| range.contains(address)),
        IpAddr::V6(v6) if TRANSLATED.contains(address) => {
            let [.., a, b, c, d] = v6.octets();
            is_public(IpAddr::V4(Ipv4Addr::new(a, b, c, d)))
        }
        IpAddr::V6(_) => {
            GLOBAL_V6.contains(address) && !INTERNAL_V6.iter().any(|range| range.contains(address))
        }
    }
}

/// Where a webhook is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The address, written in the one way that means the same to everybody.
    pub url: String,
    /// The host in it.
    pub host: String,
}

/// Why an address can't be a webhook's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoTarget(pub &'static str);

impl fmt::Display for NoTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Target {
    /// Reads an address. One that names its host by number is looked at here already; names are looked up when there is
    /// something to send, and every time anew.
    ///
    /// # Errors
    /// Why it can't be used.
    pub fn read(text: &str, guard: &Guard) -> Result<Target, NoTarget> {
        let url = Url::parse(text).map_err(|_| NoTarget("is no address of the web"))?;
        let usual = match url.scheme() {
            "https" => 443,
            "http" => 80,
            _ => return Err(NoTarget("begins with https:// or http://")),
        };
        if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
            return Err(NoTarget("has neither user, password nor fragment"));
        }
        if !matches!(url.port().unwrap_or(usual), 80 | 443 | 1024..) {
            return Err(NoTarget("has port 80, 443, or one from 1024 on"));
        }
        let number = match url.host() {
            Some(Host::Ipv4(v4)) => Some(IpAddr::V4(v4)),
            Some(Host::Ipv6(v6)) => Some(IpAddr::V6(v6)),
            Some(Host::Domain(_)) => None,
            None => return Err(NoTarget("names no host")),
        };
        if number.is_some_and(|address| !guard.lets_through(address)) {
            return Err(NoTarget("is in a network that webhooks may not reach"));
        }
        if url.as_str().parse::<Uri>().is_err() {
            return Err(NoTarget("has characters that no address has"));
        }
        Ok(Target {
            host: url.host_str().unwrap_or_default().to_owned(),
            url: url.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::range::NoRange;

    fn read(text: &str) -> Result<Target, NoTarget> {
        Target::read(text, &Guard::default())
    }

    #[test]
    fn internal_addresses_are_refused_in_whatever_way_they_are_written() {
        for host in [
            "127.0.0.1",
            "127.0.0.1.",
            "127.1",
            "2130706433",
            "0x7f000001",
            "0x7f.0.0.1",
            "017700000001",
            "0177.0.0.1",
            "%31%32%37.0.0.1",
            "１２７.0.0.1",
            "127。0。0。1",
            "0",
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "169.254.169.254",
            "2852039166",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.7",
            "224.0.0.1",
            "239.255.255.255",
            "255.255.255.255",
            "[::]",
            "[::1]",
            "[::7f00:1]",
            "[::ffff:127.0.0.1]",
            "[::ffff:a9fe:a9fe]",
            "[64:ff9b::7f00:1]",
            "[64:ff9b::a9fe:a9fe]",
            "[64:ff9b:1::1]",
            "[2002:7f00:1::]",
            "[2001:0:7f00:1::]",
            "[2001:db8::1]",
            "[3fff::1]",
            "[fc00::1]",
            "[fdff::1]",
            "[fe80::1]",
            "[fec0::1]",
            "[ff02::1]",
            "[100::1]",
        ] {
            for scheme in ["http", "https"] {
                let refused = read(&format!("{scheme}://{host}/hook"));
                let why = NoTarget("is in a network that webhooks may not reach");
                assert_eq!(refused, Err(why), "{host}");
            }
        }
    }

    #[test]
    fn public_addresses_are_let_through() {
        for (host, written) in [
            ("hooks.example", "hooks.example"),
            ("HOOKS.example", "hooks.example"),
            ("bücher.example", "xn--bcher-kva.example"),
            ("8.8.8.8", "8.8.8.8"),
            ("134744072", "8.8.8.8"),
            ("100.63.255.255", "100.63.255.255"),
            ("172.32.0.1", "172.32.0.1"),
            ("[2a00:1450::1]", "[2a00:1450::1]"),
            ("[64:ff9b::808:808]", "[64:ff9b::808:808]"),
            ("[::ffff:8.8.8.8]", "[::ffff:808:808]"),
        ] {
            let target = read(&format!("https://{host}/hook?a=b")).expect(host);
            assert_eq!(target.host, written);
            assert_eq!(target.url, format!("https://{written}/hook?a=b"));
        }
    }

    #[test]
    fn what_is_no_plain_address_of_the_web_is_refused() {
        for text in [
            "",
            "hooks.example",
            "//hooks.example/",
            "ftp://hooks.example/",
            "file:///etc/passwd",
            "gopher://hooks.example/",
            "http://",
            "https://anna@hooks.example/",
            "https://anna:secret@hooks.example/",
            "https://hooks.example@127.0.0.1/",
            "https://hooks.example/#part",
            "https://hooks.example:22/",
            "https://hooks.example:25/",
            "https://hooks.example:0/",
            "https://hooks.example:70000/",
            "https://1.2.3.4.5/",
            "https://256.0.0.1/",
            "https://[::1/",
            "https://hooks example/",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_operator_opens_ranges() {
        let ranges = ["127.0.0.0/8", "fd12::/16", "10.0.0.7"];
        let guard = Guard::new(ranges.iter().map(|text| text.parse().unwrap()).collect());
        let opened = |text: &str| guard.lets_through(text.parse().unwrap());
        for address in [
            "127.0.0.1",
            "::ffff:127.9.9.9",
            "fd12:1::1",
            "10.0.0.7",
            "8.8.8.8",
        ] {
            assert!(opened(address), "{address}");
        }
        for address in ["::1", "fd13::1", "10.0.0.8", "169.254.169.254"] {
            assert!(!opened(address), "{address}");
        }
        for text in [
            "",
            "10.0.0.0/33",
            "fd00::/129",
            "10.0.0/8",
            "10.0.0.0/x",
            "all",
        ] {
            assert_eq!(text.parse::<Range>(), Err(NoRange), "{text}");
        }
        assert!(
            "0.0.0.0/0"
                .parse::<Range>()
                .unwrap()
                .contains("9.9.9.9".parse().unwrap())
        );
    }
}
