import { createHmac } from 'node:crypto'
import { codeOf, createWire, identifiers, keyStretching, newDevice, startBeforeAll } from '@countersign/testing'
import {
  deriveRecovery,
  fromBase64url,
  openVault,
  parseRecoveryKey,
  toBase64url,
  UNLOCK_RECORD,
} from '@countersign/vault'
import { client, server } from '@serenity-kit/opaque'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLoginIndex } from '../src/accounts/records/login-index.ts'
import { isServerSetup, publicKeyOf } from '../src/ground/oprf/opaque-evaluator.ts'
import { generateCoreSecrets } from '../src/index.ts'
import { dumpDatabase, fixture, startCore } from './core-under-test.ts'
import { startOprf } from './oprf-under-test.ts'
import { bearer, PASSWORD as password } from './person.ts'

const login = 'ada.lovelace@example.org'
const claim = 'claim-value-of-ada@engines.example'
const GUESSES = ['a wrong guess of the same length', password, 'another wrong guess']

type StolenRecord = { readonly credential_identifier: string; readonly registration_record: string }

/** For an attacker who also knows the protocol and the very password. */
describe('a stolen copy of the database', () => {
  const core = startBeforeAll(() => startCore())
  const ada = fixture(beforeAll, () => core.signUpWithPassword({ login, password }))
  let stolen: StolenRecord

  beforeAll(async () => {
    const rows = await core.database.sql<StolenRecord>`
      select credential_identifier, registration_record from core.passwords`
    stolen = rows[0]!
  })

  /** Plays both sides of a sign-in offline. Answers the export key where the guess turns out to be right. */
  function guess(attempt: string, serverSetup: string, record = stolen): string | undefined {
    const { clientLoginState, startLoginRequest } = client.startLogin({ password: attempt })
    const { loginResponse } = server.startLogin({
      serverSetup,
      userIdentifier: record.credential_identifier,
      registrationRecord: record.registration_record,
      startLoginRequest,
      identifiers,
    })
    const state = { clientLoginState, loginResponse, password: attempt }
    return client.finishLogin({ ...state, identifiers, keyStretching })?.exportKey
  }

  test('holds no name, password, token, recovery key, export key or claim, nor does the log', async () => {
    const { response } = await core.signInWithPassword({ login, password })
    const headers = bearer(response.json().session_token)
    const provider = await core.provider.real()
    const auth_request_id = await provider.startRequest()
    await ada.device.saveProfile({ values: { email: claim } })
    const recovery = await core.prepareRecovery(ada)
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
      await core.post('/api/internal/attest-data/', attestation, headers),
    ]
    for (const answer of answers) {
      expect(answer.statusCode, answer.body).toBe(200)
      const { session_token, data_token } = answer.json<{ session_token?: string; data_token?: string }>()
      tokens.push(...[session_token, data_token].filter((token) => token !== undefined))
    }
    // Left half-done on purpose, so that its state is in the database.
    const { clientLoginState, startLoginRequest } = client.startLogin({ password })
    const start = { login, start_login_request: startLoginRequest }
    const { login_response: loginResponse } = (await core.post('/api/session/password/start/', start)).json()
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

  test('alone confirms no password: the right one looks like every wrong one', async () => {
    const { OPAQUE_SERVER_SETUP: ownSetup } = await generateCoreSecrets()
    expect(GUESSES.map((attempt) => guess(attempt, ownSetup))).toEqual([undefined, undefined, undefined])
  })

  test('alone confirms no login name', async () => {
    const { LOGIN_INDEX_KEY: ownKey } = await generateCoreSecrets()
    expect(createLoginIndex([ownKey]).identifiersOf(login).credentialIdentifier).not.toBe(stolen.credential_identifier)
    const unkeyed = createHmac('sha256', '').update(login).digest('base64url')
    expect(stolen.credential_identifier).not.toBe(unkeyed)
  })

  test('with OPAQUE_SERVER_SETUP allows offline guesses, and the right one opens the vault: the boundary', async () => {
    const [setup = ''] = core.config.opaqueServerSetups
    const outcomes = GUESSES.map((attempt) => guess(attempt, setup))
    expect(outcomes).toEqual([undefined, expect.any(String), undefined])
    const root = fromBase64url(outcomes[1]!)
    const snapshot: unknown = (await core.get('/api/vault/', ada.token)).json()
    const opened = openVault({ snapshot, userId: ada.signedIn.user_id, method: { type: 'opaque', root } })
    await expect(opened).resolves.toBeDefined()
    expect(UNLOCK_RECORD.read(ada.signedIn.unlock).type).toBe('opaque')
  })

  test("OPRF apart: core's database and config allow no offline guess", async () => {
    const { OPAQUE_SERVER_SETUP: apart, LOGIN_INDEX_KEY: loginIndexKey } = await generateCoreSecrets()
    const oprf = await startOprf({ setups: [apart], loginIndexKey })
    const asking = await startCore('postgresql', { config: oprf.coreConfig })
    await asking.signUpWithPassword({ login, password })
    const [own] = await asking.database.sql<StolenRecord>`
      select credential_identifier, registration_record from core.passwords order by created_at desc limit 1`
    const known = [await dumpDatabase(asking.database), JSON.stringify(oprf.coreConfig)].join('\n')
    expect(known).toContain(own!.registration_record)
    expect(known).not.toContain(apart)
    // Every text of core's, and a new setup, tried in place of the setup.
    const candidates = [...known.matchAll(/[\w-]{171}/g)].map(([text]) => text)
    const usable = await Promise.all(candidates.map(async (text) => ((await isServerSetup(text)) ? [text] : [])))
    const { OPAQUE_SERVER_SETUP: made } = await generateCoreSecrets()
    for (const setup of [made, ...usable.flat()]) {
      expect(GUESSES.map((attempt) => guess(attempt, setup, own))).toEqual([undefined, undefined, undefined])
    }
    // With the real setup guesses work as before.
    expect(GUESSES.map((attempt) => guess(attempt, apart, own))).toEqual([undefined, expect.any(String), undefined])
    await asking.close()
    await oprf.close()
  })

  test('OPRF apart: a registration that core answered itself allows offline guesses: the boundary', async () => {
    const { OPAQUE_SERVER_SETUP: apart, LOGIN_INDEX_KEY: loginIndexKey } = await generateCoreSecrets()
    const { OPAQUE_SERVER_SETUP: made } = await generateCoreSecrets()
    const expectedKey = await publicKeyOf(apart)
    const oprf = await startOprf({ setups: [apart], loginIndexKey })
    const asking = await startCore('postgresql', { config: oprf.coreConfig })
    const wire = createWire(asking.app)
    /** Evaluated under the setup that core made, with the other's public key behind it: nothing binds the two. */
    const forge = (registrationRequest: string) => {
      const start = { serverSetup: made, userIdentifier: 'anybody', registrationRequest }
      const { registrationResponse } = server.createRegistrationResponse(start)
      const evaluated = Buffer.from(registrationResponse, 'base64url').subarray(0, 32)
      return Buffer.concat([evaluated, Buffer.from(expectedKey, 'base64url')]).toString('base64url')
    }
    const lyingFetch: typeof wire.fetch = async (url, init) => {
      const response = await wire.fetch(url, init)
      if (!url.endsWith('/register/start/')) return response
      const { registration_request }: { registration_request: string } = JSON.parse(init.body as string)
      const answer = (await response.json()) as object
      return Response.json({ ...answer, registration_response: forge(registration_request) })
    }
    const address = { url: 'https://sign.example', origin: 'https://consent.example' }
    const pinnedServerKeys = [expectedKey]
    const device = newDevice({ ...address, fetch: lyingFetch }, { pinnedServerKeys })
    await device.createAccount({ login, password })
    const [kept] = await asking.database.sql<StolenRecord>`
      select credential_identifier, registration_record from core.passwords order by created_at desc limit 1`
    const maskingKeyOf = (record: string) => Buffer.from(record, 'base64url').subarray(32, 96).toString('hex')
    const isConfirmed = (attempt: string) => {
      const { clientRegistrationState, registrationRequest } = client.startRegistration({ password: attempt })
      const state = { clientRegistrationState, registrationResponse: forge(registrationRequest), password: attempt }
      const { registrationRecord } = client.finishRegistration({ ...state, identifiers, keyStretching })
      return maskingKeyOf(registrationRecord) === maskingKeyOf(kept!.registration_record)
    }
    expect(GUESSES.map(isConfirmed)).toEqual([false, true, false])
    // It shows: neither core nor the process can answer a sign-in with such a password.
    const again = newDevice({ ...address, fetch: wire.fetch }, { pinnedServerKeys })
    expect(await codeOf(again.signIn({ login, password }))).toBe('invalid_credentials')
    expect([guess(password, made, kept), guess(password, apart, kept)]).toEqual([undefined, undefined])
    await asking.close()
    await oprf.close()
  })

  test('with LOGIN_INDEX_KEY tells whether a given name is known', () => {
    const index = createLoginIndex(core.config.loginIndexKeys)
    expect(index.identifiersOf(login).credentialIdentifier).toBe(stolen.credential_identifier)
    expect(index.identifiersOf('somebody.else@example.org').credentialIdentifier).not.toBe(stolen.credential_identifier)
  })
})

/** A secret as text, and in the forms in which its bytes would show in a dump. */
function spellings(secret: string): string[] {
  const bytes = [Buffer.from(secret, 'utf8'), Buffer.from(secret, 'base64url')]
  const long = bytes.filter(({ length }) => length >= 8)
  return [secret, ...long.flatMap((each) => [each.toString('hex'), each.toString('base64')])]
}
