import type { CompletedSignIn } from '@countersign/sdk'

export const homePage = page('Welcome', '<p><a href="/sign-in">Sign in with Countersign</a></p>')

export function personPage({ claims, tokens }: Pick<CompletedSignIn, 'claims' | 'tokens'>): string {
  const rows = Object.entries(claims).map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(value)}</dd>`)
  return page(
    `Hello ${escape(claims['name'] ?? claims['email'] ?? 'there')}`,
    `<dl>${rows.join('')}</dl>
<p>Access token …${escape(tokens.accessToken.slice(-6))}</p>
<form method="post" action="/refresh"><button>Refresh</button></form>
<form method="post" action="/sign-out"><button>Sign out</button></form>`,
  )
}

function page(heading: string, content: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Express example</title><link rel="icon" href="data:,"><style>:root{color-scheme:light dark;font:1.05rem/1.5 system-ui}button{font:inherit;margin-bottom:.5rem}</style>
<main><h1>${heading}</h1>${content}</main></html>`
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
