//! Processor time, which tells where a move's cost lies even while the machine has other things to do.

use crate::Failure;
use procfs::process::all_processes;
use serde::Serialize;
use std::ops::{Add, Sub};

/// Processor time in seconds.
#[derive(Clone, Copy, Default, Serialize)]
pub struct Work {
    /// Of the service.
    pub service: f64,
    /// Of PostgreSQL.
    pub database: f64,
    /// Of the bench itself.
    pub bench: f64,
}

impl Work {
    /// What the processes that run now have used since they began. The service is what the bench has started.
    ///
    /// # Errors
    /// A system that does not tell.
    pub fn until_now() -> Result<Work, Failure> {
        let own = i32::try_from(std::process::id()).map_err(|_| Failure::new("no such process"))?;
        let ticks = procfs::ticks_per_second() as f64;
        let mut work = Work::default();
        // Whoever ends meanwhile is left out.
        for stat in all_processes()?
            .flatten()
            .filter_map(|process| process.stat().ok())
        {
            let seconds = (stat.utime + stat.stime) as f64 / ticks;
            if stat.pid == own {
                work.bench += seconds;
            } else if stat.comm == "postgres" {
                work.database += seconds;
            } else if stat.ppid == own {
                work.service += seconds;
            }
        }
        Ok(work)
    }

    /// The share of each of so many, in microseconds.
    pub fn per(self, count: usize) -> Work {
        let share = |seconds: f64| seconds * 1e6 / count as f64;
        Work {
            service: share(self.service),
            database: share(self.database),
            bench: share(self.bench),
        }
    }
}

impl Add for Work {
    type Output = Work;

    fn add(self, other: Work) -> Work {
        Work {
            service: self.service + other.service,
            database: self.database + other.database,
            bench: self.bench + other.bench,
        }
    }
}

impl Sub for Work {
    type Output = Work;

    fn sub(self, other: Work) -> Work {
        Work {
            service: self.service - other.service,
            database: self.database - other.database,
            bench: self.bench - other.bench,
        }
    }
}
