"""Verifies a data token and opens its sealed claims, with joserfc."""

import json
from hmac import compare_digest

from joserfc import jwe, jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet, import_key


class DataTokenError(Exception):
    """The data token is not for this app, or not of this sign-in."""


def open_data_token(data_token, **provider):
    """Returns the subject and the claims. `claims_key` is the app's private JWK, None for an app that has no key."""
    token, inner = _open(data_token, "data-token+jwt", **provider)
    return token["sub"], inner["claims"]


def _open(data_token, kind, *, issuer, client_id, jwks, claims_key=None):
    try:
        token = jwt.decode(data_token, KeySet.import_key_set(jwks), algorithms=["ES256", "EdDSA"])
        required = {name: {"essential": True} for name in ("sub", "auth_request_id", "exp")}
        own = {"iss": {"essential": True, "value": issuer}, "aud": {"essential": True, "value": client_id}}
        jwt.JWTClaimsRegistry(leeway=60, **required, **own).validate(token.claims)  # also exp, nbf and iat
        if token.header.get("typ", "").lower().removeprefix("application/") != kind:
            raise DataTokenError("This is another kind of token.")
        if claims_key is None and "claims_jwe" not in token.claims:
            return token.claims, token.claims
        return token.claims, _open_claims(token.claims, import_key(claims_key))
    except (JoseError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise DataTokenError("The data token is not valid.") from error


def _open_claims(token, claims_key):
    """What is inside was sealed by the person's device, unseen by the signer: it must be for this very token."""
    opened = jwe.decrypt_compact(token["claims_jwe"], claims_key, algorithms=["ECDH-ES+A256KW", "A256GCM"])
    inner = json.loads(opened.plaintext)
    if any(inner.get(name) != token.get(name) for name in ("sub", "aud", "auth_request_id", "version")):
        raise DataTokenError("The claims were sealed for another token.")
    claims = inner["claims"]
    if sorted(claims) != sorted(token["claim_names"]) or not all(isinstance(value, str) for value in claims.values()):
        raise DataTokenError("The sealed claims are not those that the data token names.")
    return inner


def data_state(data_token, **provider):
    """Returns the state to keep beside the refresh token, None unless the person keeps this app up to date."""
    token, inner = _open(data_token, "data-token+jwt", **provider)
    kept = {name: token[name] for name in ("sub", "auth_request_id")}
    return {**kept, "update_secret": inner["update_secret"], "version": 0} if "update_secret" in inner else None


def open_data_update(data_token, state, **provider):
    """Returns the claims as they are now, the text of one that is gone being empty, and the state to keep."""
    token, inner = _open(data_token, "data-update+jwt", **provider)
    if any(token[name] != state[name] for name in ("sub", "auth_request_id")):
        raise DataTokenError("The update is for another grant.")
    if not compare_digest(str(inner.get("update_secret")).encode(), state["update_secret"].encode()):
        raise DataTokenError("The update does not come from the device that approved.")
    if not isinstance(token.get("version"), int) or token["version"] < state["version"]:
        raise DataTokenError("The update is older than the last.")
    return inner["claims"], {**state, "version": token["version"]}
