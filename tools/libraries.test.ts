import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEBIAN, NPM, PYPI } from '../e2e/libraries/libraries.ts'
import { readText } from './files.ts'

const PAGE = 'docs/guides/apps/libraries.md'
const PROGRAMS = { node: NPM, python: PYPI, debian: DEBIAN }

/** Manifests of examples, which pin releases. */
const MANIFESTS = '{package.json,requirements.txt,go.mod,pom.xml,Gemfile}'

const rows = readText(PAGE)
  .split('\n')
  .filter((line) => line.startsWith('|') && /\[run\]|not run/.test(line))
const findRun = (row: string): string => /\[run\]\(([^)]*)\)/.exec(row)?.[1] ?? ''

test('the table of libraries names the releases that the long test runs', () => {
  const run = Object.entries(PROGRAMS).flatMap(([folder, libraries]) =>
    libraries.map(({ name, version, program }) => `${name} ${version}: ../../../e2e/libraries/${folder}/${program}`),
  )
  const named = rows
    .filter((row) => findRun(row).includes('/e2e/libraries/'))
    .map((row) => `${/`([^`]+)` (\d[\d.]*\d)/.exec(row)?.slice(1).join(' ')}: ${findRun(row)}`)
  expect(new Set(named)).toEqual(new Set(run))
})

test('the table of libraries names the releases that examples pin', () => {
  const examples = rows.filter((row) => findRun(row).includes('/examples/'))
  expect(examples.length).toBeGreaterThan(5)
  for (const row of examples) {
    const folder = join('docs/guides/apps', findRun(row))
    expect(existsSync(folder), row).toBe(true)
    const pinned = globSync(MANIFESTS, { cwd: folder })
      .map((file) => readText(join(folder, file)))
      .join('\n')
    for (const version of row.match(/\d+\.\d+\.\d+/g) ?? []) expect(pinned, row).toContain(version)
  }
})
