import os

from django.http import HttpResponse
from django.urls import include, path
from django_site import configure, run
from greeting import greet

ISSUER = os.environ["ISSUER"]
configure(
    apps=["mozilla_django_oidc"],
    AUTHENTICATION_BACKENDS=["__main__.BySubject"],
    OIDC_RP_CLIENT_ID=os.environ["CLIENT_ID"],
    OIDC_RP_CLIENT_SECRET=os.environ["CLIENT_SECRET"],
    OIDC_OP_AUTHORIZATION_ENDPOINT=ISSUER + "/oauth/authorize",
    OIDC_OP_TOKEN_ENDPOINT=ISSUER + "/oauth/token/",
    OIDC_OP_USER_ENDPOINT=ISSUER + "/oauth/userinfo",
    OIDC_OP_JWKS_ENDPOINT=ISSUER + "/.well-known/jwks.json",
    OIDC_RP_SCOPES="openid email profile",
    OIDC_RP_SIGN_ALGO="RS256",
    OIDC_USE_PKCE=True,
)

from mozilla_django_oidc.auth import OIDCAuthenticationBackend  # noqa: E402


class BySubject(OIDCAuthenticationBackend):
    """Finds users by `sub`: the library's own way is the email, which people write themselves."""

    def filter_users_by_claims(self, claims):
        return self.UserModel.objects.filter(username=claims["sub"])

    def create_user(self, claims):
        return self.update_user(self.UserModel(username=claims["sub"]), claims)

    def update_user(self, user, claims):
        user.first_name, user.email = claims["name"], claims["email"]
        user.save()
        return user


def home(request):
    user = request.user
    person = user.is_authenticated and {"sub": user.username, "name": user.first_name, "email": user.email}
    return HttpResponse(greet(person))


# /oidc/authenticate/ begins, /oidc/callback/ ends.
urlpatterns = [path("oidc/", include("mozilla_django_oidc.urls")), path("", home)]
run()
