import type { KnownScopes } from '../../catalogue/scopes/known-scopes.ts'
import type { WithScopes } from '../../catalogue/scopes/scope-registry.ts'
import { namesAskedFor } from '../../catalogue/scopes/scopes.ts'
import type { Client } from '../../clients/client.ts'
import type { Parameters } from '../../ground/http/parameters.ts'

/** What a request may have to do with: what is known of its scopes, and of all others where it names a resource. */
export function findKnown(
  { scopes }: WithScopes,
  client: Client,
  { values, resources }: Parameters,
): Promise<KnownScopes> {
  return resources.length > 0 ? scopes.all() : scopes.of(namesAskedFor(client, values['scope']))
}
