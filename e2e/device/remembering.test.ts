import { createMemoryStorage, type DeviceMemory, type DeviceStorage } from '@countersign/device'
import { codeOf, newDevice, signInByPasskey, signUp } from '@countersign/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { useLyingCore } from '../support/lying-core.ts'

const core = useLyingCore()

/** A storage that counts what it is given to keep, and fails while it is told to. */
function watchedStorage() {
  const storage = createMemoryStorage()
  const kept: DeviceMemory[] = []
  const watched = { kept, isFull: false }
  const keep: DeviceStorage['keep'] = async (memory) => {
    if (watched.isFull) throw new Error('disk full')
    kept.push(memory)
    await storage.keep(memory)
  }
  return Object.assign(watched, { storage: { read: storage.read, keep } })
}

describe('a device remembers', () => {
  test('each state of a vault once', async () => {
    const { kept, storage } = watchedStorage()
    const { device, profile } = await signUp(core, { storage })
    await device.refresh({})
    await device.listSessions({})
    const { gen } = profile.memory
    const states = () => kept.filter((memory) => 'memory' in memory)
    expect(states().map((state) => state.memory.gen)).toEqual([gen - 1, gen])
    const { memory } = await device.saveProfile({ values: { name: 'Ada' } })
    expect(states()).toHaveLength(3)
    expect(kept.at(-1)).toMatchObject({ userId: profile.userId, memory })
  })

  test('an unsaved state with the next call that succeeds', async () => {
    const watched = watchedStorage()
    const { device, profile } = await signUp(core, { storage: watched.storage })
    watched.isFull = true
    const { memory } = await device.saveProfile({ values: { name: 'Ada' } })
    watched.isFull = false
    await device.refresh({})
    expect((await watched.storage.read()).vaults).toEqual({ [profile.userId]: memory })
  })
})

describe('a call of a device', () => {
  test('is answered in turn, except for loadPassword', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const { passkey } = await signUp(core)
    const slow = newDevice({
      ...core,
      async fetch(url, init) {
        await held
        return fetch(url, init)
      },
    })
    const signedIn = signInByPasskey(slow, passkey)
    expect(await slow.loadPassword({})).toBeNull()
    release()
    await signedIn
  })

  test("uses the platform's fetch by default", async () => {
    const { url, origin } = core
    expect(await codeOf(signUp({ url, origin }))).toBe('nothing')
  })
})

describe('by the clock of the platform', () => {
  afterEach(() => void vi.useRealTimers())

  test('a refused vault is out of reach after five minutes', async () => {
    const { passkey } = await signUp(core)
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const waiting = newDevice(core)
    core.once.set('GET /api/vault/', { status: 200, body: {} })
    expect(await codeOf(signInByPasskey(waiting, passkey))).toBe('malformed')
    const forFiveMinutes = timers.mock.results.filter((_timer, index) => timers.mock.calls[index]?.[1] === 5 * 60_000)
    timers.mockRestore()
    // They do not keep a program from its end.
    expect(forFiveMinutes.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([false])

    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] })
    const device = newDevice(core)
    core.once.set('GET /api/vault/', { status: 200, body: {} })
    expect(await codeOf(signInByPasskey(device, passkey))).toBe('malformed')
    vi.advanceTimersByTime(5 * 60_000 - 1)
    expect(await codeOf(device.exportReadable({}))).not.toBe('locked')
    vi.advanceTimersByTime(1)
    expect(await codeOf(device.exportReadable({}))).toBe('locked')
  })
})
