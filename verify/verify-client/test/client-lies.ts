import type { Lie, Told } from '@countersign/testing'

type Change = (told: Told) => Partial<Told>
type Sent = Readonly<Record<string, string | RegExp>>

/** The request of an app that exists. */
export const KNOWN = '019ac4f0-5d5e-7c3a-9a51-6d1f8f2f7b10'

/** Changes the answer at an address, with its query if `at` has one, to requests with these headers. */
export function changed(at: string, change: Change, sent: Sent = {}): Lie {
  return async (received, truth) => {
    const told = await truth()
    const isMeant = Object.entries(sent).every(([name, value]) => matches(received.headers[name], value))
    return isMeant && nameOf(received.path) === at ? { ...told, ...change(told) } : told
  }
}

/** Answers with another status at an address to requests with these headers. */
export function lieTo(at: string, sent: Sent = {}): Lie {
  return changed(at, () => ({ status: 203 }), sent)
}

function matches(header: string | string[] | undefined, value: string | RegExp): boolean {
  return typeof value === 'string' ? header === value : header !== undefined && value.test(String(header))
}

/** Without what differs in each build and run. */
export function nameOf(path: string): string {
  return path
    .replace(/-[\w-]{8}\.(js|css)$/, '.$1')
    .replace(KNOWN, '<known>')
    .replace(/[\da-f-]{36}/, '<uuid>')
    .replace(/^\/brand\/logo.*/, '/brand/logo')
}

const CSP = 'content-security-policy'
const page = ({ body }: Told) => ({ body: body.replace('Vault', 'vault') })
const script = ({ body }: Told) => ({ body: `${body} ` })
const body = (from: string | RegExp, to: string) => (told: Told) => ({ body: told.body.replace(from, to) })
const header = (name: string, value: string) => (told: Told) => ({ headers: { ...told.headers, [name]: value } })
const policy = (from: string, to: string) => (told: Told) =>
  header(CSP, (told.headers[CSP] ?? '').replace(from, to))(told)
const withoutPolicy = ({ headers: { [CSP]: _policy, ...headers } }: Told) => ({ headers })
const confirm = (told: Told) => ({ status: 304, body: '', ...header(CSP, 'script-src *')(told) })
const consolePage = body('Console', 'console')
const evil = body(/^.*$/s, '<script src="/x.js"></script>')
const html = () => ({ status: 404, headers: { 'content-type': 'text/html' }, body: '<script src="/x.js"></script>' })
const unreadable = body(/"on-accent":\[[^\]]+\]/, '"on-accent":["#5b2a86","#5b2a86"]')

const OTHER = 'has other content'
const WORKER = '/assets/vault-worker.js'
const OPAQUE = '/assets/opaque-client.js'
export const CONFIG = '/page-config.json'
const EVIL = 'https://evil.example'
const APP = '?auth_request_id=<uuid>'
const LISTED = 'gzip, deflate, br, zstd'
const COOKIE = 'back=1; Path=/console/audit'
const WORKER_IN_FIREFOX = { 'user-agent': /Firefox/, 'sec-fetch-dest': 'worker' }
const CHECK = { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
const INLINE = "script-src 'self' 'unsafe-inline'"
const TYPES = "require-trusted-types-for 'script'"

/** Each makes a difference of its own, so that one server can tell all of them. */
export const LIES: readonly (readonly [title: string, at: string, change: Change, difference: string, sent?: Sent])[] =
  [
    ['changes one byte of the page', '/consent', page, OTHER],
    ['adds a script to the page', '/apps', body('</head>', '<script src="/x.js"></script></head>'), OTHER],
    ['changes one byte of the console', '/console/app', body('Console', 'console'), OTHER],
    ['changes one byte of a script that is loaded later', '/assets/home-page.js', script, OTHER],
    ['changes a script compressed with Brotli', '/assets/index.js', script, OTHER, { 'accept-encoding': 'br' }],
    ['serves another page after a redirect from an app', `/activity${APP}`, page, OTHER],
    ['serves another page where its address ends with a slash', '/methods/', page, OTHER],
    ['serves another page from an app to a final slash', `/sessions/${APP}`, page, OTHER],
    ['serves another page to navigating browsers', '/account', page, OTHER, { 'sec-fetch-mode': 'navigate' }],
    ['serves another page from elsewhere', `/credentials${APP}`, page, OTHER, { 'sec-fetch-site': 'cross-site' }],
    ['serves another page to Chrome', '/recovery', page, OTHER, { 'sec-ch-ua-mobile': '?0' }],
    ['serves another page to upgraders', '/sign-up', page, OTHER, { 'upgrade-insecure-requests': '1' }],
    ['serves another page for listed encodings', '/device', page, OTHER, { 'accept-encoding': LISTED }],
    ['serves another page at an unknown address', '/<uuid>', body(/^/, '<h1>Sign in</h1>'), OTHER],
    ['serves another script as the worker', WORKER, script, OTHER, { 'sec-fetch-dest': 'worker' }],
    ['serves another script to the worker', OPAQUE, script, OTHER, { 'sec-fetch-dest': 'worker' }],
    ['serves another script for any type', '/assets/methods-page.js', script, OTHER, { accept: '*/*' }],
    ['serves its own service worker', '/', () => ({ body: 'onfetch = 1' }), OTHER, { 'service-worker': 'script' }],
    ['lets inline scripts in', '/consent', policy("script-src 'self'", INLINE), `has a policy with ${INLINE}`],
    ['lets the page talk to others', '/apps', policy('connect-src', `connect-src ${EVIL}`), `with connect-src ${EVIL}`],
    [
      'lets the worker talk to others',
      WORKER,
      policy('connect-src', `connect-src ${EVIL}`),
      `with connect-src ${EVIL}`,
    ],
    ['leaves Trusted Types out', '/account', policy(`; ${TYPES}`, ''), `has a policy without ${TYPES}`],
    [
      'adds to the policy',
      '/recovery',
      policy('default', 'script-src-elem *; default'),
      '(the release: no script-src-elem)',
    ],
    [
      'repeats a directive, of which the first counts',
      '/device',
      policy('default', 'script-src *; default'),
      `${CSP}: script-src *;`,
    ],
    ['leaves the policy out', '/logout', withoutPolicy, `lacks the header ${CSP}`],
    ['may be framed', '/consent', header('x-frame-options', 'ALLOWALL'), 'has the header x-frame-options: ALLOWALL'],
    ['has the page load more', '/consent', header('link', '</x.css>; rel=stylesheet'), 'has the header link'],
    ['leads elsewhere by a header', '/apps', header('refresh', `0; url=${EVIL}`), 'has the header refresh'],
    ['clears data', `/consent${APP}`, header('clear-site-data', '"storage"'), 'has the header clear-site-data'],
    ['clears data by the configuration', CONFIG, header('clear-site-data', '"*"'), 'has the header clear-site-data'],
    ['changes the type of the configuration', CONFIG, header('content-type', 'text/html'), 'content-type: text/html'],
    ['configures another core in Brotli', CONFIG, body('core.ex', 'evil.ex'), OTHER, { 'accept-encoding': 'br' }],
    ['has unreadable colours', CONFIG, unreadable, 'has colours that no accent leads to'],
    ['serves another page to Firefox', '/console', consolePage, OTHER, { 'user-agent': /Firefox/ }],
    ['serves another page to an iPhone', '/another-device', page, OTHER, { 'user-agent': /iPhone/ }],
    ['serves another page to Android', '/console/tokens', consolePage, OTHER, { 'sec-ch-ua-platform': '"Android"' }],
    ['serves another script to Safari', '/assets/sign-up-page.js', script, OTHER, { 'user-agent': /Version.* Safari/ }],
    ['serves another script to the worker in Firefox', '/assets/base64url.js', script, OTHER, WORKER_IN_FIREFOX],
    ['serves another script to the check of the page', '/assets/failure.js', script, OTHER, CHECK],
    ['sets a cookie', '/console/health', header('set-cookie', COOKIE), 'has the header set-cookie'],
    ['serves another page to a returning browser', '/console/audit', consolePage, OTHER, { cookie: 'back=1' }],
    ['changes the policy of a copy', WORKER, confirm, 'with script-src *', { 'if-none-match': /./ }],
    ['serves a page where the release has none', '/grants', () => ({ status: 200 }), 'is answered with status 200'],
    ['serves script in a document that is missing', '/sw.js', evil, OTHER, { accept: /html/ }],
    ['serves script below a page', '/consent/<uuid>', evil, OTHER],
    ['serves a document among the files', '/assets/<uuid>.js', html, 'has the header content-type: text/html'],
    ['serves a service worker elsewhere', '/service-worker.js', evil, OTHER, { 'service-worker': 'script' }],
    ['redirects', '/sign-in', () => ({ status: 302, headers: { location: EVIL } }), 'is answered with status 302'],
    ['lacks a file', '/assets/logout-page.js', () => ({ status: 404 }), 'is answered with status 404'],
    [
      'lets a logo run script',
      '/brand/logo',
      header(CSP, "default-src 'self'"),
      "has a policy with default-src 'self'",
    ],
  ]

/** Tells every lie. */
export const lieAlways: Lie = async (received, truth) => {
  let told = await truth()
  for (const [, at, change, , sent] of LIES) {
    const changedOnce = await changed(at, change, sent)(received, async () => told)
    if (changedOnce !== 'lost') told = changedOnce
  }
  return told
}
