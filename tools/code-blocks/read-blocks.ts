import { readText } from '../files.ts'

// A fence may be indented; its end has the same length.
const FENCE = /^(?<indent> *)(?<fence>`{3,})(?<info>[^\n`]*)\n(?<code>.*?)^\k<indent>\k<fence> *$/gms

/** A fenced block with its info string: ```` ```ts name ````, ```` ```json schema=Client ````. */
export type Block = {
  /** `docs/tutorial/express.md:12`. */
  readonly at: string
  readonly language: string
  /** A bare word: a test runs the block by this name. */
  readonly name: string | undefined
  /** Words with a value: `schema`, `from`, `unchecked`. */
  readonly notes: Readonly<Record<string, string>>
  readonly code: string
}

/** The document's path is relative to the repository. */
export function readBlocks(document: string): readonly Block[] {
  const text = readText(document)
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

/** Splits words; a value may be quoted. */
function splitInfo(info: string): readonly string[] {
  return [...info.matchAll(/\w+="([^"]*)"|\S+/g)].map(([word]) => word.replaceAll('"', ''))
}
