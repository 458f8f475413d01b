import { SCOPE_CATALOGUE } from '@countersign/contracts'
import { expect, test } from 'vitest'
import { enEntry } from '../src/messages/en/entry.ts'
import { describeScope } from '../src/messages/messages.ts'

test('the page says of the standard scopes in English what the catalogue says', () => {
  const names = Object.keys({ ...enEntry.common.scopes, ...enEntry.common.claimScopes })
  const described = names.map((name) => [name, describeScope(enEntry, { name, title: '', description: '' })])
  const catalogue = SCOPE_CATALOGUE.map(({ name, title, description }) => [name, { title, description }])
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(catalogue))
})
