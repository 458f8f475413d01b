import { type BarePage, escapeHtml } from '../http/bare-page.ts'

/**
 * The page for a person whose app sent them here with a request that cannot be answered. It never redirects: the address
 * that the request names is not known to be the app's, or nobody has looked at the app. Then `wayOn` is that address, and
 * the person decides (RFC 9700 §4.11.2).
 */
export function refusalPage(code: string, description: string, wayOn?: string): BarePage {
  return {
    title: 'This sign-in link does not work',
    body: `<p>The app that sent you here made a mistake in its request. Nothing was shared, and you did nothing wrong.</p>
<p>Go back to the app and try again. If it happens again, tell the people who make the app:</p>
<p class="detail"><code>${escapeHtml(code)}</code> ${escapeHtml(description)}</p>
${wayOn === undefined ? '' : linkTo(wayOn)}`,
  }
}

/** The place by its name, so that nobody is led astray by what stands around it. */
function linkTo(address: string): string {
  const { host, protocol } = new URL(address)
  return `<p>Nobody here has checked this app. If you know it, you can <a rel="noreferrer" href="${escapeHtml(address)}">go on to ${escapeHtml(host || protocol)}</a>.</p>`
}
