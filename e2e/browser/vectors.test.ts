import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { loadInPage } from '../support/device.ts'

const VECTORS = join(import.meta.dirname, '..', '..', 'packages', 'vault', 'vectors')
/** Heads and vaults of former versions: they are read for ever and written no more. */
const READ_ONLY = /-v\d+$/

const browser = useBrowser()

test('Chromium computes the vectors of the vault package that Node and noble compute', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.route('http://localhost/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Vectors</h1>' }),
  )
  await page.goto('http://localhost/')
  await loadInPage(page)
  const computed = await page.evaluate(async () => JSON.stringify(await window.inPage.computeVectors()))
  expect(JSON.parse(computed)).toEqual(committedVectors())
})

function committedVectors(): Record<string, unknown> {
  const names = readdirSync(VECTORS).map((file) => file.replace('.json', ''))
  const computable = names.filter((name) => !READ_ONLY.test(name))
  return Object.fromEntries(
    computable.map((name) => [name, JSON.parse(readFileSync(join(VECTORS, `${name}.json`), 'utf8'))]),
  )
}
