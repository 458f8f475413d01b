import { OAuthError } from '@countersign/service'
import { authenticateClient } from '../clients/authenticate-client.ts'
import type { Client } from '../clients/client.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Parameters } from '../http/parameters.ts'

/** What came to an endpoint about a token: its parameters, and the `Authorization` header if there was one. */
export type CallerRequest = { readonly parameters: Parameters; readonly authorization: string | undefined }

/**
 * The client that asks to revoke or to introspect, as at the token endpoint (RFC 7009 §2.1, RFC 7662 §2.1).
 * @throws OAuthError
 */
export async function authenticateCaller(
  dependencies: Dependencies,
  { parameters: { values, repeated }, authorization }: CallerRequest,
): Promise<Client> {
  if (repeated.length > 0) throw new OAuthError('invalid_request', 'A parameter was sent more than once.')
  return authenticateClient(dependencies, values, authorization)
}
