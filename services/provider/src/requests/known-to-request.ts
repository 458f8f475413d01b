import type { Client } from '../clients/client.ts'
import type { ProviderDependencies } from '../dependencies.ts'
import type { Parameters } from '../http/parameters.ts'
import type { KnownScopes } from '../scopes/known-scopes.ts'
import { namesAskedFor } from '../scopes/scopes.ts'

/** What a request may have to do with: what is known of its scopes, and of all others where it names a resource. */
export function findKnown(
  { scopes }: Pick<ProviderDependencies, 'scopes'>,
  client: Client,
  { values, resources }: Parameters,
): Promise<KnownScopes> {
  return resources.length > 0 ? scopes.all() : scopes.of(namesAskedFor(client, values['scope']))
}
