import { expect, test } from 'vitest'
import { listFiles, readText } from './files.ts'

type Size = { readonly shipped: number; readonly tests: number; readonly files: number }

/**
 * The most that each room may hold, in lines and files, in the order of the rings: a change that needs more raises the number
 * here, and says why in its commit. Texts of pages count as files alone, since each language has them again.
 */
const BUDGET: Readonly<Record<string, Size>> = {
  'packages/contracts': { shipped: 4720, tests: 295, files: 56 },
  'packages/vault': { shipped: 3470, tests: 2850, files: 90 },
  'packages/data-token': { shipped: 1760, tests: 1080, files: 36 },
  'packages/names': { shipped: 130, tests: 105, files: 5 },
  'packages/service': { shipped: 6440, tests: 3890, files: 125 },
  'packages/device': { shipped: 8990, tests: 1920, files: 133 },
  'packages/ui': { shipped: 3820, tests: 310, files: 90 },
  'packages/testing': { shipped: 0, tests: 1910, files: 25 },
  'services/provider': { shipped: 15560, tests: 14840, files: 313 },
  'services/core': { shipped: 9810, tests: 7470, files: 171 },
  'services/web': { shipped: 14080, tests: 1650, files: 184 },
  'kit/sdk': { shipped: 3350, tests: 3010, files: 77 },
  'kit/create-countersign': { shipped: 280, tests: 170, files: 15 },
  'kit/test-server': { shipped: 880, tests: 330, files: 15 },
  'kit/examples': { shipped: 2120, tests: 220, files: 103 },
  'operate/cli': { shipped: 7130, tests: 4880, files: 140 },
  'operate/console': { shipped: 6430, tests: 275, files: 80 },
  'operate/checks': { shipped: 620, tests: 0, files: 10 },
  'verify/verify-client': { shipped: 1700, tests: 1220, files: 45 },
  'verify/extension': { shipped: 1520, tests: 360, files: 45 },
  e2e: { shipped: 0, tests: 26340, files: 236 },
  bench: { shipped: 2510, tests: 95, files: 50 },
  tools: { shipped: 4770, tests: 1690, files: 105 },
  deploy: { shipped: 140, tests: 0, files: 35 },
  docs: { shipped: 0, tests: 0, files: 186 },
  '.ci': { shipped: 0, tests: 0, files: 5 },
  '.': { shipped: 50, tests: 0, files: 20 },
}

/** Words of all documents that are written by hand. */
const WORDS = 112500

const CODE = /\.(?:tsx?|css|sql|html|mjs|js|sh)$/
const TESTS = /\.test\.(?:tsx?|js)$|\/test(?:ing)?\/|^e2e\/|^packages\/testing\//
const TEXTS = /\/messages\/\w+\/\w+\.ts$/
const GENERATED = /^docs\/openapi\/|^services\/\w+\/schema\.sql$/

function roomOf(file: string): string {
  const [top = '', room = ''] = file.split('/')
  if (!file.includes('/')) return '.'
  return ['packages', 'services', 'kit', 'operate', 'verify'].includes(top) ? `${top}/${room}` : top
}

function measure(files: readonly string[]): Size {
  const lines = (counted: readonly string[]) =>
    counted
      .filter((file) => CODE.test(file) && !TEXTS.test(file) && !GENERATED.test(file))
      .reduce((sum, file) => sum + readText(file).split('\n').length - 1, 0)
  const [tests, shipped] = [files.filter((file) => TESTS.test(file)), files.filter((file) => !TESTS.test(file))]
  return { shipped: lines(shipped), tests: lines(tests), files: files.length }
}

const rooms = Map.groupBy(listFiles(), roomOf)

test('budget: every room stays within its lines and files', () => {
  const over = [...rooms].flatMap(([room, files]) => {
    const [size, most] = [measure(files), BUDGET[room] ?? { shipped: 0, tests: 0, files: 0 }]
    const isOver = size.shipped > most.shipped || size.tests > most.tests || size.files > most.files
    return isOver ? [`${room}: ${JSON.stringify(size)}, at most ${JSON.stringify(most)}`] : []
  })
  expect(over).toEqual([])
  expect(Object.keys(BUDGET).filter((room) => !rooms.has(room))).toEqual([])
})

test('budget: the documents stay within their words', () => {
  const words = listFiles('*.md').reduce((sum, file) => sum + readText(file).split(/\s+/).length, 0)
  expect(words).toBeLessThanOrEqual(WORDS)
})
