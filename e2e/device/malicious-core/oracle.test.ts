import { signUp } from '@countersign/testing'
import { expect, test } from 'vitest'
import { keptVault, useLyingCore } from '../../support/lying-core.ts'
import { attackOpenVault, attackSignIn, refusedAtSignIn, refusedWhileOpen } from './attack.ts'

const core = useLyingCore()

/** Row 25 of the attack table: a changed ciphertext tells an attacker nothing. The vault's own fuzzing goes further. */

/** Flips one bit, keeping the form of base64url: the last character may have bits that mean nothing, so not that one. */
function flip(text: string, at: number): string {
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const index = at % (text.length - 1)
  const flipped = ALPHABET.charAt(ALPHABET.indexOf(text.charAt(index)) ^ 1)
  return `${text.slice(0, index)}${flipped}${text.slice(index + 1)}`
}

async function newVictim() {
  const victim = await signUp(core)
  await victim.device.saveProfile({ values: { name: 'A' } })
  return { victim, now: await keptVault(core, victim.device) }
}

test('a head with one bit flipped does not open, and one answer is all that there is', async () => {
  const { victim, now } = await newVictim()
  for (const field of ['n', 'ct'] as const) {
    for (const at of [0, 7, 100]) {
      const snapshot = { ...now, head: { ...now.head, [field]: flip(now.head[field], at) } }
      expect(await attackSignIn(core, victim, { snapshot })).toEqual(refusedAtSignIn('tampered'))
      expect(await attackOpenVault(core, victim, { snapshot })).toEqual(refusedWhileOpen('tampered'))
    }
  }
})

test('an unlock record with one bit flipped says no more than that it is not the person’s', async () => {
  const { victim, now } = await newVictim()
  for (const field of ['salt', 'com', 'n', 'ct'] as const) {
    const unlock = now.unlock.map((record) =>
      record.type === 'prf' ? { ...record, [field]: flip(record[field], 3) } : record,
    )
    const code = field === 'salt' || field === 'com' ? 'wrong_key' : 'tampered'
    expect(await attackSignIn(core, victim, { snapshot: { ...now, unlock } })).toEqual(refusedAtSignIn(code))
  }
})

test('bodies that are no vault at all are refused without a word of theirs', async () => {
  const { victim } = await newVictim()
  const bodies = [[], 'vault', 7, { vault_id: {} }, { __proto__: null, head: [] }, [[[[]]]], { items: { length: 1e9 } }]
  for (const body of bodies) {
    expect(await attackSignIn(core, victim, { snapshot: body })).toEqual(refusedAtSignIn('malformed'))
  }
})
