import type { ScopeDetail } from '@countersign/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ClientError } from '../failure.ts'
import type { LastChoice } from '../views.ts'
import type { ClaimItem, ClaimValues } from './claim-items.ts'
import {
  approvedScopes,
  claimsToShare,
  findRequiredGap,
  findUnverified,
  hasOwnSwitch,
  sharesOf,
  shownClaims,
  typedClaims,
} from './claims.ts'
import { NOTHING_CHOSEN, type Selection, select, withoutTyped } from './selection.ts'
import { startSelection } from './start-selection.ts'

const scope = (name: string, claims: string[], required = false): ScopeDetail => ({
  name,
  title: name,
  description: '',
  reason: '',
  required,
  claims,
})
const EMAIL = scope('email', ['email'], true)
const asked = {
  scope_details: [
    scope('openid', [], true),
    EMAIL,
    scope('profile', ['name', 'nickname', 'birthdate']),
    scope('phone', ['phone']),
  ],
}

const item = (name: string, value: string, id = `${name}-${value}`): ClaimItem => ({
  id,
  name,
  value,
  isPreferred: false,
  changedAt: '',
})
const itemsOf = (values: ClaimValues) => Object.entries(values).map(([name, value]) => item(name, value))

const values = { email: 'ada@example.org', name: 'Ada', phone: '+41', address: 'not asked for' }
const selecting = (part: Partial<Selection>): Selection => ({ ...NOTHING_CHOSEN, ...part })
const share = (part: Partial<Selection> = {}, vault = itemsOf(values), request = asked) =>
  sharesOf(request, { vault, selection: selecting(part) })

describe('shared data', () => {
  test("is the vault's values for the scopes that are on, and nothing not requested", () => {
    const shares = share({ scopesOff: new Set(['phone']) })
    expect(claimsToShare(shares)).toEqual({ email: 'ada@example.org', name: 'Ada' })
    expect(approvedScopes(shares)).toEqual(['openid', 'email', 'profile'])
    // A scope of which nothing is shared is not approved.
    const offered = { scope_details: [...asked.scope_details, scope('offers', [])] }
    expect(approvedScopes(share({}, itemsOf({ email: 'a@b' }), offered))).toEqual(['openid', 'email', 'offers'])
  })

  test('includes a required scope even if something switched it off', () => {
    const shares = share({ scopesOff: new Set(['email', 'openid']) })
    expect(approvedScopes(shares)).toEqual(['openid', 'email', 'profile', 'phone'])
  })

  test('leaves out a claim that was switched off alone, in every scope that names it', () => {
    const request = { scope_details: [scope('one', ['name', 'email']), scope('two', ['name'])] }
    const shares = share({ claimsOff: new Set(['name']) }, itemsOf(values), request)
    expect(claimsToShare(shares)).toEqual({ email: 'ada@example.org' })
    expect(shares.map(hasOwnSwitch)).toEqual([true, false])
  })

  test('is the value that was chosen where there are several, and the first of them until then', () => {
    const vault = [item('email', 'home@example.org'), item('email', 'work@example.org')]
    expect(claimsToShare(share({}, vault))).toEqual({ email: 'home@example.org' })
    const chosen = select.value(NOTHING_CHOSEN, 'email', 'email-work@example.org')
    expect(claimsToShare(share(chosen, vault))).toEqual({ email: 'work@example.org' })
    // Another device has removed the chosen one.
    expect(claimsToShare(share(chosen, vault.slice(0, 1)))).toEqual({ email: 'home@example.org' })
  })

  test('is exactly what the page lists, for any request, vault and selection', () => {
    const names = fc.constantFrom('email', 'name', 'nickname', 'phone', 'constructor', '__proto__', 'toString')
    const scopes = fc.array(fc.tuple(fc.uniqueArray(names), fc.boolean()), { maxLength: 5 })
    const vaults = fc.array(fc.tuple(names, fc.string(), fc.uuid()), { maxLength: 8 })
    const choices = fc.record({
      scopesOff: fc.uniqueArray(fc.nat(4)).map((off) => new Set(off.map((index) => `s${index}`))),
      claimsOff: fc.uniqueArray(names).map((off) => new Set<string>(off)),
      chosen: fc.dictionary(names, fc.uuid()),
      typed: fc.dictionary(names, fc.string()),
    })
    fc.assert(
      fc.property(scopes, vaults, choices, (generated, entries, selection) => {
        const details = generated.map(([claims, required], index) => scope(`s${index}`, claims, required))
        const vault = entries.map(([name, value, id]) => item(name, value, id))
        const shares = sharesOf({ scope_details: details }, { vault, selection })
        const shown = shares
          .filter(({ isOn }) => isOn)
          .flatMap(({ claims }) => claims)
          .filter(({ isOn }) => isOn)
        const sent = claimsToShare(shares)
        expect(new Set(Object.keys(sent))).toEqual(new Set(shown.map(({ claim }) => claim)))
        for (const { claim, value, options } of shown) {
          expect(sent[claim]).toBe(value)
          const typed = Object.hasOwn(selection.typed, claim) ? selection.typed[claim]?.trim() : undefined
          expect([...options.map((option) => option.value), typed]).toContain(value)
        }
        for (const value of Object.values(sent)) expect(value.trim()).not.toBe('')
      }),
    )
  })

  test('includes typed text, trimmed, where the vault has no value, and the vault keeps it', () => {
    const shares = share({ typed: { nickname: '  Countess ', email: 'typed@example.org', phone: '  ' } })
    expect(claimsToShare(shares)).toEqual({ email: 'ada@example.org', name: 'Ada', nickname: 'Countess', phone: '+41' })
    expect(typedClaims(shares)).toEqual({ nickname: 'Countess' })
  })

  test('names the entry of each value: the chosen one, or the one where typed text was saved', () => {
    const [first, second] = [item('email', 'one@example.org'), item('email', 'two@example.org')]
    const vault = [first, second, item('phone', '+41'), item('name', 'Countess', 'not-it')]
    const shares = share({ chosen: { email: second.id }, typed: { nickname: ' Countess ' } }, vault)
    const saved = [...vault, item('nickname', 'Earlier', 'older'), item('nickname', 'Countess', 'saved')]
    expect(shownClaims(shares, saved)).toEqual([
      { itemId: second.id, value: 'two@example.org' },
      { itemId: 'not-it', value: 'Countess' },
      { itemId: 'saved', value: 'Countess' },
      { itemId: 'phone-+41', value: '+41' },
    ])
    expect(() => shownClaims(shares, vault)).toThrow(new ClientError({ code: 'stale_vault' }))
  })
})

describe('a selection', () => {
  test('switches off and on again, and drops typed text that was saved, whose claims stay on', () => {
    const off = select.scope(select.claim(NOTHING_CHOSEN, 'name', false), 'phone', false)
    expect([[...off.claimsOff], [...off.scopesOff]]).toEqual([['name'], ['phone']])
    expect(select.scope(select.claim(off, 'name', true), 'phone', true)).toEqual(NOTHING_CHOSEN)
    const typed = select.typed(select.typed(off, 'name', 'Ada'), 'email', 'a@b')
    expect(withoutTyped(typed, ['name'])).toMatchObject({ typed: { email: 'a@b' }, claimsOff: new Set() })
    expect(select.value(select.value(NOTHING_CHOSEN, 'email', 'one'), 'name', 'two').chosen).toEqual({
      email: 'one',
      name: 'two',
    })
  })
})

describe('a required scope', () => {
  test('stands in the way while none of its values is there', () => {
    expect(findRequiredGap(share({}, itemsOf({ name: 'Ada' })))).toEqual({ claim: 'email', reason: 'missing' })
    expect(findRequiredGap(share())).toBeUndefined()
    const bare = { scope_details: [scope('openid', [], true)] }
    expect(findRequiredGap(share({}, [], bare))).toBeUndefined()
  })

  test('may be shared in part, but not with everything in it switched off', () => {
    const request = { scope_details: [scope('profile', ['name', 'nickname'], true)] }
    const vault = itemsOf({ name: 'Ada', nickname: 'Countess' })
    expect(findRequiredGap(share({ claimsOff: new Set(['name']) }, vault, request))).toBeUndefined()
    const allOff = share({ claimsOff: new Set(['name', 'nickname']) }, vault, request)
    expect(findRequiredGap(allOff)).toEqual({ claim: 'name', reason: 'off' })
  })
})

describe('a claim that an app takes verified only', () => {
  const verified = { method: 'email_code', at: '2026-01-01T00:00:00Z', until: '2027-01-01T00:00:00Z' }
  const home = item('email', 'home@example.org', 'home')
  const optional = { scope_details: [{ ...EMAIL, required: false }] }
  const find = (vault: readonly ClaimItem[], selection = NOTHING_CHOSEN, required = ['email']) =>
    findUnverified(sharesOf(optional, { vault, selection }), required)

  test('counts as verified by the chosen value, never by another or by typed text', () => {
    const vault = [{ ...home, verified }, item('email', 'work@example.org', 'work')]
    expect(find(vault)).toBeUndefined()
    expect(find(vault, select.value(NOTHING_CHOSEN, 'email', 'work'))).toBe('email')
    expect(find([], select.typed(NOTHING_CHOSEN, 'email', 'new@example.org'))).toBe('email')
  })

  test('need not be verified where it is not shared, nor for an app that takes any', () => {
    expect(find([])).toBeUndefined()
    expect(find([home], select.scope(NOTHING_CHOSEN, 'email', false))).toBeUndefined()
    expect(find([home], NOTHING_CHOSEN, [])).toBeUndefined()
  })
})

const WANTED = { scope_details: [...asked.scope_details, scope('address', ['address']), scope('offers', [])] }
const known = { name: 'Ada', nickname: 'Countess', birthdate: '1815-12-10', phone: '+41', address: 'London' }
const VAULT = [...itemsOf({ email: 'ada@example.org', ...known }), item('email', 'work@example.org', 'work')]
/** The app got the work address and the name. The nickname and phone were left out; the rest was not requested. */
const LAST: LastChoice = {
  claims: { email: 'work', name: 'name-Ada', nickname: '', phone: '' },
  scopes: { openid: true, email: true, profile: true, phone: false, offers: false },
  values: { email: 'work@example.org', name: 'Ada' },
  keepsUpToDate: false,
}

const shareWith = (last: LastChoice | undefined, vault = VAULT, selection = startSelection(WANTED, { vault, last })) =>
  sharesOf(WANTED, { vault, selection, last })

describe('a start selection', () => {
  test('has everything on for a new app, and marks nothing', () => {
    expect(startSelection(WANTED, { vault: VAULT, last: undefined })).toEqual(NOTHING_CHOSEN)
    const shares = shareWith(undefined)
    expect(shares.every(({ isOn }) => isOn)).toBe(true)
    expect(shares.some(({ mark, claims }) => [mark, ...claims.map((each) => each.mark)].some(Boolean))).toBe(false)
  })

  test('has for a known app only the claims that it got last time; new and left-out ones are off and marked', () => {
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

  test('turns on all claims of a scope with one switch if it shared none', () => {
    const last = { ...LAST, claims: { email: 'work', name: '', nickname: '', birthdate: '' } }
    const start = startSelection(WANTED, { vault: VAULT, last })
    expect([...start.scopesOff]).toContain('profile')
    const shares = shareWith(last, VAULT, select.scope(start, 'profile', true))
    expect(shares[2]?.claims.map(({ isOn }) => isOn)).toEqual([true, true, true])
  })

  test('keeps the only claim of a required scope on, marked as new', () => {
    const email = shareWith({ ...LAST, claims: { name: 'name-Ada' }, scopes: { openid: true } })[1]
    expect(email).toMatchObject({ isOn: true, mark: 'new', claims: [{ isOn: true }] })
  })

  test('keeps an entry with a changed value on, marked as changed', () => {
    const vault = VAULT.map((each) => (each.name === 'name' ? { ...each, value: 'Ada King' } : each))
    const shares = shareWith(LAST, vault)
    expect(shares[2]?.claims[0]).toMatchObject({ value: 'Ada King', isOn: true, mark: 'changed' })
  })

  test('keeps a claim without an entry on, unmarked, to be filled in', () => {
    const vault = VAULT.filter(({ name }) => name !== 'address')
    expect(shareWith(LAST, vault)[4]).toMatchObject({ isOn: true, mark: undefined })
  })
})
