import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { isCredentialScope } from '../credentials/requested-credentials.ts'
import { hashText } from '../hash.ts'

/** No scope has this name. */
const APP = ''

/**
 * Hashes of the text that a request shows, as the vault remembers them: one for each scope, one for the app and its
 * return address. Hashes, since only a change matters.
 */
export async function digestShown(request: AuthorizationRequestDetails): Promise<Readonly<Record<string, string>>> {
  const { client, redirect_uri, response_mode, subject, scope_details } = request
  // The title of a credential is the vault's own word.
  const scopes = scope_details.filter((scope) => !isCredentialScope(scope))
  const shown = [
    [APP, [client, redirect_uri, response_mode, subject]] as const,
    ...scopes.map((scope) => [scope.name, scope] as const),
  ]
  const hashed = shown.map(async ([name, what]) => [name, await hashText(JSON.stringify(what))] as const)
  return Object.fromEntries(await Promise.all(hashed))
}
