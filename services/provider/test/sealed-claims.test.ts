import { type AppKey, newAppKey, sealFor } from '@countersign/data-token/testing'
import { startBeforeAll } from '@countersign/testing'
import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectServiceRefusal } from './answers.ts'
import { startProvider, type TestClient, USER_ID } from './started-provider.ts'

const CLAIMS = { email: 'ada.sealed@example.com' }

describe('sealed claims:', () => {
  const provider = startBeforeAll(() => startProvider('postgresql'))
  let app: AppKey
  let client: TestClient

  beforeAll(async () => {
    app = await newAppKey()
    client = await provider.register({ claimsEncryptionKey: { ...app.publicJwk, kid: 'mine', use: 'enc' } })
  })

  const start = () => provider.startRequest({ client_id: client.client_id })
  const sealed = async (id: string, claim_names = ['email']) => ({
    aud: client.client_id,
    claims: {},
    claim_names,
    claims_jwe: await sealFor(app, { claims: CLAIMS, aud: client.client_id, sub: USER_ID, auth_request_id: id }),
  })

  test("details have the app's key, and nothing else that was registered with it", async () => {
    expect((await provider.details(await start())).client).toMatchObject({ claims_encryption_jwk: app.publicJwk })
    const other = await provider.details(await provider.startRequest())
    expect(Object.keys(other.client)).toEqual(['client_id', 'name', 'logo', 'description'])
  })

  test('the app gets them in its data token; id_token and userinfo have the person alone', async () => {
    const id = await start()
    const attested = await sealed(id)
    const { authorization_code } = (await provider.complete(id, { attested })).json()
    const { data_token, id_token, access_token } = (await provider.exchange(authorization_code, client)).json()
    expect(decodeJwt(data_token)).toMatchObject(attested)
    expect(decodeJwt(id_token)).toMatchObject({ sub: USER_ID, aud: client.client_id })
    expect(decodeJwt(id_token)).not.toHaveProperty('email')
    expect((await provider.userinfo(access_token)).json()).toEqual({ sub: USER_ID })
  })

  test('the names must belong to approved scopes, and the request stays open if one does not', async () => {
    const id = await start()
    for (const approval of [
      { attested: await sealed(id, ['email', 'phone']) },
      { attested: await sealed(id), approved_scopes: ['openid'] },
    ]) {
      expectServiceRefusal(await provider.complete(id, approval), 400, 'invalid_claims')
    }
    expect((await provider.details(id)).status).toBe('pending')
  })

  test('nothing sealed for a former key is taken, and the request stays open', async () => {
    const id = await start()
    const { claims_jwe: _ours, ...attestation } = await sealed(id)
    const content = { claims: CLAIMS, aud: client.client_id, sub: USER_ID, auth_request_id: id }
    const claims_jwe = await sealFor(await newAppKey(), content)
    expect((await provider.complete(id, { attested: { ...attestation, claims_jwe } })).json()).toEqual({
      error: expect.stringContaining('Load the request again'),
      code: 'invalid_claims',
    })
    expect((await provider.details(id)).status).toBe('pending')
  })

  test('an app without its key any more gets none, and the request stays open', async () => {
    const formerly = await provider.register({ claimsEncryptionKey: { ...app.publicJwk, kid: 'mine', use: 'enc' } })
    const id = await provider.startRequest({ client_id: formerly.client_id })
    expect((await provider.details(id)).client).toHaveProperty('claims_encryption_jwk')
    const attested = { ...(await sealed(id)), aud: formerly.client_id }
    const changed = await provider.admin('PATCH', `clients/${formerly.client_id}/`, { claims_encryption_jwk: null })
    expect(changed.statusCode).toBe(200)
    const refused = await provider.complete(id, { attested })
    expect(refused.json()).toEqual({ error: expect.stringContaining('no sealed claims'), code: 'invalid_claims' })
    expect((await provider.details(id)).status).toBe('pending')
  })

  test('an app with a key gets no open claims, not even by a core that would', async () => {
    const id = await start()
    const refused = await provider.complete(id, { attested: { claims: CLAIMS } })
    expect(refused.json()).toEqual({ error: expect.stringContaining('sealed claims only'), code: 'invalid_claims' })
    expect((await provider.details(id)).status).toBe('pending')
  })
})
