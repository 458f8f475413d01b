import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-data-directory-'))
const disk = join(folder, 'disk')
mkdirSync(disk)
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status === 0

beforeAll(() => writeFileSync(join(folder, 'file'), ''))
afterAll(() => {
  if (isMounted) execFileSync('umount', ['-l', disk])
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command where there is nothing but a data directory. */
async function run(dataDirectory: string, ...parameters: readonly string[]) {
  const complaints: string[] = []
  const code = await runProgram(parameters, {
    env: { DATA_DIR: dataDirectory, PORT: '0', APP_PORT: '0' },
    output: { print: () => undefined },
    complain: (text) => void complaints.push(text),
  })
  return { code, complaint: complaints.join('') }
}

describe.each(['migrate', 'dev'])('countersign %s', (command) => {
  test.each([
    ['file', 'EEXIST'],
    ['file/data', 'ENOTDIR'],
  ])('says in a sentence that %s cannot be the data directory, and what to do', async (name, code) => {
    const path = join(folder, name)
    expect(await run(path, command)).toEqual({
      code: 1,
      complaint: `The data directory ${path} cannot be used (${code}): a file is in its place. Move that away, or choose another DATA_DIR.\n`,
    })
  })
})

/** Who may not mount a disk is not root either, and can be kept from writing. */
const [fault, reason] = isMounted
  ? ['is full', '(ENOSPC): is there room?']
  : ['takes no files (THIS MACHINE LETS NOBODY MOUNT A SMALL DISK)', '(EACCES): this user may not write there.']

test(`says in a sentence that the disk ${fault}`, async () => {
  if (!isMounted) chmodSync(disk, 0o500)
  const { code, complaint } = await run(join(disk, 'data'), 'migrate')
  expect(code).toBe(1)
  expect(complaint).toContain(`${join(disk, 'data')} cannot be used ${reason}`)
  expect(complaint.trim().split('\n')).toHaveLength(1)
}, 60_000)
