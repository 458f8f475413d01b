import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asText, writeTable } from './table.ts'

export type Schema = {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}
type Content = Readonly<Record<string, { readonly schema?: Schema }>>
type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
  readonly description?: string
}
export type Operation = {
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Content }
  readonly responses?: Readonly<
    Record<string, { readonly $ref?: string; readonly description?: string; readonly content?: Content }>
  >
}
export type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}
type Located = {
  readonly method: string
  readonly path: string
  readonly operation: Operation
  readonly document: OpenApi
}

/** Audience by tag; other tags are for everyone. */
const AUDIENCES: Readonly<Record<string, string>> = {
  internal:
    'What core asks of the provider, with the service token. Where both run in one process, core calls without HTTP and these paths answer 404.',
  admin: 'For whoever has the administration token.',
}
const DOCUMENTS = {
  provider: 'for apps and for core',
  core: 'for the page that people use; its `/api/console/` has every operation of `/api/admin/` for people who administer as who they are',
} as const

/** docs/reference/api: an overview, and a page for each tag of each document. */
export function writeApiReference(folder: string): ReadonlyMap<string, string> {
  const pages = new Map<string, string>()
  const index: string[] = []
  for (const [name, audience] of Object.entries(DOCUMENTS)) {
    const tags = groupByTag(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')))
    index.push(
      `## The ${name}\n\nThis is ${audience}. The whole document: [\`${name}.json\`](../../openapi/${name}.json), or \`/openapi/${name}.json\` of an installation.\n`,
    )
    const rows: string[][] = []
    for (const [tag, operations] of tags) {
      const file = `${name}-${tag.replaceAll(' ', '-')}.md`
      pages.set(`api/${file}`, writePage(`${name}: ${tag}`, AUDIENCES[tag], operations))
      rows.push(
        ...operations.map((each) => [
          `[\`${titleOf(each)}\`](${file}#${anchorOf(each)})`,
          asText(each.operation.summary ?? ''),
        ]),
      )
    }
    index.push(writeTable(['Operation', 'Does'], rows))
  }
  return pages.set('api/README.md', `# API\n\n<!-- written by tools/reference.ts -->\n\n${index.join('\n')}`)
}

function groupByTag(document: OpenApi): ReadonlyMap<string, readonly Located[]> {
  const groups = new Map<string, Located[]>()
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags?.[0] ?? 'other'
      groups.set(tag, [...(groups.get(tag) ?? []), { method, path, operation, document }])
    }
  }
  return groups
}

function writePage(title: string, audience: string | undefined, operations: readonly Located[]): string {
  return [`# ${title}`, '<!-- written by tools/reference.ts -->', audience, ...operations.map(writeOperation)]
    .filter((part) => part !== undefined)
    .join('\n\n')
    .concat('\n')
}

function writeOperation(located: Located): string {
  const { operation, document } = located
  const parts = [
    // As code: VitePress takes `{client_id}` at the end of a heading for attributes.
    `## \`${titleOf(located)}\``,
    asText([operation.summary, operation.description].filter(Boolean).join('. ')),
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
  ]
  return parts
    .map((part) => part.trimEnd())
    .filter(Boolean)
    .join('\n\n')
}

function writeBody(content: Content | undefined, document: OpenApi): string {
  if (!content) return ''
  const schema = Object.values(content)[0]?.schema
  return `Body, as ${Object.keys(content)
    .map((type) => `\`${type}\``)
    .join(' or ')}:\n\n${writeFields(schema, document) || describe(schema)}`
}

function writeResponses({ responses = {} }: Operation, document: OpenApi): string {
  const statuses = Object.keys(responses)
  const good = statuses.filter((status) => Number(status) < 400)
  const refusals = statuses.filter((status) => Number(status) >= 400)
  const schema = responses[good[0] ?? '']?.content?.['application/json']?.schema
  const first = `Answers ${good.join(', ')}.`
  const fields = writeFields(schema, document)
  return [first, refusals.length > 0 ? ` Refuses with ${refusals.join(', ')}.` : '', fields && `\n\n${fields}`].join('')
}

function writeFields(schema: Schema | undefined, document: OpenApi): string {
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

function resolve(schema: Schema | undefined, { components }: OpenApi): Schema {
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

function titleOf({ method, path }: Located): string {
  return `${method.toUpperCase()} ${path}`
}

function anchorOf(located: Located): string {
  return titleOf(located)
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
}
