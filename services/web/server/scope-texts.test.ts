import { SCOPE_CATALOGUE } from '@countersign/contracts'
import { expect, test } from 'vitest'
import { enEntry } from '../src/messages/en/entry.ts'

test('the page says of the standard scopes in English what the catalogue says', () => {
  const catalogue = SCOPE_CATALOGUE.map(({ name, title, description }) => [name, { title, description }])
  expect(enEntry.common.scopes).toEqual(Object.fromEntries(catalogue))
})
