import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { newAppKey, openWith } from '@countersign/data-token/testing'
import { signUp } from '@countersign/testing'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { registerApp } from '../../support/asking-app.ts'
import { useLyingCore } from '../../support/lying-core.ts'
import { startFlow } from '../../support/start-flow.ts'
import { ADA, useUniversity } from '../../support/university.ts'

/** A verifier of credentials elsewhere, and the nonce that it waits for (OpenID4VP 1.0 §5.9.3). */
const BANK = 'x509_san_dns:bank.example'
const NONCE = 'n-0S6_WzA2Mj'

const core = useLyingCore()
const university = useUniversity()

test('core that names an app and a request of its own gets no signature that a verifier elsewhere takes', async () => {
  const key = await newAppKey()
  const { vct, issuer } = university
  const app = await registerApp(core.system, {
    name: 'Jobs',
    scopes: { openid: {} },
    claimsEncryptionKey: key.publicJwk,
    credentialsRequested: [{ vct, issuers: [issuer], claims: ['degree'], reason: '' }],
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
