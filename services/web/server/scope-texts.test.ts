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

test('every claim of the standard scopes has a label on the pages, and no other has', () => {
  const claims = SCOPE_CATALOGUE.flatMap((scope) => scope.claims)
  expect(new Set(Object.keys(enEntry.common.claims))).toEqual(new Set(claims))
})
