import { newIssuerKey } from '@countersign/demo-university'
import type { Device } from '@countersign/device'
import { signUp, startBeforeAll } from '@countersign/testing'
import { decodeJwt, importJWK, type JWTPayload, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { startSystem } from '../support/system.ts'
import { ADA, startUniversity } from '../support/university.ts'
import { useGraduates } from './graduates.ts'

const LIST = 'GET /university/status-list'

describe('the status of credentials', () => {
  const university = startBeforeAll(() => startUniversity())
  /** Of which core has kept no list. */
  const fresh = startBeforeAll(() => startUniversity())
  const system = startBeforeAll(() =>
    startSystem('postgresql', 'without_page', {
      settings: { CREDENTIAL_ISSUERS: [university, fresh].map(({ issuer }) => new URL(issuer).origin).join() },
    }),
  )

  async function signUpWith(degrees: readonly string[]) {
    const { coreUrl: url, providerUrl: issuer, webUrl } = system
    const { device } = await signUp({ url, issuer, origin: new URL(webUrl).origin })
    for (const degree of degrees) await accept(device, degree)
    return device
  }

  async function accept(device: Device, degree: string, from = university) {
    const { link, code } = from.offer({ ...ADA, degree })
    await device.readCredentialOffer({ link })
    return device.acceptCredentialOffer({ code })
  }

  test('is read from lists that core fetches once for all people: the issuer sees no device', async () => {
    const device = await signUpWith(['BSc', 'MSc', 'PhD'])
    const other = await signUpWith(['BA'])
    const [, phd, msc] = university.degrees.list()
    university.degrees.setStatus(phd?.idx ?? 0, 'revoked')
    university.degrees.setStatus(msc?.idx ?? 0, 'suspended')
    const read = await device.readCredentialStatuses({})
    const { credentials } = await device.refresh({})
    const byDegree = credentials.map(({ id, claims }) => [claims['degree'], read[id]])
    const asOf = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
    expect(Object.fromEntries(byDegree)).toMatchObject({
      BSc: { status: 'valid', isOutOfForce: false, asOf },
      MSc: { status: 'suspended', isOutOfForce: true, asOf },
      PhD: { status: 'revoked', isOutOfForce: true, asOf },
    })
    expect(Object.values(await other.readCredentialStatuses({}))).toMatchObject([{ status: 'valid' }])
    expect(university.asked.filter((each) => each === LIST)).toHaveLength(1)
  })

  test('is that of the copy which is out of force, if one of an entry is', async () => {
    const device = await signUpWith([])
    await accept(device, 'Revoked', fresh)
    const [revoked] = fresh.degrees.list()
    fresh.degrees.setStatus(revoked?.idx ?? 0, 'revoked')
    const key = await importJWK(fresh.key, 'ES256')
    fresh.lies.set('/university/credential', async (body) => {
      const [one, { credential = '' } = {}] = JSON.parse(body).credentials
      const [jwt = '', ...disclosures] = credential.split('~')
      const status = { status_list: { idx: revoked?.idx, uri: `${fresh.issuer}/status-list` } }
      const signed = new SignJWT({ ...decodeJwt(jwt), status }).setProtectedHeader({ alg: 'ES256', typ: 'dc+sd-jwt' })
      return JSON.stringify({ credentials: [one, { credential: [await signed.sign(key), ...disclosures].join('~') }] })
    })
    const { credentials } = await accept(device, 'Half', fresh)
    fresh.lies.delete('/university/credential')
    const half = credentials.find(({ claims }) => claims['degree'] === 'Half')
    expect((await device.readCredentialStatuses({}))[half?.id ?? '']).toMatchObject({ status: 'revoked' })
  })
})

describe('the status of a credential is unknown where core', () => {
  const { core, university, signUpGraduate } = useGraduates()
  const CALL = 'POST /api/status-list/'

  async function statusFor(answer: { readonly status: number; readonly body: object }) {
    const { device } = await signUpGraduate()
    core.once.set(CALL, answer)
    const [read] = Object.values(await device.readCredentialStatuses({}))
    return read
  }

  const fetchList = async () => (await fetch(`${university.issuer}/status-list`)).text()

  /** A list without a revocation, in the name of the issuer. */
  async function forge(changes: JWTPayload, signer = university.key) {
    const status_list = { bits: 1, lst: 'eJxjYAAAAAIAAQ' }
    const sub = `${university.issuer}/status-list`
    const claims = { sub, iat: Math.floor(Date.now() / 1000), status_list, ...changes }
    const signing = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'statuslist+jwt' })
    return signing.sign(await importJWK(signer, 'ES256'))
  }

  test.each<[string, () => Promise<{ status: number; body: object }>]>([
    ['cannot fetch the list', async () => ({ status: 503, body: { code: 'service_unavailable' } })],
    ['has signed it itself', async () => ({ status: 200, body: { token: await forge({}, await newIssuerKey()) } })],
    ['sends one that is over', async () => ({ status: 200, body: { token: await forge({ exp: 1_700_000_000 }) } })],
    ['sends another list of the issuer', async () => ({ status: 200, body: { token: await forge({ sub: 'x' }) } })],
  ])('%s', async (_case, answer) => {
    expect(await statusFor(await answer())).toEqual({ status: 'unknown', isOutOfForce: false })
  })

  test('is known by the list that the issuer has signed', async () => {
    const answer = { status: 200, body: { token: await fetchList() } }
    expect(await statusFor(answer)).toMatchObject({ status: 'valid' })
  })

  test('delays no other call while core is silent', async () => {
    const { device } = await signUpGraduate()
    const silence = Promise.withResolvers<void>()
    core.whileHeld.run = async (call) => (call === CALL ? silence.promise : undefined)
    const asked = device.readCredentialStatuses({})
    await expect.poll(() => core.seen.some(({ call }) => call === CALL)).toBe(true)
    const first = await Promise.race([asked.then(() => 'statuses'), device.refresh({}).then(() => 'refresh')])
    expect(first).toBe('refresh')
    silence.resolve()
    expect(Object.values(await asked)).toMatchObject([{ status: 'unknown' }])
  })
})
