//! How ids, instants and words stand in the columns of both databases.

use super::actions::ActionKind;
use super::answers::AnswerKind;
use super::conn::MultiBackend;
use crate::model::{
    Absence, DeliveryId, DeliveryStatus, Disabled, GameId, Happening, Happenings, InviteId, MailId,
    MailKind, Moment, PlayerId, Scopes, StartRule, Status, TokenId, Trouble, TurnMail, Visibility,
    WebhookId,
};
use diesel::pg::Pg;
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::{BigInt, SmallInt, Text};
use diesel::sqlite::Sqlite;

/// A type that is stored as another one: `$to` makes the stored value, `$from` reads it or says why not.
macro_rules! column {
    ($type:ty, $sql:ty, $raw:ty, $to:expr, $from:expr) => {
        column!($type, $sql, $raw, $to, $from, std::convert::identity);
    };
    // `$widen` makes what SQLite is given, which knows no small numbers.
    ($type:ty, $sql:ty, $raw:ty, $to:expr, $from:expr, $widen:expr) => {
        const _: () = {
            #[derive(diesel::expression::AsExpression, diesel::deserialize::FromSqlRow)]
            #[diesel(foreign_derive, sql_type = $sql)]
            #[allow(dead_code)] // It only carries the derives.
            struct Derives($type);
        };

        impl<DB: diesel::backend::Backend> diesel::deserialize::FromSql<$sql, DB> for $type
        where
            $raw: diesel::deserialize::FromSql<$sql, DB>,
        {
            fn from_sql(bytes: DB::RawValue<'_>) -> diesel::deserialize::Result<$type> {
                let raw = <$raw as diesel::deserialize::FromSql<$sql, DB>>::from_sql(bytes)?;
                $from(raw)
            }
        }

        impl ToSql<$sql, Pg> for $type {
            fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
                ToSql::<$sql, Pg>::to_sql(&$to(self), &mut out.reborrow())
            }
        }

        impl ToSql<$sql, Sqlite> for $type {
            fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
                out.set_value($widen($to(self)));
                Ok(IsNull::No)
            }
        }

        impl ToSql<$sql, MultiBackend> for $type {
            fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, MultiBackend>) -> serialize::Result {
                out.set_value((<$sql>::default(), self));
                Ok(IsNull::No)
            }
        }
    };
}

/// Types that are stored as they are written.
macro_rules! written {
    ($($type:ty),+) => {
        $(column!($type, Text, String, ToString::to_string, |text: String| Ok(text.parse()?));)+
    };
}

/// Enums that are stored as one word.
macro_rules! word {
    ($($type:ty),+) => {
        $(column!($type, Text, String, |value: &$type| value.word(), |text: String| Ok(text.parse()?));)+
    };
}

written!(
    GameId, PlayerId, TokenId, InviteId, WebhookId, DeliveryId, MailId
);
word!(
    Status,
    Visibility,
    StartRule,
    Absence,
    ActionKind,
    AnswerKind,
    Happening,
    DeliveryStatus,
    Disabled,
    Trouble,
    MailKind,
    TurnMail
);
column!(
    Moment,
    BigInt,
    i64,
    |moment: &Moment| moment.0,
    |millis| Ok(Moment(millis))
);
column!(
    Scopes,
    SmallInt,
    i16,
    |scopes: &Scopes| scopes.bits(),
    |bits| Ok(Scopes::from_bits(bits)),
    i32::from
);
column!(
    Happenings,
    SmallInt,
    i16,
    |happenings: &Happenings| happenings.bits(),
    |bits| Ok(Happenings::from_bits(bits)),
    i32::from
);
