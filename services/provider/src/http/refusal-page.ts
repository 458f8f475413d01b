import { type OAuthError, sendOAuthError } from '@countersign/service'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type BarePage, escapeHtml, sendPage } from './bare-page.ts'

/** Sends a refusal to where a browser has arrived: a page for a person, and the usual body for a program. */
export function showRefusal(
  reply: FastifyReply,
  refusal: OAuthError,
  request: FastifyRequest,
  wayOn?: string,
): FastifyReply {
  if (!request.headers.accept?.includes('text/html')) return sendOAuthError(reply, refusal)
  return sendPage(reply.headers(refusal.headers), refusal.status, refusalPage(refusal, wayOn))
}

/**
 * The page for a person who was sent here with a request that is not answered. It never redirects: the address that the
 * request names is not known to be the app's, or nobody has looked at the app. Then `wayOn` is that address, and the person
 * decides (RFC 9700 §4.11.2).
 */
function refusalPage(refusal: OAuthError, wayOn?: string): BarePage {
  const { title, words } = explain(refusal)
  return {
    title,
    body: `${words}
<p class="detail"><code>${escapeHtml(refusal.code)}</code> ${escapeHtml(refusal.message)}</p>
${wayOn === undefined ? '' : linkTo(wayOn)}`,
  }
}

function explain({ code, status }: OAuthError): { readonly title: string; readonly words: string } {
  const again = '<p>Wait a while, then load this page again, or go back to the app and start anew.</p>'
  if (code === 'slow_down') {
    const words = `<p>So many requests came from your network that this one has to wait. Nobody made a mistake.</p>\n${again}`
    return { title: 'Please wait a while', words }
  }
  if (status >= 500) {
    const words = `<p>We cannot answer at the moment. That is our fault, not yours, and not that of the app.</p>\n${again}`
    return { title: 'Something went wrong here', words }
  }
  return {
    title: 'This sign-in link does not work',
    words: `<p>The app that sent you here made a mistake in its request. Nothing was shared, and you did nothing wrong.</p>
<p>Go back to the app and try again. If it happens again, tell the people who make the app:</p>`,
  }
}

/** The place by its name, so that nobody is led astray by what stands around it. */
function linkTo(address: string): string {
  const { host, protocol } = new URL(address)
  return `<p>Nobody here has checked this app. If you know it, you can <a rel="noreferrer" href="${escapeHtml(address)}">go on to ${escapeHtml(host || protocol)}</a>.</p>`
}
