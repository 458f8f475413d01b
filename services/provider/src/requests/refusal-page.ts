/**
 * The page for a person whose app sent them here with a request that cannot be answered. It never redirects: the address
 * that the request names is not known to be the app's, or nobody has looked at the app. Then `wayOn` is that address, and
 * the person decides (RFC 9700 §4.11.2).
 */
export function refusalPage(code: string, description: string, wayOn?: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>This sign-in link does not work</title>
<style>${REFUSAL_PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>This sign-in link does not work</h1>
<p>The app that sent you here made a mistake in its request. Nothing was shared, and you did nothing wrong.</p>
<p>Go back to the app and try again. If it happens again, tell the people who make the app:</p>
<p class="detail"><code>${escapeHtml(code)}</code> ${escapeHtml(description)}</p>
${wayOn === undefined ? '' : linkTo(wayOn)}</main>
</body>
</html>
`
}

export const REFUSAL_PAGE_STYLE =
  ':root{color-scheme:light dark}body{margin:0;font:1rem/1.6 system-ui,sans-serif;background:light-dark(#f5f6f8,#14171c);color:light-dark(#1c2330,#e7eaf0)}main{max-width:34rem;margin:12vh auto;padding:2rem;border-radius:1rem;background:light-dark(#fff,#1d222a)}h1{margin-top:0;font-size:1.5rem;line-height:1.25}.detail{padding:.75rem 1rem;border-radius:.5rem;background:light-dark(#eef1f6,#262d38)}'

/** The place by its name, so that nobody is led astray by what stands around it. */
function linkTo(address: string): string {
  const { host, protocol } = new URL(address)
  return `<p>Nobody here has checked this app. If you know it, you can <a rel="noreferrer" href="${escapeHtml(address)}">go on to ${escapeHtml(host || protocol)}</a>.</p>\n`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
