import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { MAXIMUM_FILE_BYTES } from '@countersign/contracts'
import { temporaryFolder } from '@countersign/testing'
import { expect, test } from 'vitest'
import { createFileReader } from './files.ts'

const folder = temporaryFolder()

function file(name: string, bytes: number): string {
  const path = join(folder, name)
  writeFileSync(path, Buffer.alloc(bytes, 7))
  return path
}

test.each([
  ['of no bytes', 0],
  ['of the greatest size', MAXIMUM_FILE_BYTES],
])('options: a file %s is read whole, relative to the user’s folder', (_case, bytes) => {
  const content = createFileReader(folder).readFile(basename(file('whole', bytes)))
  expect(content.equals(Buffer.alloc(bytes, 7))).toBe(true)
})

test.each([
  ['that is a byte too large', () => file('large', MAXIMUM_FILE_BYTES + 1), 'Name a smaller file.'],
  ['without an end', () => '/dev/zero', 'Name a smaller file.'],
  ['that is a folder', () => folder, 'cannot be read. Check its path'],
  ['that is not there', () => join(folder, 'nothing'), 'cannot be read. Check its path'],
])('options: a file %s is refused with the remedy', (_case, path, complaint) => {
  expect(() => createFileReader(folder).readFile(path())).toThrow(complaint)
})

test('options: a pipe that two options name is read once, for both', async () => {
  const fifo = join(folder, 'fifo')
  execFileSync('mkfifo', [fifo])
  const writer = execFile('sh', ['-c', 'printf keys > "$0"', fifo])
  const { readFile, files } = createFileReader(folder)
  expect(String(readFile(fifo))).toBe('keys')
  await once(writer, 'exit')
  expect(String(readFile(fifo))).toBe('keys')
  expect([...files.keys()]).toEqual([fifo])
})
