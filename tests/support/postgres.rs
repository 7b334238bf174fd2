//! Databases on a PostgreSQL for tests: the one that `TEST_DATABASE_URL` names, or one that is started for this test
//! program from the server programs that are installed.

use super::programs::{programs, somebody};
use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use uuid::Uuid;

/// A database without tables, which is dropped in the end.
pub struct Database {
    pub name: String,
    url: String,
}

impl Database {
    /// A new one.
    pub fn new() -> Database {
        Database::like("template1")
    }

    /// A copy of the database of this name, with which nobody may be connected.
    pub fn like(name: &str) -> Database {
        let copy = format!("placa_test_{}", Uuid::now_v7().simple());
        administer(&format!("CREATE DATABASE {copy} TEMPLATE {name}"));
        let url = with_database(&SERVER.url, &copy);
        Database { name: copy, url }
    }

    /// Its URL.
    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        administer(&format!("DROP DATABASE {} WITH (FORCE)", self.name));
    }
}

/// Nothing of it has to outlive the tests.
const SETTINGS: &str =
    "-c shared_buffers=32MB -c fsync=off -c synchronous_commit=off -c full_page_writes=off";

static SERVER: LazyLock<Server> = LazyLock::new(Server::find);

struct Server {
    url: String,
    /// Its standard input ends with this process, which ends the server.
    _keeper: Option<Child>,
}

impl Server {
    fn find() -> Server {
        match std::env::var("TEST_DATABASE_URL") {
            Ok(url) => Server { url, _keeper: None },
            Err(_) => Server::start(),
        }
    }

    fn start() -> Server {
        let programs = programs().expect(
            "no PostgreSQL server found on PATH or in /usr/lib/postgresql: install it \
             (Debian: apt-get install postgresql; macOS: brew install postgresql) or set TEST_DATABASE_URL",
        );
        let directory = tempfile::Builder::new()
            .prefix("placa-pg-")
            .tempdir()
            .expect("a temporary directory")
            .keep();
        let mut shell = Command::new("sh");
        shell
            .args(["-c", include_str!("postgres.sh"), "postgres.sh"])
            .args([&programs, &directory])
            .arg(SETTINGS)
            .current_dir(&directory)
            // Not in the group that an interrupt of the terminal goes to: it has to stay and clean up.
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        // PostgreSQL refuses to run as root.
        if fs::metadata(&directory).expect("it was made").uid() == 0 {
            let (uid, gid) = somebody().expect("a user postgres or nobody");
            chown(&directory, Some(uid), Some(gid)).expect("root may do that");
            shell.uid(uid).gid(gid);
        }
        let mut keeper = shell.spawn().expect("sh");
        let mut line = String::new();
        BufReader::new(keeper.stdout.take().expect("piped"))
            .read_line(&mut line)
            .expect("text");
        assert_eq!(
            line, "ready\n",
            "PostgreSQL did not start; its log is above"
        );
        let socket = directory.to_str().expect("UTF-8").replace('/', "%2F");
        Server {
            url: format!("postgres://postgres@{socket}:5432/postgres"),
            _keeper: Some(keeper),
        }
    }
}

fn administer(sql: &str) {
    let mut conn = PgConnection::establish(&SERVER.url).expect("the test server answers");
    conn.batch_execute(sql).expect(sql);
}

/// The same server, another database.
fn with_database(url: &str, name: &str) -> String {
    let (base, parameters) = match url.split_once('?') {
        Some((base, parameters)) => (base, format!("?{parameters}")),
        None => (url, String::new()),
    };
    let authority = base.find("://").expect("a URL") + 3;
    let end = base[authority..]
        .find('/')
        .map_or(base.len(), |at| authority + at);
    format!("{}/{name}{parameters}", &base[..end])
}
