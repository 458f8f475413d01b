import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendPage } from '../http/bare-page.ts'
import { showRefusal } from '../http/refusal-page.ts'
import type { Destination } from './destination.ts'
import { formPostPage } from './form-post.ts'

/** Sends the browser to where it goes next. */
export function sendDestination(
  request: FastifyRequest,
  reply: FastifyReply,
  { destination, status }: { readonly destination: Destination; readonly status: 302 | 303 },
): FastifyReply {
  if (destination.kind === 'shown') return showRefusal(reply, destination.refusal, request, destination.url)
  if (destination.kind === 'posted')
    return sendPage(reply, 200, formPostPage(destination.answer, { goesOnByItself: true }))
  return reply.header('referrer-policy', 'no-referrer').redirect(destination.url, status)
}
