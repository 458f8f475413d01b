import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../files.ts'

type FreshClone = {
  readonly name: string
  /** To begin with. */
  readonly node: string
  readonly command: string
}

/** Clones in a folder whose name has a space and an é. */
export const FRESH_CLONES: readonly FreshClone[] = [
  { name: 'a fresh clone on Node 20.19', node: '20.19', command: 'npm start' },
  {
    name: 'a fresh clone on the newest Node, with ignore-scripts',
    node: 'latest',
    command: 'npm_config_ignore_scripts=true npm start',
  },
]

/** Installs what is committed, starts it, and stops it as Ctrl-C does. */
export async function startFreshClone({ node, command }: FreshClone): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign é '))
  try {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, folder])
    const env = { ...process.env, PORT: '0', APP_PORT: '0' }
    const parameters = ['--yes', '--package', `node@${node}`, '--call', command]
    const child = spawn('npx', parameters, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
    const exited = once(child, 'exit')
    let hasStarted = false
    for await (const chunk of child.stdout) {
      process.stdout.write(chunk)
      if (!String(chunk).includes('Stop with Ctrl-C')) continue
      hasStarted = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
    }
    await exited
    return hasStarted
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
