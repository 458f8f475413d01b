import type { OAuthError } from '@countersign/service/errors'
import { sendOAuthError } from '@countersign/service/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProviderConfig } from '../config.ts'
import { formPostPage, type PostedAnswer } from '../pages/form-post-page.ts'
import { pageLanguageOf } from '../pages/page-language.ts'
import { createPageWriter, type ProviderPage } from '../pages/provider-page.ts'
import { refusalPage, type WayOn } from '../pages/refusal-page.ts'
import { errorUriOf } from './oauth-endpoint.ts'

export type ProviderPages = ReturnType<typeof createProviderPages>

type Posting = { readonly request: FastifyRequest; readonly submitsItself: boolean }

export function createProviderPages(config: Pick<ProviderConfig, 'brand' | 'webUrl' | 'documentationUrl'>) {
  const { brand, webUrl } = config
  const start = `${webUrl}/`
  const write = createPageWriter({ brand, start })
  const sendPage = (reply: FastifyReply, status: number, page: ProviderPage): FastifyReply => {
    const { headers, html } = write(page)
    return reply.code(status).headers(headers).type('text/html; charset=utf-8').send(html)
  }
  const languageOf = ({ headers }: FastifyRequest) => pageLanguageOf(headers['accept-language'])

  /** A page for browsers, the JSON error for programs. */
  const refuseBy =
    (mistake: 'mistake' | 'logout') =>
    (reply: FastifyReply, refusal: OAuthError, request: FastifyRequest, wayOn?: WayOn): FastifyReply => {
      if (!request.headers.accept?.includes('text/html')) return sendOAuthError(reply, refusal)
      const errorUri = errorUriOf(config, refusal.code)
      const page = refusalPage(refusal, languageOf(request), { start, wayOn, errorUri, mistake })
      return sendPage(reply.headers(refusal.headers), refusal.status, page)
    }

  return {
    showRefusal: refuseBy('mistake'),
    showLogoutRefusal: refuseBy('logout'),
    postAnswer: (reply: FastifyReply, answer: PostedAnswer, { request, submitsItself }: Posting) =>
      sendPage(reply, 200, formPostPage(answer, { language: languageOf(request), submitsItself })),
  }
}

/** Where the browser goes next: to the consent page, or back to the app with a refusal. */
export type Destination =
  | { readonly kind: 'consent'; readonly url: string; readonly authRequestId: string; readonly clientId: string }
  | {
      /** `refused` redirects, `shown` asks the person first; both carry the same answer. */
      readonly kind: 'refused' | 'shown'
      readonly url: string
      readonly refusal: OAuthError
      readonly clientId: string
    }

/** Of the 4 KiB that nginx takes as an answer's headers, with room for the others: a longer one would be its 502. */
const MAXIMUM_LOCATION_LENGTH = 3_072

type Sending = { readonly pages: ProviderPages; readonly request: FastifyRequest; readonly status: 302 | 303 }

export function sendDestination(reply: FastifyReply, destination: Destination, { pages, request, status }: Sending) {
  const { kind, url } = destination
  const isTooLong = kind === 'refused' && url.length > MAXIMUM_LOCATION_LENGTH
  if (kind === 'shown' || isTooLong) {
    return pages.showRefusal(reply, destination.refusal, request, { url, goesByItself: isTooLong })
  }
  return reply.header('referrer-policy', 'no-referrer').redirect(url, status)
}
