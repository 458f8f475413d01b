import { describe, expect, test } from 'vitest'
import { useLyingCore } from '../../support/lying-core.ts'
import { answerAsBefore, newReturning, SAID, SEEN } from '../../support/returning.ts'

const GRANTS = 'GET /api/account/grants/'
const REVOKE = 'POST /api/account/grants/revoke/'

const core = useLyingCore()

describe('core that leaves something out, or undone', () => {
  test('hides an app: the vault knows what that was given, and the log when', async () => {
    const { person, app } = await newReturning(core)
    core.lies.set(GRANTS, () => ({ grants: [] }))
    expect(await person.device.listGrants({})).toEqual([])
    core.lies.delete(GRANTS)
    const { clientId } = app.client
    expect(await person.device.readAppHistory({})).toMatchObject([{ clientId, released: [{}, {}] }])
    const { events } = await person.device.readActivity({})
    expect(events[0]?.event).toMatchObject({ type: 'released', app: { client_id: clientId } })
  })

  test('says that an app has lost its access, which it has not: the vault gives it nothing unseen, and the log says that it was to end', async () => {
    const returning = await newReturning(core)
    const { person, app } = returning
    core.once.set(REVOKE, { status: 204, body: null })
    await person.device.revokeApp({ clientId: app.client.clientId, name: 'Books' })
    expect(await person.device.listGrants({})).toHaveLength(1)
    const page = await returning.openPage()
    expect(await answerAsBefore(core, page, { id: await returning.askAgain(), ...SAID })).toEqual(SEEN)
    expect((await page.readActivity({})).events[0]?.event).toMatchObject({ type: 'app_revoked' })
  })
})
