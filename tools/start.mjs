/** `npm start`: installs what is missing, then runs `countersign dev` on the pinned Node. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT, TOOLS } from './command.mjs'
import { installPackages } from './install.mjs'

try {
  await installPackages()
  const parameters = [join(ROOT, 'cli', 'src', 'main.ts'), 'dev', ...process.argv.slice(2)]
  const child = spawn(join(TOOLS, 'node'), parameters, { cwd: ROOT, stdio: 'inherit' })
  process.on('SIGINT', (signal) => child.kill(signal))
  process.on('SIGTERM', (signal) => child.kill(signal))
  child.once('error', (error) => fail(error.message))
  child.once('exit', (code) => process.exit(code ?? 1))
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

/** @param {string} reason */
function fail(reason) {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}
