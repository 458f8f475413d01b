import { createTestDatabase } from '@countersign/testing'
import { expect, test } from 'vitest'
import { type CleaningStep, clean } from './cleaning.ts'

test('a step that fails keeps no other from its work, and all that failed is said at the end', async () => {
  const { sql, close } = await createTestDatabase('embedded')
  const failing = (table: string): CleaningStep => ({ table, remove: (own) => own`select 1 / 0` as Promise<never> })
  const done: string[] = []
  const working = (table: string): CleaningStep => ({ table, remove: async () => done.push(table) })
  const cleaned = clean(sql, [failing('first'), working('second'), failing('third'), working('fourth')])
  await expect(cleaned).rejects.toMatchObject({
    message: 'Not cleaned: first, third.',
    errors: [{ code: '22012' }, { code: '22012' }],
  })
  expect(done).toEqual(['second', 'fourth'])
  await close()
})

test('a step that says that there is more is taken again, however little it removed', async () => {
  const { sql, close } = await createTestDatabase('embedded')
  const answers = [
    { rows: 0, more: true },
    { rows: 2, more: true },
    { rows: 1, more: false },
  ]
  const remove = async () => answers.shift() ?? { rows: 100, more: false }
  expect(await clean(sql, [{ table: 'things', remove }])).toEqual({ things: 3 })
  await close()
})
