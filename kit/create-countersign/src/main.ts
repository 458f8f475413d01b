#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { askFolder, askFramework } from './ask.ts'
import { createApp } from './create-app.ts'
import { FRAMEWORKS } from './frameworks.ts'
import { Refusal } from './refusal.ts'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = { examples: join(ROOT, 'examples'), template: join(ROOT, 'template') }
const USAGE = `npm create countersign@latest my-app -- [options]

  --framework <name>   ${[...FRAMEWORKS.keys()].join(', ')}
  --yes                asks nothing: my-app, with Express, unless you name others
  --packages <folder>  installs Countersign's packages from tarballs in a folder, in place of npm
`

try {
  await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof Refusal) && !isOptionError(error)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function run(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      framework: { type: 'string' },
      yes: { type: 'boolean', short: 'y' },
      packages: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return void process.stdout.write(USAGE)
  if (positionals.length > 1) throw new Refusal('Name one folder. A name with a space in it needs quotes.')
  const asks = !values.yes && process.stdin.isTTY
  const folder = positionals[0] ?? (asks ? await askFolder() : 'my-app')
  const framework = values.framework ?? (asks ? await askFramework() : values.yes ? 'express' : '')
  const { version }: { readonly version: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  createApp({ folder, framework, version, packages: values.packages }, SOURCES)
  process.stdout.write(`
Made ${folder}. Next:

  cd ${quote(relative('.', folder))}
  npm install
  npm run countersign   starts Countersign, in a terminal of its own
  npm run dev           starts the app, at http://localhost:3000
`)
}

function quote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `"${path}"`
}

/** Of `parseArgs`: an unknown option, or one without its value. */
function isOptionError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
}
