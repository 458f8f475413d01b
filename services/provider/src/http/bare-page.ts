import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

const STYLE =
  ':root{color-scheme:light dark}body{margin:0;font:1rem/1.6 system-ui,sans-serif;background:light-dark(#f5f6f8,#14171c);color:light-dark(#1c2330,#e7eaf0)}main{max-width:34rem;margin:12vh auto;padding:2rem;border-radius:1rem;background:light-dark(#fff,#1d222a)}h1{margin-top:0;font-size:1.5rem;line-height:1.25}button{font:inherit;padding:.5rem 1rem}.detail{padding:.75rem 1rem;border-radius:.5rem;background:light-dark(#eef1f6,#262d38)}'

/** A page of the provider's own: a heading, and what stands below it as HTML. */
export type BarePage = {
  readonly title: string
  readonly body: string
  /**
   * Whether it may post, and then anywhere: browsers hold redirects behind a form to its policy too, and an app may answer
   * with one to another of its addresses.
   */
  readonly hasForm?: boolean
  /** Runs when the page is there. */
  readonly script?: string
}

/** Sends a page that loads nothing, cannot be framed or kept, and runs no script but its own. */
export function sendPage(reply: FastifyReply, status: number, page: BarePage): FastifyReply {
  const { script, hasForm = false } = page
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(STYLE)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    "base-uri 'none'",
    ...(hasForm ? [] : ["form-action 'none'"]),
    "frame-ancestors 'none'",
  ]
  return reply
    .code(status)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': policy.join('; '),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .type('text/html; charset=utf-8')
    .send(toHtml(page))
}

/** Text that can stand anywhere in HTML, in quotes too. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}

function toHtml({ title, body, script }: BarePage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
${script === undefined ? '' : `<script>${script}</script>`}
</body>
</html>
`
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
