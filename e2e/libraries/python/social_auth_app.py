import os

from django.http import HttpResponse
from django.urls import include, path
from django_site import configure, run
from greeting import greet

configure(
    apps=["social_django"],
    AUTHENTICATION_BACKENDS=["social_core.backends.open_id_connect.OpenIdConnectAuth"],
    SOCIAL_AUTH_OIDC_OIDC_ENDPOINT=os.environ["ISSUER"],
    SOCIAL_AUTH_OIDC_KEY=os.environ["CLIENT_ID"],
    SOCIAL_AUTH_OIDC_SECRET=os.environ["CLIENT_SECRET"],
    SOCIAL_AUTH_OIDC_USE_PKCE=True,
    SOCIAL_AUTH_OIDC_EXTRA_DATA=["name"],
)


def home(request):
    association = request.user.is_authenticated and request.user.social_auth.get()
    person = association and {
        "sub": association.uid,
        "name": association.extra_data["name"],
        "email": request.user.email,
    }
    return HttpResponse(greet(person))


# POST /login/oidc/ begins, /complete/oidc/ ends.
urlpatterns = [path("", include("social_django.urls", namespace="social")), path("", home)]
run()
