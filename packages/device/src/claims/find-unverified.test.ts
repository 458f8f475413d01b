import { expect, test } from 'vitest'
import type { ClaimItem } from './claim-items.ts'
import { findUnverified, sharesOf } from './claims.ts'
import { NOTHING_CHOSEN, select } from './selection.ts'

const SCOPE = { name: 'email', title: '', description: '', reason: '', required: false, claims: ['email'] }
const ASKED = { scope_details: [SCOPE] }
const VERIFIED = { method: 'email_code', at: '2026-01-01T00:00:00Z', until: '2027-01-01T00:00:00Z' }

function item(id: string, changes: Partial<ClaimItem> = {}): ClaimItem {
  return { id, name: 'email', value: `${id}@example.org`, isPreferred: false, changedAt: '', ...changes }
}

const find = (vault: readonly ClaimItem[], selection = NOTHING_CHOSEN, required: readonly string[] = ['email']) =>
  findUnverified(sharesOf(ASKED, { vault, selection }), required)

test('a value that is chosen counts, and not another one of the claim', () => {
  const vault = [item('home', { verified: VERIFIED }), item('work')]
  expect(find(vault)).toBeUndefined()
  expect(find(vault, select.value(NOTHING_CHOSEN, 'email', 'work'))).toBe('email')
})

test('what is typed on the page was not verified', () => {
  expect(find([], select.typed(NOTHING_CHOSEN, 'email', 'new@example.org'))).toBe('email')
})

test('what is not shared need not be, nor what the app takes as it is', () => {
  expect(find([])).toBeUndefined()
  expect(find([item('home')], select.scope(NOTHING_CHOSEN, 'email', false))).toBeUndefined()
  expect(find([item('home')], NOTHING_CHOSEN, [])).toBeUndefined()
})
