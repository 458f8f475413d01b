import { createHash } from 'node:crypto'
import type { SignInErrorCode } from '@countersign/sdk'
import { pile, shelf } from './books.ts'
import { FAILURES, TRY_AGAIN } from './failures.ts'
import type { Person } from './sessions.ts'
import { STYLE } from './style.ts'

const styleSource = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/** Allows this page's own style and icon only. */
export const contentSecurityPolicy = `default-src 'none'; img-src data:; style-src ${styleSource}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

export function welcomePage(university?: string): string {
  const discount =
    university === undefined
      ? ''
      : `<p class="note"><span>Graduates pay 10% less.</span> <a href="${escape(university)}">Get a degree from Demo University</a></p>`
  return page(
    'Used books, kept for you',
    `<div class="hero"><div><h1>Used books, kept for you</h1>
     <p class="lead">Pick a book, sign in, and collect it in the shop. No form, and no new password.</p>
     ${signInAction('Sign in with Countersign')}
     <p class="soft">You see what we ask for first, and choose what to share.</p></div>${pile()}</div>
     ${discount}${shelf('In the window this week')}`,
  )
}

/** The page of a user. */
export function personPage(person: Person): string {
  const { given_name: given, name } = person.claims
  const greeting = given ?? name
  const shared = Object.keys(person.claims).length + person.verifiedClaims.length > 0
  const what = shared ? 'This is what you chose to share' : 'You shared no data, only that it’s you again'
  const asOf = person.asOf ? `, as of ${person.asOf.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ''
  return page(
    'Your account',
    `<h1>Hello${greeting ? `, ${escape(greeting)}` : ''}!</h1><p class="lead">${what}${asOf}.</p>
     ${shared ? `<div class="cards">${accountCard(person)}${collectionCard(person)}</div>${SEALED}` : ''}
     ${shelf('Picked for you')}${developersPart(person)}`,
    { action: SIGN_OUT },
  )
}

function accountCard({ claims, verifications, verifiedClaims }: Person): string {
  const rows = Object.entries(claims)
    .filter(([claim]) => !COLLECTION.includes(claim))
    .map(([claim, value]) => {
      const { verifiedAt } = verifications[claim] ?? {}
      const verified = verifiedAt && `<span class="good">✓ verified on ${verifiedAt.toISOString().slice(0, 10)}</span>`
      return row(LABELS[claim] ?? claim, value, verified ?? NOT_VERIFIED[claim])
    })
  const issued = verifiedClaims.flatMap(({ verification, claims: shown }) => {
    const by = `<span class="good">✓ issued by ${escape(verification.evidence[0].record.source.name)}</span>`
    return Object.entries(shown).map(([claim, value]) => row(LABELS[claim] ?? claim, String(value), by))
  })
  const initial = (claims['given_name'] ?? claims['name'] ?? '')[Symbol.iterator]().next().value
  const face = initial ? `<span class="face" aria-hidden="true">${escape(initial)}</span>` : ''
  return `<section class="card"><div class="who">${face}<h2>Your account</h2></div><dl>${rows.join('')}${issued.join('')}</dl></section>`
}

function collectionCard({ claims }: Person): string {
  const { name, given_name: given, family_name: family, phone } = claims
  const full = name ?? [given, family].filter(Boolean).join(' ')
  return `<section class="card"><div class="who"><h2>Collect in the shop</h2></div><dl>
    ${row('Kept for', full || 'Tell us at the counter')}
    ${phone ? row(LABELS['phone'] ?? '', phone, NOT_VERIFIED['phone']) : row('When it’s ready', 'We’ll keep it a week')}
    ${row('Where', 'Page & Spine, 12 Mill Lane')}</dl></section>`
}

function developersPart({ subject, claims, scope, dataToken, verifiedClaims }: Person): string {
  const payload: { readonly claims_jwe?: string } = JSON.parse(
    Buffer.from(dataToken.split('.')[1] ?? '', 'base64url').toString(),
  )
  const token = payload.claims_jwe ? { ...payload, claims_jwe: `${payload.claims_jwe.slice(0, 12)}…` } : payload
  return `<details><summary>For developers</summary><div class="inside">
    <dl>${row('Identifier (sub)', subject)}${row('Approved scopes', scope.join(', '))}</dl>
    <h3>Claims that this app opened</h3>${json(verifiedClaims.length > 0 ? { ...claims, verified_claims: verifiedClaims } : claims)}
    <h3>Data token, as signed</h3>${json(token)}</div></details>`
}

export function failedPage(reason: SignInErrorCode | 'not_found' | 'bug'): string {
  const [title, explanation] = FAILURES[reason] ?? TRY_AGAIN
  return page(
    title,
    `<h1>${title}</h1><p class="lead">${explanation}</p>
     <p class="actions"><a class="action" href="/sign-in">Sign in again</a> <a class="action quiet" href="/">Back to the shop</a></p>`,
  )
}

const COUNTERSIGN =
  '<svg viewBox="0 0 20 20" fill="none" stroke="currentcolor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M4 10l4 4 8-9M4 18h12"/></svg>'
const LOCK =
  '<svg viewBox="0 0 20 20" fill="none" stroke="currentcolor" stroke-width="1.7" aria-hidden="true"><rect x="4" y="9" width="12" height="8" rx="2"/><path d="M7 9V6a3 3 0 0 1 6 0v3"/></svg>'
const SEALED = `<p class="sealed">${LOCK}<span>Your device sealed these for Page &amp; Spine. No one on the way could read them, Countersign included.</span></p>`
const SIGN_OUT =
  '<form method="post" action="/sign-out"><button class="action quiet" type="submit">Sign out</button></form>'
/** An open book. */
const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#9c3a22"/><path d="M16 10c-2-2-5-2.5-9-2.5V22c4 0 7 .5 9 2.5 2-2 5-2.5 9-2.5V7.5c-4 0-7 .5-9 2.5z" fill="#fff6e9"/><path d="M16 10v14.5" stroke="#9c3a22" stroke-width="1.6"/></svg>'

const COLLECTION: readonly string[] = ['name', 'given_name', 'family_name', 'phone']

const LABELS: Readonly<Record<string, string>> = {
  email: 'Email address',
  given_name: 'Given name',
  family_name: 'Family name',
  nickname: 'Nickname',
  picture: 'Picture',
  birthdate: 'Date of birth',
  locale: 'Language',
  phone: 'We’ll text you at',
  degree: 'Degree',
}

/** For claims that can be verified and were not. */
const NOT_VERIFIED: Readonly<Record<string, string>> = { email: 'not verified', phone: 'not verified' }

function signInAction(label: string): string {
  return `<p><a class="action" href="/sign-in">${COUNTERSIGN}${label}</a></p>`
}

function row(label: string, value: string, note?: string): string {
  const noted = note === undefined ? '' : `<br><span class="soft">${note}</span>`
  return `<div><dt>${escape(label)}</dt><dd>${escape(value)}${noted}</dd></div>`
}

/** Wide code scrolls, by keyboard too. */
function json(value: unknown): string {
  return `<pre tabindex="0">${escape(JSON.stringify(value, undefined, 2))}</pre>`
}

function page(title: string, content: string, { action = '' } = {}): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Page &amp; Spine</title><link rel="icon" href="data:image/svg+xml,${encodeURIComponent(MARK)}"><style>${STYLE}</style></head>
<body><header class="top"><a class="brand" href="/">${MARK}Page &amp; Spine</a>${action}</header>
<main>${content}</main>
<footer class="foot">A demo: nothing here is for sale.</footer></body>
</html>`
}

/** Claims are the user's words: text, never markup. */
function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`)
}
