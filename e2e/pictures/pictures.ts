import { parseArgs } from 'node:util'
import { writeContactSheet } from './contact-sheet.ts'
import { takeDocumentPictures } from './for-documents.ts'
import { type Inspected, inspect } from './inspect.ts'
import { PAGES, type Row } from './pages.ts'
import { prepareStage, type Stage } from './stage.ts'

const { values } = parseArgs({
  options: {
    all: { type: 'boolean' },
    language: { type: 'string', default: 'ar' },
    only: { type: 'string', multiple: true, default: [''] },
  },
})

const stage = await prepareStage()
try {
  if (values.all) process.exitCode = await lookAtEveryPage(stage)
  else await takeDocumentPictures(stage)
} finally {
  await stage.close()
}

/** Answers the exit code: 1 if a page cannot be reached or anything is wrong on one. */
async function lookAtEveryPage(on: Stage): Promise<number> {
  await on.approveOnce(on.plain)
  const rows = PAGES.filter(([name]) => values.only.some((start) => name.startsWith(start)))
  const all: Inspected[] = []
  for (const row of rows) {
    const seen = await lookAt(row, on)
    all.push(seen)
    const wrong = seen.findings.map(({ check, what }) => `\n    ${check}: ${what}`)
    process.stdout.write(
      `${wrong.length > 0 ? '✗' : '✓'} ${row[0].padEnd(28)} shift ${seen.shift.toFixed(3)}${wrong.join('')}\n`,
    )
  }
  const failed = all.filter(({ findings }) => findings.length > 0).length
  process.stdout.write(`\n${all.length} pages, something is wrong on ${failed}. ${writeContactSheet(all)}\n`)
  return failed > 0 ? 1 : 0
}

async function lookAt([name, open]: Row, on: Stage): Promise<Inspected> {
  try {
    return await inspect(await open(on), name, values.language)
  } catch (error) {
    const what = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)
    return { name, findings: [{ check: 'not reached', what }], shift: 0, pictures: [] }
  } finally {
    for (const context of on.browser.contexts()) await context.close()
  }
}
