"""Verifies a data token and opens its sealed claims, with joserfc."""

import json

from joserfc import jwe, jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet, import_key


class DataTokenError(Exception):
    """The data token is not for this app, or not of this sign-in."""


def open_data_token(data_token, *, issuer, client_id, jwks, claims_key=None):
    """Returns the subject and the claims. `claims_key` is the app's private JWK, None for an app that has no key."""
    try:
        token = jwt.decode(data_token, KeySet.import_key_set(jwks), algorithms=["ES256", "EdDSA"])
        required = {name: {"essential": True} for name in ("sub", "auth_request_id", "exp")}
        own = {"iss": {"essential": True, "value": issuer}, "aud": {"essential": True, "value": client_id}}
        jwt.JWTClaimsRegistry(leeway=60, **required, **own).validate(token.claims)  # also exp, nbf and iat
        if token.header.get("typ", "").lower().removeprefix("application/") != "data-token+jwt":
            raise DataTokenError("This is not a data token.")
        if claims_key is None and "claims_jwe" not in token.claims:
            return token.claims["sub"], token.claims["claims"]
        return token.claims["sub"], _open_claims(token.claims, import_key(claims_key))
    except (JoseError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise DataTokenError("The data token is not valid.") from error


def _open_claims(token, claims_key):
    """What is inside was sealed by the person's device, unseen by the signer: it must be for this very token."""
    opened = jwe.decrypt_compact(token["claims_jwe"], claims_key, algorithms=["ECDH-ES+A256KW", "A256GCM"])
    inner = json.loads(opened.plaintext)
    if any(inner[name] != token[name] for name in ("sub", "aud", "auth_request_id")):
        raise DataTokenError("The claims were sealed for another sign-in.")
    claims = inner["claims"]
    if sorted(claims) != sorted(token["claim_names"]) or not all(isinstance(value, str) for value in claims.values()):
        raise DataTokenError("The sealed claims are not those that the data token names.")
    return claims
