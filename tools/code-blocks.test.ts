import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { checkCommands, checkExchange } from './code-blocks/check-text.ts'
import { checkTypes, isTyped } from './code-blocks/check-types.ts'
import { type Block, readBlocks } from './code-blocks/read-blocks.ts'
import { listFiles, readText } from './files.ts'

const tests = listFiles('*.test.ts').map(readText)
const blocks = listFiles(
  'docs/README.md',
  'docs/tutorial/*.md',
  'docs/guides/apps/*.md',
  'docs/guides/concepts/*.md',
).flatMap(readBlocks)

/** Checks without a compiler; they return problems. */
const CHECKS: Readonly<Record<string, (code: string) => readonly string[]>> = {
  sh: checkCommands,
  http: checkExchange,
  json: (code) => failureOf(() => JSON.parse(code)),
  yaml: (code) => parseAllDocuments(code).flatMap(({ errors }) => errors.map(String)),
}

test('every block of the guides for apps says how it is checked, and holds', () => {
  expect(blocks.length).toBeGreaterThan(20)
  expect(blocks.flatMap((block) => problemsOf(block).map((problem) => `${block.at}: ${problem}`))).toEqual([])
})

test('every block in TypeScript or JavaScript compiles in a strict app', async () => {
  expect(
    await checkTypes(
      blocks.filter((block) => isTyped(block) && !block.name && !block.notes['from'] && !block.notes['unchecked']),
    ),
  ).toEqual([])
})

test('a block is refused for an unknown command, option, field or address', () => {
  expect(checkCommands('npx countersign clients ad --name x')).toEqual(['there is no command "countersign clients ad"'])
  expect(checkCommands('PORT=1 npx countersign dev --ap http://x')).toEqual(['"countersign dev" has no --ap'])
  expect(checkCommands('countersign clients add --scope openid')).toEqual(['"countersign clients add" needs --name'])
  expect(checkCommands('cd x && npm install leftpad-of-ours\nnpm run nothing')).toEqual([
    '"leftpad-of-ours" is not a package that is used here',
    'there is no script "nothing"',
  ])
  expect(checkExchange('POST /oauth/token/\n\ngrant_typ=x&code=y')).toEqual(['POST /oauth/token/ takes no "grant_typ"'])
  expect(checkExchange('GET /oauth/nothing')).toEqual(['there is no GET /oauth/nothing'])
})

function problemsOf(block: Block): readonly string[] {
  const { language, name, notes, code } = block
  if (notes['unchecked'] !== undefined) return notes['unchecked'].length > 10 ? [] : ['"unchecked" needs a reason']
  if (name !== undefined) return isRun(name) ? [] : [`no test takes the block "${name}"`]
  if (notes['from'] !== undefined) return isPartOf(code, notes['from']) ? [] : [`it is not part of ${notes['from']}`]
  if (isTyped(block)) return []
  return CHECKS[language]?.(code) ?? [`nothing checks "${language}": say from="a file" or unchecked="a reason"`]
}

/** Whether a test takes the block from the guides by this name. */
function isRun(name: string): boolean {
  return tests.some((text) => text.includes('docs/guides/apps') && new RegExp(`['" ]${name}(?:['"]|\\\\n)`).test(text))
}

function isPartOf(code: string, file: string): boolean {
  return readText(file).includes(code.trim())
}

function failureOf(action: () => unknown): readonly string[] {
  try {
    action()
    return []
  } catch (error) {
    return [String(error)]
  }
}
