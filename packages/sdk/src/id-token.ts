import { base64url } from 'jose'
import type { App } from './app.ts'
import { SignInError } from './errors.ts'
import { type SignInFlow, sha256 } from './flow.ts'
import { verifyToken } from './published-tokens.ts'

const CODE = 'invalid_id_token'
const HALF_OF_HASH = 16

type Answer = { readonly idToken: string | undefined; readonly tokens: { readonly accessToken: string } }

/**
 * Checks an id_token (OpenID Connect Core §3.1.3.7): that it was made for this sign-in, is about the same person as the data
 * token and came with this access token. Where there was a nonce there must be one: without it, nothing shows that.
 * @throws SignInError
 */
export async function checkIdToken(
  app: App,
  { idToken, tokens }: Answer,
  { nonce, subject }: Pick<SignInFlow, 'nonce'> & { readonly subject: string },
): Promise<void> {
  if (nonce === undefined) return
  if (idToken === undefined) throw new SignInError('invalid_response', 'The provider sent no id_token.')
  const payload = await verifyToken(app, idToken, { code: CODE, types: [undefined, 'JWT'] })
  if (payload['nonce'] !== nonce) throw new SignInError('nonce_mismatch', 'The id_token is that of another sign-in.')
  if (payload.sub !== subject) throw new SignInError('wrong_subject', 'The id_token is about another person.')
  const hash = base64url.encode((await sha256(tokens.accessToken)).subarray(0, HALF_OF_HASH))
  const { at_hash: stated = hash } = payload
  if (stated !== hash) {
    throw new SignInError(CODE, 'The id_token belongs to another access token.')
  }
}
