import { createHash } from 'node:crypto'
import type { Mail } from '@countersign/core'
import type { FastifyInstance } from 'fastify'

/** Messages that would leave this machine if it had a mail server. */
export type DevelopmentMailbox = {
  readonly deliver: (mail: Mail) => void
  /** The newest first. */
  readonly mails: () => readonly Mail[]
}

export const MAILBOX_PATH = '/development/mailbox'

const KEPT = 50
const STYLE = `
  :root { color-scheme: light dark }
  body { margin: 0 auto; max-width: 40rem; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif }
  article { margin: 1rem 0; padding: 1rem; border: 1px solid #8888; border-radius: 0.5rem }
  h2 { margin: 0; font-size: 1rem }
  pre { margin: 0.75rem 0 0; white-space: pre-wrap; font: inherit }
`
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`,
}

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

/** GET /development/mailbox: what a mailbox would show. Only `countersign dev` has it. */
export function mountMailbox(app: FastifyInstance, { mails }: DevelopmentMailbox): void {
  app.get(MAILBOX_PATH, { schema: { hide: true } }, async (_request, reply) =>
    reply.headers(HEADERS).send(pageOf(mails())),
  )
}

function pageOf(mails: readonly Mail[]): string {
  const articles = mails.map(
    ({ to, subject, text }) =>
      `<article dir="auto"><h2>${escape(subject)}</h2><div>${escape(to)}</div><pre>${escape(text)}</pre></article>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mailbox</title><style>${STYLE}</style></head><body><h1>Mailbox</h1>
<p>What this machine would send. Reload to see more.</p>${articles.join('') || '<p>Nothing yet.</p>'}</body></html>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`)
}
