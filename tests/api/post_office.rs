//! A mail server on this machine, as far as RFC 5321 asks of one that only receives.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// A mail as it came.
#[derive(Clone, Debug)]
pub struct Mail {
    pub to: String,
    /// By name in lower case, unfolded.
    pub headers: HashMap<String, String>,
    pub text: String,
}

impl Mail {
    /// The first word of the text that begins like this.
    pub fn word(&self, beginning: &str) -> String {
        let mut words = self.text.split_whitespace();
        let found = words.find(|word| word.starts_with(beginning));
        found
            .unwrap_or_else(|| panic!("no {beginning} in {}", self.text))
            .to_owned()
    }
}

/// Listens on a free port, and answers to each mail as it was last told to.
pub struct PostOffice {
    pub url: String,
    came: Arc<Mutex<Vec<Mail>>>,
    answer: Arc<Mutex<&'static str>>,
}

impl PostOffice {
    /// One that takes everything.
    pub fn open() -> PostOffice {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let office = PostOffice {
            url: format!("smtp://{}", listener.local_addr().unwrap()),
            came: Arc::default(),
            answer: Arc::new(Mutex::new("250 Taken")),
        };
        let (came, answer) = (office.came.clone(), office.answer.clone());
        // It ends with the test.
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (came, answer) = (came.clone(), answer.clone());
                thread::spawn(move || receive(stream.unwrap(), &came, &answer));
            }
        });
        office
    }

    /// Answers every mail so from now on.
    pub fn answer(&self, answer: &'static str) {
        *self.answer.lock().unwrap() = answer;
    }

    /// All that came since it was last asked, whether it was taken or not.
    pub fn came(&self) -> Vec<Mail> {
        std::mem::take(&mut *self.came.lock().unwrap())
    }

    /// The one mail that came since it was last asked.
    #[track_caller]
    pub fn one(&self) -> Mail {
        let came = self.came();
        assert_eq!(came.len(), 1, "{came:#?}");
        came[0].clone()
    }
}

fn receive(stream: TcpStream, came: &Mutex<Vec<Mail>>, answer: &Mutex<&'static str>) {
    let mut lines = BufReader::new(stream.try_clone().unwrap());
    // A sender that was killed does not hear it.
    let say = |text: &str| drop((&stream).write_all(format!("{text}\r\n").as_bytes()));
    say("220 here");
    let mut to = String::new();
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        let line = line.trim_end();
        match line.split([' ', ':']).next().unwrap_or_default() {
            "RCPT" => {
                to = line
                    .trim_start_matches("RCPT TO:<")
                    .split('>')
                    .next()
                    .unwrap()
                    .to_owned();
                say("250 Known");
            }
            "DATA" => {
                say("354 Go on");
                came.lock().unwrap().push(read(&to, &mut lines));
                say(*answer.lock().unwrap());
            }
            "QUIT" => {
                say("221 Bye");
                return;
            }
            _ => say("250 So be it"),
        }
    }
}

fn read(to: &str, lines: &mut impl BufRead) -> Mail {
    let mut all = String::new();
    for line in lines.lines() {
        match line.unwrap().as_str() {
            "." => break,
            line => all += &format!("{}\n", line.strip_prefix('.').unwrap_or(line)),
        }
    }
    let (head, body) = all.split_once("\n\n").unwrap();
    let head = head.replace("\n ", " ");
    let headers: HashMap<String, String> = head
        .lines()
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let text = match headers.get("content-transfer-encoding").map(String::as_str) {
        Some("quoted-printable") => plain(body),
        Some("7bit") | None => body.to_owned(),
        Some(other) => panic!("{other} is not read here"),
    };
    Mail {
        to: to.to_owned(),
        headers,
        text,
    }
}

/// Quoted-printable (RFC 2045, 6.7) as text.
fn plain(body: &str) -> String {
    let joined = body.replace("=\n", "");
    let mut bytes = Vec::new();
    let mut rest = joined.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'=' => {
                let digits = [rest.next().unwrap(), rest.next().unwrap()];
                let digits = std::str::from_utf8(&digits).unwrap();
                bytes.push(u8::from_str_radix(digits, 16).unwrap());
            }
            byte => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).unwrap()
}
