import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { isCredentialScope } from '../claims/credential-names.ts'
import { withCredentialScopes } from '../credentials/requested-credentials.ts'
import { hashText } from '../crypto.ts'
import { currentSession, type Reading, required } from '../session/state.ts'

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

/** The request as the device read it, never as the page says. @throws ClientError `locked` for any other one */
export function readRequest({ state }: Pick<Reading, 'state'>, id: string): AuthorizationRequestDetails {
  const { request } = state.steps
  return required(request?.auth_request_id === id ? request : undefined)
}

/** Not a valid scope name. */
const APP = ''

/** The words of the app and, by name, of each scope. Credentials are asked for in the app's own words. */
export async function digestShown({
  client,
  redirect_uri,
  response_mode,
  subject,
  scope_details,
}: AuthorizationRequestDetails): Promise<Readonly<Record<string, string>>> {
  const shown = [
    [APP, [client, redirect_uri, response_mode, subject]] as const,
    ...scope_details.filter((scope) => !isCredentialScope(scope)).map((scope) => [scope.name, scope] as const),
  ]
  const hashed = shown.map(async ([name, what]) => [name, await hashText(JSON.stringify(what))] as const)
  return Object.fromEntries(await Promise.all(hashed))
}
