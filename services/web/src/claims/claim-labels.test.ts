import type { FailureCode } from '@countersign/device'
import { deEntry } from '@countersign/ui/messages/de/entry.ts'
import { enEntry as text } from '@countersign/ui/messages/en/entry.ts'
import { enRest } from '@countersign/ui/messages/en/rest.ts'
import { frEntry } from '@countersign/ui/messages/fr/entry.ts'
import { withOperatorTexts } from '@countersign/ui/messages/operator-texts.tsx'
import { describeFailure, describeScope, labelOf } from '@countersign/ui/messages/texts.ts'
import { describe, expect, test } from 'vitest'
import { VAULT_GROUPS } from './claim-fields.ts'

describe('the texts', () => {
  test('have a sentence even for a code that core made up', () => {
    for (const code of ['brand_new', 'constructor']) {
      expect(describeFailure(text, { code: code as FailureCode })).toBe(describeFailure(text, { code: 'bug' }))
    }
  })

  test('say how long to wait where the service says it', () => {
    const code = 'too_many_requests'
    expect(describeFailure(text, { code, retryAfterSeconds: 61 })).toContain('2 minutes')
    expect(describeFailure(text, { code, retryAfterSeconds: 5 })).toContain('1 minute.')
    expect(describeFailure(text, { code })).not.toMatch(/\d/)
  })

  test('name every claim that the vault offers, and no other', () => {
    expect(new Set(VAULT_GROUPS.flatMap((group) => group.claims))).toEqual(new Set(Object.keys(text.common.claims)))
  })

  test('make a label of a claim that an operator invented', () => {
    expect(labelOf(text, 'loyalty_number')).toBe('Loyalty number')
    expect(labelOf(text, 'constructor')).toBe('Constructor')
  })

  test("say what a standard scope means, and repeat what the server says of an operator's own", () => {
    const own = { name: 'loyalty', title: 'Loyalty card', description: 'Your points.' }
    expect(describeScope(text, own)).toEqual({ title: own.title, description: own.description })
    expect(describeScope(text, { ...own, name: 'constructor' }).title).toBe('Loyalty card')
    expect(describeScope(text, { ...own, name: 'email' }).title).toBe('Email address')
  })

  test('count in the singular and in the plural', () => {
    expect(enRest.vault.unsaved(1)).toBe('1 unsaved change')
    expect(enRest.vault.unsaved(2)).toBe('2 unsaved changes')
  })
})

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
  expect(describeScope(german, { ...SCOPE, name: 'email' })).toEqual(
    describeScope(deEntry, { ...SCOPE, name: 'email' }),
  )
})
