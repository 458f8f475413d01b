/** Generated from docs/guides/apps/libraries.md by `npm run generate`. */
export const LIBRARY_SETTINGS = [
  {
    library: 'Countersign SDK, Express',
    place: 'server',
    guide: 'express',
    code: 'import { keepClaimsKey } from \'@countersign/sdk\'\nimport { countersign } from \'@countersign/sdk/express\'\n\napp.use(\n  countersign({\n    issuer: "https://id.example.com",\n    clientId: "CLIENT_ID",\n    clientSecret: process.env.CLIENT_SECRET,\n    redirectUri: "https://app.example.com/callback",\n    scopes: "openid email profile".split(\' \'),\n    claimsDecryptionKey: (await keepClaimsKey(\'claims-key.json\')).privateJwk,\n    cookieSecret: process.env.COOKIE_SECRET,\n    onSignIn: ({ subject, claims }, request) => (request.session.person = { subject, claims }),\n  }),\n)\n',
  },
  {
    library: 'Countersign SDK, Next.js',
    place: 'server',
    guide: 'next',
    code: 'import { keepClaimsKey } from \'@countersign/sdk\'\n\nexport async function readSettings() {\n  return {\n    issuer: "https://id.example.com",\n    clientId: "CLIENT_ID",\n    clientSecret: process.env[\'CLIENT_SECRET\'],\n    redirectUri: "https://app.example.com/callback",\n    scopes: "openid email profile".split(\' \'),\n    claimsDecryptionKey: (await keepClaimsKey(\'claims-key.json\')).privateJwk,\n  }\n}\n',
  },
  {
    library: 'Countersign SDK, single-page app',
    place: 'browser',
    guide: 'single-page-app',
    code: 'import { createBrowserSignIn } from \'@countersign/sdk/browser\'\n\nexport const countersign = createBrowserSignIn({\n  issuer: "https://id.example.com",\n  clientId: "CLIENT_ID",\n  redirectUri: "https://app.example.com/callback",\n  scopes: "openid email profile".split(\' \'),\n  staySignedIn: true,\n})\n',
  },
  {
    library: 'Auth.js',
    place: 'server',
    guide: 'auth-js',
    code: "export const provider = {\n  id: 'countersign',\n  name: 'Countersign',\n  type: 'oidc',\n  issuer: \"https://id.example.com\",\n  clientId: \"CLIENT_ID\",\n  clientSecret: process.env['CLIENT_SECRET'],\n  authorization: { params: { scope: \"openid email profile\" } },\n  checks: ['pkce', 'state', 'nonce'],\n  // The id_token identifies the user; userinfo has the claims.\n  idToken: false,\n}\n",
  },
  {
    library: 'Better Auth',
    place: 'server',
    guide: '',
    code: 'import { genericOAuth } from \'better-auth/plugins\'\n\nexport const countersign = genericOAuth({\n  config: [\n    {\n      providerId: \'countersign\',\n      discoveryUrl: "https://id.example.com/.well-known/openid-configuration",\n      clientId: "CLIENT_ID",\n      clientSecret: process.env[\'CLIENT_SECRET\'],\n      // Register your address with /api/auth/callback/countersign, where Better Auth waits for the answer.\n      redirectURI: "https://app.example.com/callback",\n      scopes: "openid email profile".split(\' \'),\n    },\n  ],\n})\n',
  },
  {
    library: 'openid-client',
    place: 'server',
    guide: 'openid-client',
    code: 'import * as oidc from \'openid-client\'\n\nconst config = await oidc.discovery(new URL("https://id.example.com"), "CLIENT_ID", process.env[\'CLIENT_SECRET\'])\nconst verifier = oidc.randomPKCECodeVerifier()\nexport const url = oidc.buildAuthorizationUrl(config, {\n  redirect_uri: "https://app.example.com/callback",\n  scope: "openid email profile",\n  code_challenge: await oidc.calculatePKCECodeChallenge(verifier),\n  code_challenge_method: \'S256\',\n})\n',
  },
  {
    library: 'Passport',
    place: 'server',
    guide: 'passport',
    code: 'import * as oidc from \'openid-client\'\nimport { Strategy, type VerifyFunction } from \'openid-client/passport\'\n\nconst config = await oidc.discovery(new URL("https://id.example.com"), "CLIENT_ID", process.env[\'CLIENT_SECRET\'])\nconst options = { config, callbackURL: "https://app.example.com/callback", scope: "openid email profile" }\nexport const strategyWith = (verify: VerifyFunction) => new Strategy(options, verify)\n',
  },
  {
    library: 'Spring Boot',
    place: 'server',
    guide: 'spring',
    code: 'spring:\n  security.oauth2:\n    client:\n      registration.countersign:\n        client-id: "CLIENT_ID"\n        client-secret: ${CLIENT_SECRET}\n        scope: "openid email profile"\n        redirect-uri: "https://app.example.com/callback"\n      provider.countersign:\n        issuer-uri: "https://id.example.com"\n        user-name-attribute: sub\n',
  },
  {
    library: 'Authlib (Django, Flask, FastAPI)',
    place: 'server',
    guide: 'django',
    code: 'oauth.register(\n    "countersign",\n    client_id="CLIENT_ID",\n    client_secret=os.environ["CLIENT_SECRET"],\n    server_metadata_url="https://id.example.com/.well-known/openid-configuration",\n    client_kwargs={"scope": "openid email profile", "code_challenge_method": "S256"},\n)\n# In the view that begins a sign-in:\n# return oauth.countersign.authorize_redirect(request, "https://app.example.com/callback")\n',
  },
  {
    library: 'Go, go-oidc and x/oauth2',
    place: 'server',
    guide: 'go',
    code: 'provider, err := oidc.NewProvider(ctx, "https://id.example.com")\nif err != nil {\n\tlog.Fatal(err)\n}\nconfig := oauth2.Config{\n\tClientID:     "CLIENT_ID",\n\tClientSecret: os.Getenv("CLIENT_SECRET"),\n\tEndpoint:     provider.Endpoint(),\n\tRedirectURL:  "https://app.example.com/callback",\n\tScopes:       strings.Fields("openid email profile"),\n}\nverifier := oauth2.GenerateVerifier()\nurl := config.AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(verifier))\n',
  },
  {
    library: 'Apache mod_auth_openidc',
    place: 'server',
    guide: '',
    code: 'OIDCProviderMetadataURL "https://id.example.com/.well-known/openid-configuration"\nOIDCClientID "CLIENT_ID"\n# From /etc/apache2/envvars: export CLIENT_SECRET=…\nOIDCClientSecret "${CLIENT_SECRET}"\nOIDCRedirectURI "https://app.example.com/callback"\nOIDCScope "openid email profile"\nOIDCPKCEMethod S256\nOIDCCryptoPassphrase "exec:/bin/cat /etc/apache2/crypto-passphrase"\n',
  },
  {
    library: 'oidc-client-ts',
    place: 'browser',
    guide: '',
    code: 'import { UserManager } from \'oidc-client-ts\'\n\nexport const users = new UserManager({\n  authority: "https://id.example.com",\n  client_id: "CLIENT_ID",\n  redirect_uri: "https://app.example.com/callback",\n  scope: "openid email profile",\n  // The id_token identifies the user; userinfo has the claims.\n  loadUserInfo: true,\n})\n',
  },
] as const
