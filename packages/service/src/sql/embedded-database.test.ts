import { join } from 'node:path'
import { closeAfterTest, copyEmptyDatabase, temporaryFolder } from '@countersign/testing'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'

const folder = temporaryFolder()

test.each([
  ['in a directory', () => copyEmptyDatabase(join(folder, 'small'))],
  ['in memory', () => undefined],
])('embedded database: %s it has 16 MB of buffers', async (_where, provideDirectory) => {
  const { sql } = closeAfterTest(await openDatabase({ dataDirectory: provideDirectory() }))
  expect(await sql`show shared_buffers`).toEqual([{ shared_buffers: '16MB' }])
})
