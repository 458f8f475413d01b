import os
import secrets

from flask import Flask, redirect, request, session
from greeting import greet
from sva_oauth_client.client import SVAOAuthClient

app = Flask(__name__)
app.secret_key = "for tests: 32 characters or more"
client = SVAOAuthClient(
    base_url=os.environ["ISSUER"],
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    redirect_uri=os.environ["REDIRECT_URI"],
    data_token_secret=os.environ["DATA_TOKEN_SECRET"],
)


@app.get("/sign-in")
def sign_in():
    session["state"] = secrets.token_urlsafe(32)
    url, session["verifier"] = client.get_authorization_url(state=session["state"])
    return redirect(url)


@app.get("/callback")
def callback():
    if request.args["state"] != session["state"]:
        raise PermissionError("another state")
    tokens = client.exchange_code_for_tokens(request.args["code"], session["verifier"], session["state"])
    token = client.decode_data_token(tokens["data_token"])
    session["person"] = {"sub": token["sub"], **token["claims"]}
    return redirect("/")


@app.get("/")
def home():
    return greet(session.get("person"))


app.run("localhost", int(os.environ["PORT"]))
