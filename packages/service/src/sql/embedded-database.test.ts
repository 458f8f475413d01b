import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
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

/** Runs an expression often enough for V8 to optimize it, and prints the most memory that the process ever had. */
const PROGRAM = `
  import { readFileSync } from 'node:fs'
  import { openDatabase } from ${JSON.stringify(new URL('database.ts', import.meta.url).href)}
  const { sql, close } = await openDatabase({ dataDirectory: process.argv[1] })
  await sql\`select count(*) from generate_series(1, 500000) as number where number % 7 > 3\`
  await close()
  console.log(/^VmHWM:\\s+(\\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1])`

test.skipIf(!existsSync('/proc/self/status'))(
  'embedded database: V8 does not take 600 MB to optimize its interpreter of expressions (needs /proc)',
  () => {
    const program = ['--wasm-sync-tier-up', '--input-type=module', '--eval', PROGRAM]
    const printed = execFileSync(process.execPath, [...program, copyEmptyDatabase(join(folder, 'used'))])
    expect(Number(printed) / 1024).toBeLessThan(400)
  },
)

/** Has a hundred answers of 200 kB and prints by how much the heap grew, in bytes. */
const ANSWERS = `
  import { openDatabase } from ${JSON.stringify(new URL('database.ts', import.meta.url).href)}
  const { sql, close } = await openDatabase({ dataDirectory: process.argv[1] })
  const ask = () => sql\`select repeat('x', 200000) as text\`
  const measureHeap = () => { gc(); return process.memoryUsage().heapUsed }
  await ask()
  const before = measureHeap()
  for (let number = 0; number < 100; number += 1) await ask()
  console.log(measureHeap() - before)
  await close()`

test('embedded database: keeps no answer that it gave', () => {
  const program = ['--expose-gc', '--input-type=module', '--eval', ANSWERS]
  const printed = execFileSync(process.execPath, [...program, copyEmptyDatabase(join(folder, 'asked'))])
  expect(Number(printed)).toBeLessThan(2_000_000)
})
