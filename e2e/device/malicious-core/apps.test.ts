import type { AuthorizationRequestDetails, ClaimsEncryptionJwk } from '@countersign/contracts'
import { newAppKey, openWith } from '@countersign/data-token/testing'
import type { Device } from '@countersign/device'
import { updateClient } from '@countersign/provider'
import { codeOf, signUp } from '@countersign/testing'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { approvalOf, type RequestApproval, showClaims } from '../../support/approval.ts'
import { registerApp } from '../../support/asking-app.ts'
import { credentialsQuery } from '../../support/credentials-query.ts'
import { useLyingCore } from '../../support/lying-core.ts'
import { lend } from '../../support/shared.ts'
import { startFlow } from '../../support/start-flow.ts'
import { ADA, useUniversity } from '../../support/university.ts'
import { openAnother, outcomeOf } from '../devices.ts'

const core = useLyingCore()

describe('an app’s encryption key that the provider swaps (row 22)', () => {
  const keyA: ClaimsEncryptionJwk = { kty: 'OKP', crv: 'X25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
  const keyB: ClaimsEncryptionJwk = { kty: 'OKP', crv: 'X25519', x: '3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08' }
  const books = lend(() => registerApp(core.system, { name: 'Books', scopes: { email: {} } }))

  /** An approval of a request of the app, of which the provider says from now on that this is its key. */
  async function approvalUnder(key: ClaimsEncryptionJwk | undefined, device: Device): Promise<RequestApproval> {
    await updateClient(core.system.providerSql, books.client.clientId, { claimsEncryptionKey: key ?? null })
    const claims = await showClaims(device, { email: 'a@example.org' })
    let approval = await approvalOf(core, device, (await books.begin()).url)
    const read = async () => device.readRequest((approval = await approvalOf(core, device, (await books.begin()).url)))
    // The provider hears of it by a notification.
    await expect.poll(async () => (await read()).client.claims_encryption_jwk).toEqual(key)
    return { ...approval, claims }
  }

  test.each([
    ['another one', keyB],
    ['none', undefined],
  ])('for %s gets nothing until the person accepts it', async (_case, encryptionKey) => {
    const { device } = await signUp(core)
    await device.approve(await approvalUnder(keyA, device))
    const approval = await approvalUnder(encryptionKey, device)
    expect(await device.checkApp(approval)).toMatchObject({ keyChanged: true })
    expect(await outcomeOf(core, device.approve(approval))).toEqual(['app_key_changed'])
    await device.approve({ ...approval, acceptNewKey: true })
    expect(await device.checkApp(approval)).toMatchObject({ keyChanged: false })
  })

  test('is noticed on every device of the person', async () => {
    const { device, passkey } = await signUp(core)
    await device.approve(await approvalUnder(keyA, device))
    const phone = await openAnother(core, { passkey })
    expect(await codeOf(phone.approve(await approvalUnder(keyB, phone)))).toBe('app_key_changed')
  })
})

describe('an app that takes the name of a known one in another language', () => {
  test('is told from it, whichever of the two has translated its name', async () => {
    const { device } = await signUp(core)
    const check = async (name: string, texts: object) => {
      const app = await registerApp(core.system, { name, texts: { ...texts }, scopes: { openid: {} } })
      const approval = await approvalOf(core, device, (await app.begin()).url)
      const { namesakes } = await device.checkApp(approval)
      return {
        approve: () => device.approve({ ...approval, claims: [] }),
        similar: namesakes.map(({ name: known }) => known),
      }
    }
    const known = await check('Wildflower Books', { de: { name: 'Wildblumen' } })
    expect(known.similar).toEqual([])
    await known.approve()
    expect((await check('Meadow', { fr: { name: 'Wildflower Вооks' } })).similar).toEqual(['Wildflower Books'])
    expect((await check('Wi1dblumen', {})).similar).toEqual(['Wildblumen'])
    expect((await check('Meadow', { de: { name: 'Wiese' } })).similar).toEqual([])
  })
})

/** A verifier of credentials elsewhere, and the nonce that it waits for (OpenID4VP 1.0 §5.9.3). */
const BANK = 'x509_san_dns:bank.example'
const NONCE = 'n-0S6_WzA2Mj'

const university = useUniversity()

test('core that names an app and a request of its own gets no signature that a verifier elsewhere takes', async () => {
  const key = await newAppKey()
  const { vct, issuer } = university
  const app = await registerApp(core.system, {
    name: 'Jobs',
    scopes: { openid: {} },
    claimsEncryptionKey: key.publicJwk,
    credentialsRequested: credentialsQuery({ vct, issuers: [issuer], claims: ['degree'] }),
  })
  const { device } = await signUp(core)
  const { link, code } = university.offer(ADA)
  await device.readCredentialOffer({ link })
  const { credentials } = await device.acceptCredentialOffer({ code })
  const asked = await device.readRequest({ id: await startFlow(core.system, (await app.begin()).url) })

  const path = (end = '') => `/api/internal/oauth/requests/${NONCE}/${end}`
  const request: AuthorizationRequestDetails = {
    ...asked,
    auth_request_id: NONCE,
    scope_details: asked.scope_details.filter(({ name }) => name === 'openid'),
    client: { ...asked.client, client_id: BANK },
  }
  core.once.set(`GET ${path()}`, { status: 200, body: request })
  core.once.set('POST /api/internal/attest-data/', { status: 200, body: { data_token: 'x' } })
  const completed = { redirect_uri: request.redirect_uri, authorization_code: 'x', state: '' }
  core.once.set(`POST ${path('complete/')}`, { status: 200, body: completed })
  await device.readRequest({ id: NONCE })
  const claims = [{ itemId: `${credentials[0]!.id}#degree`, value: ADA.degree }]
  await device.approve({ id: NONCE, scopes: ['openid', `credential ${vct}`], claims })

  const { body } = core.seen.findLast(({ call }) => call.endsWith('/attest-data/'))!
  const { content } = await openWith(key, (body as { claims_jwe: string }).claims_jwe)
  const [presentation = ''] = (content as { presentations: string[] }).presentations
  const signed = decodeJwt(presentation.split('~').at(-1)!)
  expect(signed).toMatchObject({ aud: BANK, nonce: expect.stringMatching(/^[\w-]{43}$/) })
  expect(JSON.stringify(signed)).not.toContain(NONCE)
})
