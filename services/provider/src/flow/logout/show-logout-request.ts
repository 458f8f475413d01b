import type { LogoutRequest, LogoutRequestQuery } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { logoUrl } from '../../clients/client-logo.ts'
import type { WithClients } from '../../clients/client-registry.ts'
import type { WithSigning } from '../../ground/parts.ts'
import { prepareSubjects } from '../identity/subject.ts'
import { openLogoutRequest, returnAddress } from './logout-request.ts'

/**
 * Who asks that somebody be signed out, for the page. Whether they mean whoever is signed in is said to that person's session
 * alone: else an app could ask of any identifier whether it is the person that it knows by another.
 * @throws `request_expired`
 */
export async function showLogoutRequest(
  dependencies: WithSigning & WithClients,
  { logout_request: text, user_id: userId }: LogoutRequestQuery,
): Promise<LogoutRequest> {
  const { clients, config, keys } = dependencies
  const request = openLogoutRequest(dependencies, text)
  if (!request)
    throw new ServiceError('request_expired', 'There is no such request to sign out. Start again from the app.')
  const client = request.clientId === undefined ? undefined : await clients.find(request.clientId)
  if (!client) return {}
  const returnTo = returnAddress(client, request)
  const isOther =
    userId !== undefined &&
    request.subject !== undefined &&
    (await prepareSubjects(keys, client))(userId) !== request.subject
  return {
    client: { name: client.name, logo: logoUrl(config.issuer, client.clientId) },
    ...(returnTo !== undefined && { return_to: returnTo }),
    ...(isOther && { means_other: true }),
  }
}
