import { ENGINES } from '@countersign/testing'
import { newItemId, prepareCommit, toBase64url } from '@countersign/vault'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CoreUnderTest, dumpDatabase, startCore } from './core-under-test.ts'
import { bearer, signIn, signUp, startSignIn } from './person.ts'

const login = 'ada.lovelace@example.org'
const password = 'correct horse battery staple'
const claim = 'claim-value-of-ada'

describe.each(ENGINES)('a copy of the %s database, and the log', (engine) => {
  let core: CoreUnderTest

  beforeAll(async () => {
    core = await startCore(engine)
  })
  afterAll(() => core.close())

  test('hold no name, password, token, recovery key, export key or claim', async () => {
    const ada = await signUp(core.app, { login, password })
    const { response } = await signIn(core.app, { login, password })
    const headers = bearer(response.json().session_token)
    const provider = await core.provider.real()
    const auth_request_id = await provider.startRequest()
    const put = [{ id: newItemId(), kind: 'claim', name: 'email', value: claim, meta: {} }]
    const { commit, etag } = await prepareCommit(ada.vault, {
      put,
      remove: [],
      device: 'test device',
      wroteAt: new Date(),
    })
    const calls = [
      ['/api/vault/commits/', commit],
      ['/api/session/recovery/', recoveryOf(ada)],
      [
        '/api/internal/attest-data/',
        {
          auth_request_id,
          user_id: ada.signedIn.user_id,
          audience: provider.client.client_id,
          claims: { email: claim },
        },
      ],
    ] as const
    const deviceToken = String(response.json().device_token)
    const tokens = [ada.token, String(response.json().session_token)]
    for (const [url, body] of calls) {
      const answer = await core.app.inject({
        method: 'POST',
        url,
        // A recovery key confirms no session: it is used without one.
        headers: {
          ...(url !== '/api/session/recovery/' && headers),
          'if-match': etag,
          'content-type': 'application/json',
        },
        payload: JSON.stringify(body),
      })
      expect(answer.statusCode, answer.body).toBe(200)
      const { session_token, data_token } = answer.json<{ session_token?: string; data_token?: string }>()
      tokens.push(...[session_token, data_token].filter((token) => token !== undefined))
    }
    // Left half-done on purpose, so that its state is in the database.
    const { clientLoginState, startLoginRequest } = await startSignIn(core.app, { login, password })
    const secrets = [
      login,
      password,
      claim,
      'test device',
      ...tokens,
      ...tokens.map((token) => token.replace('cs_st_', '')),
      recoveryOf(ada).rec_auth,
      toBase64url(ada.recovery.root),
      ada.exportKey,
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

function recoveryOf({ recovery }: { recovery: { recId: Uint8Array<ArrayBuffer>; recAuth: Uint8Array<ArrayBuffer> } }) {
  return { rec_id: toBase64url(recovery.recId), rec_auth: toBase64url(recovery.recAuth) }
}

/** A secret as text, and in the forms in which its bytes would show in a dump. */
function spellings(secret: string): string[] {
  const bytes = [Buffer.from(secret, 'utf8'), Buffer.from(secret, 'base64url')]
  const long = bytes.filter(({ length }) => length >= 8)
  return [secret, ...long.flatMap((each) => [each.toString('hex'), each.toString('base64')])]
}
