//! A stream of events as a client holds it open.

use crate::client::Client;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A stream as a client holds it open.
pub struct Stream {
    pub lines: BufReader<TcpStream>,
    /// Of the head of the answer.
    pub status: String,
    pub headers: Vec<String>,
}

impl Stream {
    /// Opens a stream; `token` goes as a header.
    pub fn open(
        base: &str,
        token: Option<&str>,
        path: &str,
        accept: &str,
        last: Option<i64>,
    ) -> Stream {
        let address = base.strip_prefix("http://").unwrap();
        let mut socket = TcpStream::connect(address).unwrap();
        socket
            .set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        let mut head = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept: {accept}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n"
        );
        if let Some(token) = token {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        if let Some(last) = last {
            head += &format!("Last-Event-ID: {last}\r\n");
        }
        socket.write_all(format!("{head}\r\n").as_bytes()).unwrap();
        let mut lines = BufReader::new(socket);
        let mut read = || {
            let mut line = String::new();
            lines.read_line(&mut line).unwrap();
            line.trim_end().to_owned()
        };
        let status = read();
        let headers = std::iter::from_fn(|| Some(read()).filter(|line| !line.is_empty())).collect();
        Stream {
            lines,
            status,
            headers,
        }
    }

    /// Opens a stream of server-sent events in somebody's name.
    pub fn events(base: &str, player: &Client, path: &str, last: Option<i64>) -> Stream {
        Stream::open(
            base,
            player.token.as_deref(),
            path,
            "text/event-stream",
            last,
        )
    }

    /// The next line of the body; the sizes of its chunks are passed over. `None` at the end.
    pub fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        if self.lines.read_line(&mut line).unwrap() == 0 {
            return None;
        }
        let line = line.trim_end().to_owned();
        let is_size = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_hexdigit());
        match is_size {
            true if line == "0" => None,
            true => self.line(),
            false => Some(line),
        }
    }

    /// The next item: its id and what it says.
    pub fn item(&mut self) -> (i64, Value) {
        let mut id = 0;
        loop {
            let line = self.line().expect("the stream goes on");
            if let Some(number) = line.strip_prefix("id: ") {
                id = number.parse().unwrap();
            }
            if let Some(data) = line.strip_prefix("data: ") {
                return (id, serde_json::from_str(data).unwrap());
            }
        }
    }
}
