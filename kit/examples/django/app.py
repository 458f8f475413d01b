"""A Django app that people sign in to by Authlib: `python app.py`."""

import json
import logging
import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

from authlib.integrations.base_client import OAuthError
from authlib.integrations.django_client import OAuth
from data_token import DataTokenError, open_data_token
from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.views.decorators.http import require_GET, require_POST
from joserfc.errors import JoseError

ISSUER, CLIENT_ID = os.environ["ISSUER"], os.environ["CLIENT_ID"]
REDIRECT_URI = urlsplit(os.environ["REDIRECT_URI"])
CLAIMS_KEY = json.loads(Path(os.environ["CLAIMS_KEY_FILE"]).read_text(encoding="utf-8"))
IS_SECURE = REDIRECT_URI.scheme == "https"

settings.configure(
    SECRET_KEY=os.environ["SECRET_KEY"],
    ROOT_URLCONF=__name__,
    ALLOWED_HOSTS=[REDIRECT_URI.hostname],
    MIDDLEWARE=[
        "django.middleware.security.SecurityMiddleware",
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
    ],
    # In memory. Where an app has several processes, Django's sessions in the database.
    SESSION_ENGINE="django.contrib.sessions.backends.cache",
    SESSION_COOKIE_SECURE=IS_SECURE,
    CSRF_COOKIE_SECURE=IS_SECURE,
)

oauth = OAuth()
oauth.register(
    "countersign",
    client_id=CLIENT_ID,
    client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=f"{ISSUER}/.well-known/openid-configuration",
    client_kwargs={"scope": "openid email profile", "code_challenge_method": "S256"},
)


@require_GET
def home(request):
    person = request.session.get("person")
    if person is None:
        return HttpResponse('<p><a href="/sign-in">Sign in</a></p>')
    name, email = person.get("name", "there"), person.get("email", "no address")
    # Plain text, because a name may hold markup.
    return HttpResponse(f"Hello {name} <{email}>, known here as {person['sub']}", content_type="text/plain; charset=utf-8")


@require_GET
def sign_in(request):
    return oauth.countersign.authorize_redirect(request, REDIRECT_URI.geturl())


@require_GET
def callback(request):
    try:
        token = oauth.countersign.authorize_access_token(request)
        subject, claims = open_data_token(
            token.get("data_token"),
            issuer=ISSUER,
            client_id=CLIENT_ID,
            jwks=oauth.countersign.fetch_jwk_set(force=True),
            claims_key=CLAIMS_KEY,
        )
        if token.get("userinfo", {}).get("sub") != subject:
            raise DataTokenError("The id_token is of another person.")
    except (OAuthError, JoseError, DataTokenError) as error:
        logging.getLogger("django.request").warning("The sign-in failed: %r", error)
        return HttpResponse("You are not signed in.", status=403, content_type="text/plain")
    # A new cookie, because another person may know the old one (session fixation).
    request.session.cycle_key()
    request.session["person"] = {**claims, "sub": subject}
    return redirect("/")


@require_POST
def sign_out(request):
    request.session.flush()
    return redirect("/")


urlpatterns = [
    path("", home),
    path("sign-in", sign_in),
    path(REDIRECT_URI.path.lstrip("/"), callback),
    path("sign-out", sign_out),
]

if __name__ == "__main__":
    execute_from_command_line([sys.argv[0], "runserver", "--noreload", "localhost:" + os.environ.get("PORT", "3000")])
