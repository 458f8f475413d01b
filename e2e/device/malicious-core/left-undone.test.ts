import { codeOf, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { approvalOf, showClaims } from '../../support/approval.ts'
import { useLyingCore } from '../../support/lying-core.ts'
import { answerQuickly, newReturning, type Returning, SAID, SEEN } from '../../support/returning.ts'

const GRANTS = 'GET /api/account/grants/'
const REVOKE = 'POST /api/account/grants/revoke/'

const core = useLyingCore()

/** The app trades its code, so that it has access which core can list, and end. */
async function signIn({ person: { device }, app }: Returning): Promise<void> {
  const flow = await app.begin()
  const asked = await approvalOf(core, device, flow.url)
  const claims = await showClaims(device, { email: 'ada@example.org', name: 'Ada Lovelace' })
  const { redirectUri, code, state } = await device.approve({ ...asked, claims })
  const query = new URLSearchParams({ code, state, iss: core.system.providerUrl })
  await flow.finish({ url: () => `${redirectUri}?${query.toString()}` })
}

describe('core that leaves something out, or undone', () => {
  test('hides an app that the vault and the log know', async () => {
    const returning = await newReturning(core)
    const { person, app } = returning
    await signIn(returning)
    expect(await person.device.listGrants({})).toHaveLength(1)
    core.lies.set(GRANTS, () => ({ grants: [] }))
    expect(await person.device.listGrants({})).toEqual([])
    core.lies.delete(GRANTS)
    const { clientId } = app.client
    expect(await person.device.readAppHistory({})).toMatchObject([{ clientId, released: [{}, {}] }])
    const { events } = await person.device.readActivity({})
    expect(events[0]?.event).toMatchObject({ type: 'released', app: { client_id: clientId } })
  })

  test("keeps an app's access that it says it ended: the vault gives it nothing unseen", async () => {
    const returning = await newReturning(core)
    const { person, app } = returning
    await signIn(returning)
    core.once.set(REVOKE, { status: 204, body: null })
    await person.device.revokeApp({ clientId: app.client.clientId, name: 'Books' })
    expect(await person.device.listGrants({})).toHaveLength(1)
    const page = await returning.openPage()
    expect(await answerQuickly(core, page, { id: await returning.askAgain(), ...SAID })).toEqual(SEEN)
    expect((await page.readActivity({})).events[0]?.event).toMatchObject({ type: 'app_revoked' })
  })
})

describe('a log that core changes', () => {
  type Entries = { entries: { ct: string; seq: number }[] }
  const READ_LOG = 'GET /api/vault/activity/'

  test.each<[string, (answer: Entries) => Entries]>([
    ['leaves the newest entry out of', ({ entries }) => ({ entries: entries.slice(1) })],
    ['leaves an entry out of', ({ entries }) => ({ entries: entries.filter((_entry, index) => index !== 1) })],
    ['empties', () => ({ entries: [] })],
    ['changes the order of', ({ entries }) => ({ entries: entries.toReversed() })],
    [
      'puts other content into',
      ({ entries }) => ({ entries: entries.map((entry) => ({ ...entry, ct: entries[1]!.ct })) }),
    ],
  ])('is noticed when it %s it', async (_case, lie) => {
    const { device } = await signUp(core)
    for (let count = 0; count < 3; count += 1) await device.approve(await approvalOf(core, device))
    core.lies.set(READ_LOG, lie)
    expect(await codeOf(device.readActivity({}))).toBe('activity_broken')
    core.lies.delete(READ_LOG)
    expect((await device.readActivity({})).events).toHaveLength(3)
  })
})
