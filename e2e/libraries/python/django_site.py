"""A Django site with a database in its folder."""

import os
import sys
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management import call_command, execute_from_command_line

CALLBACK = urlsplit(os.environ["REDIRECT_URI"]).path.lstrip("/")


def configure(apps, middleware=(), **more):
    settings.configure(
        DEBUG=True,
        SECRET_KEY="for tests: a secret of at least fifty characters, of which some differ",
        ROOT_URLCONF="__main__",
        DATABASES={
            "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ["PORT"] + ".sqlite3"}
        },
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": [
                        "django.template.context_processors.request",
                        "django.contrib.messages.context_processors.messages",
                    ]
                },
            }
        ],
        INSTALLED_APPS=[
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "django.contrib.messages",
            *apps,
        ],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
            *middleware,
        ],
        EMAIL_BACKEND="django.core.mail.backends.dummy.EmailBackend",
        LOGIN_REDIRECT_URL="/",
        **more,
    )
    import django

    django.setup()
    call_command("migrate", verbosity=0)


def run():
    execute_from_command_line([sys.argv[0], "runserver", "--noreload", "localhost:" + os.environ["PORT"]])
