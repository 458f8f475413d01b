import { openWith } from '@countersign/data-token/testing'
import { type CallInput, type Device, LEFT_OUT } from '@countersign/device'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { newClock } from '../support/clock.ts'
import { answerQuickly, SEEN } from '../support/returning.ts'
import { startFlow } from '../support/start-flow.ts'
import { ADA } from '../support/university.ts'
import { useGraduates } from './graduates.ts'
import { changeNext, namedNext } from './next-share.ts'

const { core, appKey, begin, startRequest, nameOf, receive, said, newReturningGraduate, ...graduates } = useGraduates()
const { signUpGraduate, share } = graduates

const NOTHING = { claims: [], issuers: {} }

const answer = async (device: Device, changes: Partial<CallInput<'approveQuickly'>> = {}) =>
  answerQuickly(core, device, { id: await startRequest(), ...said(), ...changes })

/** The claims of the key binding (RFC 9901 §4.3). */
async function proofIn({ claims_jwe: jwe }: { readonly claims_jwe: string }) {
  const { content } = await openWith(appKey, jwe)
  const { presentations } = content as { presentations: string[] }
  return decodeJwt(presentations[0]!.split('~').at(-1)!)
}

test('quick approval: the same claim of a credential, with a proof of its own for each request', async () => {
  const { device, sessions, handed: first } = await newReturningGraduate()
  const [known] = (await sessions.read())!.session!.shared!
  expect(known).toMatchObject({ claims: said().claims, issuers: said().issuers, isSealed: true })

  const flow = await begin()
  const before = core.seen.length
  const approved = await device.approveQuickly({ id: await startFlow(core.system, flow.url), ...said() })
  const { redirectUri, state, code } = approved!
  const query = new URLSearchParams({ code, state, iss: core.system.providerUrl })
  const { verifiedClaims, refusedCredentials } = await flow.finish({ url: () => `${redirectUri}?${query}` })
  expect(verifiedClaims).toMatchObject([{ claims: { degree: 'BSc Mathematics' } }])
  expect(refusedCredentials).toEqual([])

  const again = core.seen.slice(before).find(({ call }) => call.includes('attest-data'))?.body
  const proofs = [await proofIn(first), await proofIn(again as typeof first)]
  expect(proofs[1]?.sub).toBe(proofs[0]?.sub)
  expect(proofs[1]?.nonce).not.toBe(proofs[0]?.nonce)
})

test('quick approval: the credential shared last, though the vault has another one by now', async () => {
  const { device } = await newReturningGraduate()
  await receive(device, { ...ADA, degree: 'MSc Physics' })
  expect((await answer(device)).answer).toHaveProperty('code')
  const [entry] = (await device.readActivity({})).events
  expect(entry?.event).toMatchObject({ claims: said().claims, values: ['BSc Mathematics'] })
})

test('quick approval: a credential that was left out stays out, or may be missing', async () => {
  const { device } = await signUpGraduate()
  await share(device, { claims: [] })
  expect((await answer(device, NOTHING)).answer).toHaveProperty('code')
  const { credentials } = await device.refresh({})
  await device.removeCredential({ id: credentials[0]!.id })
  await share(device, { claims: [] })
  expect((await answer(device, NOTHING)).answer).toHaveProperty('code')
})

test('quick approval: a page that names another issuer of a credential shares nothing', async () => {
  const { device } = await newReturningGraduate()
  for (const changes of [
    { issuers: {} },
    { issuers: { [nameOf('degree')]: 'Harbour University' } },
    { issuers: { ...said().issuers, [nameOf('given_name')]: 'Demo University' } },
    NOTHING,
  ]) {
    expect(await answer(device, changes)).toEqual(SEEN)
  }
})

test('quick approval: none, and no name for the next time, of a credential that is off, expired or gone', async () => {
  const clock = newClock()
  clock.pass(Date.now() - clock.now())
  const { device, sessions, profile } = await newReturningGraduate({ clock })
  const [credential] = profile.credentials
  const named = () => namedNext(device, clock.now())
  const expectNone = async () => {
    expect(await named()).toEqual([])
    for (const changes of [{}, NOTHING]) expect(await answer(device, changes)).toEqual(SEEN)
  }
  expect((await sessions.read())!.session!.shared).toMatchObject([
    { claims: [nameOf('degree')], until: credential!.until },
  ])
  expect(await named()).toEqual([nameOf('degree')])
  await changeNext(device, { [nameOf('degree')]: LEFT_OUT })
  expect((await sessions.read())!.session!.shared).toEqual([])
  await expectNone()
  await changeNext(device, { [nameOf('degree')]: `${credential!.id}#degree` })
  expect(await named()).toEqual([nameOf('degree')])
  clock.pass(Date.parse(credential!.until!) - clock.now() + 1)
  await expectNone()
  await device.removeCredential({ id: credential!.id })
  await expectNone()
})

test('quick approval: none of a credential that was removed', async () => {
  const { device, profile } = await newReturningGraduate()
  await device.removeCredential({ id: profile.credentials[0]!.id })
  for (const changes of [{}, NOTHING]) expect(await answer(device, changes)).toEqual(SEEN)
})
