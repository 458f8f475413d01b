import { newSecret } from '@countersign/service/secrets'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskChange, openUserinfoClaims, sealUserinfoClaims, unmaskKey } from './userinfo-claims.ts'

const code = newSecret('cs_ac_')
const CLAIMS = { email: 'ada@example.com' }

/** As the statement that redeems a code does: `masked_userinfo_key # change`. */
function changeMask(maskedKey: string, change: string): string {
  return Array.from(maskedKey, (bit, index) => (bit === change[index] ? '0' : '1')).join('')
}

/** With the secret that masks its key. */
const open = ({ sealed, maskedKey }: ReturnType<typeof sealUserinfoClaims>, secret: string) =>
  openUserinfoClaims(sealed, unmaskKey(maskedKey, secret))

test('the key goes on from the code to each refresh token, and only the newest of them opens the claims', () => {
  const sealed = sealUserinfoClaims(CLAIMS, code)
  expect(open(sealed, code)).toEqual(CLAIMS)
  let [masked, presented] = [sealed, code]
  for (let rotation = 0; rotation < 3; rotation += 1) {
    const next = newSecret('cs_rt_')
    masked = { ...sealed, maskedKey: changeMask(masked.maskedKey, maskChange(presented, next)) }
    expect(open(masked, next)).toEqual(CLAIMS)
    expect(() => open(masked, presented)).toThrow()
    presented = next
  }
})

test('any claims come back as they were', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z_]{1,16}$/), fc.string({ unit: 'grapheme' })), (claims) => {
      expect(open(sealUserinfoClaims(claims, code), code)).toEqual({ ...claims })
    }),
  )
})

test('each sealing has a key of its own, and no changed byte goes unnoticed', () => {
  const sealed = sealUserinfoClaims(CLAIMS, code)
  expect(sealUserinfoClaims(CLAIMS, code).maskedKey).not.toBe(sealed.maskedKey)
  for (let index = 0; index < sealed.sealed.length; index += 1) {
    const changed = Buffer.from(sealed.sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => open({ ...sealed, sealed: changed }, code)).toThrow()
  }
})
