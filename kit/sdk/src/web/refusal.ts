import type { Advice, SignInError, SignInErrorCode } from '../errors.ts'

type Options = {
  /** Left out where a sign-in begins with an address that the person types. */
  readonly signInPath?: string | undefined
  readonly redirectUri: URL
}

type Words = { readonly status: number; readonly heading: string; readonly text: string }

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const STYLE = `:root{color-scheme:light dark;font:1.05rem/1.5 system-ui,sans-serif}
body{margin:12vh auto;max-width:32rem;padding:0 1rem}
a{margin-right:1rem}code{overflow-wrap:anywhere}`

const WORDS: Readonly<Record<Advice, Words>> = {
  respect: { status: 403, heading: 'You shared nothing', text: 'You said no, and that is fine.' },
  begin_again: {
    status: 400,
    heading: 'Please sign in again',
    text: 'This sign-in is over: it took too long, was finished before, or was begun in another browser.',
  },
  try_later: {
    status: 503,
    heading: 'Signing in does not work right now',
    text: 'The service that signs you in did not answer. Please try again in a moment.',
  },
  check_settings: {
    status: 500,
    heading: 'Signing in does not work',
    text: 'This app and the service that signs you in do not fit together. The people who run the app can mend that.',
  },
}

/** Of mistakes that the person can mend. */
const WORDS_OF_CODES: Partial<Record<SignInErrorCode, Words>> = {
  invalid_address: {
    status: 400,
    heading: 'Please check the address',
    text: 'An address looks like ada@home.example, or home.example.',
  },
  unusable_server: {
    status: 400,
    heading: 'No server to sign in at was found there',
    text: 'Please check the address. If it is right, the people who run that server can say whether it signs you in to apps.',
  },
}

/** The default answer to a failed sign-in: a page for browsers, JSON for programs. */
export async function refuse(error: SignInError, request: Request, options: Options): Promise<Response> {
  const words = WORDS_OF_CODES[error.code] ?? WORDS[error.advice]
  const { retryAfterSeconds } = error
  const headers = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  }
  if (!request.headers.get('accept')?.includes('text/html')) {
    const body = { error: error.code, error_description: error.message }
    return Response.json(body, { status: words.status, headers })
  }
  const page = writePage(error, words, options)
  const policy = `default-src 'none'; style-src '${await hashOf(STYLE)}'; frame-ancestors 'none'`
  return new Response(page, {
    status: words.status,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
}

/** The error is for developers: the page shows it on localhost only. */
function writePage({ code, message }: SignInError, words: Words, { signInPath, redirectUri }: Options): string {
  const details = LOOPBACK.has(redirectUri.hostname) ? `<p><code>${escape(`${code}: ${message}`)}</code></p>` : ''
  const again = signInPath === undefined ? '' : `<a href="${escape(signInPath)}">Sign in again</a>`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${words.heading}</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style>
<main><h1>${words.heading}</h1><p>${words.text}</p>${details}
<p>${again}<a href="/">Back to the app</a></p></main></html>`
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

async function hashOf(style: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style)))
  return `sha256-${btoa(String.fromCharCode(...hash))}`
}
