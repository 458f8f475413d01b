"""A Django app that people sign in to by Authlib: `python app.py`."""

import os
import sys
from urllib.parse import urlsplit

from authlib.integrations.base_client import OAuthError
from authlib.integrations.django_client import OAuth
from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.views.decorators.http import require_GET, require_POST

REDIRECT_URI = urlsplit(os.environ["REDIRECT_URI"])
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
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=os.environ["ISSUER"] + "/.well-known/openid-configuration",
    client_kwargs={"scope": "openid email profile", "code_challenge_method": "S256"},
)


@require_GET
def home(request):
    person = request.session.get("person")
    if person is None:
        return HttpResponse('<p><a href="/sign-in">Sign in</a></p>')
    name, email = person.get("name", "there"), person.get("email", "no address")
    # Text, since a name may be anything.
    return HttpResponse(f"Hello {name} <{email}>, known here as {person['sub']}", content_type="text/plain; charset=utf-8")


@require_GET
def sign_in(request):
    return oauth.countersign.authorize_redirect(request, REDIRECT_URI.geturl())


@require_GET
def callback(request):
    try:
        # The id_token says who it is; what they share is at userinfo.
        token = oauth.countersign.authorize_access_token(request)
        person = oauth.countersign.userinfo(token=token)
    except OAuthError as error:
        return HttpResponse(f"Nobody was signed in: {error.error}", status=403, content_type="text/plain")
    if person["sub"] != token["userinfo"]["sub"]:
        return HttpResponse("Nobody was signed in.", status=403)
    # Under a new name, so that nobody who knew the old one is signed in along with the person.
    request.session.cycle_key()
    request.session["person"] = dict(person)
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
