//! A line to PostgreSQL that can be cut.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex};
use std::thread;
use tokio::sync::Notify;

/// Passes on what a store and its server say to each other, until it is told to cut.
pub struct Line {
    url: String,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    order: Mutex<Order>,
    is_cut: Notify,
}

#[derive(Default)]
struct Order {
    cut: Option<Cut>,
    is_down: bool,
    open: Vec<TcpStream>,
}

/// Where to cut: so many messages pass, the next one in that direction is swallowed.
#[derive(Clone, Copy, Debug)]
pub enum Cut {
    Request(usize),
    Reply(usize),
}

impl Line {
    /// A line to the server of a URL.
    pub fn to(url: &str) -> Line {
        let (scheme, rest) = url.split_once("://").unwrap();
        let (authority, database) = rest.split_once('/').unwrap();
        let (user, host) = authority.rsplit_once('@').unwrap();
        let server = Server::parse(host);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::<State>::default();
        let passing = state.clone();
        // It ends with the test program.
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                passing.clone().connect(client, &server);
            }
        });
        Line {
            url: format!("{scheme}://{user}@127.0.0.1:{port}/{database}"),
            state,
        }
    }

    /// The URL of the server by way of this line.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Cuts at that message, and is down then. `None` takes back an order that was not carried out.
    pub fn cut(&self, cut: Option<Cut>) {
        self.state.order.lock().unwrap().cut = cut;
    }

    /// Waits until it was cut.
    pub async fn is_cut(&self) {
        self.state.is_cut.notified().await;
    }

    /// Cuts now, and is down then: no connection can be made.
    pub fn take_down(&self) {
        self.state.order.lock().unwrap().take_down();
    }

    /// Lets connections be made again.
    pub fn mend(&self) {
        self.state.order.lock().unwrap().is_down = false;
    }
}

impl Order {
    fn take_down(&mut self) {
        self.is_down = true;
        for client in self.open.drain(..) {
            // It may have been closed already.
            client.shutdown(Shutdown::Both).ok();
        }
    }

    /// Is this message the one to swallow?
    fn is_reached_by(&mut self, way: Way) -> bool {
        let left = match (&mut self.cut, way) {
            (Some(Cut::Request(left)), Way::Request) | (Some(Cut::Reply(left)), Way::Reply) => left,
            (Some(Cut::Request(_) | Cut::Reply(_)) | None, _) => return false,
        };
        if *left > 0 {
            *left -= 1;
            return false;
        }
        self.cut = None;
        true
    }
}

#[derive(Clone, Copy)]
enum Way {
    Request,
    Reply,
}

impl State {
    fn connect(self: Arc<State>, client: TcpStream, server: &Server) {
        let mut order = self.order.lock().unwrap();
        if order.is_down {
            return;
        }
        order.open.push(client.try_clone().unwrap());
        let (from_server, to_server) = server.connect().unwrap();
        let (from_client, to_client) = (client.try_clone().unwrap(), client);
        let other = self.clone();
        thread::spawn(move || other.pass(Way::Request, from_client, to_server));
        let other = self.clone();
        thread::spawn(move || other.pass(Way::Reply, from_server, to_client));
    }

    /// Passes on messages until either side ends or the line is cut.
    fn pass(&self, way: Way, mut from: impl Read, mut to: impl Write + Close) {
        let mut buffer = vec![0; 1 << 20];
        while let Ok(length @ 1..) = from.read(&mut buffer) {
            let mut order = self.order.lock().unwrap();
            if order.is_reached_by(way) {
                order.take_down();
                self.is_cut.notify_one();
                break;
            }
            drop(order);
            if to.write_all(&buffer[..length]).is_err() {
                break;
            }
        }
        to.close();
    }
}

/// Where PostgreSQL listens.
enum Server {
    Tcp(String),
    Unix(String),
}

type Pair = (Box<dyn Read + Send>, Box<dyn Wire + Send>);

impl Server {
    fn parse(host: &str) -> Server {
        let (name, port) = host.split_once(':').unwrap_or((host, "5432"));
        match name.starts_with("%2F") {
            true => Server::Unix(format!("{}/.s.PGSQL.{port}", name.replace("%2F", "/"))),
            false => Server::Tcp(format!("{name}:{port}")),
        }
    }

    fn connect(&self) -> io::Result<Pair> {
        Ok(match self {
            Server::Tcp(address) => {
                let stream = TcpStream::connect(address)?;
                (Box::new(stream.try_clone()?), Box::new(stream))
            }
            Server::Unix(path) => {
                let stream = UnixStream::connect(path)?;
                (Box::new(stream.try_clone()?), Box::new(stream))
            }
        })
    }
}

trait Close {
    fn close(&mut self);
}

trait Wire: Write + Close {}
impl<T: Write + Close> Wire for T {}

impl Close for TcpStream {
    fn close(&mut self) {
        self.shutdown(Shutdown::Both).ok();
    }
}

impl Close for UnixStream {
    fn close(&mut self) {
        self.shutdown(Shutdown::Both).ok();
    }
}

impl<T: Close + ?Sized> Close for Box<T> {
    fn close(&mut self) {
        (**self).close();
    }
}
