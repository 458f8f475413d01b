import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../docs/adr')
const PAGE = /^# (?<number>\d+)\. (?<title>.{10,80})\n\n(?:Accepted|Superseded by \[.+\]\(.+\)), \d{4}-\d{2}-\d{2}\.\n/

test('decisions: each page has a number, a title, a status and a date, and the index lists them in order', () => {
  const files = readdirSync(FOLDER)
    .filter((name) => name !== 'README.md')
    .toSorted()
  const rows = files.map((name) => {
    const { number, title } = PAGE.exec(readFileSync(join(FOLDER, name), 'utf8'))?.groups ?? {}
    expect(number?.padStart(4, '0'), name).toBe(name.slice(0, 4))
    return `| [${number}](${name}) | ${title} |`
  })
  expect(readFileSync(join(FOLDER, 'README.md'), 'utf8').match(/^\| \[\d.+$/gm)).toEqual(rows)
})
