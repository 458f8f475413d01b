import type { OAuthError } from '@countersign/service/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PostedAnswer } from '../pages/form-post-page.ts'
import type { ProviderPages } from './provider-pages.ts'

/** Where the browser goes next: to the consent page, or back to the app with a refusal. */
export type Destination =
  | { readonly kind: 'consent'; readonly url: string; readonly authRequestId: string; readonly clientId: string }
  | {
      /** `refused` redirects, `posted` is a form, `shown` asks the person first; all three carry the same answer. */
      readonly kind: 'refused' | 'posted' | 'shown'
      readonly url: string
      readonly answer: PostedAnswer
      readonly refusal: OAuthError
      readonly clientId: string
    }

type Sending = { readonly pages: ProviderPages; readonly request: FastifyRequest; readonly status: 302 | 303 }

export function sendDestination(
  reply: FastifyReply,
  destination: Destination,
  { pages, request, status }: Sending,
): FastifyReply {
  if (destination.kind === 'shown') return pages.showRefusal(reply, destination.refusal, request, destination.url)
  if (destination.kind === 'posted')
    return pages.postAnswer(reply, destination.answer, { request, submitsItself: true })
  return reply.header('referrer-policy', 'no-referrer').redirect(destination.url, status)
}
