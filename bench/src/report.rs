//! What was found, as a table for people and a file for programs.

use crate::moves::Level;
use crate::work::Work;
use serde::Serialize;
use std::collections::BTreeMap;

/// Everything that was measured in one run.
#[derive(Default, Serialize)]
pub struct Report {
    /// The form of the run: `short` or `full`.
    pub form: &'static str,
    /// How many processors there were.
    pub processors: usize,
    /// Moves, by database.
    pub moves: BTreeMap<&'static str, Moves>,
    /// Single figures and ratios, with their goals.
    pub figures: Vec<Figure>,
}

/// Moves on one database.
#[derive(Serialize)]
pub struct Moves {
    /// What the database did by itself, before and after, per second.
    pub floor: [f64; 2],
    /// By the number of connections.
    pub levels: Vec<Level>,
    /// At half of the best rate.
    pub half: Level,
    /// Games that were played.
    pub games: usize,
    /// Revisions that were read back and replayed afterwards.
    pub revisions: usize,
}

/// A figure with what it should be.
#[derive(Serialize)]
pub struct Figure {
    /// What it is.
    pub name: String,
    /// How much.
    pub value: f64,
    /// In what.
    pub unit: &'static str,
    /// What it should be.
    pub goal: Option<Goal>,
}

/// What a figure should be.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// No less.
    AtLeast(f64),
    /// No more.
    AtMost(f64),
}

impl Goal {
    fn is_met_by(self, value: f64) -> bool {
        match self {
            Goal::AtLeast(least) => value >= least,
            Goal::AtMost(most) => value <= most,
        }
    }
}

impl Moves {
    /// The floor: the mean of before and after.
    pub fn floor(&self) -> f64 {
        (self.floor[0] + self.floor[1]) / 2.0
    }

    /// The rate with so many connections, against the floor.
    pub fn ratio(&self, connections: usize) -> f64 {
        let level = self
            .levels
            .iter()
            .find(|level| level.connections == connections);
        level.map_or(0.0, |level| level.rate / self.floor())
    }
}

impl Report {
    /// Adds a figure.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        value: f64,
        unit: &'static str,
        goal: Option<Goal>,
    ) {
        self.figures.push(Figure {
            name: name.into(),
            value,
            unit,
            goal,
        });
    }

    /// Are all goals met?
    pub fn is_good(&self) -> bool {
        self.figures
            .iter()
            .all(|figure| figure.goal.is_none_or(|goal| goal.is_met_by(figure.value)))
    }

    /// The table.
    pub fn table(&self) -> String {
        let mut lines = vec![format!(
            "{} run on {} processors",
            self.form, self.processors
        )];
        for (database, moves) in &self.moves {
            let [before, after] = moves.floor;
            lines.push(String::new());
            lines.push(format!(
                "moves over HTTP on {database}; floor {before:.0} / {after:.0} per second"
            ));
            lines.push(format!(
                "{:>12} {:>10} {:>8} {:>9} {:>9} {:>26}",
                "connections", "moves/s", "ratio", "p50 ms", "p99 ms", "µs service/database/bench"
            ));
            for level in moves.levels.iter().chain([&moves.half]) {
                lines.push(format!(
                    "{:>12} {:>10.0} {:>8.2} {:>9.2} {:>9.2} {:>26}",
                    level.connections,
                    level.rate,
                    level.rate / moves.floor(),
                    level.p50,
                    level.p99,
                    shares(level.work)
                ));
            }
            lines.push(format!(
                "the last line at half of the best rate; microseconds of processor time per move; {} games with {} revisions kept and replayed",
                moves.games, moves.revisions
            ));
        }
        lines.push(String::new());
        lines.extend(self.figures.iter().map(line));
        lines.join("\n")
    }
}

/// Processor time of a move.
fn shares(work: Work) -> String {
    format!(
        "{:.0} / {:.0} / {:.0}",
        work.service, work.database, work.bench
    )
}

fn line(figure: &Figure) -> String {
    let goal = match figure.goal {
        None => String::new(),
        Some(Goal::AtLeast(least)) => format!("at least {least}"),
        Some(Goal::AtMost(most)) => format!("at most {most}"),
    };
    let verdict = match figure.goal {
        None => "",
        Some(goal) if goal.is_met_by(figure.value) => "met",
        Some(_) => "MISSED",
    };
    let Figure {
        name, value, unit, ..
    } = figure;
    format!("{name:<58} {value:>12.3} {unit:<8} {goal:<14} {verdict}")
}
