import { OAuthError } from '@countersign/service/errors'
import { checkDpopProof, type DpopRequest, type WithDpop } from './check-dpop-proof.ts'

type TokenRequest = Omit<DpopRequest, 'proof' | 'accessToken'> & { readonly proof: DpopRequest['proof'] | undefined }

/**
 * The thumbprint of the key that a client's tokens are to be bound to; nothing if it sent no proof, which only a client
 * that is free to do without may (RFC 9449 §5, §5.2).
 * @throws as `checkDpopProof` does
 */
export async function readDpopKey(
  dependencies: WithDpop,
  client: { readonly dpopBound: boolean },
  { proof, ...request }: TokenRequest,
): Promise<string | undefined> {
  if (proof !== undefined) return checkDpopProof(dependencies, { proof, ...request })
  if (!client.dpopBound) return undefined
  throw new OAuthError('invalid_dpop_proof', 'This client must send a DPoP proof: its tokens are bound to a key.')
}
