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
/** Colours and measures of `services/web/src/ui/tokens.css`. */
const STYLE = `
  :root { color-scheme: light dark; --paper: light-dark(oklch(.977 .006 100), oklch(.185 .012 195)); --surface: light-dark(oklch(1 0 0), oklch(.228 .014 195)); --ink: light-dark(oklch(.25 .02 200), oklch(.94 .008 180)); --muted: light-dark(oklch(.46 .02 200), oklch(.76 .014 190)); --line: light-dark(oklch(.89 .01 160), oklch(.34 .016 195)) }
  * { box-sizing: border-box; margin: 0 }
  main { display: grid; gap: 1rem; max-width: 46rem; margin: 0 auto; padding: 2.25rem 1rem; overflow-wrap: anywhere }
  body { font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; color: var(--ink); background: var(--paper) }
  h1 { font: 600 clamp(1.5rem, 1.15rem + 1.8vw, 2rem)/1.2 ui-serif, "New York", Georgia, serif }
  h2 { font-size: 1.0625rem; line-height: 1.35 }
  p, .to { color: var(--muted) }
  .to { font-size: .875rem }
  article { padding: 1.5rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--surface) }
  pre { margin-block-start: .75rem; white-space: pre-wrap; font: inherit }
`
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`,
}

const EMPTY = '<p>Nothing yet. The first message shows up by itself.</p>'
/** A refresh would drop a selection, so it stops at the first mail. */
const WAITING = { refresh: '2' }

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
    reply.headers({ ...HEADERS, ...(mails().length === 0 && WAITING) }).send(pageOf(mails())),
  )
}

function pageOf(mails: readonly Mail[]): string {
  const articles = mails.map(
    ({ to, subject, text }) =>
      `<article dir="auto"><h2>${escape(subject)}</h2><div class="to">${escape(to)}</div><pre>${escape(text)}</pre></article>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mailbox</title><link rel="icon" href="data:,"><style>${STYLE}</style></head><body><main><h1>Mailbox</h1>
<p>What this machine would send. <a href="">Refresh</a></p>${articles.join('') || EMPTY}</main></body></html>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`)
}
