/**
 * `npm run test:elsewhere`: parts of `npm test` in surroundings that differ from this machine (tools/elsewhere/surroundings.ts).
 * `-- <words>` runs those whose names have one of the words.
 */
import { run } from './command.ts'
import { FRESH_CLONES, startFreshClone } from './elsewhere/fresh-clones.ts'
import { withOtherChromium } from './elsewhere/other-chromium.ts'
import { CONSENT, SURROUNDINGS, type Surrounding } from './elsewhere/surroundings.ts'

const NOT_MADE = 'not run: this machine cannot make it'

type Outcome = 'ok' | 'failed' | typeof NOT_MADE

const OTHER_CHROMIUM = { name: 'another Chromium of Debian', holds: 'true', tests: CONSENT }

const MODULES = ['node:child_process', 'node:fs', 'node:os']

const words = process.argv.slice(2)
const isWanted = ({ name }: { readonly name: string }): boolean =>
  words.length === 0 || words.some((word) => name.includes(word))

if (process.getuid?.() === 0) {
  process.stderr.write('Run this as an ordinary user, or .ci/run test:elsewhere, which makes one: little binds root.\n')
  process.exit(1)
}
const outcomes: [string, Outcome][] = []
for (const surrounding of SURROUNDINGS.filter(isWanted)) {
  process.stdout.write(`\n▸ ${surrounding.name}\n`)
  outcomes.push([surrounding.name, await tryIn(surrounding)])
}
for (const clone of FRESH_CLONES.filter(isWanted)) {
  process.stdout.write(`\n▸ ${clone.name}\n`)
  outcomes.push([clone.name, (await startFreshClone(clone)) ? 'ok' : 'failed'])
}
if (isWanted(OTHER_CHROMIUM)) {
  process.stdout.write(`\n▸ ${OTHER_CHROMIUM.name}\n`)
  const outcome = await withOtherChromium(async (env) => tryIn({ ...OTHER_CHROMIUM, env }))
  outcomes.push([OTHER_CHROMIUM.name, outcome ?? NOT_MADE])
}
process.stdout.write(`\n${outcomes.map(([name, outcome]) => `${name}: ${outcome}`).join('\n')}\n`)
process.exitCode = outcomes.length === 0 || outcomes.some(([, outcome]) => outcome === 'failed') ? 1 : 0

async function tryIn({ holds, env = {}, within = [], tests }: Surrounding): Promise<Outcome> {
  const imports = MODULES.map((name) => `Object.assign(globalThis, require('${name}'))`).join(';')
  const probe = `${imports}; process.exitCode = (${holds}) ? 0 : 1`
  const probed = await run([...within, 'node', '--eval', probe], { env })
  if (probed.code !== 0) {
    process.stdout.write(probed.output)
    return NOT_MADE
  }
  const command = [...within, 'node', 'tools/test.ts', '--only', 'tests', ...tests]
  const { code } = await run(command, { show: true, env })
  return code === 0 ? 'ok' : 'failed'
}
