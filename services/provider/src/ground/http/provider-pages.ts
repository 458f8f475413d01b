import { type OAuthError } from '@countersign/service/errors'
import { sendOAuthError } from '@countersign/service/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProviderConfig } from '../config.ts'
import { formPostPage, type PostedAnswer } from '../pages/form-post-page.ts'
import { pageLanguageOf } from '../pages/page-language.ts'
import { createPageWriter, type ProviderPage } from '../pages/provider-page.ts'
import { refusalPage } from '../pages/refusal-page.ts'
import { errorUriOf } from './error-uri.ts'

/** The provider's own pages, in the reader's language and the operator's brand. */
export type ProviderPages = {
  /** A page for browsers, the JSON error for programs. */
  readonly showRefusal: (
    reply: FastifyReply,
    refusal: OAuthError,
    request: FastifyRequest,
    wayOn?: string,
  ) => FastifyReply
  /** For sign-out requests. */
  readonly showLogoutRefusal: (reply: FastifyReply, refusal: OAuthError, request: FastifyRequest) => FastifyReply
  /** Posts an answer to the app as a form. */
  readonly postAnswer: (
    reply: FastifyReply,
    answer: PostedAnswer,
    how: { readonly request: FastifyRequest; readonly submitsItself: boolean },
  ) => FastifyReply
}

export function createProviderPages(
  config: Pick<ProviderConfig, 'brand' | 'consentUrl' | 'documentationUrl'>,
): ProviderPages {
  const { brand, consentUrl } = config
  const start = `${consentUrl}/`
  const write = createPageWriter({ brand, start })
  const sendPage = (reply: FastifyReply, status: number, page: ProviderPage): FastifyReply => {
    const { headers, html } = write(page)
    return reply.code(status).headers(headers).type('text/html; charset=utf-8').send(html)
  }
  const languageOf = ({ headers }: FastifyRequest) => pageLanguageOf(headers['accept-language'])

  const refuseBy =
    (mistake: 'mistake' | 'logout'): ProviderPages['showRefusal'] =>
    (reply, refusal, request, wayOn) => {
      if (!request.headers.accept?.includes('text/html')) return sendOAuthError(reply, refusal)
      const errorUri = errorUriOf(config, refusal.code)
      const page = refusalPage(refusal, languageOf(request), { start, wayOn, errorUri, mistake })
      return sendPage(reply.headers(refusal.headers), refusal.status, page)
    }

  return {
    showRefusal: refuseBy('mistake'),
    showLogoutRefusal: refuseBy('logout'),
    postAnswer: (reply, answer, { request, submitsItself }) =>
      sendPage(reply, 200, formPostPage(answer, { language: languageOf(request), submitsItself })),
  }
}
