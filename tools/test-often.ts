/**
 * `npm run test:often -- <times> [<files>]`: runs the tests so often on one starved processor, with late answers, and lists those
 * that both passed and failed. All tests, or files and folders.
 */
import { spawn } from 'node:child_process'
import { relative } from 'node:path'
import { run } from './command.ts'
import { ROOT } from './files.ts'
import { describeCounts, listUnsteady, runVitest, type VitestReport } from './run-vitest.ts'
import { PROJECTS } from './test-projects.ts'

/** Of one processor, together with a program that is always busy. */
const ON_ONE = ['taskset', '--cpu-list', '0']

const [given, ...files] = process.argv.slice(2)
const rounds = Number(given)
if (!Number.isInteger(rounds) || rounds < 2) {
  process.stderr.write('How often, twice or more? npm run test:often -- 10 [<files>]\n')
  process.exit(1)
}
const canStarve = (await run([...ON_ONE, 'true'])).code === 0
if (!canStarve) process.stdout.write('Without taskset (util-linux) the tests keep all processors.\n')
const within = canStarve ? ON_ONE : []
const built = await run(['node', 'tools/build.ts'])
if (built.code !== 0) process.stdout.write(built.output)

const [program, ...parameters] = [...within, process.execPath, '--eval', 'for (;;);']
const neighbour = spawn(program, parameters, { stdio: 'ignore' })
const reports: VitestReport[] = []
try {
  for (let round = 1; round <= rounds; round += 1) {
    process.stdout.write(`\n▸ Round ${round} of ${rounds}\n`)
    const onReport = (report: VitestReport): void => void reports.push(report)
    const counts = await runVitest(PROJECTS, { files, within, env: { LATE: '1200' }, onReport })
    process.stdout.write(`${describeCounts(counts)}\n`)
  }
} finally {
  neighbour.kill()
}
const unsteady = listUnsteady(reports).map((name) => relative(ROOT, name))
process.stdout.write(
  unsteady.length > 0 ? `\nPassed and failed:\n  ${unsteady.join('\n  ')}\n` : '\nAll tests are steady.\n',
)
process.exitCode = unsteady.length > 0 || reports.length < rounds ? 1 : 0
