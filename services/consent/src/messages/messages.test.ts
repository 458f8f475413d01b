import { describe, expect, test } from 'vitest'
import { VAULT_GROUPS } from '../consent/claim-fields.ts'
import type { FailureCode } from '../failure.ts'
import { hintOf, labelOf, text } from './messages.ts'

describe('the texts', () => {
  test('have a sentence even for a code that core made up', () => {
    expect(text.failure('brand_new' as FailureCode)).toBe(text.failure('bug'))
  })

  test('say how long to wait where the service says it', () => {
    expect(text.failure('too_many_requests', 61)).toContain('2 minutes')
    expect(text.failure('too_many_requests', 5)).toContain('1 minute.')
    expect(text.failure('too_many_requests')).not.toMatch(/\d/)
  })

  test('name every claim that the vault offers, and no other', () => {
    expect(new Set(VAULT_GROUPS.flatMap((group) => group.claims))).toEqual(new Set(Object.keys(text.claims)))
  })

  test('make a label of a claim that an operator invented', () => {
    expect(labelOf('loyalty_number')).toBe('Loyalty number')
    expect(labelOf('constructor')).toBe('Constructor')
    expect(hintOf('constructor')).toBe('')
  })

  test('count in the singular and in the plural', () => {
    expect(text.vault.unsaved(1)).toBe('1 unsaved change')
    expect(text.vault.unsaved(2)).toBe('2 unsaved changes')
  })
})
