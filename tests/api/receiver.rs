//! A program that receives webhooks, on this machine.

use serde_json::Value;
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// What a receiver was told.
#[derive(Clone, Debug)]
pub struct Told {
    pub path: String,
    pub headers: HashMap<String, String>,
    pub body: String,
}

impl Told {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }

    /// `webhook-id`.
    pub fn id(&self) -> String {
        self.headers["webhook-id"].clone()
    }

    pub fn kind(&self) -> String {
        self.json()["type"].as_str().expect("a type").to_owned()
    }
}

/// Listens on a free port, and answers everything in the way it was last told to.
pub struct Receiver {
    pub url: String,
    told: Arc<Mutex<Vec<Told>>>,
    answer: Arc<Mutex<String>>,
}

impl Receiver {
    /// One that is content with everything.
    pub fn start() -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let receiver = Receiver {
            url: format!("http://{}/hook", listener.local_addr().unwrap()),
            told: Arc::default(),
            answer: Arc::default(),
        };
        receiver.answer_with(204);
        let (told, answer) = (receiver.told.clone(), receiver.answer.clone());
        // It ends with the test.
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (told, answer) = (told.clone(), answer.clone());
                thread::spawn(move || serve(stream.unwrap(), &told, &answer));
            }
        });
        receiver
    }

    /// Answers with this status from now on.
    pub fn answer_with(&self, status: u16) {
        self.say(&format!(
            "HTTP/1.1 {status} So be it\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        ));
    }

    /// Sends everybody elsewhere from now on.
    pub fn redirect_to(&self, url: &str) {
        self.say(&format!(
            "HTTP/1.1 307 Elsewhere\r\nlocation: {url}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        ));
    }

    /// Answers with these bytes from now on.
    pub fn say(&self, answer: &str) {
        answer.clone_into(&mut self.answer.lock().unwrap());
    }

    /// All that it was told since it was last asked.
    pub fn told(&self) -> Vec<Told> {
        std::mem::take(&mut *self.told.lock().unwrap())
    }
}

fn serve(stream: TcpStream, told: &Mutex<Vec<Told>>, answer: &Mutex<String>) {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    // Whoever connects and says nothing has thought better of it.
    if reader.read_line(&mut line).unwrap_or(0) == 0 {
        return;
    }
    let path = line.split(' ').nth(1).unwrap().to_owned();
    let mut headers = HashMap::new();
    loop {
        line.clear();
        reader.read_line(&mut line).unwrap();
        let Some((name, value)) = line.trim().split_once(':') else {
            break;
        };
        headers.insert(name.to_lowercase(), value.trim().to_owned());
    }
    let mut body = vec![0; headers["content-length"].parse().unwrap()];
    reader.read_exact(&mut body).unwrap();
    told.lock().unwrap().push(Told {
        path,
        headers,
        body: String::from_utf8(body).unwrap(),
    });
    let answer = answer.lock().unwrap().clone();
    // A sender that was killed does not hear it.
    if reader.get_mut().write_all(answer.as_bytes()).is_err() {
        eprintln!("the sender is gone");
    }
}
