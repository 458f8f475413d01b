/** As a compiler leaves it in types, which older ones cannot follow. */
const SOURCE_IMPORT = /((?:from |import\()(["'])\.\.?\/[^"']+)\.ts\2/g

/** Types as they are published: what they import ends in `.js`. */
export function withPublishedImports(types: string): string {
  return types.replaceAll(SOURCE_IMPORT, '$1.js$2')
}
