import { NO_REDIRECT } from '@countersign/contracts'
import { OAuthError } from '@countersign/service/errors'
import { requireEnabled } from '../../clients/client.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import type { WithConfig, WithSql } from '../../ground/parts.ts'
import { goToConsent, goToDevicePage, refuseAtApp } from './destination.ts'
import { findRequest } from './request.store.ts'

/**
 * The app learns only that its request ended.
 * @throws OAuthError if there is nowhere to go
 */
export async function returnToApp({ sql, clients, config }: WithSql & WithConfig & WithClients, id: string) {
  const request = await findRequest(sql, id, undefined)
  const client = request && (await clients.find(request.clientId))
  if (!request || !client) throw over('There is no such authorization request.')
  requireEnabled(client)
  const { authRequestId, clientId, redirectUri, responseMode, state, prompt } = request
  // The device polls; the user can type another code.
  if (redirectUri === NO_REDIRECT && request.status !== 'pending') return goToDevicePage(config, request)
  const app = { client, redirectUri, responseMode, state, config }
  switch (request.status) {
    case 'pending':
      return goToConsent(config, { authRequestId, clientId, prompt })
    case 'expired':
      return refuseAtApp(over('The request expired before the person answered it.'), app)
    case 'denied':
      // `prompt=none` has already told the app.
      if (prompt === 'none') throw over('This authorization request was answered.')
      return refuseAtApp(new OAuthError('access_denied', 'The person said no.'), app)
    case 'approved':
      // Its code is on the way or spent: a refusal would break a finished sign-in.
      throw over('This authorization request was approved.')
  }
}

function over(description: string): OAuthError {
  return new OAuthError('request_expired', description)
}
