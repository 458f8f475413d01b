import type { GrantList } from '@countersign/contracts'
import { signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { registerKeptApp, sendAll, signInAt, signUpKept, UPDATE } from '../../support/kept-app.ts'
import { callsSince, useLyingCore } from '../../support/lying-core.ts'
import { lend } from '../../support/shared.ts'

const ADA = { email: 'ada@example.org', name: 'Ada Lovelace', address: 'London' }
const MOVED = { address: 'Surrey' }
const GRANTS = 'GET /api/account/grants/'

const core = useLyingCore()
const books = lend(() => registerKeptApp(core))

async function newKept() {
  const kept = await signUpKept(core, books, ADA)
  await kept.device.saveProfile({ values: MOVED })
  return kept
}

const lieAboutGrants = (change: (grant: GrantList['grants'][number]) => object) =>
  core.lies.set(GRANTS, ({ grants }: GrantList) => ({
    grants: grants.map((grant) => ({ ...grant, ...change(grant) })),
  }))

describe('a core that is handed data updates', () => {
  test('withholds one: the page says that it was not sent, and offers all of it again', async () => {
    const { device, session } = await newKept()
    core.once.set(UPDATE, { status: 200, body: { version: 1 } })
    expect(await sendAll(device)).toEqual([{ clientId: books.clientId }])
    expect(await device.listUpdates({})).toMatchObject([{ delivery: 'unsent', changes: { ...ADA, ...MOVED } }])
    await sendAll(device)
    expect(await session.refresh()).toMatchObject({ claims: MOVED })
  })

  test('announces another key of the app: nothing is sealed, for either key', async () => {
    const { device } = await newKept()
    const before = core.seen.length
    lieAboutGrants(({ client }) => ({ client: { ...client, claims_encryption_jkt: 'A'.repeat(43) } }))
    expect(await sendAll(device)).toMatchObject([{ failure: 'app_key_changed' }])
    expect(callsSince(core, before)).not.toContain(UPDATE)
  })

  test('gets nothing for a grant that the person did not choose to keep up to date', async () => {
    const { device } = await signUp(core)
    await signInAt(
      core,
      { device, app: books, values: ADA },
      { ends_at: new Date(Date.now() + 86_400_000).toISOString() },
    )
    await device.saveProfile({ values: MOVED })
    lieAboutGrants(() => ({ keeps_up_to_date: true }))
    expect(await device.listUpdates({})).toEqual([])
  })
})
