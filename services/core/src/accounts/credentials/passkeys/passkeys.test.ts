import { randomUUID } from 'node:crypto'
import type { PasskeyStartResponse } from '@countersign/contracts'
import { type Authenticator, type Ceremony, signInByPasskey, startBeforeAll } from '@countersign/testing'
import { gestureChallenge } from '@countersign/vault'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { dumpDatabase, readTestConfig, startCore } from '../../../../test/core-under-test.ts'
import { bearer, newAuthenticator, refusalOf, statusesOf } from '../../../../test/person.ts'
import { relyingPartyOf } from './start-ceremony.ts'

const REGISTER_FINISH = '/api/account/register/passkey/finish/'
const SIGN_IN_FINISH = '/api/session/passkey/finish/'

describe('passkeys', () => {
  const core = startBeforeAll(() => startCore())

  describe('signing up', () => {
    test('asks for a passkey that the person can find and unlock, and for nothing that tells about it', async () => {
      const { options, userId } = await core.preparePasskeySignUp(newAuthenticator())
      expect(options).toEqual({
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        rp: { id: 'consent.example', name: '' },
        user: { id: Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url'), name: '', displayName: '' },
        pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
        timeout: 300_000,
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      })
      expect(await dumpDatabase(core.database)).not.toContain(options.challenge)
    })

    test('gives an account, a session, and the record that the same gesture opens', async () => {
      const ada = await core.signUpWithPasskey()
      expect(ada.signedIn.session.scope).toBe('full')
      expect(ada.signedIn.unlock).toMatchObject({ type: 'prf', bind: ada.authenticator.credentialId })
      const { memory } = await signInByPasskey(core.newWiredDevice().device, ada.authenticator)
      expect(memory.vault_id).toBe(ada.signedIn.vault_id)
    })

    test.each<[string, Ceremony, string]>([
      ['did not verify the person', { isUserVerified: false }, 'invalid_passkey'],
      ['was made for a parent domain', { rpId: 'example' }, 'invalid_passkey'],
      ['was made on another page', { origin: 'https://evil.example' }, 'invalid_passkey'],
      ['was made on a page below', { origin: 'https://sub.consent.example' }, 'invalid_passkey'],
      ['was made in another extension', { origin: `chrome-extension://${'a'.repeat(32)}` }, 'invalid_passkey'],
      ['was made in a frame', { crossOrigin: true }, 'invalid_passkey'],
      ['answers another challenge', { challenge: 'A'.repeat(43) }, 'invalid_passkey'],
      ['cannot do PRF', { isPrfEnabled: false }, 'prf_required'],
      ['does not say that it can do PRF', { isPrfEnabled: undefined }, 'prf_required'],
    ])('a passkey that %s is refused, and no account is made', async (_case, ceremony, code) => {
      const { finish, userId } = await core.preparePasskeySignUp(newAuthenticator(), ceremony)
      expect(refusalOf(await core.post(REGISTER_FINISH, finish))).toEqual([422, code])
      expect(await dumpDatabase(core.database)).not.toContain(userId)
    })

    test("a passkey that was made in the client's extension is accepted, unless the operator refuses them", async () => {
      const origin = core.config.extensionOrigins[0]!
      const { finish } = await core.preparePasskeySignUp(newAuthenticator(), { origin })
      expect((await core.post(REGISTER_FINISH, finish)).statusCode).toBe(201)
      const strict = await readTestConfig({ EXTENSION_ORIGINS: 'none' })
      expect(relyingPartyOf(strict).origins).toEqual(['https://consent.example'])
    })

    test('a record that is bound to another passkey is refused', async () => {
      const { finish } = await core.preparePasskeySignUp(newAuthenticator())
      const other = await core.preparePasskeySignUp(newAuthenticator())
      const response = await core.post(REGISTER_FINISH, { ...finish, vault: other.finish.vault })
      expect(refusalOf(response)).toEqual([422, 'invalid_vault'])
    })

    test('a passkey that has an account gets no second one', async () => {
      const { authenticator } = await core.signUpWithPasskey()
      const { finish } = await core.preparePasskeySignUp(authenticator)
      expect(refusalOf(await core.post(REGISTER_FINISH, finish))).toEqual([422, 'invalid_passkey'])
    })

    test('a sign-up is finished once, however many try at once', async () => {
      const { finish } = await core.preparePasskeySignUp(newAuthenticator())
      const responses = await Promise.all(Array.from({ length: 5 }, () => core.post(REGISTER_FINISH, finish)))
      expect(statusesOf(responses)).toEqual([201, 410, 410, 410, 410])
    })
  })

  describe('signing in', () => {
    let authenticator: Authenticator

    beforeAll(async () => {
      authenticator = (await core.signUpWithPasskey()).authenticator
    })

    test('for one thing serves that thing alone, and only if the challenge names it', async () => {
      const person = await core.signUpWithPasskey()
      await person.confirm({ act: 'add_passkey' })
      const start = (path: string) => core.post(`/api/account/methods/${path}/start/`, {}, bearer(person.token))
      expect((await start('passkey')).statusCode).toBe(200)
      expect((await start('password')).statusCode).toBe(403)
      const asked = await core.post('/api/session/passkey/start/', { intent: { act: 'add_passkey' } })
      const { challenge_id, nonce, options } = asked.json<PasskeyStartResponse>()
      const challenge = await gestureChallenge(nonce, { act: 'delete_account' })
      const response = person.authenticator.get({ ...options, challenge })
      const finished = await core.post(SIGN_IN_FINISH, { challenge_id, response }, bearer(person.token))
      expect(refusalOf(finished)).toEqual([401, 'invalid_credentials'])
    })

    test('asks for any discoverable passkey', async () => {
      const response = await core.post('/api/session/passkey/start/', {})
      expect(response.json()).toEqual({
        challenge_id: expect.any(String),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        options: { rpId: 'consent.example', timeout: 300_000, userVerification: 'required' },
      })
    })

    test.each<[string, Ceremony]>([
      ['that did not verify the person', { isUserVerified: false }],
      ['for a parent domain', { rpId: 'example' }],
      ['for another host', { rpId: 'evil.example' }],
      ['from another page', { origin: 'https://evil.example' }],
      ['from a page below', { origin: 'https://sub.consent.example' }],
      ['from within a frame', { crossOrigin: true }],
      ['to another challenge', { challenge: 'A'.repeat(43) }],
      ['for another person', { userHandle: 'A'.repeat(22) }],
      ['without a user handle', { userHandle: undefined }],
    ])('an answer %s is refused like any other', async (_case, ceremony) => {
      expect(outcomeOf(await core.signInWithPasskey(authenticator, ceremony))).toEqual(REFUSED)
    })

    test.each<[string, () => Promise<LightMyRequestResponse>]>([
      [
        'an unknown passkey',
        async () => {
          const stranger = newAuthenticator()
          await core.preparePasskeySignUp(stranger)
          return core.signInWithPasskey(stranger)
        },
      ],
      [
        'a broken signature',
        async () => {
          const other = (await core.signUpWithPasskey()).authenticator
          const { challenge_id, response } = await core.preparePasskeySignIn(authenticator)
          const { signature } = (await core.preparePasskeySignIn(other)).response.response
          const forged = { ...response, response: { ...response.response, signature } }
          return core.post(SIGN_IN_FINISH, { challenge_id, response: forged })
        },
      ],
      [
        'an expired challenge',
        async () => {
          const prepared = await core.preparePasskeySignIn(authenticator)
          await core.database.sql`
            update core.passkey_challenges set expires_at = now() where challenge_id = ${prepared.challenge_id}`
          return core.post(SIGN_IN_FINISH, prepared)
        },
      ],
      [
        'an unknown challenge',
        async () => {
          const prepared = await core.preparePasskeySignIn(authenticator)
          return core.post(SIGN_IN_FINISH, { ...prepared, challenge_id: randomUUID() })
        },
      ],
      [
        'a challenge of a sign-up',
        async () => {
          const { finish, options } = await core.preparePasskeySignUp(newAuthenticator())
          const response = authenticator.get({ ...options, rpId: options.rp.id, userVerification: 'required' })
          return core.post(SIGN_IN_FINISH, { challenge_id: finish.registration_id, response })
        },
      ],
    ])('%s is refused like any other', async (_case, attempt) => {
      expect(outcomeOf(await attempt())).toEqual(REFUSED)
    })

    test('one challenge signs in once, however many answers come at once', async () => {
      const prepared = await core.preparePasskeySignIn(authenticator)
      const responses = await Promise.all(Array.from({ length: 5 }, () => core.post(SIGN_IN_FINISH, prepared)))
      expect(statusesOf(responses)).toEqual([200, 401, 401, 401, 401])
    })
  })

  test('a PRF output is refused by the schema and logged nowhere', async () => {
    const authenticator = newAuthenticator()
    const output = Buffer.from(authenticator.prfOutput).toString('base64url')
    const leaked = { prf: { enabled: true, results: { first: output } } }
    const signUp = await core.preparePasskeySignUp(authenticator)
    const signIn = await core.preparePasskeySignIn((await core.signUpWithPasskey()).authenticator)
    const bodies = [
      [REGISTER_FINISH, signUp.finish],
      [SIGN_IN_FINISH, signIn],
    ] as const
    for (const [url, body] of bodies) {
      const response = await core.post(url, {
        ...body,
        response: { ...body.response, clientExtensionResults: leaked },
      })
      expect(refusalOf(response)).toEqual([400, 'invalid_request'])
      expect(response.body).not.toContain(output)
    }
    expect(core.log()).not.toContain(output)
    expect(await dumpDatabase(core.database)).not.toContain(output)
  })
})

describe('signature counter:', () => {
  const core = startBeforeAll(() => startCore())

  test.each([
    [
      'that stays on its device must increase: another of its kind would be a copy',
      false,
      [1, 5, 5, 4, 0, 6],
      [3, 4, 5],
    ],
    ['that never counts stays at zero', false, [0, 0], []],
    ['that is shared between devices is ignored', true, [5, 3, 0], []],
  ])('a passkey %s', async (_case, isSynced, signCounts, refused: number[]) => {
    const { authenticator } = await core.signUpWithPasskey(isSynced)
    for (const [at, signCount] of signCounts.entries()) {
      const { statusCode } = await core.signInWithPasskey(authenticator, { signCount })
      expect([at, statusCode]).toEqual([at, refused.includes(at + 1) ? 401 : 200])
    }
  })

  test('of two answers with one count, one signs in', async () => {
    const { authenticator } = await core.signUpWithPasskey()
    const prepare = () => core.preparePasskeySignIn(authenticator, { signCount: 7 })
    const prepared = [await prepare(), await prepare()]
    const responses = await Promise.all(prepared.map((each) => core.post('/api/session/passkey/finish/', each)))
    expect(statusesOf(responses)).toEqual([200, 401])
  })
})

const REFUSED = [401, { error: 'This passkey opens no account here. Try another one.', code: 'invalid_credentials' }]

function outcomeOf(response: LightMyRequestResponse) {
  return [response.statusCode, response.json()]
}
