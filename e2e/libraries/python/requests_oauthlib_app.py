import os

from flask import Flask, redirect, request, session
from greeting import greet
from requests_oauthlib import OAuth2Session

# http is for your own machine.
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
ISSUER = os.environ["ISSUER"]
app = Flask(__name__)
app.secret_key = "for tests: 32 characters or more"


def new_session(**fields):
    return OAuth2Session(
        os.environ["CLIENT_ID"],
        redirect_uri=os.environ["REDIRECT_URI"],
        scope="openid email profile".split(),
        pkce="S256",
        **fields,
    )


@app.get("/sign-in")
def sign_in():
    oauth = new_session()
    url, session["state"] = oauth.authorization_url(ISSUER + "/oauth/authorize")
    session["verifier"] = oauth._code_verifier
    return redirect(url)


@app.get("/callback")
def callback():
    oauth = new_session(state=session["state"])
    # Keeps it only within one object, which does not last until the callback.
    oauth._code_verifier = session["verifier"]
    oauth.fetch_token(
        ISSUER + "/oauth/token/",
        authorization_response=request.url,
        client_secret=os.environ["CLIENT_SECRET"],
    )
    session["person"] = oauth.get(ISSUER + "/oauth/userinfo").json()
    return redirect("/")


@app.get("/")
def home():
    return greet(session.get("person"))


app.run("localhost", int(os.environ["PORT"]))
