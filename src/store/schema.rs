//! The tables as the migrations leave them.

diesel::table! {
    actions (game_id, revision) {
        game_id -> Text,
        revision -> BigInt,
        kind -> Text,
        seat -> Nullable<SmallInt>,
        body -> Text,
        outcomes -> Text,
        events -> Text,
        hash -> Text,
        undo_seat -> Nullable<SmallInt>,
        at -> BigInt,
    }
}

diesel::table! {
    answers (scope, key_hash) {
        scope -> Text,
        key_hash -> Text,
        fingerprint -> Text,
        kind -> Text,
        game_id -> Nullable<Text>,
        first_revision -> Nullable<BigInt>,
        revision -> Nullable<BigInt>,
        seat -> Nullable<SmallInt>,
        sealed -> Nullable<Text>,
        at -> BigInt,
    }
}

diesel::table! {
    deliveries (id) {
        id -> Text,
        webhook_id -> Text,
        event -> Text,
        notice -> Nullable<BigInt>,
        game_id -> Nullable<Text>,
        seat -> Nullable<SmallInt>,
        since -> Nullable<BigInt>,
        body -> Text,
        status -> Text,
        attempts -> SmallInt,
        last_status -> Nullable<SmallInt>,
        last_error -> Nullable<Text>,
        due_at -> Nullable<BigInt>,
        lease_until -> Nullable<BigInt>,
        created_at -> BigInt,
    }
}

diesel::table! {
    games (id) {
        id -> Text,
        version -> BigInt,
        game -> Text,
        ruleset -> Text,
        title -> Nullable<Text>,
        visibility -> Text,
        start_rule -> Text,
        options -> Text,
        clock -> Text,
        absence -> Text,
        takeover_after -> SmallInt,
        server_seed -> Text,
        commitment -> Text,
        created_at -> BigInt,
        status -> Text,
        owner_id -> Nullable<Text>,
        seat_count -> SmallInt,
        free_seats -> SmallInt,
        revision -> BigInt,
        phase_since -> BigInt,
        draws -> BigInt,
        outcome -> Nullable<Text>,
        suspended_reason -> Nullable<Text>,
        undo_seat -> Nullable<SmallInt>,
        attendance -> Nullable<Text>,
        rematch_id -> Nullable<Text>,
        events -> BigInt,
        started_at -> Nullable<BigInt>,
        updated_at -> BigInt,
        step -> BigInt,
    }
}

diesel::table! {
    holidays (player_id, from_at) {
        player_id -> Text,
        from_at -> BigInt,
        until_at -> BigInt,
    }
}

diesel::table! {
    invites (game_id, id) {
        game_id -> Text,
        id -> Text,
        hash -> Text,
        created_at -> BigInt,
        revoked_at -> Nullable<BigInt>,
        used_at -> Nullable<BigInt>,
        used_by -> Nullable<Text>,
    }
}

diesel::table! {
    mail_links (hash) {
        hash -> Text,
        kind -> Text,
        player_id -> Text,
        address_key -> Text,
        until_at -> BigInt,
    }
}

diesel::table! {
    mailboxes (player_id) {
        player_id -> Text,
        address -> Nullable<Text>,
        address_key -> Nullable<Text>,
        pending -> Nullable<Text>,
        turns -> Text,
        told_from -> BigInt,
        unsubscribe -> Text,
    }
}

diesel::table! {
    mails (id) {
        id -> Text,
        kind -> Text,
        player_id -> Nullable<Text>,
        address_key -> Nullable<Text>,
        game_id -> Nullable<Text>,
        seat -> Nullable<SmallInt>,
        since -> Nullable<BigInt>,
        status -> Text,
        attempts -> SmallInt,
        due_at -> Nullable<BigInt>,
        lease_until -> Nullable<BigInt>,
        created_at -> BigInt,
    }
}

diesel::table! {
    messages (game_id, number) {
        game_id -> Text,
        number -> BigInt,
        seat -> SmallInt,
        player_id -> Nullable<Text>,
        text -> Nullable<Text>,
        at -> BigInt,
    }
}

diesel::table! {
    mutes (game_id, player_id, muted_id) {
        game_id -> Text,
        player_id -> Text,
        muted_id -> Text,
        seat -> SmallInt,
    }
}

diesel::table! {
    feed (id) {
        id -> SmallInt,
        number -> BigInt,
    }
}

diesel::table! {
    notices (game_id, first) {
        game_id -> Text,
        first -> BigInt,
        last -> BigInt,
        from_revision -> BigInt,
        to_revision -> BigInt,
        body -> Text,
        at -> BigInt,
        number -> Nullable<BigInt>,
    }
}

diesel::table! {
    tickets (hash) {
        hash -> Text,
        token_id -> Text,
        made_at -> BigInt,
        opens -> Nullable<Text>,
    }
}

diesel::table! {
    notes (game_id, player_id) {
        game_id -> Text,
        player_id -> Text,
        text -> Text,
        at -> BigInt,
    }
}

diesel::table! {
    planned (id) {
        id -> SmallInt,
        number -> BigInt,
    }
}

diesel::table! {
    players (id) {
        id -> Text,
        name -> Text,
        name_key -> Text,
        created_at -> BigInt,
        deleted_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    seats (game_id, seat) {
        game_id -> Text,
        seat -> SmallInt,
        player_id -> Nullable<Text>,
        colour -> Nullable<Text>,
        entropy -> Nullable<Text>,
        taken_at -> Nullable<BigInt>,
        reserved_for -> Nullable<Text>,
    }
}

diesel::table! {
    snapshots (game_id, revision) {
        game_id -> Text,
        revision -> BigInt,
        position -> Text,
    }
}

diesel::table! {
    standings (game_id, seat) {
        game_id -> Text,
        seat -> SmallInt,
        body -> Text,
    }
}

diesel::table! {
    tokens (id) {
        id -> Text,
        player_id -> Text,
        label -> Text,
        hash -> Text,
        scopes -> SmallInt,
        created_at -> BigInt,
        expires_at -> Nullable<BigInt>,
        last_used_at -> Nullable<BigInt>,
        revoked_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    waits (game_id, seat) {
        game_id -> Text,
        seat -> SmallInt,
        player_id -> Nullable<Text>,
        since -> BigInt,
        deadline -> Nullable<BigInt>,
        asks -> Text,
    }
}

diesel::table! {
    webhooks (id) {
        id -> Text,
        player_id -> Text,
        url -> Text,
        host -> Text,
        events -> SmallInt,
        secret -> Text,
        former_secret -> Nullable<Text>,
        former_until -> Nullable<BigInt>,
        disabled -> Nullable<Text>,
        failing_since -> Nullable<BigInt>,
        told_from -> BigInt,
        created_at -> BigInt,
    }
}

diesel::joinable!(deliveries -> webhooks (webhook_id));
diesel::joinable!(holidays -> players (player_id));
diesel::joinable!(games -> players (owner_id));
diesel::joinable!(invites -> games (game_id));
diesel::joinable!(invites -> players (used_by));
diesel::joinable!(mail_links -> players (player_id));
diesel::joinable!(mailboxes -> players (player_id));
diesel::joinable!(seats -> games (game_id));
diesel::joinable!(seats -> players (player_id));
diesel::joinable!(tickets -> tokens (token_id));
diesel::joinable!(tokens -> players (player_id));
diesel::joinable!(webhooks -> players (player_id));

diesel::allow_tables_to_appear_in_same_query!(
    actions, answers, deliveries, feed, games, holidays, invites, mail_links, mailboxes, mails,
    messages, mutes, notes, notices, planned, players, seats, snapshots, standings, tickets,
    tokens, waits, webhooks,
);
