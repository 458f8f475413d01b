import { describe, expect, test } from 'vitest'
import type { OpenedProfile } from '../protocol.ts'
import { keepMemory, readMemories } from './device-memory.ts'
import { describeDevice } from './device-name.ts'

describe('the name of a device', () => {
  test.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36',
      'Chrome on Linux',
    ],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0', 'Edge on Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on macOS'],
    ['something else', 'A browser'],
  ])('is one that its owner recognises: %s', (userAgent, name) => {
    expect(describeDevice(userAgent)).toBe(name)
  })
})

describe('what a device remembers', () => {
  const memory = { vault_id: 'v', gen: 3, hash: 'h' }
  const profile: OpenedProfile = {
    userId: 'ada',
    method: 'password',
    knowsLogin: true,
    scope: 'full',
    freshUntil: undefined,
    memory,
    values: { email: 'ada@example.org' },
    claims: [],
    conflicts: [],
    knownApps: {},
    lastChanged: { at: '', device: '' },
    isFirstUse: false,
  }
  const storageWith = (content: string | null) => {
    const kept = new Map(content === null ? [] : [['countersign.vaults', content]])
    return {
      kept,
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
  }

  test('is a generation and a hash for each account, and no value', () => {
    const storage = storageWith(null)
    keepMemory(storage, profile)
    keepMemory(storage, { ...profile, userId: 'grace' })
    expect(readMemories(storage).vaults).toEqual({ ada: memory, grace: memory })
    expect([...storage.kept.values()].join()).not.toContain('ada@example.org')
  })

  test.each(['not json', '[]', 'null', '{"ada":null}', '{"ada":{"gen":1}}'])(
    'is nothing where %s is stored',
    (stored) => {
      expect(readMemories(storageWith(stored)).vaults ?? {}).toEqual({})
    },
  )

  test('is also the proof of the last sign-in by password, which a later one by passkey leaves as it is', () => {
    const storage = storageWith(null)
    keepMemory(storage, { ...profile, deviceToken: 'cs_dt_1' })
    keepMemory(storage, profile)
    expect(readMemories(storage).deviceToken).toBe('cs_dt_1')
  })

  test('may be forbidden by the browser without harm', () => {
    const forbidden = (): never => {
      throw new Error('denied')
    }
    const storage = { getItem: forbidden, setItem: forbidden }
    expect(() => keepMemory(storage, profile)).not.toThrow()
    expect(readMemories(storage)).toEqual({})
  })
})
