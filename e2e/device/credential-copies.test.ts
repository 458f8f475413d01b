import { codeOf, signUp } from '@countersign/testing'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { ADA, useUniversity } from '../support/university.ts'
import { importInto, openAnother } from './devices.ts'
import { useGraduates } from './graduates.ts'

const { core, university, app, ...graduates } = useGraduates({ batchSize: 3 })
const { registerAsking, signUpGraduate, receive, shown, sign, share, seenBy } = graduates
const ISSUER = '/.well-known/openid-credential-issuer/university'
const ENDPOINT = '/university/credential'

type Issued = { readonly credential: string }

/** Changes the copies that the university gives out. */
async function receiving(change: (issued: Issued[]) => Promise<Issued[]> | Issued[]) {
  const { device } = await signUp(core)
  university.lies.set(ENDPOINT, async (body) =>
    JSON.stringify({ credentials: await change(JSON.parse(body).credentials) }),
  )
  try {
    return await receive(device)
  } finally {
    university.lies.delete(ENDPOINT)
  }
}

const copiesIn = (text: string) => {
  const { items } = JSON.parse(text) as { items: { kind: string; value: string }[] }
  return items.filter(({ kind }) => kind === 'credential').flatMap(({ value }) => JSON.parse(value).copies)
}

describe('copies of a credential', () => {
  test('go to one app each, with nothing in common; the same app gets the same again', async () => {
    const { device, profile } = await signUpGraduate()
    const claims = shown(profile, 'degree')
    const other = await registerAsking()
    const [first, again, second] = [
      await seenBy(await share(device, { claims })),
      await seenBy(await share(device, { claims })),
      await seenBy(await share(device, { claims, from: other })),
    ]
    expect(again).toEqual(first)
    const parts = [first, second].map(({ jwt, x, disclosures }) => [x, jwt.split('.')[2], disclosures]).flat(2)
    expect(new Set(parts).size).toBe(6)
    const [digests, others] = [first, second].map(({ jwt }) => decodeJwt<{ _sd: string[] }>(jwt)['_sd'])
    expect(others?.filter((each) => digests?.includes(each))).toEqual([])
    expect((await device.refresh({})).credentials).toMatchObject([
      { unused: 1, apps: [app.client.clientId, other.client.clientId] },
    ])
  })

  test('are never given twice: the next app gets none, and new ones go into the same entry', async () => {
    const { device, profile } = await signUpGraduate()
    const claims = shown(profile, 'degree')
    for (let left = 3; left > 0; left -= 1) await share(device, { claims, from: await registerAsking() })
    expect((await device.refresh({})).credentials).toMatchObject([{ unused: 0 }])
    const from = await registerAsking()
    expect(await codeOf(share(device, { claims, from }))).toBe('stale_vault')
    const renewed = await receive(device)
    expect(renewed.credentials).toMatchObject([{ id: profile.credentials[0]!.id, unused: 3, apps: [] }])
    expect((await share(device, { claims, from })).answer.verifiedClaims).toHaveLength(1)
  })

  test('are spent before anything leaves, on every device', async () => {
    const { device, passkey, profile } = await signUpGraduate()
    const claims = shown(profile, 'degree')
    const laptop = await openAnother(core, { passkey })
    // The laptop has not heard of the copy that the first device gives away meanwhile.
    const one = await seenBy(await share(device, { claims, from: await registerAsking() }))
    const two = await seenBy(await share(laptop, { claims, from: await registerAsking() }))
    expect(one.x).not.toBe(two.x)
    core.once.set('POST /api/internal/attest-data/', { status: 503, body: { code: 'service_unavailable' } })
    expect(await codeOf(share(laptop, { claims, from: await registerAsking() }))).toBe('service_unavailable')
    expect((await device.refresh({})).credentials).toMatchObject([{ unused: 0 }])
  })

  test('that stand in two entries still go to one app each', async () => {
    const { device } = await signUpGraduate()
    const { text } = await device.exportPlain({})
    const { device: again } = await signUp(core)
    await importInto(again, text)
    const profile = await importInto(again, text.replaceAll('University degree', 'Degree'))
    expect(profile.credentials).toHaveLength(2)
    const seen = new Set<string>()
    for (const credential of profile.credentials) {
      const claims = shown({ ...profile, credentials: [credential] }, 'degree')
      seen.add((await seenBy(await share(again, { claims, from: await registerAsking() }))).x)
    }
    expect(seen.size).toBe(2)
  })

  test('that an edited file changes are not shown in place of the first', async () => {
    const { device } = await signUpGraduate()
    const file = JSON.parse((await device.exportPlain({})).text) as { items: { kind: string; value: string }[] }
    for (const item of file.items.filter(({ kind }) => kind === 'credential')) {
      const held = JSON.parse(item.value)
      const [jwt, ...disclosures] = held.copies[1].sd_jwt.split('~')
      held.copies[1].sd_jwt = [jwt, ...disclosures.slice(1)].join('~')
      held.copies[0].app = 'another'
      item.value = JSON.stringify(held)
    }
    const eve = await signUp(core)
    const profile = await importInto(eve.device, JSON.stringify(file))
    expect(await codeOf(share(eve.device, { claims: shown(profile, 'degree') }))).toBe('stale_vault')
  })
})

describe('a batch', () => {
  const generous = useUniversity({ batchSize: 20 })

  test('has a fresh key for each copy, as many as the issuer gives and seven at most', async () => {
    const { device } = await signUpGraduate()
    const copies = copiesIn((await device.exportPlain({})).text)
    expect(new Set(copies.map(({ holder_key }) => holder_key.d)).size).toBe(3)
    expect((await receiving((all) => all.slice(1))).credentials).toMatchObject([{ unused: 2 }])
    const { link, code } = generous.offer(ADA)
    await device.readCredentialOffer({ link })
    expect((await device.acceptCredentialOffer({ code })).credentials).toMatchObject([{ unused: 3 }, { unused: 7 }])
  })

  test('of one, or whose copies share salts or a place in a status list, is one copy for every app', async () => {
    for (const change of [
      (all: Issued[]) => all.slice(0, 1),
      async (all: Issued[]) => {
        const [one = '', two = ''] = all.map(({ credential }) => credential)
        const { cnf } = decodeJwt(two.split('~')[0]!)
        const copy = await sign({ ...decodeJwt(one.split('~')[0]!), cnf })
        return [{ credential: one }, { credential: copy + one.split('~').slice(1).join('~') }]
      },
      async (all: Issued[]) => {
        const [one = '', two = ''] = all.map(({ credential }) => credential)
        const { status } = decodeJwt(one.split('~')[0]!)
        const copy = await sign({ ...decodeJwt(two.split('~')[0]!), status })
        return [{ credential: one }, { credential: copy + two.split('~').slice(1).join('~') }]
      },
    ]) {
      expect((await receiving(change)).credentials).toMatchObject([{ unused: undefined, apps: [] }])
    }
  })

  test.each<[string, (all: Issued[]) => Issued[]]>([
    ['say different things', ([one, ...all]) => [{ credential: one!.credential.replace(/~[^~]+~$/, '~') }, ...all]],
    ['are one and the same', ([one]) => [one!, one!]],
    ['are of no key that was made for it', ([one]) => [one!, { credential: 'x' }]],
    ['are missing', () => []],
  ])('whose copies %s is refused', async (_case, change) => {
    expect(await codeOf(receiving(change))).toBe('bad_credential')
  })

  test.each([1, 2.5, '4'])('of %j, which is no number of several, is refused', async (size) => {
    const { device } = await signUp(core)
    university.lies.set(ISSUER, (body) => body.replace('"batch_size":3', `"batch_size":${JSON.stringify(size)}`))
    expect(await codeOf(receive(device))).toBe('issuer_refused')
    university.lies.delete(ISSUER)
  })

  test('is not asked for where the issuer gives none', async () => {
    const { device } = await signUp(core)
    university.lies.set(ISSUER, (body) => body.replace(/"batch_credential_issuance":\{[^}]+\},/, ''))
    expect((await receive(device)).credentials).toMatchObject([{ claims: ADA, unused: undefined }])
    university.lies.delete(ISSUER)
  })
})
