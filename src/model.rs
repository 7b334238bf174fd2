//! What every room speaks of: ids, time, status and the choices of an offer.

pub mod choices;
pub mod house;
pub mod ids;
pub mod moment;
pub mod scopes;
pub mod table_event;

pub use choices::{Absence, Clock, Presence, StartRule, Status, Visibility};
pub use house::House;
pub use ids::{GameId, InviteId, PlayerId, TokenId};
pub use moment::Moment;
pub use scopes::{Scope, Scopes};
pub use table_event::TableEvent;
