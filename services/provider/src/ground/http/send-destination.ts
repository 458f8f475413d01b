import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Destination } from '../../flow/requests/destination.ts'
import type { HousePages } from './house-pages.ts'

type Sending = { readonly pages: HousePages; readonly request: FastifyRequest; readonly status: 302 | 303 }

/** Sends the browser to where it goes next. */
export function sendDestination(
  reply: FastifyReply,
  destination: Destination,
  { pages, request, status }: Sending,
): FastifyReply {
  if (destination.kind === 'shown') return pages.showRefusal(reply, destination.refusal, request, destination.url)
  if (destination.kind === 'posted')
    return pages.postAnswer(reply, destination.answer, { request, goesOnByItself: true })
  return reply.header('referrer-policy', 'no-referrer').redirect(destination.url, status)
}
