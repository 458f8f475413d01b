import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

/** Another process that takes the directory and keeps it; answers what it said. */
async function lockElsewhere(): Promise<{ child: ChildProcess; said: string }> {
  const program = `
    import { lockDirectory } from ${JSON.stringify(new URL('directory-lock.ts', import.meta.url).href)}
    try { lockDirectory(${JSON.stringify(directory)}); console.log('locked'); setInterval(() => undefined, 60_000) }
    catch (error) { console.log(error.name) }`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [said] = await once(child.stdout, 'data')
  return { child, said: String(said).trim() }
}

describe('the lock of a data directory', () => {
  test('refuses a second process, and says which one to stop', async () => {
    const { child, said } = await lockElsewhere()
    expect(said).toBe('locked')
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
    expect((await lockElsewhere()).said).toBe('locked')
  })

  test('of a process that was killed is taken over', async () => {
    const { child } = await lockElsewhere()
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(existsSync(join(directory, 'lock'))).toBe(true)
    lockDirectory(directory)()
    expect(existsSync(join(directory, 'lock'))).toBe(false)
  })

  test('of a process whose id now belongs to another is taken over', () => {
    writeFileSync(join(directory, 'lock'), JSON.stringify({ pid: process.pid, startedAt: 'long ago' }))
    expect(() => lockDirectory(directory)).not.toThrow()
  })

  test.each(['', 'not JSON', '{"pid":"1"}', '{}'])('that holds %j is taken over', (content) => {
    writeFileSync(join(directory, 'lock'), content)
    expect(() => lockDirectory(directory)).not.toThrow()
    expect(JSON.parse(readFileSync(join(directory, 'lock'), 'utf8'))).toHaveProperty('pid', process.pid)
  })

  test('of several processes that start at once, one gets it', async () => {
    const all = await Promise.all([lockElsewhere(), lockElsewhere(), lockElsewhere()])
    expect(all.filter(({ said }) => said === 'locked')).toHaveLength(1)
  })

  test('makes the directory for its owner alone', () => {
    const inside = join(directory, 'data')
    lockDirectory(inside)
    expect(statSync(inside).mode & 0o777).toBe(0o700)
    expect(statSync(join(inside, 'lock')).mode & 0o777).toBe(0o600)
  })
})
