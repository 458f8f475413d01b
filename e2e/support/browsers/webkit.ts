import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { freePort } from '@countersign/testing'
import { expect } from 'vitest'
import { clickAt, type Driver, readUntil, typeKeys, VIEWPORT } from './driver.ts'

const DRIVER = process.env['WEBKIT_DRIVER_PATH'] ?? '/usr/bin/WebKitWebDriver'
const DISPLAY_SERVER = '/usr/bin/Xvfb'

export const isWebKitHere = existsSync(DRIVER) && existsSync(DISPLAY_SERVER)

/** WebKitGTK in a window on a display of its own, by WebDriver (W3C). */
export async function launchWebKit(): Promise<Driver> {
  const programs: ChildProcess[] = []
  const end = async (): Promise<void> => {
    for (const program of programs.toReversed()) await endProgram(program)
  }
  try {
    // The last output is the number of the display.
    const args = ['-displayfd', '2', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']
    const display = spawn(DISPLAY_SERVER, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    programs.push(display)
    const [, number = ''] = await readUntil(display.stderr, /^(\d+)\n/m)
    const port = await freePort()
    const env = { ...process.env, DISPLAY: `:${number}`, LC_ALL: 'en_US.UTF-8', LANGUAGE: 'en_US', NO_AT_BRIDGE: '1' }
    programs.push(spawn(DRIVER, ['-p', String(port)], { env, stdio: 'ignore' }))
    const driver = await drive(`http://127.0.0.1:${port}`)
    const close = async (): Promise<void> => {
      await driver.close()
      await end()
    }
    return { ...driver, close }
  } catch (error) {
    await end()
    throw error
  }
}

async function endProgram(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  const ended = once(program, 'exit')
  program.kill()
  await ended
}

async function drive(url: string): Promise<Driver> {
  await expect.poll(async () => fetch(`${url}/status`).then(({ ok }) => ok)).toBe(true)
  const { sessionId } = await command<{ sessionId: string }>(url, 'POST', { capabilities: {} }, 'session')
  const session = `${url}/session/${sessionId}`
  const post = <Result>(name: string, body: object) => command<Result>(session, 'POST', body, name)
  const act = async (actions: object): Promise<void> => post('actions', { actions })
  const problems: string[] = []
  // As narrow as its toolbar allows, which is a little wider.
  await post('window/rect', VIEWPORT)
  return {
    open: async (address) => post('url', { url: address }),
    evaluate: async (work, ...args) => {
      const script = `return (${String(noteProblems)})(() => (${String(work)})(...arguments[0]))`
      const [result, noted] = await post<[never, string[]]>('execute/sync', { script, args: [args] })
      problems.push(...noted)
      return result
    },
    click: async (at) => act(clickAt(at)),
    type: async (text) => act(typeKeys(text)),
    problems: () => problems,
    close: async () => command(session, 'DELETE'),
  }
}

async function command<Result>(url: string, method: string, body?: object, name?: string): Promise<Result> {
  const response = await fetch(name ? `${url}/${name}` : url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { readonly value: Result }
  if (!response.ok) throw new Error(`${name}: ${JSON.stringify(value)}`)
  return value
}

declare global {
  interface Window {
    noted?: string[]
  }
}

/** In the page: runs the work, and answers it with the problems since the last call. WebKit offers no log. */
async function noteProblems(work: () => unknown): Promise<[unknown, string[]]> {
  const note = (problem: string): unknown => window.noted?.push(problem)
  if (!window.noted) {
    window.noted = []
    addEventListener('error', ({ message }) => note(message))
    addEventListener('unhandledrejection', ({ reason }) => note(String(reason)))
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      note(`Refused by ${violatedDirective}: ${blockedURI}`),
    )
  }
  return [await work(), window.noted.splice(0)]
}
