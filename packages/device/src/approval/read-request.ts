import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { withCredentialScopes } from '../credentials/requested-credentials.ts'
import { currentSession, type DeviceContext, present } from '../device-context.ts'

/** Reads an authorization request, which can be approved from then on. */
export async function openRequest(context: DeviceContext, id: string): Promise<AuthorizationRequestDetails> {
  context.state.request = undefined
  const { token, vault } = currentSession(context)
  const request = withCredentialScopes(await context.api.readRequest(token, id), vault.items)
  context.state.request = request
  return request
}

/**
 * The request that the device has read, and nothing that a page says of it.
 * @throws ClientError `locked` for any other one
 */
export function readRequest({ state }: DeviceContext, id: string): AuthorizationRequestDetails {
  return present(state.request?.auth_request_id === id ? state.request : undefined)
}
