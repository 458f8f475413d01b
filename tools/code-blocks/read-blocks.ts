import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
// A fence may stand in a list; what closes it is as long as what opened it.
const FENCE = /^(?<indent> *)(?<fence>`{3,})(?<info>[^\n`]*)\n(?<code>.*?)^\k<indent>\k<fence> *$/gms

/** A fenced block of a document, with what its info string says: ```` ```ts name ````, ```` ```json schema=Client ````. */
export type Block = {
  /** `docs/tutorial/express.md:12`, for whoever has to mend it. */
  readonly at: string
  readonly language: string
  /** A bare word: the name by which a test takes the block and runs it. */
  readonly name: string | undefined
  /** Words with a value: `schema`, `from`, `unchecked`. */
  readonly notes: Readonly<Record<string, string>>
  readonly code: string
}

/** Every fenced block of a document, whose path is relative to the repository. */
export function readBlocks(document: string): readonly Block[] {
  const text = readFileSync(join(ROOT, document), 'utf8')
  return [...text.matchAll(FENCE)].map(({ groups = {}, index }) => {
    const { info = '', code = '', indent = '' } = groups
    const [language = '', ...words] = splitInfo(info)
    const noted = words.filter((word) => word.includes('='))
    return {
      at: `${document}:${text.slice(0, index).split('\n').length}`,
      language,
      name: words.find((word) => !word.includes('=')),
      notes: Object.fromEntries(noted.map((word) => [word.split('=')[0], word.slice(word.indexOf('=') + 1)])),
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }
  })
}

/** Words, of which one may have a value in quotes. */
function splitInfo(info: string): readonly string[] {
  return [...info.matchAll(/\w+="([^"]*)"|\S+/g)].map(([word]) => word.replaceAll('"', ''))
}
