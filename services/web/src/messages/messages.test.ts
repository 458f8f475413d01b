import type { FailureCode } from '@countersign/device'
import { describe, expect, test } from 'vitest'
import { VAULT_GROUPS } from '../claims/claim-fields.ts'
import { enEntry as text } from './en/entry.ts'
import { enRest } from './en/rest.ts'
import { describeFailure, describeScope, labelOf } from './messages.ts'

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
    expect(describeScope(text, { ...own, name: 'email' }).title).toBe('E-mail address')
  })

  test('count in the singular and in the plural', () => {
    expect(enRest.vault.unsaved(1)).toBe('1 unsaved change')
    expect(enRest.vault.unsaved(2)).toBe('2 unsaved changes')
  })
})
