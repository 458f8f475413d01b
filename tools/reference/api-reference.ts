import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ApiDocument, type Content, type Operation, operationsOf, type Schema } from '@countersign/testing'
import { type Examples, readExamples, writeExample } from './api-example.ts'
import { API_PAGES, type ApiPage } from './api-pages.ts'
import { asText, writeTable } from './cli-reference.ts'

/** An operation and its document, which holds the schemas. */
type Located = { readonly operation: Operation; readonly document: ApiDocument }

const WRITTEN = '<!-- written by tools/docs.ts -->'
const INDEX = `# API reference

${WRITTEN}

Every operation with a curl line, its request and its answer: a test sends each and compares. \`$NAME\` is a value of yours or of an earlier answer, \`…\` a random or encrypted one; times, counts and identifiers are the same in every example. \`https://id.example\` is your installation. The OpenAPI documents: [\`provider.json\`](../../openapi/provider.json) and [\`core.json\`](../../openapi/core.json), or \`/openapi/provider.json\` and \`/openapi/core.json\` of an installation.
`

/** docs/reference/api: an overview, and a page for each part of the API. */
export function writeApiReference(folder: string): ReadonlyMap<string, string> {
  const operations = ['provider', 'core'].flatMap((name) => {
    const document: ApiDocument = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
    return operationsOf(document).map((operation) => ({ operation, document }))
  })
  const examples = readExamples(join(folder, 'examples'))
  const byPage = Map.groupBy(operations, pageOf)
  const pages = new Map<string, string>()
  const index = [INDEX]
  for (const page of API_PAGES) {
    const own = byPage.get(page) ?? []
    pages.set(`api/${page.file}.md`, writePage(page, own, examples))
    index.push(`## ${page.title}\n`, writeIndex(page, own))
  }
  return pages.set('api/README.md', index.join('\n'))
}

function pageOf({ operation: { path } }: Located): ApiPage {
  const page = API_PAGES.find(({ paths }) => paths.test(path))
  if (!page) throw new Error(`No page of the reference is for ${path}.`)
  return page
}

function writeIndex({ file }: ApiPage, operations: readonly Located[]): string {
  return writeTable(
    ['To', 'Call'],
    operations.map((each) => [`[${asText(titleOf(each).title)}](${file}.md#${anchorOf(each)})`, `\`${nameOf(each)}\``]),
  )
}

function writePage({ title, about }: ApiPage, operations: readonly Located[], examples: Examples): string {
  const parts = operations.map((each) => writeOperation(each, examples[nameOf(each)] ?? []))
  return [`# ${title}`, WRITTEN, `${about} [How to read the examples](README.md).`, ...parts].join('\n\n').concat('\n')
}

function writeOperation(located: Located, examples: Examples[string]): string {
  const { operation, document } = located
  const { title, note, source } = titleOf(located)
  const parts = [
    // As code: VitePress takes `{client_id}` in a heading for attributes.
    `## ${asText(title)}: \`${nameOf(located)}\` {#${anchorOf(located)}}`,
    asText([note, operation.description, source].filter(Boolean).join(' ')),
    writeTable(
      ['Parameter', 'Is', 'Means'],
      (operation.parameters ?? []).map((each) => [
        `\`${each.name}\` (${each.in}${each.required ? ', required' : ''})`,
        describe(each.schema),
        asText(each.description ?? each.schema?.description ?? ''),
      ]),
    ),
    writeBody(operation.requestBody?.content, document),
    writeResponses(operation, document),
    ...examples.map((example) => writeExample(operation.method, example)),
  ]
  return parts
    .map((part) => part.trimEnd())
    .filter(Boolean)
    .join('\n\n')
}

function writeBody(content: Content | undefined, document: ApiDocument): string {
  if (!content) return ''
  const schema = Object.values(content)[0]?.schema
  return `Body, as ${Object.keys(content)
    .map((type) => `\`${type}\``)
    .join(' or ')}:\n\n${writeFields(schema, document) || describe(schema)}`
}

function writeResponses({ responses }: Operation, document: ApiDocument): string {
  const statuses = Object.keys(responses)
  const good = statuses.filter((status) => Number(status) < 400)
  const refusals = statuses.filter((status) => Number(status) >= 400)
  const schema = responses[good[0] ?? '']?.content?.['application/json']?.schema
  const first = `Answers ${good.join(', ')}.`
  const fields = writeFields(schema, document)
  return [first, refusals.length > 0 ? ` Refuses with ${refusals.join(', ')}.` : '', fields && `\n\n${fields}`].join('')
}

function writeFields(schema: Schema | undefined, document: ApiDocument): string {
  const { properties = {}, required = [] } = resolve(schema, document)
  return writeTable(
    ['Field', 'Is', 'Means'],
    Object.entries(properties).map(([name, field]) => [
      `\`${name}\`${required.includes(name) ? ' (required)' : ''}`,
      describe(field),
      asText(field.description ?? ''),
    ]),
  )
}

function resolve(schema: Schema | undefined, { components }: ApiDocument): Schema {
  const name = schema?.$ref?.split('/').at(-1)
  return (name === undefined ? schema : components.schemas[name]) ?? {}
}

function describe(schema: Schema = {}): string {
  if (schema.$ref !== undefined) return `${schema.$ref.split('/').at(-1)}`
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(describe))].join(' or ')
  if (schema.type === 'array') return `list of ${describe(schema.items)}`
  return schema.type ?? 'anything'
}

function nameOf({ operation: { method, path } }: Located): string {
  return `${method} ${path}`
}

/** A summary's title, the note after its semicolon, and the specification in parentheses at its end. */
function titleOf({ operation: { summary = '' } }: Located) {
  const [, text = summary, source = ''] = /^(.*) \(((?:RFC|OpenID) [^)]*)\)$/.exec(summary) ?? []
  const [title = text, ...rest] = text.split('; ')
  const note = rest.join('; ')
  return { title, note: note && `${note[0]?.toUpperCase()}${note.slice(1)}.`, source: source && `${source}.` }
}

/** Letters, digits and hyphens only: the same for every slug. */
function anchorOf(located: Located): string {
  return nameOf(located)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
