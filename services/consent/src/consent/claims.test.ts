import type { ScopeDetail } from '@countersign/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { approvedScopes, claimsToShare, findRequiredGap, mergeValues, sharesOf } from './claims.ts'

const scope = (name: string, claims: string[], required = false): ScopeDetail => ({
  name,
  title: name,
  description: '',
  reason: '',
  required,
  claims,
})
const asked = {
  scope_details: [
    scope('openid', [], true),
    scope('email', ['email'], true),
    scope('profile', ['name', 'nickname']),
    scope('phone', ['phone']),
  ],
}
const values = { email: 'ada@example.org', name: 'Ada', phone: '+41', address: 'not asked for' }

describe('what is shared', () => {
  test('is what stands in the vault for the scopes that are switched on, and nothing that was not asked for', () => {
    const shares = sharesOf(asked, values, new Set(['phone']))
    expect(claimsToShare(shares)).toEqual({ email: 'ada@example.org', name: 'Ada' })
    expect(approvedScopes(shares)).toEqual(['openid', 'email', 'profile'])
  })

  test('includes a required scope even if something switched it off', () => {
    const shares = sharesOf(asked, values, new Set(['email', 'openid']))
    expect(approvedScopes(shares)).toEqual(['openid', 'email', 'profile', 'phone'])
  })

  test('is exactly what the page lists, whatever is asked for, known and switched off', () => {
    const names = fc.constantFrom('email', 'name', 'nickname', 'phone', 'constructor', '__proto__', 'toString')
    const scopes = fc.array(fc.tuple(fc.uniqueArray(names), fc.boolean()), { maxLength: 5 })
    const known = fc.dictionary(names, fc.string())
    fc.assert(
      fc.property(scopes, known, fc.uniqueArray(fc.nat(4)), (generated, vault, off) => {
        const details = generated.map(([claims, required], index) => scope(`s${index}`, claims, required))
        const shares = sharesOf({ scope_details: details }, vault, new Set(off.map((index) => `s${index}`)))
        const shown = shares.filter(({ isOn }) => isOn).flatMap(({ shared }) => shared)
        const sent = claimsToShare(shares)
        expect(new Set(Object.keys(sent))).toEqual(new Set(shown.map(({ claim }) => claim)))
        for (const { claim, value } of shown) expect(sent[claim]).toBe(value)
        for (const value of Object.values(sent)) expect(value).not.toBe('')
      }),
    )
  })

  test('takes what was typed before what the vault has, without the white space around it', () => {
    expect(mergeValues({ email: 'old', name: 'Ada' }, { email: '  new ', phone: '   ' })).toEqual({
      email: 'new',
      name: 'Ada',
      phone: '',
    })
  })

  test('never reads a value from the prototype of an object', () => {
    const shares = sharesOf({ scope_details: [scope('odd', ['constructor', 'toString'])] }, {}, new Set())
    expect(claimsToShare(shares)).toEqual({})
    expect(shares[0]?.missing).toEqual(['constructor', 'toString'])
  })
})

describe('a required scope', () => {
  test('stands in the way while none of its values is there', () => {
    expect(findRequiredGap(sharesOf(asked, { name: 'Ada' }, new Set()))).toBe('email')
    expect(findRequiredGap(sharesOf(asked, values, new Set()))).toBeUndefined()
  })

  test('that carries no data never stands in the way', () => {
    expect(findRequiredGap(sharesOf({ scope_details: [scope('openid', [], true)] }, {}, new Set()))).toBeUndefined()
  })
})
