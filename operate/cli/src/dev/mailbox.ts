import { createHash } from 'node:crypto'
import type { Mail } from '@countersign/core'
import type { FastifyInstance } from 'fastify'

export type DevelopmentMailbox = {
  readonly deliver: (mail: Mail) => void
  /** The newest first. */
  readonly mails: () => readonly Mail[]
}

export const MAILBOX_PATH = '/development/mailbox'

const KEPT = 50
/** Colours and measures of `packages/ui/src/tokens.css`. */
const STYLE = `
  :root { color-scheme: light dark; --paper: light-dark(oklch(.977 .006 100), oklch(.185 .012 195)); --surface: light-dark(oklch(1 0 0), oklch(.228 .014 195)); --sunken: light-dark(oklch(.968 .008 150), oklch(.265 .016 190)); --ink: light-dark(oklch(.25 .02 200), oklch(.94 .008 180)); --muted: light-dark(oklch(.46 .02 200), oklch(.76 .014 190)); --line: light-dark(oklch(.89 .01 160), oklch(.34 .016 195)); --accent: light-dark(oklch(.42 .075 178), oklch(.82 .09 176)); --on-accent: light-dark(oklch(1 0 0), oklch(.2 .03 180)) }
  * { box-sizing: border-box; margin: 0 }
  main { display: grid; gap: 1rem; max-width: 40rem; margin: 0 auto; padding: 2.25rem 1rem; overflow-wrap: anywhere }
  body { font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; color: var(--ink); background: var(--paper) }
  h1 { font: 600 clamp(1.5rem, 1.15rem + 1.8vw, 2rem)/1.2 ui-serif, "New York", Charter, Georgia, serif }
  h2 { font-size: 1.0625rem; line-height: 1.35 }
  p, .to { color: var(--muted) }
  .to { font-size: .875rem }
  #mails { display: grid; gap: 1rem }
  article { padding: 1.5rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--surface) }
  .code { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; justify-content: space-between; margin-block-start: 1rem; padding: .75rem 1rem; border-radius: .625rem; background: var(--sunken) }
  .code strong { font: 700 2rem/1.2 ui-monospace, "SF Mono", "Cascadia Mono", monospace; letter-spacing: .12em }
  button { min-height: 2.75rem; padding: .5rem 1.25rem; border: 0; border-radius: .625rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer }
  button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
  pre { margin-block-start: 1rem; white-space: pre-wrap; font: inherit }
`
/** New mail comes in without a reload, which would drop a selection. */
const SCRIPT = `
  const mails = document.getElementById('mails')
  let shown = mails.innerHTML
  const show = (html) => {
    shown = mails.innerHTML = html
    for (const button of mails.querySelectorAll('button')) button.hidden = !navigator.clipboard
  }
  show(shown)
  mails.addEventListener('click', async ({ target }) => {
    if (!target.dataset.code) return
    await navigator.clipboard.writeText(target.dataset.code)
    target.textContent = 'Copied'
  })
  setInterval(async () => {
    if (document.hidden) return
    const answer = await fetch('').catch(() => undefined)
    const next = answer && new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('mails')
    if (next && next.innerHTML !== shown) show(next.innerHTML)
  }, 2000)
`
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; img-src data:; connect-src 'self'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; frame-ancestors 'none'`,
}

const EMPTY = '<p>Nothing yet. New mail shows up here by itself.</p>'

/** Keeps the last messages in memory. */
export function createMailbox(): DevelopmentMailbox {
  const mails: Mail[] = []
  return {
    deliver(mail) {
      mails.unshift(mail)
      mails.length = Math.min(mails.length, KEPT)
    },
    mails: () => mails,
  }
}

/** GET /development/mailbox, only in `countersign dev`. */
export function mountMailbox(app: FastifyInstance, { mails }: DevelopmentMailbox): void {
  app.get(MAILBOX_PATH, { schema: { hide: true } }, async (_request, reply) =>
    reply.headers(HEADERS).send(pageOf(mails())),
  )
}

function pageOf(mails: readonly Mail[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mailbox</title><link rel="icon" href="data:,"><style>${STYLE}</style></head><body><main><h1>Mailbox</h1>
<p>Mail that this machine would send, the newest first.</p>
<div id="mails" aria-live="polite">${mails.map(articleOf).join('') || EMPTY}</div></main><script>${SCRIPT}</script></body></html>`
}

function articleOf({ to, subject, text }: Mail): string {
  const [code] = /\b\d{6}\b/.exec(text) ?? []
  const marked = code
    ? `<div class="code" dir="ltr"><strong>${code}</strong><button type="button" hidden data-code="${code}">Copy</button></div>`
    : ''
  return `<article dir="auto"><h2>${escape(subject)}</h2><div class="to">${escape(to)}</div>${marked}<pre>${escape(text)}</pre></article>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`)
}
