//! A connection that is kept alive and carries one request at a time, as a player's program would.

use crate::Failure;
use futures_util::future::try_join_all;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The most headers that an answer of ours has.
const HEADERS: usize = 64;

/// One connection to a server.
pub struct Client {
    stream: TcpStream,
    host: String,
    buffer: Vec<u8>,
}

/// An answer, read to its end.
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body, decoded.
    ///
    /// # Errors
    /// Another status than this one, or a body that is something else.
    pub fn expect<'a, T: serde::Deserialize<'a>>(&'a self, status: u16) -> Result<T, Failure> {
        if self.status != status {
            let body = String::from_utf8_lossy(&self.body);
            return Err(Failure::new(format!(
                "{} instead of {status}: {body}",
                self.status
            )));
        }
        Ok(serde_json::from_slice(&self.body)?)
    }
}

impl Client {
    /// Connects to `host`, an address with its port.
    ///
    /// # Errors
    /// Nobody listens there.
    pub async fn connect(host: &str) -> Result<Client, Failure> {
        let stream = TcpStream::connect(host).await?;
        stream.set_nodelay(true)?;
        Ok(Client {
            stream,
            host: host.to_owned(),
            buffer: Vec::with_capacity(16 * 1024),
        })
    }

    /// Reads something.
    ///
    /// # Errors
    /// A connection that breaks, an answer that is none.
    pub async fn get(&mut self, path: &str, token: &str) -> Result<Answer, Failure> {
        let request = request("GET", &self.host, path, token, "", "");
        self.send(&request).await
    }

    /// Changes something.
    ///
    /// # Errors
    /// As [`Client::get`].
    pub async fn post(&mut self, path: &str, token: &str, body: &str) -> Result<Answer, Failure> {
        let request = request("POST", &self.host, path, token, "", body);
        self.send(&request).await
    }

    /// Sends a whole request and reads the whole answer.
    ///
    /// # Errors
    /// As [`Client::get`].
    pub async fn send(&mut self, request: &[u8]) -> Result<Answer, Failure> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        loop {
            if let Some(head) = head(&self.buffer)? {
                return self.rest(head).await;
            }
            self.more().await?;
        }
    }

    async fn rest(&mut self, head: Head) -> Result<Answer, Failure> {
        let end = head.length + head.body;
        while self.buffer.len() < end {
            self.more().await?;
        }
        Ok(Answer {
            status: head.status,
            body: self.buffer[head.length..end].to_vec(),
        })
    }

    async fn more(&mut self) -> Result<(), Failure> {
        match self.stream.read_buf(&mut self.buffer).await? {
            0 => Err(Failure::new("the server closed the connection")),
            _ => Ok(()),
        }
    }

    /// Begins a stream of server-sent events and leaves it open; gives the connection back once the head has come.
    ///
    /// # Errors
    /// Another answer than 200.
    pub async fn listen(mut self, path: &str, token: &str) -> Result<TcpStream, Failure> {
        let accept = "Accept: text/event-stream\r\n";
        let request = request("GET", &self.host, path, token, accept, "");
        self.stream.write_all(&request).await?;
        loop {
            self.more().await?;
            match status(&self.buffer)? {
                Some(200) => return Ok(self.stream),
                Some(other) => {
                    return Err(Failure::new(format!("a stream was answered by {other}")));
                }
                None => {}
            }
        }
    }
}

/// Does something for every number below `count`, on so many connections at once; gives what came of it in order.
///
/// # Errors
/// The first that fails.
pub async fn spread<T>(
    host: &str,
    connections: usize,
    count: usize,
    work: impl AsyncFn(&mut Client, usize) -> Result<T, Failure>,
) -> Result<Vec<T>, Failure> {
    let (work, next) = (&work, &AtomicUsize::new(0));
    let hands = (0..connections.min(count)).map(async |_| {
        let mut client = Client::connect(host).await?;
        let mut done = Vec::new();
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            if n >= count {
                return Ok::<_, Failure>(done);
            }
            done.push((n, work(&mut client, n).await?));
        }
    });
    let mut done: Vec<(usize, T)> = try_join_all(hands).await?.into_iter().flatten().collect();
    done.sort_unstable_by_key(|(n, _)| *n);
    Ok(done.into_iter().map(|(_, it)| it).collect())
}

/// A request as it goes over the wire; `extra` are header lines, each with its end.
pub fn request(
    method: &str,
    host: &str,
    path: &str,
    token: &str,
    extra: &str,
    body: &str,
) -> Vec<u8> {
    let caller = match token {
        "" => String::new(),
        token => format!("Authorization: Bearer {token}\r\n"),
    };
    let kind = match body {
        "" => String::new(),
        body => format!(
            "Content-Type: application/json\r\nContent-Length: {}\r\n",
            body.len()
        ),
    };
    format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n{caller}{extra}{kind}\r\n{body}")
        .into_bytes()
}

/// What the head of an answer says.
struct Head {
    status: u16,
    length: usize,
    body: usize,
}

fn head(buffer: &[u8]) -> Result<Option<Head>, Failure> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut response = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(length) = response.parse(buffer)? else {
        return Ok(None);
    };
    let body = response
        .headers
        .iter()
        .find(|header| header.name.eq_ignore_ascii_case("content-length"))
        .and_then(|header| std::str::from_utf8(header.value).ok()?.parse().ok())
        .ok_or_else(|| Failure::new("an answer without Content-Length"))?;
    Ok(Some(Head {
        status: response.code.unwrap_or_default(),
        length,
        body,
    }))
}

fn status(buffer: &[u8]) -> Result<Option<u16>, Failure> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut response = httparse::Response::new(&mut headers);
    Ok(response
        .parse(buffer)?
        .is_complete()
        .then_some(response.code)
        .flatten())
}
