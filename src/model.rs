//! What every room speaks of: ids, time, status and the choices of an offer.

pub mod bots;
pub mod choices;
pub mod house;
pub mod ids;
pub mod mail;
pub mod moment;
pub mod range;
pub mod scopes;
pub mod table_event;
pub mod webhooks;

pub use bots::Bot;
pub use choices::{Absence, Clock, Presence, Registration, StartRule, Status, Visibility};
pub use house::{House, Outward, Thinking};
pub use ids::{DeliveryId, GameId, InviteId, MailId, PlayerId, TokenId, WebhookId};
pub use mail::{MailKind, TurnMail};
pub use moment::Moment;
pub use range::Range;
pub use scopes::{Scope, Scopes};
pub use table_event::TableEvent;
pub use webhooks::{DeliveryStatus, Disabled, Happening, Happenings, Trouble};
