import type { ScopeDetail } from '@countersign/contracts'
import { expect, test } from 'vitest'
import type { LastChoice } from '../views.ts'
import type { ClaimItem } from './claim-items.ts'
import { approvedScopes, claimsToShare, sharesOf } from './claims.ts'
import { NOTHING_CHOSEN, select, withoutTyped } from './selection.ts'
import { startSelection } from './start-selection.ts'

const scope = (name: string, claims: string[], required = false): ScopeDetail => ({
  name,
  title: name,
  description: '',
  reason: '',
  required,
  claims,
})
const ASKED = {
  scope_details: [
    scope('openid', [], true),
    scope('email', ['email'], true),
    scope('profile', ['name', 'nickname', 'birthdate']),
    scope('phone', ['phone']),
    scope('address', ['address']),
    scope('offers', []),
  ],
}
const item = (name: string, value: string, id = name): ClaimItem => ({
  id,
  name,
  value,
  isPreferred: false,
  changedAt: '',
})
const VAULT = [
  item('email', 'ada@example.org'),
  item('email', 'work@example.org', 'work'),
  item('name', 'Ada'),
  item('nickname', 'Countess'),
  item('birthdate', '1815-12-10'),
  item('phone', '+41'),
  item('address', 'London'),
]
/** The app got the work address and the name. The nickname and phone were left out; the rest was not requested. */
const LAST: LastChoice = {
  claims: { email: 'work', name: 'name', nickname: '', phone: '' },
  scopes: { openid: true, email: true, profile: true, phone: false, offers: false },
  values: { email: 'work@example.org', name: 'Ada' },
}

const shareWith = (last: LastChoice | undefined, selection = startSelection(ASKED, { vault: VAULT, last })) =>
  sharesOf(ASKED, { vault: VAULT, selection, last })

test('an app that is new starts with everything on, and nothing is marked', () => {
  expect(startSelection(ASKED, { vault: VAULT, last: undefined })).toEqual(NOTHING_CHOSEN)
  const shares = shareWith(undefined)
  expect(shares.every(({ isOn }) => isOn)).toBe(true)
  expect(shares.some(({ mark, claims }) => [mark, ...claims.map((each) => each.mark)].some(Boolean))).toBe(false)
})

test('a known app starts with what it got last time; what is new and what was left out is off, and says so', () => {
  const shares = shareWith(LAST)
  expect(claimsToShare(shares)).toEqual({ email: 'work@example.org', name: 'Ada' })
  expect(approvedScopes(shares)).toEqual(['openid', 'email', 'profile'])
  expect(shares.map(({ scope: { name }, isOn, mark }) => [name, isOn, mark])).toEqual([
    ['openid', true, undefined],
    ['email', true, undefined],
    ['profile', true, undefined],
    ['phone', false, 'left_out'],
    ['address', false, 'new'],
    ['offers', false, 'left_out'],
  ])
  expect(shares[2]?.claims.map(({ claim, isOn, mark }) => [claim, isOn, mark])).toEqual([
    ['name', true, undefined],
    ['nickname', false, 'left_out'],
    ['birthdate', false, 'new'],
  ])
})

test('one switch shares all of a scope of which nothing was shared', () => {
  const last = { ...LAST, claims: { email: 'work', name: '', nickname: '', birthdate: '' } }
  const start = startSelection(ASKED, { vault: VAULT, last })
  expect([...start.scopesOff]).toContain('profile')
  const shares = shareWith(last, select.scope(start, 'profile', true))
  expect(shares[2]?.claims.map(({ isOn }) => isOn)).toEqual([true, true, true])
})

test('what a required scope needs and has no switch for stays on, and is marked', () => {
  const email = shareWith({ ...LAST, claims: { name: 'name' }, scopes: { openid: true } })[1]
  expect(email).toMatchObject({ isOn: true, mark: 'new', claims: [{ isOn: true }] })
})

test('an entry with another text than the app has stays on, and says so', () => {
  const vault = VAULT.map((each) => (each.id === 'name' ? { ...each, value: 'Ada King' } : each))
  const shares = sharesOf(ASKED, { vault, selection: startSelection(ASKED, { vault, last: LAST }), last: LAST })
  expect(shares[2]?.claims[0]).toMatchObject({ value: 'Ada King', isOn: true, mark: 'changed' })
})

test('what was typed and saved on the page stays on, although the app never got it', () => {
  const last = { ...LAST, claims: { name: 'name' } }
  const typed = select.typed(startSelection(ASKED, { vault: VAULT, last }), 'nickname', 'Countess')
  expect([...typed.claimsOff]).toContain('nickname')
  expect([...withoutTyped(typed, ['nickname']).claimsOff]).not.toContain('nickname')
})

test('what the vault has nothing for waits to be filled in, and is not marked', () => {
  const vault = VAULT.filter(({ name }) => name !== 'address')
  const shares = sharesOf(ASKED, { vault, selection: startSelection(ASKED, { vault, last: LAST }), last: LAST })
  expect(shares[4]).toMatchObject({ isOn: true, mark: undefined })
})

test('a scope of which nothing is shared is not approved', () => {
  const vault = VAULT.filter(({ name }) => name === 'email')
  const shares = sharesOf(ASKED, { vault, selection: NOTHING_CHOSEN })
  expect(approvedScopes(shares)).toEqual(['openid', 'email', 'offers'])
})
