import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DirectoryInUse, lockDirectory } from './directory-lock.ts'

let directory: string
const children: ChildProcess[] = []

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'countersign-lock-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

type Command = readonly [string, ...string[]]

const NODE: Command = [process.execPath]
/** As in a container: the process is number 1 there, and sees no other. */
const CONTAINED: Command = [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  '--pid',
  '--fork',
  '--mount-proc',
  '--kill-child',
  process.execPath,
]
const CAN_CONTAIN = spawnSync(CONTAINED[0], [...CONTAINED.slice(1), '--version']).status === 0

/** Another process that takes the lock and keeps it; returns its output. */
async function lockElsewhere([command, ...first]: Command = NODE): Promise<{ child: ChildProcess; said: string }> {
  const program = `
    import { lockDirectory } from ${JSON.stringify(new URL('directory-lock.ts', import.meta.url).href)}
    try { lockDirectory(${JSON.stringify(directory)}); console.log('locked by ' + process.pid); setInterval(() => undefined, 60_000) }
    catch (error) { console.log(error.name) }`
  const child = spawn(command, [...first, '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [said] = await once(child.stdout, 'data')
  return { child, said: String(said).trim() }
}

describe('the lock of a data directory', () => {
  test('refuses a second process, and says which one to stop', async () => {
    const { child, said } = await lockElsewhere()
    expect(said).toBe(`locked by ${child.pid}`)
    expect(() => lockDirectory(directory)).toThrow(DirectoryInUse)
    expect(() => lockDirectory(directory)).toThrow(String(child.pid))
    expect((await lockElsewhere()).said).toBe('DirectoryInUse')
  })

  test('refuses the same process a second time', () => {
    lockDirectory(directory)
    expect(() => lockDirectory(directory)).toThrow(DirectoryInUse)
  })

  test('is free again once released', async () => {
    lockDirectory(directory)()
    expect((await lockElsewhere()).said).toContain('locked')
  })

  test('is released when its holder cannot be written down', () => {
    const holder = join(directory, 'lock-holder')
    mkdirSync(holder)
    expect(() => lockDirectory(directory)).toThrow('EISDIR')
    rmSync(holder, { recursive: true })
    lockDirectory(directory)()
  })

  test('of a process that was killed is free', async () => {
    const { child } = await lockElsewhere()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const unlock = lockDirectory(directory)
    expect(() => lockDirectory(directory)).toThrow(`process ${process.pid} on ${hostname()}`)
    unlock()
  })

  test.each(
    CAN_CONTAIN
      ? [['two containers, each with process 1', CONTAINED, 'locked by 1'] as const]
      : [['two processes (THIS MACHINE MAKES NO CONTAINERS)', NODE, 'locked'] as const],
  )('holds between %s', async (_case, command, locked) => {
    expect((await lockElsewhere(command)).said).toContain(locked)
    expect((await lockElsewhere(command)).said).toBe('DirectoryInUse')
    expect(() => lockDirectory(directory)).toThrow(DirectoryInUse)
  })

  test('of several processes that start at once, one gets it', async () => {
    const all = await Promise.all([lockElsewhere(), lockElsewhere(), lockElsewhere()])
    expect(all.filter(({ said }) => said.startsWith('locked'))).toHaveLength(1)
  })

  test('makes the directory for its owner alone', () => {
    const inside = join(directory, 'data')
    lockDirectory(inside)
    expect(statSync(inside).mode & 0o777).toBe(0o700)
    expect(readdirSync(inside).toSorted((a, b) => a.localeCompare(b))).toEqual(['lock-holder', 'lock.db'])
    for (const file of readdirSync(inside)) expect(statSync(join(inside, file)).mode & 0o777).toBe(0o600)
  })
})
