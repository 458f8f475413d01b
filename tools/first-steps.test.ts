import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OLDEST_NODE } from 'countersign/oldest-node'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

test('every npm script runs in a fresh clone: it installs what is missing and runs on the pinned Node', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const commands = Object.values(scripts)
  expect(commands.length).toBeGreaterThan(20)
  expect(commands.filter((command) => !command.startsWith('node tools/run.mjs '))).toEqual([])
})

test('the documents name the oldest Node that runs Countersign, and no other', () => {
  const documents = execFileSync('git', ['ls-files', '*.md', ':!CHANGELOG.md'], { cwd: ROOT, encoding: 'utf8' })
  const named = documents
    .trim()
    .split('\n')
    .flatMap((document) =>
      [...readFileSync(join(ROOT, document), 'utf8').matchAll(/\bNode (\d+\.\d+)/g)].map(
        ([, version]) => `${document}: ${version}`,
      ),
    )
  expect(named.length).toBeGreaterThan(8)
  // npm runs the scripts of a clone by the Node of the machine, which then installs the pinned one.
  expect(named.filter((each) => !OLDEST_NODE.startsWith(`${each.split(': ')[1]}.`))).toEqual(['README.md: 20.19'])
})
