import type { Transaction } from '@countersign/service/sql'
import { expectTypeOf, test } from 'vitest'
import { storeCommit } from '../../vaults/commit-vault.ts'
import { addMethod } from './add-method.ts'

test('a step of a change takes its transaction, and nothing by which it could write outside of that', () => {
  expectTypeOf(storeCommit).parameter(0).toEqualTypeOf<Transaction>()
  expectTypeOf(addMethod).parameter(0).toEqualTypeOf<Transaction>()
  expectTypeOf(addMethod).parameter(1).not.toHaveProperty('sql')
})
