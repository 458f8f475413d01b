import { createHash } from 'node:crypto'
import type { CompletedSignIn } from '@countersign/sdk'
import { codeOf, escape, json, page, styleSource } from '../pages.ts'
import { CALLS } from './calls.ts'
import { type Check, headerOf, payloadOf } from './checks.ts'
import { sdkCode, tokenCommand } from './code.ts'
import { shortened, type Trial } from './trial.ts'

const STYLE = `
  main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; align-content: start }
  h1, h2, main > p { margin: 0 }
  h2 { font-size: 1.15rem; display: inline }
  h3 { margin: 1.25rem 0 0.5rem; font-size: 1rem }
  form { margin: 0 }
  fieldset { margin: 0 0 1rem; padding: 0; border: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem }
  legend { padding: 0; margin-bottom: 0.25rem; font-weight: 600 }
  label { display: inline-flex; flex-wrap: wrap; max-width: 100%; gap: 0.5rem; align-items: center; min-height: 2.75rem }
  input { width: 1.25rem; height: 2.75rem; margin: 0; accent-color: var(--accent) }
  select { max-width: 100%; min-height: 2.75rem; font: inherit; padding: 0.35rem 0.5rem; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 0.4rem }
  :is(select, input, .copy):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
  .copy { font: inherit; font-size: 0.875rem; min-height: 2.75rem; padding: 0.3rem 1rem; margin: 0 0 0.5rem; color: var(--accent); background: none; border: 1px solid; border-radius: 0.4rem; cursor: pointer }
  dt { overflow-wrap: anywhere }
  .checks li { padding: 0.65rem 0; border-top: 1px solid var(--line) }
  .checks dl div { padding: 0.1rem 0; border: 0; font-size: 0.9rem }
  code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere }
  @media (min-width: 40rem) {
    dl div { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 0.75rem }
    .checks dl div { grid-template-columns: 6rem minmax(0, 1fr) }
  }
`

/** Without scripts, code can still be selected and copied. */
const SCRIPT = `for (const code of document.querySelectorAll('pre[data-copy]')) {
  if (!navigator.clipboard) break
  const button = document.createElement('button')
  button.type = 'button'; button.className = 'copy'; button.textContent = 'Copy ' + code.dataset.copy
  button.addEventListener('click', async () => { await navigator.clipboard.writeText(code.textContent); button.textContent = 'Copied' })
  code.before(button)
}`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The policy of the other pages, plus this page's own style and script. */
export const playgroundPolicy = `default-src 'none'; img-src data:; style-src ${styleSource} ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

type Shown = {
  readonly app: { readonly issuer: string; readonly clientId: string; readonly redirectUri: string }
  readonly scopes: readonly string[]
  readonly person: CompletedSignIn | undefined
  readonly trial: Trial | undefined
  readonly tokenEndpoint: string
}

export function playgroundPage({ app, scopes, person, trial, tokenEndpoint }: Shown): string {
  const asked = trial ?? { scopes, prompt: '' as const }
  const content = `<h1>Playground</h1>
    <p>A sign-in, step by step, as this app sees it. Choose what to ask for; nothing is sent before you say so.</p>
    <section class="card">${formOf(scopes, asked)}</section>
    ${trial ? requestOf(trial) : ''}
    ${trial?.refused ? refusalOf(trial.refused) : ''}
    ${trial?.checks ? checksOf(trial.checks, trial.call === undefined) : ''}
    ${person ? tokensOf(person) : ''}
    ${person ? callsOf(trial) : ''}
    ${fold(
      'Copy the code',
      `<p>For just this request. <code>CLIENT_SECRET</code> and <code>CLAIMS_KEY_FILE</code> stay in the environment of your app.</p>
      ${codeOf(sdkCode(app, asked), 'the code')}
      <p>Without the SDK the code of the callback is exchanged like this; the app then has to make all checks itself.</p>
      ${codeOf(tokenCommand(app, tokenEndpoint), 'the command')}`,
    )}`
  return page('Playground', content, { head: `<style>${STYLE}</style>`, end: `<script>${SCRIPT}</script>` })
}

/** A step; the one that comes next is open. */
function fold(title: string, content: string, { id, isOpen = false }: { id?: string; isOpen?: boolean } = {}): string {
  const name = id === undefined ? '' : ` id="${id}"`
  return `<details${name}${isOpen ? ' open' : ''}><summary><h2>${title}</h2></summary><div class="inside">${content}</div></details>`
}

const PROMPT_TEXTS = {
  '': 'as usual',
  login: 'login: to sign in anew',
  consent: 'consent: to see the whole request',
  none: 'none: nothing, for openid alone',
} as const

function formOf(scopes: readonly string[], asked: Pick<Trial, 'scopes' | 'prompt'>): string {
  const boxes = scopes.map((scope) =>
    scope === 'openid'
      ? '<label><input type="checkbox" checked disabled>openid</label><input type="hidden" name="scope" value="openid">'
      : `<label><input type="checkbox" name="scope" value="${scope}"${asked.scopes.includes(scope) ? ' checked' : ''}>${scope}</label>`,
  )
  const options = Object.entries(PROMPT_TEXTS).map(
    ([value, text]) => `<option value="${value}"${asked.prompt === value ? ' selected' : ''}>${text}</option>`,
  )
  return `<form method="post" action="/playground/request">
    <fieldset><legend>Scopes</legend>${boxes.join('')}</fieldset>
    <p><label>Prompt <select name="prompt">${options.join('')}</select></label></p>
    <button class="action" type="submit">Prepare the request</button></form>`
}

const MEANINGS: Readonly<Record<string, string>> = {
  response_type: 'a code is to come back (RFC 6749 §4.1.1)',
  client_id: 'which app asks',
  redirect_uri: 'where the browser returns, exactly as registered (RFC 9700 §2.1)',
  scope: 'what the app asks for; the person may approve less',
  state: 'ties the answer to this browser (RFC 6749 §10.12)',
  code_challenge: 'the SHA-256 of a secret that only the app has (RFC 7636)',
  code_challenge_method: 'how it was made; plain is refused',
  nonce: 'comes back in the id_token (OpenID Connect Core §3.1.2.1)',
  prompt: 'what the person is to be asked (OpenID Connect Core §3.1.2.1)',
  request_uri: 'stands for all the rest, which was handed over before (RFC 9126)',
  code: 'to be traded for tokens, once',
  iss: 'who answers (RFC 9207)',
  error: 'why there is no code (RFC 6749 §4.1.2.1)',
  error_description: 'the same for developers',
}

function requestOf({ url, callback }: Trial): string {
  const { origin, pathname, searchParams } = new URL(url)
  const shown = `<p>An address to which the browser is sent: <code>${escape(origin + pathname)}</code>, with these parameters.</p>
    ${parametersOf([...searchParams])}`
  if (callback) return fold('The request', shown, { id: 'request' }) + fold('The answer', parametersOf(callback))
  const send = `<p><a class="action" href="${escape(url)}">Send the browser there</a></p>`
  return fold('The request', send + shown, { id: 'request', isOpen: true })
}

function parametersOf(parameters: readonly (readonly [string, string])[]): string {
  const rows = parameters.map(
    ([name, value]) =>
      `<div><dt>${escape(name)}</dt><dd><code>${escape(value)}</code><br><span class="soft">${MEANINGS[name] ?? ''}</span></dd></div>`,
  )
  return `<dl>${rows.join('')}</dl>`
}

function refusalOf({ code, message, advice }: NonNullable<Trial['refused']>): string {
  return fold(
    `The app refused it: <code>${code}</code>`,
    `<p>${escape(message)}</p>
    <p class="soft">This is <code>error.code</code> of the <code>SignInError</code>; its <code>advice</code> is <code>${advice}</code>.</p>`,
    { isOpen: true },
  )
}

function checksOf(checks: readonly Check[], isOpen: boolean): string {
  const rows = checks.map(
    ({ what, source, expected, found, isGood }) => `<li><strong>${isGood ? '✓' : '✗ Refused:'} ${escape(what)}</strong>
      <span class="soft">${escape(source)}</span>
      <dl><div><dt>expected</dt><dd><code>${escape(expected)}</code></dd></div>
      <div><dt>found</dt><dd><code>${escape(found)}</code></dd></div></dl></li>`,
  )
  const content = `<p>The SDK makes all of these in <code>finishSignIn</code>, and more; one that fails ends the sign-in.</p>
    <ol class="checks">${rows.join('')}</ol>`
  return fold('The checks', content, { isOpen })
}

function tokensOf({ dataToken, idToken, claims, tokens }: CompletedSignIn): string {
  const { claims_jwe: sealed, ...payload } = payloadOf(dataToken)
  const isSealed = typeof sealed === 'string'
  const content = `<h3>Data token: its header, and what is signed</h3>${json(headerOf(dataToken))}
    ${json(isSealed ? { ...payload, claims_jwe: shortened(sealed) } : payload)}
    ${isSealed ? `<h3>Sealed claims: their header, and what only this app's key opens</h3>${json(headerOf(sealed))}${json(claims)}` : ''}
    ${idToken === undefined ? '' : `<h3>id_token: its header, and what is signed</h3>${json(headerOf(idToken))}${json(payloadOf(idToken))}`}
    <h3>Access and refresh token</h3>
    <p>Only the provider can read them.</p>
    ${json({ access_token: shortened(tokens.accessToken), token_type: tokens.tokenType, expires_in: tokens.expiresInSeconds, refresh_token: tokens.refreshToken === undefined ? 'none: for this once' : shortened(tokens.refreshToken) })}`
  return fold('The tokens, taken apart', content)
}

function callsOf(trial: Trial | undefined): string {
  const buttons = Object.entries(CALLS).map(
    ([name, label]) => `<button class="action" type="submit" name="call" value="${name}">${label}</button>`,
  )
  const { call } = trial ?? {}
  const made = call
    ? `<h3>${call.name}: ${escape(call.status)}</h3>${codeOf(call.command, 'the command')}${codeOf(call.body)}`
    : ''
  const content = `<p>Userinfo has what the provider can read: of sealed claims, nothing. Revoke ends all that you approved for this app; ask userinfo again then.</p>
    <form method="post" action="/playground/call" class="actions">${buttons.join('')}</form>${made}`
  return fold('Use them', content, { id: 'calls', isOpen: call !== undefined })
}
