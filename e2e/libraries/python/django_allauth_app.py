import os

from django.http import HttpResponse
from django.urls import include, path
from django_site import configure, run
from greeting import greet

configure(
    apps=["allauth", "allauth.account", "allauth.socialaccount", "allauth.socialaccount.providers.openid_connect"],
    middleware=["allauth.account.middleware.AccountMiddleware"],
    AUTHENTICATION_BACKENDS=["allauth.account.auth_backends.AuthenticationBackend"],
    SOCIALACCOUNT_PROVIDERS={
        "openid_connect": {
            "OAUTH_PKCE_ENABLED": True,
            "APPS": [
                {
                    "provider_id": "countersign",
                    "name": "Countersign",
                    "client_id": os.environ["CLIENT_ID"],
                    "secret": os.environ["CLIENT_SECRET"],
                    "settings": {"server_url": os.environ["ISSUER"]},
                }
            ],
        }
    },
)


def home(request):
    account = request.user.is_authenticated and request.user.socialaccount_set.get()
    return HttpResponse(greet(account and account.extra_data["userinfo"]))


# POST /accounts/oidc/countersign/login/ begins, and its callback/ ends.
urlpatterns = [path("accounts/", include("allauth.urls")), path("", home)]
run()
