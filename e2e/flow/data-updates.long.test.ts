// Long: data updates through 60 rounds of races and 50 kills of the server.
import type { Device } from '@countersign/device'
import { newDevice, type Person, signInByPasskey, signUp } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { registerKeptApp, sendAll, signInAt } from '../support/kept-app.ts'
import { startMortalSystem } from '../support/mortal-system.ts'
import { lend } from '../support/shared.ts'

const ROUNDS = 60
const KILLS = 50
const ADA = { email: 'ada@example.org', name: 'Ada Lovelace', address: 'Before' }

const ENDED = { error: 'invalid_grant' }

type Held = { readonly version: number; readonly address: string | undefined }
const AT_SIGN_IN: Held = { version: 0, address: ADA.address }

type Session = Awaited<ReturnType<typeof signInAt>>

/** Confirms what the vault has now, as a person does who looks at the page; answers whether it arrived. */
async function send(device: Device): Promise<boolean> {
  const sent = await sendAll(device)
  return sent.length > 0 && sent.every(({ failure }) => failure === undefined)
}

async function anotherDevice(core: Parameters<typeof newDevice>[0], { passkey }: Person): Promise<Device> {
  const device = newDevice(core)
  await signInByPasskey(device, passkey)
  return device
}

/** The app refreshes until nothing new comes; each answer is newer than the one before. */
async function drain(session: Session, held: Held): Promise<Held> {
  for (;;) {
    const update = await session.refresh()
    if (!update) return held
    if (update.version < held.version) throw new Error('An older version came after a newer one.')
    held = { version: update.version, address: update.claims['address'] }
  }
}

describe('data updates: two devices, two processes, and a revocation at any moment', () => {
  const mortal = lend(() => startMortalSystem('--workers', '2'))

  test(`${ROUNDS} rounds: the newest confirmed value wins, and a revoked app gets nothing`, async () => {
    const { core } = mortal
    const app = await registerKeptApp(core)
    const afterRevocation: unknown[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const person = await signUp(core)
      const session = await signInAt(core, { device: person.device, app, values: ADA })
      const devices = [person.device, await anotherDevice(core, person)] as const
      const isRevoked = round % 4 === 3
      let hasEnded = false
      const edits = devices.map(async (device, index) => {
        for (let edit = 0; edit < 2; edit += 1) {
          const address = `round ${round}, device ${index}, edit ${edit}`
          // A conflict that outlasts the device's own attempts: a person would press Save again.
          await device.saveProfile({ values: { address } }).catch(() => undefined)
          await send(device).catch(() => false)
        }
      })
      const revoke = async () => {
        const [device] = devices
        const attempt = () => device.revokeApp({ clientId: app.clientId, name: 'Books' })
        await attempt().catch(attempt)
        hasEnded = true
      }
      let revoking = Promise.resolve()
      let held = AT_SIGN_IN
      const refreshing = (async () => {
        for (let refresh = 0; refresh < 4; refresh += 1) {
          if (isRevoked && refresh === Math.floor(round / 4) % 4) revoking = revoke()
          const wasRevoked = hasEnded
          const answer = await session.ask()
          if (wasRevoked && answer.error !== ENDED.error) afterRevocation.push(answer)
          // Every other answer is lost.
          if (refresh % 2 === 1 && answer.error === undefined && !isRevoked) held = await drain(session, held)
        }
      })()
      await Promise.all([...edits, refreshing])
      await revoking
      if (isRevoked) {
        afterRevocation.push(await session.ask())
        continue
      }
      const [device] = devices
      await device.refresh({})
      await send(device)
      const { values } = await device.refresh({})
      expect((await drain(session, held)).address).toBe(values['address'])
      expect(await device.listUpdates({})).toMatchObject([{ changes: {}, delivery: 'fetched' }])
    }
    expect(afterRevocation).toEqual(Array.from({ length: ROUNDS / 4 }, () => expect.objectContaining(ENDED)))
  }, 600_000)
})

describe('data updates: the server is killed between any two steps', () => {
  const mortal = lend(() => startMortalSystem())
  const STEPS = [
    'POST /api/vault/commits/',
    'GET /api/account/grants/',
    'POST /api/vault/commits/',
    'POST /api/internal/grant-updates/',
    'POST /oauth/token/',
  ]

  test(`${KILLS} times: no confirmed change is lost`, async () => {
    const { core, proxy } = mortal
    const app = await registerKeptApp(core)
    const person = await signUp(core)
    const session = await signInAt(core, { device: person.device, app, values: ADA })
    let { device } = person
    let killed = 0
    let held = AT_SIGN_IN
    for (let round = 0; round < KILLS; round += 1) {
      const address = `Street ${round}`
      const step = STEPS[round % STEPS.length]!
      let skip = round % STEPS.length === 2 ? 1 : 0
      const isAfter = round % 2 === 0
      proxy.lie = async ({ method, path }, truth) => {
        const isStep = `${method} ${path}` === step && skip-- === 0
        if (!isStep) return truth().catch(() => 'lost' as const)
        if (isAfter) await truth()
        await mortal.kill()
        killed += 1
        return 'lost'
      }
      await device.saveProfile({ values: { address } }).catch(() => undefined)
      await send(device).catch(() => false)
      await session.ask().catch(() => undefined)
      proxy.lie = undefined
      await mortal.restart()
      // The person looks again, every third time on a device that knows nothing of what was under way.
      if (round % 3 === 0) device = await anotherDevice(core, person)
      await device.refresh({})
      await device.saveProfile({ values: { address } })
      await send(device)
      held = await drain(session, held)
      expect(held.address).toBe(address)
      expect(await device.listUpdates({})).toMatchObject([{ changes: {}, delivery: 'fetched' }])
    }
    expect(killed).toBe(KILLS)
  }, 600_000)
})
