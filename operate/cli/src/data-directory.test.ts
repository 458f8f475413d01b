import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CAN_MOUNT, isRoot, NO_MOUNT, NOT_AS_ROOT, onSmallDisk, temporaryFolder } from '@countersign/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { ADD_CLIENT, runCommand } from '../test/command-line.ts'
import { PATIENCE } from './patience.ts'

const folder = temporaryFolder()

beforeAll(() => writeFileSync(join(folder, 'file'), ''))

// Without patience: a slow disk is no process to wait for.
const run = (dataDirectory: string, command: string) =>
  runCommand([command], { DATA_DIR: dataDirectory, PORT: '0', APP_PORT: '0' }, { ...PATIENCE, silentMs: 0 })

describe.each(['migrate', 'dev'])('countersign %s', (command) => {
  test.each([
    ['file', 'EEXIST'],
    ['file/data', 'ENOTDIR'],
  ])('data directory: refuses %s with the remedy', async (name, code) => {
    const path = join(folder, name)
    expect(await run(path, command)).toEqual({
      code: 1,
      said: '',
      complaint: `The data directory ${path} cannot be used (${code}): a file is in its place. Move that away, or choose another DATA_DIR.\n`,
    })
  })
})

test.skipIf(isRoot)(`data directory: says that the user may not write there${NOT_AS_ROOT}`, async () => {
  const place = join(folder, 'closed')
  mkdirSync(place, { mode: 0o500 })
  const { code, complaint } = await run(join(place, 'data'), 'migrate')
  chmodSync(place, 0o700)
  expect([code, complaint]).toEqual([1, expect.stringContaining('(EACCES): this user may not write there.')])
  expect(complaint.trim().split('\n')).toEqual([expect.stringContaining(`${join(place, 'data')} cannot be used`)])
})

test.skipIf(!CAN_MOUNT)(`data directory: says that the disk is full${NO_MOUNT}`, () => {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  const program = `
    import { PATIENCE } from ${JSON.stringify(new URL('patience.ts', import.meta.url).href)}
    import { runProgram } from ${JSON.stringify(new URL('program.ts', import.meta.url).href)}
    const env = { DATA_DIR: ${JSON.stringify(join(disk, 'data'))} }
    const patience = { ...PATIENCE, silentMs: 0 }
    process.exitCode = await runProgram(['migrate'], { env, patience, complain: console.log, output: { print: console.log } })`
  const node = [process.execPath, '--input-type=module', '--eval', program]
  const [command = '', ...parameters] = onSmallDisk(disk, '1m', node)
  const { status, stdout } = spawnSync(command, parameters, { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringContaining(`${join(disk, 'data')} cannot be used (ENOSPC): is there room?`),
  ])
})

test.skipIf(!CAN_MOUNT)(`data directory: says that the disk is read-only${NO_MOUNT}`, () => {
  const disk = join(folder, 'read-only')
  mkdirSync(disk)
  const [path, program] = [join(disk, 'data'), join(import.meta.dirname, 'main.ts')]
  const [command = '', ...parameters] = onSmallDisk(disk, '1m,ro', [process.execPath, program, 'migrate'])
  const { stderr } = spawnSync(command, parameters, { env: { ...process.env, DATA_DIR: path }, encoding: 'utf8' })
  expect(stderr).toBe(
    `The data directory ${path} cannot be used (EROFS): its disk is read-only. Mount it for writing, or choose another DATA_DIR.\n`,
  )
})

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
