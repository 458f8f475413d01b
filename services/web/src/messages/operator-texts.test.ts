import { expect, test } from 'vitest'
import { deEntry } from './de/entry.ts'
import { frEntry } from './fr/entry.ts'
import { describeScope, labelOf } from './messages.ts'
import { withOperatorTexts } from './operator-texts.tsx'

const TEXTS = { en: { title: 'Loyalty card', description: '' }, de: { title: 'Kundenkarte', description: '' } }
const LABELS = { en: 'Loyalty number', de: 'Kundennummer' }
const SCOPE = { name: 'loyalty', title: 'Loyalty card', description: '', reason: '', required: false, claims: [] }

test("an operator's words are in the reader's language, and in English where they have none in it", () => {
  const scopes = [{ ...SCOPE, texts: TEXTS, claim_labels: { loyalty_number: LABELS } }]
  const german = withOperatorTexts(deEntry, 'de', { scopes })
  expect(describeScope(german, SCOPE).title).toBe('Kundenkarte')
  expect(labelOf(german, 'loyalty_number')).toBe('Kundennummer')
  expect(labelOf(withOperatorTexts(frEntry, 'fr', { labels: { loyalty_number: LABELS } }), 'loyalty_number')).toBe(
    'Loyalty number',
  )
})

test('no word of an operator, nor of a server that lies, takes the place of ours', () => {
  const scopes = [{ ...SCOPE, name: 'email', texts: TEXTS, claim_labels: { email: LABELS } }]
  const german = withOperatorTexts(deEntry, 'de', { scopes, labels: { phone: LABELS } })
  for (const claim of ['email', 'phone']) expect(labelOf(german, claim)).toBe(labelOf(deEntry, claim))
  expect(describeScope(german, { ...SCOPE, name: 'email' })).toEqual(deEntry.common.scopes.email)
})
