import { createHash } from 'node:crypto'

const STYLE = `
  :root { color-scheme: light dark; --ink: #1d1a16; --soft: #6b6257; --line: #e0d8cc; --paper: #fffdf9; --desk: #f5f0e8; --accent: #7a2e2e }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #f3eee6; --soft: #a89f92; --line: #3d372f; --paper: #211d19; --desk: #161310; --accent: #e2a1a1 }
  }
  * { box-sizing: border-box }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--desk); color: var(--ink);
    font: 1rem/1.55 Georgia, serif }
  main { width: min(30rem, 100%); padding: 2.25rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--paper) }
  .house { margin: 0 0 1.5rem; color: var(--soft); letter-spacing: 0.06em }
  h1 { margin: 0 0 0.5rem; font-size: 1.6rem; line-height: 1.25 }
  label { display: block; margin: 0 0 1rem }
  input { display: block; width: 100%; margin-top: 0.25rem; padding: 0.6rem; border: 1px solid var(--line); border-radius: 0.4rem;
    background: var(--paper); color: var(--ink); font: inherit }
  code { font-size: 1.5rem; letter-spacing: 0.15em }
  .action { display: inline-block; padding: 0.7rem 1.25rem; border: 0; border-radius: 0.4rem; background: var(--accent); color: var(--paper);
    font: inherit; text-decoration: none; cursor: pointer }
  .action:focus-visible, input:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px }
`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

/** Nothing but this page's own style and its one form. */
export const contentSecurityPolicyOfUniversity = `default-src 'none'; img-src data:; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

export function graduatePage(action: string): string {
  return page(`<h1>Get your degree</h1>
    <p>A university that exists in this demo alone, and believes what you type. It signs that for your vault.</p>
    <form method="post" action="${escape(action)}">
      <label>Given name <input name="given_name" value="Ada" required maxlength="80"></label>
      <label>Family name <input name="family_name" value="Lovelace" required maxlength="80"></label>
      <label>Degree <input name="degree" value="BSc Mathematics" required maxlength="80"></label>
      <button class="action" type="submit">Issue it</button>
    </form>`)
}

export function offerPage({ link, code }: { readonly link: string; readonly code: string }): string {
  return page(`<h1>It is ready</h1>
    <p>Your vault asks for this code, so that nobody else can fetch it by the link:</p>
    <p><code>${escape(code)}</code></p>
    <p><a class="action" href="${escape(link)}" target="_blank" rel="noopener">Add it to your vault</a></p>`)
}

function page(content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Demo University</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><main><p class="house">Demo University</p>${content}</main></body>
</html>`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`)
}
