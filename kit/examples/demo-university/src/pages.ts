import { createHash } from 'node:crypto'
import type { IssuedDegree } from './status-list.ts'

const STYLE = `
  :root { color-scheme: light dark; --ink: #1b2333; --soft: #566178; --line: #d8dde6; --paper: #ffffff; --desk: #f3f4f7; --navy: #16294f; --gold: #e6c36a; --accent: #1f4487; --on-accent: #ffffff; --sunken: #eef1f6 }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #e9edf5; --soft: #a4aec0; --line: #333d50; --paper: #1a2130; --desk: #111621; --navy: #0c1730; --accent: #a9c4f5; --on-accent: #10203f; --sunken: #242d3f }
  }
  * { box-sizing: border-box }
  body { margin: 0; min-height: 100vh; background: var(--desk); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif }
  header { background: var(--navy); color: #fff; border-bottom: 4px solid var(--gold) }
  .house { display: flex; align-items: center; gap: 0.9rem; width: min(44rem, 100%); margin-inline: auto; padding: 1rem 1.25rem }
  .house svg { width: 3rem; height: 3.5rem; flex: none }
  .house strong { display: block; font: 600 1.4rem/1.2 Charter, Georgia, serif; letter-spacing: 0.02em }
  .house span { font-size: 0.875rem; color: #d4dcec }
  main { width: min(44rem, 100%); margin-inline: auto; padding: 2rem 1.25rem 3rem }
  h1 { margin: 0 0 0.5rem; font: 600 clamp(1.6rem, 1.3rem + 1.6vw, 2.2rem)/1.2 Charter, Georgia, serif; text-wrap: balance }
  p { margin: 0 0 1.25rem }
  .soft { color: var(--soft) }
  .card { padding: 1.5rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--paper) }
  form { display: grid; gap: 1rem; max-width: 26rem }
  input { display: block; width: 100%; min-height: 2.75rem; margin-top: 0.25rem; padding: 0.5rem 0.75rem; border: 1px solid var(--soft); border-radius: 0.5rem;
    background: var(--paper); color: var(--ink); font: inherit }
  .degree { margin: 1rem 0 1.5rem; padding: 1.75rem 1.5rem; border: 1px solid var(--line); border-top: 4px solid var(--gold); border-radius: 0.75rem; background: var(--paper); text-align: center }
  .degree h2 { margin: 0; font: 600 1.5rem/1.25 Charter, Georgia, serif }
  .degree p { margin: 0.25rem 0 0 }
  .code { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; justify-content: space-between; margin: 0 0 1.5rem; padding: 0.75rem 1rem; border-radius: 0.6rem; background: var(--sunken) }
  code { font: 700 2rem/1.2 ui-monospace, monospace; letter-spacing: 0.15em }
  .action { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: 0.6rem 1.25rem; border: 0; border-radius: 0.5rem; background: var(--accent); color: var(--on-accent);
    font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
  .quiet { background: none; border: 1px solid currentcolor; color: var(--accent) }
  :is(.action, input):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`

/** Without scripts the code can still be typed. */
const SCRIPT = `
  const button = document.querySelector('button[data-code]')
  if (button && navigator.clipboard) {
    button.hidden = false
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.code)
      button.textContent = 'Copied'
    })
  }
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing but the pages' own style, script and form, whose redirect may lead to one other origin. */
export function policyOf(leadsTo: string): string {
  return `default-src 'none'; img-src data:; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; form-action 'self' ${leadsTo}; base-uri 'none'; frame-ancestors 'none'`
}

const FIELDS = `<label>Given name <input name="given_name" value="Ada" required maxlength="80"></label>
      <label>Family name <input name="family_name" value="Lovelace" required maxlength="80"></label>
      <label>Degree <input name="degree" value="BSc Mathematics" required maxlength="80"></label>`

export function graduatePage(action: string): string {
  return page(`<h1>Get your degree</h1>
    <p class="soft">This university exists in this demo alone, and believes what you type. It signs that for your vault.</p>
    <form class="card" method="post" action="${escape(action)}">
      ${FIELDS}
      <button class="action" type="submit">Issue it</button>
    </form>
    <p class="soft"><a href="${escape(action.replace(/offers$/, 'degrees'))}">Revoke a degree</a></p>`)
}

type SignIn = {
  readonly action: string
  readonly client: string
  /** Undefined where the university does not know yet who comes. */
  readonly name: string | undefined
}

/** In place of a real sign-in, it believes the name. */
export function signInPage({ action, client, name }: SignIn): string {
  const who = name === undefined ? FIELDS : `<p>You are signed in as <strong>${escape(name)}</strong>.</p>`
  return page(`<h1>Give your degree to ${escape(client)}?</h1>
    <form class="card" method="post" action="${escape(action)}">
      ${who}
      <button class="action" type="submit" name="decision" value="approve">Give it</button>
      <button class="action quiet" type="submit" name="decision" value="deny" formnovalidate>Cancel</button>
    </form>`)
}

export function refusalPage(): string {
  return page('<h1>This request is not valid</h1><p>Go back to your vault, and begin again.</p>')
}

type Offered = {
  readonly link: string
  readonly signInLink: string
  readonly code: string
  readonly name: string
  readonly degree: string
}

export function offerPage({ link, signInLink, code, name, degree }: Offered): string {
  return page(`<h1>Your degree is ready</h1>
    <section class="degree"><p class="soft">Demo University has conferred on</p><h2>${escape(name)}</h2>
      <p class="soft">the degree of</p><h2>${escape(degree)}</h2></section>
    <p>Your vault will ask for this code:</p>
    <p class="code"><code>${escape(code)}</code>
      <button class="action quiet" type="button" hidden data-code="${escape(code)}">Copy</button></p>
    <p><a class="action" href="${escape(link)}" target="_blank" rel="noopener">Add it to your vault</a></p>
    <p>Or without a code: your vault leads you here to sign in.</p>
    <p><a class="action quiet" href="${escape(signInLink)}" target="_blank" rel="noopener">Add it by signing in</a></p>`)
}

export function degreesPage(action: string, degrees: readonly IssuedDegree[]): string {
  const rows = degrees.map(({ idx, graduate: { given_name: given, family_name: family, degree }, status }) => {
    const next = status === 'valid' ? ['suspended', 'revoked'] : ['valid']
    const buttons = next.map(
      (each) => `<button class="action quiet" name="status" value="${each}">${ACTS[each]}</button>`,
    )
    return `<form class="card" method="post" action="${escape(action)}"><input type="hidden" name="idx" value="${idx}">
      <h2>${escape(`${given} ${family}, ${degree}`)}</h2><p class="soft">It is ${status}.</p><p>${buttons.join(' ')}</p></form>`
  })
  return page(`<h1>Degrees</h1>
    <p class="soft">A degree that is revoked or suspended stays in the vault, which says so; apps refuse it.</p>
    ${rows.join('\n') || '<p>None was fetched since the start.</p>'}`)
}

const ACTS: Readonly<Record<string, string>> = { valid: 'Reinstate', suspended: 'Suspend', revoked: 'Revoke' }

/** A shield with an open book. */
const CREST =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 56" aria-hidden="true"><path d="M2 2h44v28c0 12-9 20-22 24C11 50 2 42 2 30z" fill="#1f4487" stroke="#e6c36a" stroke-width="3"/><path d="M24 20c-3-3-7-4-12-4v17c5 0 9 1 12 4 3-3 7-4 12-4V16c-5 0-9 1-12 4z" fill="#fff"/><path d="M24 20v17" stroke="#1f4487" stroke-width="2"/></svg>'

function page(content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo University</title><link rel="icon" href="data:image/svg+xml,${encodeURIComponent(CREST)}"><style>${STYLE}</style></head>
<body><header><div class="house">${CREST}<div><strong>Demo University</strong><span>Office of the Registrar</span></div></div></header>
<main>${content}</main><script>${SCRIPT}</script></body>
</html>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`)
}
