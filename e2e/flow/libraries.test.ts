import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEBIAN, NPM, PYPI } from '../libraries/libraries.ts'
import { FOLDER, PAGE } from '../libraries/page.ts'

const PROGRAMS = { node: NPM, python: PYPI, debian: DEBIAN }

/** Manifests of examples, which pin releases. */
const MANIFESTS = '{package.json,requirements.txt,go.mod,pom.xml,Gemfile}'

const rows = PAGE.split('\n').filter((line) => line.startsWith('|') && /\[run\]|not run/.test(line))
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
    const cwd = join(FOLDER, findRun(row))
    const pinned = globSync(MANIFESTS, { cwd }).map((file) => readFileSync(join(cwd, file), 'utf8'))
    for (const version of row.match(/\d+\.\d+\.\d+/g) ?? []) expect(pinned.join('\n'), row).toContain(version)
  }
})
