import { newSecret } from '@countersign/service/secrets'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskChanges, openUserinfoClaims, sealUserinfoClaims } from './userinfo-claims.ts'

const code = newSecret('cs_ac_')
const accessToken = newSecret('cs_at_')
const refreshToken = newSecret('cs_rt_')
const CLAIMS = { email: 'ada@example.com' }

/** As the statement that redeems a code does: `masked_userinfo_key # change`. */
function changeMask(maskedKey: string, change: string): string {
  return Array.from(maskedKey, (bit, index) => (bit === change[index] ? '0' : '1')).join('')
}

test('until a code is redeemed it opens the claims; from then on only the access token does', () => {
  const sealed = sealUserinfoClaims(CLAIMS, code)
  expect(openUserinfoClaims(sealed, code)).toEqual(CLAIMS)
  const changes = maskChanges(code, { accessToken, refreshToken })
  const changed = { ...sealed, maskedKey: changeMask(sealed.maskedKey, changes.toAccessToken) }
  expect(openUserinfoClaims(changed, accessToken)).toEqual(CLAIMS)
  expect(() => openUserinfoClaims(changed, code)).toThrow()
  expect(() => openUserinfoClaims(changed, newSecret('cs_at_'))).toThrow()
})

test('the key goes from refresh token to refresh token, and only the newest access token opens the claims with it', () => {
  const sealed = sealUserinfoClaims(CLAIMS, code)
  let maskedKey = changeMask(sealed.maskedKey, maskChanges(code, { accessToken, refreshToken }).toRefreshToken)
  let presented = refreshToken
  for (let rotation = 0; rotation < 3; rotation += 1) {
    const pair = { accessToken: newSecret('cs_at_'), refreshToken: newSecret('cs_rt_') }
    const changes = maskChanges(presented, pair)
    const ofAccessToken = { ...sealed, maskedKey: changeMask(maskedKey, changes.toAccessToken) }
    expect(openUserinfoClaims(ofAccessToken, pair.accessToken)).toEqual(CLAIMS)
    expect(() => openUserinfoClaims(ofAccessToken, presented)).toThrow()
    maskedKey = changeMask(maskedKey, changes.toRefreshToken)
    presented = pair.refreshToken
  }
})

test('any claims come back as they were', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z_]{1,16}$/), fc.string({ unit: 'grapheme' })), (claims) => {
      expect(openUserinfoClaims(sealUserinfoClaims(claims, code), code)).toEqual({ ...claims })
    }),
  )
})

test('each sealing has a key of its own, and no changed byte goes unnoticed', () => {
  const sealed = sealUserinfoClaims(CLAIMS, code)
  expect(sealUserinfoClaims(CLAIMS, code).maskedKey).not.toBe(sealed.maskedKey)
  for (let index = 0; index < sealed.sealed.length; index += 1) {
    const changed = Buffer.from(sealed.sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => openUserinfoClaims({ ...sealed, sealed: changed }, code)).toThrow()
  }
})
