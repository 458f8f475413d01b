import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADD_CLIENT, runCommand } from '../test/command-line.ts'
import { PATIENCE } from './control/patience.ts'

const folder = temporaryFolder()
const disk = join(folder, 'disk')
mkdirSync(disk)
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status === 0

beforeAll(() => writeFileSync(join(folder, 'file'), ''))
afterAll(() => {
  if (isMounted) execFileSync('umount', ['-l', disk])
})

// Without patience: a slow disk is no process to wait for.
const run = (dataDirectory: string, command: string) =>
  runCommand([command], { DATA_DIR: dataDirectory, PORT: '0', APP_PORT: '0' }, { ...PATIENCE, silentMs: 0 })

describe.each(['migrate', 'dev'])('countersign %s', (command) => {
  test.each([
    ['file', 'EEXIST'],
    ['file/data', 'ENOTDIR'],
  ])('says in a sentence that %s cannot be the data directory, and what to do', async (name, code) => {
    const path = join(folder, name)
    expect(await run(path, command)).toEqual({
      code: 1,
      said: '',
      complaint: `The data directory ${path} cannot be used (${code}): a file is in its place. Move that away, or choose another DATA_DIR.\n`,
    })
  })
})

/** Without the right to mount a disk this is not root, so permissions keep it from writing. */
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

const mayMountAlone = spawnSync('unshare', ['-rm', 'true']).status === 0

test.skipIf(!mayMountAlone)(
  `says in a sentence that the disk is read-only${mayMountAlone ? '' : ' (NOT RUN: no mount namespaces here)'}`,
  () => {
    const [path, program] = [join(disk, 'data'), join(import.meta.dirname, 'main.ts')]
    const script = 'mount -t tmpfs -o ro none "$1" && exec "$2" "$3" migrate'
    const { stderr } = spawnSync('unshare', ['-rm', 'sh', '-c', script, 'sh', disk, process.execPath, program], {
      env: { DATA_DIR: path },
      encoding: 'utf8',
    })
    expect(stderr).toBe(
      `The data directory ${path} cannot be used (EROFS): its disk is read-only. Mount it for writing, or choose another DATA_DIR.\n`,
    )
  },
)

describe('without a running process and a database', () => {
  test.each([[['clients', 'list']], [ADD_CLIENT], [['keys', 'list']], [['audit']]])(
    '%j makes no database of its own',
    async (parameters) => {
      const dataDirectory = join(folder, 'nowhere')
      expect(await runCommand(parameters, { DATA_DIR: dataDirectory })).toEqual({
        code: 1,
        said: '',
        complaint: `There is no database in ${dataDirectory} yet: start the server first, or name its DATA_DIR or DATABASE_URL.\n`,
      })
      expect(existsSync(dataDirectory)).toBe(false)
    },
  )

  test('doctor says so and makes none', async () => {
    const dataDirectory = join(folder, 'new')
    expect((await run(dataDirectory, 'doctor')).said).toContain(`There is no database in ${dataDirectory} yet`)
    expect(existsSync(dataDirectory)).toBe(false)
  })
})
