import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Operation = {
  readonly parameters?: readonly { readonly name: string }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
}
type Schema = { readonly $ref?: string; readonly properties?: object }
type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const FOLDER = join(import.meta.dirname, '../../docs/openapi')
const DOCUMENTS = ['provider', 'core'].map(
  (name): OpenApi => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')),
)

/** What is wrong with requests over HTTP, one after an empty line: an address, a method or a field that is none. */
export function checkExchange(code: string): readonly string[] {
  return code.split(/\n\n(?=[A-Z]+ \/)/).flatMap((request) => {
    const [, method = '', path = '', query = ''] =
      /^(GET|POST|PUT|PATCH|DELETE) (\/[^\s?]*)(?:\?(\S*))?/.exec(request) ?? []
    const operation = findOperation(method.toLowerCase(), path)
    if (!operation) return [`there is no ${method} ${path}`]
    const body = /\n\n(.*)$/s.exec(request)?.[1] ?? ''
    const fields = body.trimStart().startsWith('{')
      ? Object.keys(JSON.parse(body))
      : fieldsOf(`${query}&${body.replaceAll(/\s/g, '')}`)
    const known = knownFields(operation)
    return fields.filter((field) => !known.has(field)).map((field) => `${method} ${path} takes no "${field}"`)
  })
}

function fieldsOf(form: string): readonly string[] {
  return [...new URLSearchParams(form).keys()].filter(Boolean)
}

function findOperation(method: string, path: string): Operation | undefined {
  for (const { paths } of DOCUMENTS) {
    const found = Object.entries(paths).find(([template]) =>
      new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+').replace(/\/$/, '')}/?$`).test(path),
    )
    const operation = found?.[1][method]
    if (operation) return operation
  }
  return undefined
}

function knownFields({ parameters = [], requestBody }: Operation): ReadonlySet<string> {
  const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
  return new Set([
    ...parameters.map(({ name }) => name),
    ...schemas.flatMap((schema) => Object.keys(resolve(schema)?.properties ?? {})),
  ])
}

function resolve(schema: Schema | undefined): Schema | undefined {
  const name = schema?.$ref?.split('/').at(-1)
  return name === undefined ? schema : DOCUMENTS.map(({ components }) => components.schemas[name]).find(Boolean)
}
