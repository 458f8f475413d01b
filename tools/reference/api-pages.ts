export type ApiPage = { readonly file: string; readonly title: string; readonly about: string; readonly paths: RegExp }

const ERRORS = 'Each `error` of a refusal: [errors](../../guides/apps/errors.md).'
const ADMIN =
  'Takes the administration token (`ADMIN_TOKEN`). People who administer by their own session have the same operations below `/api/console/`, in place of `/api/admin/`, as far as their role goes. Commands do the same: [`countersign`](../cli.md).'
const DEVICE =
  'The consent client calls this; apps never do. `packages/device` makes its messages: OPAQUE (RFC 9807), WebAuthn, and what it encrypts. A session that a browser begins is bound to its key, and each call then needs a `DPoP` header too (RFC 9449); the examples have a session that is not bound.'

/** In the order of the index; an operation is on the first page that takes its path. */
export const API_PAGES: readonly ApiPage[] = [
  {
    file: 'authorization',
    title: 'Authorization API',
    about: ERRORS,
    paths: /^\/oauth\/(authorize|par|form-post|return)/,
  },
  { file: 'token', title: 'Token API', about: ERRORS, paths: /^\/oauth\/(token\/|revoke|introspect)/ },
  { file: 'userinfo', title: 'Userinfo API', about: ERRORS, paths: /^\/oauth\/userinfo/ },
  { file: 'device-authorization', title: 'Device authorization API', about: ERRORS, paths: /^\/oauth\/device_auth/ },
  {
    file: 'logout',
    title: 'Logout API',
    about: 'The way there and back: [signing out](../../guides/apps/logout.md).',
    paths: /^\/oauth\/logout/,
  },
  {
    file: 'registration',
    title: 'Client registration API',
    about: `For apps that register themselves, where the operator has switched it on (\`DYNAMIC_REGISTRATION\`). ${ERRORS}`,
    paths: /^\/oauth\/register/,
  },
  {
    file: 'metadata',
    title: 'Metadata and keys API',
    about: 'Without authentication.',
    paths: /^\/(\.well-known|openapi|oauth\/clients)\//,
  },
  {
    file: 'admin-clients',
    title: 'Admin API: clients',
    about: ADMIN,
    paths: /^\/api\/admin\/(clients|initial-access-tokens)\//,
  },
  {
    file: 'admin-resource-servers',
    title: 'Admin API: APIs',
    about: ADMIN,
    paths: /^\/api\/admin\/resource-servers\//,
  },
  {
    file: 'admin-scopes',
    title: 'Admin API: scopes and claims',
    about: ADMIN,
    paths: /^\/api\/admin\/(scopes|claims)\//,
  },
  { file: 'admin-keys', title: 'Admin API: signing keys', about: ADMIN, paths: /^\/api\/admin\/keys\// },
  { file: 'admin-service', title: 'Admin API: audit, figures, health', about: ADMIN, paths: /^\/api\/admin\// },
  {
    file: 'admin-accounts',
    title: 'Admin API: accounts',
    about: 'Takes the administration token (`ADMIN_TOKEN`), at core.',
    paths: /^\/api\/core\/admin\//,
  },
  { file: 'sessions', title: 'Sign-in and session API', about: DEVICE, paths: /^\/api\/(sessions?|logout-request)\// },
  { file: 'methods', title: 'Sign-in methods API', about: DEVICE, paths: /^\/api\/account\/methods\// },
  {
    file: 'consent',
    title: 'Consent API',
    about: DEVICE,
    paths: /^\/api\/(requests|internal|account\/grants)\//,
  },
  { file: 'accounts', title: 'Account API', about: DEVICE, paths: /^\/api\/account\// },
  { file: 'vault', title: 'Vault API', about: DEVICE, paths: /^\/api\/vault\// },
  { file: 'claims', title: 'Claims and credentials API', about: DEVICE, paths: /^\/api\/(claim|status-list)/ },
  {
    file: 'internal',
    title: 'Internal API',
    about:
      'Core calls the provider here with the service token (`INTERNAL_SERVICE_TOKEN`), and so can a core of your own: `auth-request-details` and `consent-complete` are always there. In one process our core calls without HTTP, and the other paths answer 404.',
    paths: /^\/api\/auth\/internal\//,
  },
]
