import { SCOPE_CATALOGUE } from '@countersign/contracts'
import { enEntry } from '@countersign/ui/messages/en/entry.ts'
import { describeScope } from '@countersign/ui/messages/messages.ts'
import { expect, test } from 'vitest'

test('the page says of the standard scopes in English what the catalogue says', () => {
  const names = Object.keys({ ...enEntry.common.scopes, ...enEntry.common.claimScopes })
  const described = names.map((name) => [name, describeScope(enEntry, { name, title: '', description: '' })])
  const catalogue = SCOPE_CATALOGUE.map(({ name, title, description }) => [name, { title, description }])
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(catalogue))
})
