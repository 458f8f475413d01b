/** `node tools/run.mjs [<program> [parameter…]]`: installs what is missing, then runs a program on the pinned Node. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Tools of npm, the pinned Node included. */
const TOOLS = join(ROOT, 'node_modules', '.bin')
/** Holds the hash of the lock file that node_modules was made from. */
const MARKER = join(ROOT, 'node_modules', '.countersign-lock')
/** Sources without their types, compiled: halves the CPU time of loading them. */
const COMPILED = join(ROOT, 'node_modules', '.cache', 'node-compile-cache')
/** As in deploy/Dockerfile: glibc keeps memory that V8's compiler threads freed, for each of them, and large buffers. */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

try {
  installPackages()
  if (process.argv.length > 2) runProgram(process.argv.slice(2))
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

/** @param {readonly string[]} parameters */
function runProgram(parameters) {
  const path = [TOOLS, process.env['PATH']].filter(Boolean).join(delimiter)
  const env = { NODE_COMPILE_CACHE: COMPILED, ...MALLOC, ...process.env, ...withoutProxy(), PATH: path }
  const options = { cwd: ROOT, env, stdio: /** @type {const} */ ('inherit') }
  const child = spawn(join(TOOLS, 'node'), parameters, options)
  process.on('SIGINT', (signal) => child.kill(signal))
  process.on('SIGTERM', (signal) => child.kill(signal))
  child.once('error', (error) => fail(error.message))
  child.once('exit', (code) => process.exit(code ?? 1))
}

/** Servers and tests call this machine, which no proxy reaches (`NODE_USE_ENV_PROXY`). */
function withoutProxy() {
  const given = process.env['no_proxy'] ?? process.env['NO_PROXY']
  const hosts = [given, 'localhost', '127.0.0.1', '::1'].filter(Boolean).join(',')
  return { no_proxy: hosts, NO_PROXY: hosts }
}

/** Installs packages that are missing or differ from package-lock.json. */
function installPackages() {
  const lock = readFileSync(join(ROOT, 'package-lock.json'))
  const wanted = createHash('sha256').update(lock).digest('hex')
  if (existsSync(MARKER) && readFileSync(MARKER, 'utf8') === wanted) return
  // To stderr: the program may print JSON to stdout.
  process.stderr.write('  … Installing packages (once)\n')
  runNpm('ci', '--loglevel=error')
  // With `ignore-scripts` configured only the packages that package.json allows run theirs (ADR 1). Node comes by one.
  if (!hasPinnedNode()) runNpm('rebuild', '--loglevel=error', '--ignore-scripts=false', ...packagesWithScripts())
  if (!hasPinnedNode()) throw new Error('npm installed no Node. Run: npm ci --ignore-scripts=false')
  writeFileSync(MARKER, wanted)
}

/** @param {readonly string[]} parameters */
function runNpm(...parameters) {
  // npm's own path, if npm runs this.
  const npm = process.env['npm_execpath']
  const [program, ...first] = npm ? [process.execPath, npm] : ['npm']
  const { status, error } = spawnSync(program, [...first, ...parameters], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (error) throw error
  if (status !== 0) throw new Error(`npm ${parameters[0]} failed: its reason stands above.`)
}

function hasPinnedNode() {
  return existsSync(join(TOOLS, 'node')) || existsSync(join(TOOLS, 'node.cmd'))
}

/** Of other systems some are not installed. */
function packagesWithScripts() {
  const { allowScripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return Object.keys(allowScripts).filter((name) => existsSync(join(ROOT, 'node_modules', name)))
}

/** @param {string} reason */
function fail(reason) {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}
