//! Signatures as Standard Webhooks 1.0 describes them: HMAC-SHA256 over `id.timestamp.body`.

use crate::app::refusal::Result;
use crate::app::running::internal;
use crate::app::secret;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Bytes of a secret.
const LENGTH: usize = 32;
/// What every secret begins with.
const PREFIX: &str = "whsec_";

/// A new secret, as its owner gets it: `whsec_` and 32 random bytes in base64.
///
/// # Errors
/// No random bytes are to be had.
pub fn new_secret() -> Result<String> {
    let bytes = secret::<LENGTH>()?;
    Ok(format!("{PREFIX}{}", STANDARD.encode(bytes)))
}

/// The header `webhook-signature`: a signature by each of these secrets, apart by a space.
///
/// # Errors
/// A stored secret that is none, which is a fault of ours.
pub fn signatures(secrets: &[String], id: &str, timestamp: i64, body: &str) -> Result<String> {
    let signed = format!("{id}.{timestamp}.{body}");
    let signatures = secrets.iter().map(|secret| sign(secret, &signed));
    Ok(signatures.collect::<Result<Vec<_>>>()?.join(" "))
}

fn sign(secret: &str, signed: &str) -> Result<String> {
    let bytes = secret.strip_prefix(PREFIX).unwrap_or_default();
    let key = STANDARD.decode(bytes).map_err(internal)?;
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).map_err(internal)?;
    mac.update(signed.as_bytes());
    Ok(format!(
        "v1,{}",
        STANDARD.encode(mac.finalize().into_bytes())
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the Standard Webhooks specification's own libraries.
    const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    #[test]
    fn a_message_is_signed_as_the_reference_libraries_sign_it() {
        let secrets = [SECRET.to_owned()];
        let id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
        let body = "{\"test\": 2432232314}";
        let signed = signatures(&secrets, id, 1_614_265_330, body).unwrap();
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn after_a_rotation_both_secrets_sign() {
        let secrets = [new_secret().unwrap(), SECRET.to_owned()];
        let both = signatures(&secrets, "id", 1, "{}").unwrap();
        let alone = secrets.map(|secret| signatures(&[secret], "id", 1, "{}").unwrap());
        assert_eq!(both, alone.join(" "));
        assert_ne!(alone[0], alone[1]);
    }
}
