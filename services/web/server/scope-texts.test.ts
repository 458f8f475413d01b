import { SCOPE_CATALOGUE } from '@countersign/contracts'
import { expect, test } from 'vitest'
import { enEntry } from '../src/messages/en/entry.ts'
import { describeScope } from '../src/messages/messages.ts'

test('the page says of the standard scopes in English what the catalogue says', () => {
  const { scopes, claimScopes } = enEntry.common
  const described = Object.keys({ ...scopes, ...claimScopes }).map((name) => ({
    name,
    ...describeScope(enEntry, { name, title: '', description: '' }),
  }))
  const catalogue = SCOPE_CATALOGUE.map(({ name, title, description }) => ({ name, title, description }))
  expect(new Set(described)).toEqual(new Set(catalogue))
})
