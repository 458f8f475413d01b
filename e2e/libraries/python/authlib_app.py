import os

from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect, session
from greeting import greet

app = Flask(__name__)
app.secret_key = "for tests: 32 characters or more"
oauth = OAuth(app)
# The settings of docs/guides/apps/libraries.md, with values.
with open("authlib.settings.py") as settings:
    exec(settings.read())


@app.get("/sign-in")
def sign_in():
    return oauth.countersign.authorize_redirect(os.environ["REDIRECT_URI"])


@app.get("/callback")
def callback():
    token = oauth.countersign.authorize_access_token()
    # The id_token identifies the user; userinfo has the claims.
    session["person"] = oauth.countersign.userinfo(token=token)
    return redirect("/")


@app.get("/")
def home():
    return greet(session.get("person"))


app.run("localhost", int(os.environ["PORT"]))
