import type { TestAppOptions } from '@countersign/test-server'

/** A release, and the program beside this file with which it signs a person in. */
export type Library = {
  readonly name: string
  readonly version: string
  readonly program: string
  /** `/sign-in` if left out. */
  readonly signInPath?: string
  readonly signInMethod?: 'POST'
  /** `/callback` if left out. */
  readonly callbackPath?: string
  /** Plain and with a secret if left out. */
  readonly app?: TestAppOptions
  /** Verifies data tokens by a secret that it shares with the server (HS256). */
  readonly sharesSecret?: true
}

const WITHOUT_PKCE: TestAppOptions = { metadata: { require_pkce: false } }

export const NPM: readonly Library[] = [
  { name: 'oauth4webapi', version: '3.8.8', program: 'oauth4webapi.mjs' },
  { name: 'oidc-client-ts', version: '3.5.0', program: 'oidc-client-ts.mjs', app: { public: true } },
  { name: '@openid/appauth', version: '1.4.0', program: 'appauth.mjs', app: { public: true } },
  { name: 'arctic', version: '3.7.0', program: 'arctic.mjs' },
  {
    name: 'better-auth',
    version: '1.7.25',
    program: 'better-auth.mjs',
    callbackPath: '/api/auth/callback/countersign',
  },
  { name: 'express-openid-connect', version: '3.4.0', program: 'express-openid-connect.mjs' },
  {
    name: '@hono/oidc-auth',
    version: '1.8.1',
    program: 'hono-oidc-auth.mjs',
    app: { metadata: { id_token_claims: true } },
  },
  {
    name: 'passport-openidconnect',
    version: '0.1.2',
    program: 'passport-openidconnect.mjs',
    app: WITHOUT_PKCE,
  },
  { name: 'simple-oauth2', version: '5.1.0', program: 'simple-oauth2.mjs' },
]

export const PYPI: readonly Library[] = [
  { name: 'Authlib', version: '1.9.10', program: 'authlib_app.py' },
  { name: 'requests-oauthlib', version: '2.0.0', program: 'requests_oauthlib_app.py' },
  {
    name: 'mozilla-django-oidc',
    version: '5.0.2',
    program: 'mozilla_django_oidc_app.py',
    signInPath: '/oidc/authenticate/',
    callbackPath: '/oidc/callback/',
  },
  {
    name: 'django-allauth',
    version: '65.22.1',
    program: 'django_allauth_app.py',
    signInPath: '/accounts/oidc/countersign/login/',
    signInMethod: 'POST',
    callbackPath: '/accounts/oidc/countersign/login/callback/',
  },
  {
    name: 'social-auth-core',
    version: '7.0.0',
    program: 'social_auth_app.py',
    signInPath: '/login/oidc/',
    signInMethod: 'POST',
    callbackPath: '/complete/oidc/',
  },
  {
    name: 'sva-oauth-client',
    version: '1.0.1',
    program: 'sva_oauth_client_app.py',
    sharesSecret: true,
  },
]

/** Installed by `tools/debian.ts`, in the versions of Debian 12. */
export const DEBIAN: readonly Library[] = [
  {
    name: 'libapache2-mod-auth-openidc',
    version: '2.4.12.3',
    program: 'mod-auth-openidc.conf',
    signInPath: '/',
  },
  {
    name: 'ruby-omniauth-openid-connect',
    version: '0.10.0',
    program: 'omniauth-openid-connect.rb',
    signInPath: '/auth/openid_connect',
    signInMethod: 'POST',
    callbackPath: '/auth/openid_connect/callback',
    app: WITHOUT_PKCE,
  },
]

/** Other imports of the programs: servers, sessions, extras. */
export const BESIDE = {
  npm: ['@hono/node-server@2.1.9', 'express@5.3.0', 'express-session@1.19.0', 'hono@4.13.19', 'passport@0.7.0'],
  pypi: ['Django==5.2.19', 'django-allauth[socialaccount]==65.22.1', 'Flask==3.1.3', 'social-auth-app-django==8.0.0'],
}
