import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyEmptyDatabase } from '@countersign/testing'
import { NO_LIMITS } from './system.ts'

export type Demo = Awaited<ReturnType<typeof startDemo>>

const START_TIMEOUT_MS = 90_000

const SETTINGS = {
  // Vitest sets its own.
  BASE_URL: '',
  NO_COLOR: '1',
  PORT: '0',
  APP_PORT: '0',
  ...NO_LIMITS,
}

/** `npm start` after the installation: the service and the demo app with a data directory of their own. */
export async function startDemo(env: Readonly<Record<string, string>> = {}) {
  return startDemoIn(copyEmptyDatabase(mkdtempSync(join(tmpdir(), 'countersign-demo-'))), env)
}

/** The same with an empty data directory, as a newcomer starts it. */
export async function startFirstDemo() {
  return startDemoIn(mkdtempSync(join(tmpdir(), 'countersign-demo-')))
}

async function startDemoIn(dataDirectory: string, env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ['operate/cli/src/main.ts', 'dev'], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { ...process.env, ...SETTINGS, DATA_DIR: dataDirectory, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const banner = await readBanner(child)
  return {
    /** The public address of the service. */
    url: valueIn(banner, 'Your account'),
    appUrl: valueIn(banner, 'Demo app'),
    mailboxUrl: valueIn(banner, 'Mailbox'),
    universityUrl: valueIn(banner, 'Demo University'),
    clientId: valueIn(banner, 'Demo client id'),
    clientSecret: valueIn(banner, 'Demo client secret'),
    claimsKeyFile: valueIn(banner, 'Demo claims key'),
    /** Everything logged so far. */
    log: () => readFileSync(join(dataDirectory, 'countersign.log'), 'utf8'),
    close: () => stop(child, dataDirectory),
  }
}

function readBanner(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`The demo did not start in time:\n${output}`))
    }, START_TIMEOUT_MS)
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      if (!output.includes('Stop with Ctrl-C')) return
      clearTimeout(timer)
      resolve(output)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`The demo ended with code ${code}:\n${output}`)))
  })
}

function valueIn(banner: string, label: string): string {
  const value = new RegExp(`^ *${label} +(\\S+)$`, 'm').exec(banner)?.[1]
  if (!value) throw new Error(`The banner names no "${label}":\n${banner}`)
  return value
}

async function stop(child: ChildProcess, dataDirectory: string): Promise<void> {
  child.removeAllListeners('exit')
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  if (child.exitCode === null && child.kill('SIGINT')) await ended
  rmSync(dataDirectory, { recursive: true, force: true })
}
