import { identifiers, keyStretching, startBeforeAll } from '@countersign/testing'
import { deriveRecovery, parseRecoveryKey, toBase64url } from '@countersign/vault'
import { client } from '@serenity-kit/opaque'
import { describe, expect, test } from 'vitest'
import { dumpDatabase, startCore } from './core-under-test.ts'
import {
  bearer,
  PASSWORD as password,
  post,
  prepareRecovery,
  signInWithPassword,
  signUpWithPassword,
} from './person.ts'

const login = 'ada.lovelace@example.org'
const claim = 'claim-value-of-ada@engines.example'

describe('a copy of the database, and the log', () => {
  const core = startBeforeAll(() => startCore())

  test('hold no name, password, token, recovery key, export key or claim', async () => {
    const ada = await signUpWithPassword(core.app, { login, password })
    const { response } = await signInWithPassword(core.app, { login, password })
    const headers = bearer(response.json().session_token)
    const provider = await core.provider.real()
    const auth_request_id = await provider.startRequest()
    await ada.device.saveProfile({ values: { email: claim } })
    const recovery = await prepareRecovery(core.app, ada)
    const attestation = {
      auth_request_id,
      user_id: ada.userId,
      audience: provider.client.client_id,
      claims: { email: claim },
    }
    const deviceToken = String(response.json().device_token)
    const tokens = [ada.token, String(response.json().session_token)]
    const answers = [
      await core.app.inject(recovery),
      await post(core.app, '/api/internal/attest-data/', attestation, headers),
    ]
    for (const answer of answers) {
      expect(answer.statusCode, answer.body).toBe(200)
      const { session_token, data_token } = answer.json<{ session_token?: string; data_token?: string }>()
      tokens.push(...[session_token, data_token].filter((token) => token !== undefined))
    }
    // Left half-done on purpose, so that its state is in the database.
    const { clientLoginState, startLoginRequest } = client.startLogin({ password })
    const start = { login, start_login_request: startLoginRequest }
    const { login_response: loginResponse } = (await post(core.app, '/api/session/password/start/', start)).json()
    const attempt = { clientLoginState, loginResponse, password, identifiers, keyStretching }
    const { root } = await deriveRecovery(await parseRecoveryKey(ada.recoveryKey))
    const secrets = [
      login,
      password,
      claim,
      'Chrome on Linux',
      ...tokens,
      ...tokens.map((token) => token.replace('cs_st_', '')),
      recovery.payload.rec_auth,
      toBase64url(root),
      client.finishLogin(attempt)!.exportKey,
      clientLoginState,
      startLoginRequest,
      ...core.config.opaqueServerSetups,
      ...core.config.loginIndexKeys,
      deviceToken,
    ]
    const dump = await dumpDatabase(core.database)
    expect(dump).toContain(ada.signedIn.user_id)
    expect(tokens).toHaveLength(4)
    for (const secret of secrets.flatMap(spellings)) {
      expect(dump).not.toContain(secret)
      expect(core.log()).not.toContain(secret)
    }
  })
})

/** A secret as text, and in the forms in which its bytes would show in a dump. */
function spellings(secret: string): string[] {
  const bytes = [Buffer.from(secret, 'utf8'), Buffer.from(secret, 'base64url')]
  const long = bytes.filter(({ length }) => length >= 8)
  return [secret, ...long.flatMap((each) => [each.toString('hex'), each.toString('base64')])]
}
