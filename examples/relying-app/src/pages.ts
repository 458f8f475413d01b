import { createHash } from 'node:crypto'
import type { CompletedSignIn, SignInErrorCode } from '@countersign/sdk'

const STYLE = `
  :root { color-scheme: light dark; --ink: #16202b; --soft: #5b6875; --line: #dde3ea; --paper: #ffffff; --desk: #f2f5f8; --accent: #1d5bd6 }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #edf1f5; --soft: #9aa7b4; --line: #2d3945; --paper: #18212a; --desk: #0f151b; --accent: #7fb0ff }
  }
  * { box-sizing: border-box }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--desk); color: var(--ink);
    font: 1rem/1.55 system-ui, sans-serif }
  main { width: min(30rem, 100%); padding: 2.25rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--paper) }
  .app { margin: 0 0 1.5rem; color: var(--soft); font-weight: 600; letter-spacing: 0.02em }
  h1 { margin: 0 0 0.5rem; font-size: 1.6rem; line-height: 1.25 }
  p { margin: 0 0 1.25rem }
  .soft { color: var(--soft) }
  dl { margin: 0 0 1.5rem; border-top: 1px solid var(--line) }
  dl div { display: grid; grid-template-columns: 9rem 1fr; gap: 0.75rem; padding: 0.65rem 0; border-bottom: 1px solid var(--line) }
  dt { color: var(--soft) }
  dd { margin: 0; overflow-wrap: anywhere }
  @media (max-width: 30rem) { main { padding: 1.5rem } dl div { grid-template-columns: 1fr; gap: 0 } }
  .action { display: inline-block; padding: 0.7rem 1.25rem; border: 0; border-radius: 0.6rem; background: var(--accent); color: var(--paper);
    font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
  .action:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px }
  a { color: var(--accent) }
  .developers { margin: 1.5rem 0 0; font-size: 0.9rem }
  .quiet { background: none; color: var(--accent); padding-inline: 0 }
`

export const styleSource = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/** Allows this page's own style and empty icon only. */
export const contentSecurityPolicy = `default-src 'none'; img-src data:; style-src ${styleSource}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

export function welcomePage(university?: string): string {
  const offer =
    university === undefined
      ? ''
      : `<p class="soft">Demo University vouches for its graduates: <a href="${escape(university)}">get a degree</a> first, and show it here.</p>`
  return page(
    'Welcome',
    `<h1>Welcome to the Demo App</h1>
     <p>It asks for your email address, your profile and your phone number. You see the exact values first, and choose.</p>
     ${signInAction('Sign in with Countersign')}${offer}${PLAYGROUND}`,
  )
}

export function personPage({ subject, claims, scope, verifications, verifiedClaims }: CompletedSignIn): string {
  const greeting = claims['given_name'] ?? claims['name']
  const rows = Object.entries(claims).map(([name, value]) => {
    const note = verifications[name] && `verified on ${verifications[name].verifiedAt.toISOString().slice(0, 10)}`
    return row(LABELS[name] ?? name, value, note ?? NOT_VERIFIED[name])
  })
  const issued = verifiedClaims.flatMap(({ verification, claims: shown }) => {
    const { source } = verification.evidence[0].record
    return Object.entries(shown).map(([name, value]) =>
      row(LABELS[name] ?? name, String(value), `issued by ${source.name}`),
    )
  })
  rows.push(...issued)
  const shared = rows.length > 0 ? 'This is what you chose to share:' : 'You shared no data, only that it is you again.'
  return page(
    'Signed in',
    `<h1>Hello${greeting ? `, ${escape(greeting)}` : ''}!</h1>
     <p>${shared}</p>
     <dl>${rows.join('')}${row('Your identifier', subject)}${row('Approved', scope.join(', '))}</dl>
     <p class="soft">The app verified the signature by itself.${rows.length > 0 ? SEALED : ''}</p>
     <form method="post" action="/sign-out"><button class="action" type="submit">Sign out</button></form>${PLAYGROUND}`,
  )
}

export function failedPage(reason: SignInErrorCode | 'not_found' | 'bug'): string {
  const [title, explanation] = FAILURES[reason] ?? TRY_AGAIN
  return page(
    title,
    `<h1>${title}</h1><p>${explanation}</p>${signInAction('Sign in again')}
     <p><a class="action quiet" href="/">Back to the start</a></p>`,
  )
}

const PLAYGROUND = '<p class="developers"><a href="/playground">For developers: what happens here</a></p>'

const SEALED = ' Your device sealed these values for the app’s key, so nobody on the way could read them.'

const LABELS: Readonly<Record<string, string>> = {
  email: 'Email address',
  name: 'Name',
  given_name: 'Given name',
  family_name: 'Family name',
  nickname: 'Nickname',
  picture: 'Picture',
  birthdate: 'Date of birth',
  locale: 'Language',
  phone: 'Phone number',
  degree: 'Degree',
}

/** For claims that can be verified and were not. */
const NOT_VERIFIED: Readonly<Record<string, string>> = { email: 'not verified', phone: 'not verified' }

type Failure = readonly [title: string, explanation: string]

const TRY_AGAIN: Failure = ['That did not work', 'The sign-in could not be finished, so nothing was shared.']
const BEGIN_AGAIN: Failure = [
  'Please begin again',
  'This sign-in was begun in another browser, or too long ago. Nothing was shared.',
]
const BROKEN: Failure = [
  'This app is not set up right',
  'Countersign does not accept this app. Nothing was shared. Its operator finds the reason in its settings.',
]

const FAILURES: Readonly<Partial<Record<Parameters<typeof failedPage>[0], Failure>>> = {
  access_denied: ['You said no, and that is fine', 'Nothing was shared. You can sign in whenever you like.'],
  request_expired: ['That took too long', 'Your approval was open for a few minutes only. Nothing was shared.'],
  lost_session: BEGIN_AGAIN,
  state_mismatch: BEGIN_AGAIN,
  invalid_grant: ['That took too long', 'The approval has expired. Nothing was shared.'],
  token_expired: ['That took too long', 'The approval has expired. Nothing was shared.'],
  unreachable: ['Countersign cannot be reached', 'Please try again in a moment. Nothing was shared.'],
  invalid_client: BROKEN,
  plain_claims: BROKEN,
  unknown_claims_key: BROKEN,
  refused: BROKEN,
  not_found: ['There is nothing here', 'This address leads nowhere.'],
  bug: ['Something went wrong on our side', 'Please try again.'],
}

function signInAction(label: string): string {
  return `<p><a class="action" href="/sign-in">${label}</a></p>`
}

function row(label: string, value: string, note?: string): string {
  const noted = note === undefined ? '' : `<br><span class="soft">${escape(note)}</span>`
  return `<div><dt>${escape(label)}</dt><dd>${escape(value)}${noted}</dd></div>`
}

export function page(title: string, content: string, head = '', end = ''): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Demo App</title><link rel="icon" href="data:,"><style>${STYLE}</style>${head}</head>
<body><main><p class="app">Demo App</p>${content}</main>${end}</body>
</html>`
}

/** Claims are the user's words: text, never markup. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`)
}
