import type { App } from './app.ts'
import { SignInError } from './errors.ts'
import { verifyToken } from './id-token.ts'

/** The user has sent an update of what they share: the next refresh brings it. */
export type DataChanged = { readonly subject: string }

const CODE = 'invalid_event'
const DATA_CHANGED = 'urn:countersign:event:data-changed'

/** A security event token (RFC 8417). @throws SignInError */
export async function readEvent(app: App, securityEventToken: string): Promise<DataChanged> {
  const { sub, events } = await verifyToken(app, securityEventToken, {
    code: CODE,
    types: ['secevent+jwt'],
    requires: ['jti'],
  })
  const isKnown = typeof events === 'object' && events !== null && DATA_CHANGED in events
  if (isKnown && typeof sub === 'string' && sub !== '') return { subject: sub }
  throw new SignInError(CODE, 'This is no event that this app knows.')
}
