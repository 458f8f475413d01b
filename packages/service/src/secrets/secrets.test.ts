import { describe, expect, test } from 'vitest'
import { equalSecrets, isSecret, newSecret, sha256 } from './secrets.ts'

describe('a secret', () => {
  test('is new each time, and recognised by its prefix and form', () => {
    const secrets = Array.from({ length: 100 }, () => newSecret('cs_at_'))
    expect(new Set(secrets).size).toBe(100)
    expect(secrets.every((secret) => isSecret('cs_at_', secret))).toBe(true)
  })

  test.each([
    ['of another kind', newSecret('cs_rt_')],
    ['without its prefix', newSecret('cs_at_').slice(6)],
    ['that was cut', newSecret('cs_at_').slice(0, -1)],
    ['that is too long', `${newSecret('cs_at_')}A`],
    ['with a line break', `${newSecret('cs_at_')}\n`],
    ['that is empty', ''],
  ])('%s is not taken for an access token', (_case, text) => {
    expect(isSecret('cs_at_', text)).toBe(false)
  })

  test('equals itself and nothing else, of whatever length', () => {
    expect(equalSecrets('secret', 'secret')).toBe(true)
    expect(equalSecrets('secret', 'secreT')).toBe(false)
    expect(equalSecrets('secret', 'secret and more')).toBe(false)
    expect(equalSecrets('', 'secret')).toBe(false)
  })

  test('is hashed as SHA-256 says', () => {
    expect(sha256('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})
