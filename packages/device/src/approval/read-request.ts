import type { AuthorizationRequestDetails, ScopeDetail } from '@countersign/contracts'
import type { ClaimItem } from '../claims/claim-items.ts'
import { isCredentialScope, withCredentialScopes } from '../credentials/requested-credentials.ts'
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

/** By scope: its words; for a credential's, the values that could be shared, and their issuers. */
export async function digestShown(
  { client, redirect_uri, response_mode, subject, scope_details }: AuthorizationRequestDetails,
  offered: readonly ClaimItem[],
): Promise<Readonly<Record<string, string>>> {
  const shown = [
    [APP, [client, redirect_uri, response_mode, subject]] as const,
    ...scope_details.map(
      (scope) => [scope.name, isCredentialScope(scope) ? optionsOf(scope, offered) : scope] as const,
    ),
  ]
  const hashed = shown.map(async ([name, what]) => [name, await hashText(JSON.stringify(what))] as const)
  return Object.fromEntries(await Promise.all(hashed))
}

/** Without the scope's title and reason: the first is the vault's own text, the second the client's. */
function optionsOf({ claims }: ScopeDetail, offered: readonly ClaimItem[]): readonly string[] {
  const options = offered.filter(({ name }) => claims.includes(name))
  return options
    .map(({ id, value, issuedBy }) => JSON.stringify([id, value, issuedBy?.issuer, issuedBy?.name]))
    .toSorted()
}
