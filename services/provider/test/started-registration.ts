import { generateKeyPairSync } from 'node:crypto'
import type { ClientInformation } from '@countersign/contracts'
import { PNG, startBeforeAll } from '@countersign/testing'
import { createInitialAccessToken } from '../src/surface/registration/registration-token.ts'
import { REDIRECT_URI, startProvider } from './started-provider.ts'
import { startInternet } from './test-internet.ts'

export const METADATA = { client_name: 'Self-made App', redirect_uris: [REDIRECT_URI] }
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
export const KEY = { ...publicKey.export({ format: 'jwk' }), kid: 'one' }

const documents: Record<string, Buffer | string> = {
  '/logo.png': PNG,
  '/sector.json': JSON.stringify([REDIRECT_URI, 'https://other.example/cb']),
  '/other-sector.json': JSON.stringify(['https://other.example/cb']),
}

type Credentials = Pick<ClientInformation, 'registration_client_uri' | 'registration_access_token'>

/** A provider where apps register themselves with a token, and what they do there. */
export function startRegistration() {
  const provider = startBeforeAll(async () => {
    const internet = await startInternet((request, response) => {
      response.end(documents[request.url ?? ''] ?? '<svg onload="alert(1)"/>')
    })
    const { outbound, host } = internet
    const started = await startProvider('postgresql', undefined, { dynamicRegistration: 'token' }, { outbound })
    const close = async () => {
      await started.close()
      await internet.close()
    }
    return { ...started, host, close }
  })

  async function initialAccessToken(uses?: number): Promise<string> {
    return (await createInitialAccessToken(provider.database.sql, { uses })).initialAccessToken
  }

  async function send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    token: string | undefined,
    payload?: object,
    at = provider.app,
  ) {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return at.inject({ method, url, headers, ...(payload && { payload }) })
  }

  async function post(metadata: object, token: string | undefined) {
    return send('POST', '/oauth/register', token, metadata)
  }

  async function register(changes: object = {}): Promise<ClientInformation> {
    const answer = await post({ ...METADATA, ...changes }, await initialAccessToken())
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json()
  }

  async function manage(method: 'GET' | 'PUT' | 'DELETE', info: Credentials, payload?: object) {
    return send(method, new URL(info.registration_client_uri).pathname, info.registration_access_token, payload)
  }

  return { provider, initialAccessToken, send, post, register, manage }
}
