import { readBlocks } from './code-blocks/read-blocks.ts'

/**
 * The module with which the console shows the settings of `docs/guides/apps/libraries.md`. Placeholders stand between
 * double quotes, since no redirect URI, client id or scope can contain one.
 */
export function writeLibrarySettings(): string {
  const entries = readBlocks('docs/guides/apps/libraries.md').flatMap(({ notes, code }) => {
    const { settings, place, guide = '' } = notes
    if (settings === undefined || place === undefined) return []
    const fields = { library: settings, place, guide, code }
    return `  {\n${Object.entries(fields)
      .map(([name, value]) => `    ${name}: ${quote(value)},\n`)
      .join('')}  },\n`
  })
  return `/** Generated from docs/guides/apps/libraries.md by \`npm run generate\`. */\nexport const LIBRARY_SETTINGS = [\n${entries.join('')}] as const\n`
}

/** As Biome writes it: in single quotes, unless those would need more escapes. */
function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
  const count = (mark: string) => escaped.split(mark).length
  return count("'") > count('"') ? `"${escaped.replaceAll('"', '\\"')}"` : `'${escaped.replaceAll("'", "\\'")}'`
}
