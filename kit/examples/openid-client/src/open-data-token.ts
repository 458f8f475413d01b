/** Verifies a data token, and opens the claims that are sealed in it for this app. */
import { readFile } from 'node:fs/promises'
import {
  importClaimsKeys,
  isSealed,
  openSealedClaims,
  readPrivateClaimsKeys,
  remoteDataTokenKeys,
  verifyDataToken,
} from '@countersign/data-token/web'

const { ISSUER = '', CLIENT_ID = '', CLAIMS_KEY_FILE = 'claims-key.json' } = process.env

const providerKeys = remoteDataTokenKeys(`${ISSUER}/.well-known/jwks.json`)
const claimsKeys = await importClaimsKeys(readPrivateClaimsKeys(await readFile(CLAIMS_KEY_FILE, 'utf8')))

/** `subject` is the id_token's. @throws DataTokenError for a token of another issuer, app or request, or an expired one */
export async function openDataToken(dataToken: string, subject: string): Promise<Readonly<Record<string, string>>> {
  const token = await verifyDataToken(dataToken, providerKeys, { issuer: ISSUER, audience: CLIENT_ID })
  if (token.sub !== subject) throw new Error('The data token is about another person.')
  if (!isSealed(token)) throw new Error('The claims are not sealed for this app.')
  return (await openSealedClaims(token, claimsKeys)).claims
}
