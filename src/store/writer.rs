//! The one who writes games: a thread with a connection of its own and a queue before it.
//!
//! While the database is busy with one batch the next one gathers, so that the rate is bound by how many batches it
//! takes and not by a round trip per commit. An answer is given only after the database has committed.

use super::alone::{Claim, PROOF};
use super::apply::apply;
use super::commit::{Committed, GameCommit};
use super::conn::{Access, Address, Conn, begin, finish};
use super::error::{Cause, Error};
use super::{fate, moves, notices};
use diesel::QueryResult;
use diesel::r2d2::R2D2Connection;
use diesel::result::Error as DieselError;
use std::collections::{HashSet, VecDeque};
use std::io;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, oneshot};

/// Commits in one batch; more made it no faster.
const BATCH: usize = 128;

/// Pauses before the attempts to connect again; after the last the commits are given up.
const PAUSES: [Duration; 5] = [
    Duration::ZERO,
    Duration::from_millis(50),
    Duration::from_millis(150),
    Duration::from_millis(400),
    Duration::from_millis(800),
];

/// For so long after that commits are refused without another attempt.
const REST: Duration = Duration::from_millis(500);

/// How often a commit is tried whose connection is lost each time.
const TRIES: usize = 3;

/// The hold on the writer; to drop it writes what is in the queue and ends the thread.
pub(super) struct Writer {
    queue: Option<SyncSender<Job>>,
    thread: Option<JoinHandle<()>>,
    written: Arc<Written>,
}

/// What has been written.
#[derive(Default)]
struct Written {
    commits: AtomicU64,
    batches: AtomicU64,
}

/// A commit, and whom to tell what became of it.
struct Job {
    commit: GameCommit,
    reply: oneshot::Sender<Result<Committed, Error>>,
}

impl Writer {
    /// Starts the thread. `turn` is what has to be held to write, if anything.
    pub(super) fn start(
        address: Address,
        conn: Option<Conn>,
        claim: Arc<Claim>,
        turn: Option<Arc<Mutex<()>>>,
        queue: usize,
    ) -> io::Result<Writer> {
        let (sender, inbox) = sync_channel(queue);
        let written = Arc::<Written>::default();
        let desk = Desk {
            written: written.clone(),
            address,
            conn,
            claim,
            turn,
            gave_up: None,
        };
        let thread = thread::Builder::new()
            .name("placa-writer".to_owned())
            .spawn(move || desk.work(&inbox))?;
        Ok(Writer {
            queue: Some(sender),
            thread: Some(thread),
            written,
        })
    }

    /// Queues a commit and waits until it is durable or refused.
    pub(super) async fn commit(&self, commit: GameCommit) -> Result<Committed, Error> {
        let (reply, answer) = oneshot::channel();
        let queue = self.queue.as_ref().ok_or_else(ended)?;
        queue
            .try_send(Job { commit, reply })
            .map_err(|error| match error {
                TrySendError::Full(_) => Error::Busy,
                TrySendError::Disconnected(_) => ended(),
            })?;
        answer.await.map_err(|_| ended())?
    }

    /// How many commits have been written, and in how many transactions.
    pub(super) fn written(&self) -> (u64, u64) {
        let Written { commits, batches } = &*self.written;
        (
            commits.load(Ordering::Relaxed),
            batches.load(Ordering::Relaxed),
        )
    }

    /// Fails if the thread has ended before its time.
    pub(super) fn is_at_work(&self) -> Result<(), Error> {
        match &self.thread {
            Some(thread) if !thread.is_finished() => Ok(()),
            Some(_) | None => Err(ended()),
        }
    }
}

fn ended() -> Error {
    Error::unavailable("the writer has ended")
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            log::error!("the writer panicked");
        }
    }
}

impl Written {
    /// Notes what came of a transaction.
    fn note(&self, done: &[Committed]) {
        let commits = done.iter().filter(|done| **done == Committed::Done).count();
        self.commits.fetch_add(commits as u64, Ordering::Relaxed);
        self.batches.fetch_add(1, Ordering::Relaxed);
    }
}

impl Job {
    fn answer(self, answer: Result<Committed, Error>) {
        // Who no longer waits is not told: the request was broken off, the commit stands.
        drop(self.reply.send(answer));
    }
}

/// Where the writer works.
struct Desk {
    written: Arc<Written>,
    address: Address,
    conn: Option<Conn>,
    claim: Arc<Claim>,
    turn: Option<Arc<Mutex<()>>>,
    gave_up: Option<Instant>,
}

/// Why an attempt did not succeed.
enum Failure {
    /// There is no connection to make it on.
    NoConnection(Error),
    /// The database refused it, or the connection was lost on the way.
    Refused(DieselError),
}

/// What is known of an earlier try of a commit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Earlier {
    /// It did not take place.
    Undone,
    /// Its connection was lost, perhaps after the database had committed.
    Unknown,
}

impl Desk {
    fn work(mut self, inbox: &Receiver<Job>) {
        let mut waiting = VecDeque::new();
        while self.wait(inbox, &mut waiting) {
            self.write(batch(&mut waiting));
        }
    }

    /// Fills the room of those who wait; false once the queue has ended and nobody waits.
    fn wait(&mut self, inbox: &Receiver<Job>, waiting: &mut VecDeque<Job>) -> bool {
        while waiting.is_empty() {
            match inbox.recv_timeout(PROOF / 3) {
                Ok(job) => waiting.push_back(job),
                Err(RecvTimeoutError::Disconnected) => return false,
                Err(RecvTimeoutError::Timeout) => self.show_life(),
            }
        }
        // Twice a batch, so that a batch can be filled although some of those who wait are for the same game.
        while waiting.len() < 2 * BATCH
            && let Ok(job) = inbox.try_recv()
        {
            waiting.push_back(job);
        }
        true
    }

    /// Makes sure that the connection lives on which the lock is held, if somebody wants to know.
    fn show_life(&mut self) {
        if self.claim.needs_proof()
            && let Err(Failure::Refused(error)) = self.attempt(R2D2Connection::ping)
        {
            log::warn!("the writer's connection is lost: {error}");
        }
    }

    /// Writes jobs of different games and answers them.
    fn write(&mut self, jobs: Vec<Job>) {
        let turn = self.turn.clone();
        let _turn = turn.as_ref().map(|turn| turn.blocking_lock());
        let (moves, mut others): (Vec<Job>, Vec<Job>) = match self.address {
            // PostgreSQL takes moves in one statement and what else there is in another transaction.
            Address::Postgres(_) | Address::Pooled(_) => jobs
                .into_iter()
                .partition(|job| moves::is_move(&job.commit)),
            Address::Sqlite(..) => (Vec::new(), jobs),
        };
        // Always in the same order, so that two servers never wait for each other.
        others.sort_by_key(|job| job.commit.game);
        self.write_together(moves);
        self.write_together(others);
    }

    fn write_together(&mut self, jobs: Vec<Job>) {
        if jobs.is_empty() {
            return;
        }
        let commits: Vec<&GameCommit> = jobs.iter().map(|job| &job.commit).collect();
        match self.attempt(|conn| write_batch(conn, &commits)) {
            Ok(done) => {
                self.written.note(&done);
                for (job, committed) in jobs.into_iter().zip(done) {
                    job.answer(Ok(committed));
                }
            }
            Err(Failure::NoConnection(error)) => answer_all(jobs, &error),
            Err(Failure::Refused(error)) => {
                log::warn!("a batch of {} commits failed: {error}", jobs.len());
                match Cause::of(&error) {
                    Cause::Unable | Cause::Locked => answer_all(jobs, &error.into()),
                    Cause::Lost => self.write_singly(jobs, Earlier::Unknown),
                    Cause::Deadlock | Cause::Other => self.write_singly(jobs, Earlier::Undone),
                }
            }
        }
    }

    /// Writes each job of a batch that failed for itself, so that one that can't be written harms no other.
    fn write_singly(&mut self, jobs: Vec<Job>, earlier: Earlier) {
        for job in jobs {
            let answer = self.write_alone(&job.commit, earlier);
            if let Ok(committed) = answer {
                self.written.note(&[committed]);
            }
            job.answer(answer);
        }
    }

    fn write_alone(
        &mut self,
        commit: &GameCommit,
        mut earlier: Earlier,
    ) -> Result<Committed, Error> {
        for _ in 0..TRIES {
            match self.attempt(|conn| write_one(conn, commit)) {
                Ok(Committed::Stale) if earlier == Earlier::Unknown => return self.fate(commit),
                Ok(committed) => return Ok(committed),
                Err(Failure::NoConnection(error)) => return Err(error),
                Err(Failure::Refused(error)) => match (Cause::of(&error), earlier) {
                    (Cause::Lost, _) => earlier = Earlier::Unknown,
                    (_, Earlier::Unknown) => return Err(Error::Unavailable(Arc::new(error))),
                    (_, Earlier::Undone) => return Err(error.into()),
                },
            }
        }
        Err(Error::unavailable("the connection is lost again and again"))
    }

    /// What became of a commit whose first try is unknown and whose second was stale.
    fn fate(&mut self, commit: &GameCommit) -> Result<Committed, Error> {
        let found = self.attempt(|conn| {
            begin(conn, Access::Read)?;
            finish(conn, |conn| fate::find(conn, commit))
        });
        match found {
            Ok(Some(committed)) => Ok(committed),
            Ok(None) => Err(Error::unavailable(
                "the connection was lost during a commit",
            )),
            Err(Failure::NoConnection(error)) => Err(error),
            Err(Failure::Refused(error)) => Err(Error::Unavailable(Arc::new(error))),
        }
    }

    /// Does something on the connection, which is made anew if it was lost before.
    fn attempt<T>(&mut self, work: impl FnOnce(&mut Conn) -> QueryResult<T>) -> Result<T, Failure> {
        let mut conn = match self.conn.take() {
            Some(conn) => conn,
            None => self.connect().map_err(Failure::NoConnection)?,
        };
        let began = Instant::now();
        let done = work(&mut conn);
        if done.is_ok() {
            self.claim.prove(began);
        }
        if !conn.is_broken() {
            self.conn = Some(conn);
        }
        done.map_err(Failure::Refused)
    }

    /// A new connection that holds the lock.
    fn claimed(&self) -> Result<Conn, diesel::r2d2::Error> {
        let mut conn = self.address.connect()?;
        let taken = self.claim.take(&mut conn);
        let ready = taken.and_then(|()| moves::prepare(&mut conn));
        ready.map_err(diesel::r2d2::Error::QueryError)?;
        Ok(conn)
    }

    fn connect(&mut self) -> Result<Conn, Error> {
        if self.gave_up.is_some_and(|then| then.elapsed() < REST) {
            return Err(Error::unavailable("there is no connection to the database"));
        }
        let mut last = None;
        for pause in PAUSES {
            thread::sleep(pause);
            match self.claimed() {
                Ok(conn) => {
                    self.gave_up = None;
                    return Ok(conn);
                }
                Err(error) => last = Some(error),
            }
        }
        self.gave_up = Some(Instant::now());
        let error = last.map_or_else(|| "no attempt".to_owned(), |error| error.to_string());
        log::error!("the writer can't connect: {error}");
        Err(Error::unavailable(error))
    }
}

/// Takes the next batch: a game once at most, and a key once at most. The others keep their order.
fn batch(waiting: &mut VecDeque<Job>) -> Vec<Job> {
    let mut games = HashSet::new();
    let mut keys = HashSet::new();
    let mut batch = Vec::new();
    for job in mem::take(waiting) {
        let answer = job.commit.answer.as_ref();
        let free = games.insert(job.commit.game)
            && answer.is_none_or(|a| keys.insert((a.scope.clone(), a.key_hash.clone())));
        if free && batch.len() < BATCH {
            batch.push(job);
        } else {
            waiting.push_back(job);
        }
    }
    batch
}

/// Writes commits in one transaction; says of each what became of it.
fn write_batch(conn: &mut Conn, commits: &[&GameCommit]) -> QueryResult<Vec<Committed>> {
    match conn {
        Conn::Postgres(conn) if commits.iter().all(|commit| moves::is_move(commit)) => {
            moves::write(conn, commits)
        }
        Conn::Postgres(_) | Conn::Sqlite(_) => write_rows(conn, commits),
    }
}

fn write_one(conn: &mut Conn, commit: &GameCommit) -> QueryResult<Committed> {
    Ok(write_rows(conn, &[commit])?[0])
}

/// Writes commits row by row in one transaction; says of each what became of it.
fn write_rows(conn: &mut Conn, commits: &[&GameCommit]) -> QueryResult<Vec<Committed>> {
    begin(conn, Access::Write)?;
    finish(conn, |conn| apply_all(conn, commits))
}

/// Writes commits in the open transaction; says of each what became of it.
fn apply_all(conn: &mut Conn, commits: &[&GameCommit]) -> QueryResult<Vec<Committed>> {
    let mut notices = Vec::new();
    let mut done = Vec::with_capacity(commits.len());
    for commit in commits {
        let committed = apply(conn, commit)?;
        if committed == Committed::Done {
            notices.extend(&commit.notice);
        }
        done.push(committed);
    }
    notices::write(conn, &notices)?;
    Ok(done)
}

fn answer_all(jobs: Vec<Job>, error: &Error) {
    for job in jobs {
        job.answer(Err(error.clone()));
    }
}
