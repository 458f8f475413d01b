import { describe, expect, test } from 'vitest'
import { checkOutRelease, hasHistory, isAncestor, PREVIOUS_RELEASE } from './previous-release.ts'

const ABSENT = '0123456789abcdef0123456789abcdef01234567'

describe.runIf(hasHistory())('npm run upgrade:check (needs the whole git history)', () => {
  test('finds the previous release among the ancestors of HEAD', () => {
    expect(isAncestor(PREVIOUS_RELEASE)).toBe(true)
  })

  test('refuses a release that the history lacks', () => {
    expect(() => checkOutRelease(ABSENT)).toThrow('git fetch --unshallow')
  })
})
