"""A FastAPI app that people sign in to by Authlib: `python app.py`."""

import json
import logging
import os
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from authlib.integrations.starlette_client import OAuth, OAuthError
from data_token import DataTokenError, open_data_token
from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from joserfc.errors import JoseError
from starlette.middleware.sessions import SessionMiddleware

ISSUER, CLIENT_ID = os.environ["ISSUER"], os.environ["CLIENT_ID"]
REDIRECT_URI = os.environ["REDIRECT_URI"]
CLAIMS_KEY = json.loads(Path(os.environ["CLAIMS_KEY_FILE"]).read_text(encoding="utf-8"))

app = FastAPI()
# The cookie holds the session, signed: its owner can read it, and change nothing.
app.add_middleware(
    SessionMiddleware,
    secret_key=os.environ["SECRET_KEY"],
    same_site="lax",
    https_only=REDIRECT_URI.startswith("https:"),
)

oauth = OAuth()
oauth.register(
    "countersign",
    client_id=CLIENT_ID,
    client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=f"{ISSUER}/.well-known/openid-configuration",
    client_kwargs={"scope": "openid email profile", "code_challenge_method": "S256"},
)

# By subject, until the next restart: your database.
people = {}


@app.get("/")
async def home(request: Request):
    subject = request.session.get("subject")
    if subject not in people:
        return HTMLResponse('<p><a href="/sign-in">Sign in</a></p>')
    name, email = people[subject].get("name", "there"), people[subject].get("email", "no address")
    # Plain text, because a name may hold markup.
    return PlainTextResponse(f"Hello {name} <{email}>, known here as {subject}")


@app.get("/sign-in")
async def sign_in(request: Request):
    # Sign-ins that were not finished would fill the cookie.
    request.session.clear()
    return await oauth.countersign.authorize_redirect(request, REDIRECT_URI)


@app.get(urlsplit(REDIRECT_URI).path)
async def callback(request: Request):
    try:
        token = await oauth.countersign.authorize_access_token(request)
        subject, claims = open_data_token(
            token.get("data_token"),
            issuer=ISSUER,
            client_id=CLIENT_ID,
            jwks=await oauth.countersign.fetch_jwk_set(force=True),
            claims_key=CLAIMS_KEY,
        )
        if token.get("userinfo", {}).get("sub") != subject:
            raise DataTokenError("The id_token is of another person.")
    except (OAuthError, JoseError, DataTokenError) as error:
        logging.getLogger("uvicorn.error").warning("The sign-in failed: %r", error)
        return PlainTextResponse("You are not signed in.", status_code=403)
    people[subject] = claims
    request.session["subject"] = subject
    return RedirectResponse("/", status_code=303)


@app.post("/sign-out")
async def sign_out(request: Request):
    request.session.clear()
    return RedirectResponse("/", status_code=303)


if __name__ == "__main__":
    uvicorn.run(app, host="localhost", port=int(os.environ.get("PORT", "3000")))
