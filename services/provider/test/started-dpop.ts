import { startBeforeAll } from '@countersign/testing'
import { createDpopNonces } from '../src/ground/dpop/dpop-nonces.ts'
import { openToken } from './opened-token.ts'
import { createSigningKey } from './signing-key.ts'
import { REDIRECT_URI, SERVICE_TOKEN, startProvider, type TestClient } from './started-provider.ts'

/** A provider, the key of an app, and what the app does with proofs of it. */
export async function startDpop() {
  const provider = startBeforeAll(() => startProvider('postgresql'))
  const key = await createSigningKey()
  const nonce = createDpopNonces([SERVICE_TOKEN]).current(new Date())

  async function exchangeWith(code: string, dpop: string | undefined, client: TestClient = provider.client) {
    const code_verifier = provider.verifierOf(code)
    const grant = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier }
    return provider.token({ ...grant, ...client }, dpop === undefined ? {} : { dpop })
  }

  async function refreshWith(refreshToken: string, dpop: string | undefined, client: TestClient = provider.client) {
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, ...client }
    return provider.token(fields, dpop === undefined ? {} : { dpop })
  }

  const boundTo = async (accessToken: string) => (await openToken(provider, accessToken)).content.jkt

  return { provider, key, nonce, exchangeWith, refreshWith, boundTo }
}
