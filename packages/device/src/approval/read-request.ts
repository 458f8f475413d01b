import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { withCredentialScopes } from '../credentials/requested-credentials.ts'
import { currentSession, type Reading, required } from '../session/state.ts'

/** Reads an authorization request, which can then be approved. */
export async function openRequest(
  context: Pick<Reading, 'api' | 'state'>,
  id: string,
): Promise<AuthorizationRequestDetails> {
  context.state.steps.request = undefined
  const { token, vault } = currentSession(context)
  const request = withCredentialScopes(await context.api.readRequest(token, id), vault.items)
  context.state.steps.request = request
  return request
}

/**
 * The request that the device has read, and nothing that a page says of it.
 * @throws ClientError `locked` for any other one
 */
export function readRequest({ state }: Pick<Reading, 'state'>, id: string): AuthorizationRequestDetails {
  const { request } = state.steps
  return required(request?.auth_request_id === id ? request : undefined)
}
