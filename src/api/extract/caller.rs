//! Who asks: permission is part of a handler's signature.

use super::{Extract, query};
use crate::api::layers::gate;
use crate::api::problem::Problem;
use crate::api::wiring::Wiring;
use crate::app::news::Ear;
use crate::app::token::{Opens, Token};
use crate::app::{self, App, Refusal};
use crate::model::Scope;
use actix_web::dev::Payload;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{HttpRequest, web};
use std::marker::PhantomData;
use std::net::IpAddr;
use std::ops::Deref;

/// A scope as a type.
pub trait Need: 'static {
    /// The scope.
    const SCOPE: Scope;
}

/// See what the player may see.
pub struct Read;
/// Offer and join games, and act in them.
pub struct Play;
/// Change the account and its tokens.
pub struct Manage;

impl Need for Read {
    const SCOPE: Scope = Scope::Read;
}

impl Need for Play {
    const SCOPE: Scope = Scope::Play;
}

impl Need for Manage {
    const SCOPE: Scope = Scope::Manage;
}

/// An account whose token has the scope. Without a good token the request is refused with 401, without the
/// scope with 403, and above the account's rate with 429.
pub struct Caller<N> {
    caller: app::Caller,
    need: PhantomData<N>,
}

impl<N> Deref for Caller<N> {
    type Target = app::Caller;

    fn deref(&self) -> &app::Caller {
        &self.caller
    }
}

impl<N: Need> Extract for Caller<N> {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<Caller<N>, Problem> {
        let caller = identify(request).await?.ok_or(Refusal::Unauthenticated)?;
        if !caller.scopes.allow(N::SCOPE) {
            return Err(Refusal::LacksScope(N::SCOPE).into());
        }
        Ok(Caller {
            caller,
            need: PhantomData,
        })
    }
}

/// An account whose token may read, or a stranger: whoever sends no token, or one that may not read, sees
/// what everybody sees. A token that is no good is refused all the same.
pub struct MaybeCaller(pub Option<app::Caller>);

impl Extract for MaybeCaller {
    async fn extract(request: &HttpRequest, _: &mut Payload) -> Result<MaybeCaller, Problem> {
        let caller = identify(request).await?;
        Ok(MaybeCaller(
            caller.filter(|caller| caller.scopes.allow(Scope::Read)),
        ))
    }
}

/// Somebody who listens: an account whose token may read, the one that a ticket stands for, or a stranger.
pub struct Listener {
    /// The account.
    pub caller: Option<app::Caller>,
    address: IpAddr,
}

impl Listener {
    /// Whose streams are counted together.
    pub fn ear(&self) -> Ear {
        match &self.caller {
            Some(caller) => Ear::Player(caller.player),
            None => Ear::Stranger(self.address),
        }
    }
}

impl Extract for Listener {
    async fn extract(request: &HttpRequest, payload: &mut Payload) -> Result<Listener, Problem> {
        let MaybeCaller(mut caller) = MaybeCaller::extract(request, payload).await?;
        if let Some(ticket) = ticket(request)? {
            let app = request
                .app_data::<web::Data<App>>()
                .expect("whoever serves streams has the use-cases at hand");
            let holder = app.with_ticket(&ticket, request.path()).await?;
            gate::charge_account(request, holder.player)?;
            caller = Some(holder).filter(|caller| caller.scopes.allow(Scope::Read));
        }
        Ok(Listener {
            caller,
            address: gate::address(request, Wiring::of(request).proxies),
        })
    }
}

/// The ticket in the address of the request.
fn ticket(request: &HttpRequest) -> Result<Option<String>, Problem> {
    let pairs = query::pairs(request)?;
    let ticket = pairs.into_iter().find(|(name, _)| name == "ticket");
    Ok(ticket.map(|(_, ticket)| ticket))
}

/// Who the request's token belongs to; `None` if it brings none.
async fn identify(request: &HttpRequest) -> Result<Option<app::Caller>, Problem> {
    let Some(token) = token(request)? else {
        return Ok(None);
    };
    let wiring = Wiring::of(request);
    let caller = (wiring.authenticate)(token).await?;
    gate::charge_account(request, caller.player)?;
    Ok(Some(caller))
}

/// The token that the request brings. What no token looks like is refused without asking anybody.
fn token(request: &HttpRequest) -> Result<Option<Token>, Problem> {
    let mut sent = request.headers().get_all(AUTHORIZATION);
    let Some(first) = sent.next() else {
        return Ok(None);
    };
    let token = match (first.to_str(), sent.next()) {
        (Ok(only), None) => bearer(only),
        (Ok(_), Some(_)) | (Err(_), _) => None,
    };
    Ok(Some(token.ok_or(Refusal::InvalidToken)?))
}

fn bearer(credentials: &str) -> Option<Token> {
    let (scheme, token) = credentials.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return None;
    }
    Token::read(Opens::Account, token.trim_matches(' '))
}
