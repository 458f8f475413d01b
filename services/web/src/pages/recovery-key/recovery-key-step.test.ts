import { describe, expect, test } from 'vitest'
import { isGroup, pickGroups } from './recovery-key-step.tsx'

describe('the check that the recovery key was kept', () => {
  const key = 'KHA5-EYYQ-3MS0-MZED-ZVH2-3TDW-G490-AZJR-KDTM'

  test('asks for two different groups, in their order, whatever the dice say', () => {
    for (const first of [0, 0.3, 0.62, 0.999]) {
      for (const second of [0, 0.5, 0.999]) {
        const dice = [first, second].values()
        const [low, high] = pickGroups(() => dice.next().value ?? 0)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(low).toBeLessThan(high)
        expect(high).toBeLessThan(9)
      }
    }
  })

  test('reads a group as people write it', () => {
    expect(isGroup(key, 2, ' 3mso ')).toBe(true)
    expect(isGroup(key, 6, 'G4-90')).toBe(true)
    expect(isGroup(key, 2, 'EYYQ')).toBe(false)
    expect(isGroup(key, 9, '')).toBe(false)
  })
})
