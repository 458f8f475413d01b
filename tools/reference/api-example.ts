import { readdirSync, readFileSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { join } from 'node:path'

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
type Headers = Readonly<Record<string, string>>
type Example = {
  readonly title?: string
  readonly request: {
    readonly path: string
    readonly query?: Readonly<Record<string, string>>
    readonly headers: Headers
    readonly body?: Json
  }
  readonly answer: { readonly status: number; readonly headers: Headers; readonly body?: Json }
}
export type Examples = Readonly<Record<string, readonly Example[]>>

export const SERVICE = 'https://id.example'
const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'

/** By `METHOD /path`, as e2e/flow/api-examples.test.ts has sent them. */
export function readExamples(folder: string): Examples {
  const files = readdirSync(folder).map((file): Examples => JSON.parse(readFileSync(join(folder, file), 'utf8')))
  return Object.assign({}, ...files)
}

export function writeExample(method: string, { title, request, answer }: Example): string {
  const heading = title === undefined ? '### Example' : `### Example: ${title[0]?.toLowerCase()}${title.slice(1)}`
  return `${heading}\n\n\`\`\`sh\n${writeCurl(method, request, answer)}\n\`\`\`\n\n\`\`\`http\n${writeAnswer(answer)}\n\`\`\``
}

export function writeCurl(
  method: string,
  { path, query = {}, headers, body }: Example['request'],
  { status }: Example['answer'],
) {
  const type = headers['content-type']
  const flags = [
    status >= 300 && status < 400 ? '--include' : '',
    Object.keys(query).length > 0 ? '--get' : '',
    method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `--request ${method}`,
  ]
  const sent = Object.entries(headers)
    .filter(([name]) => name !== 'content-type' || (type !== JSON_TYPE && type !== FORM))
    .map(([name, value]) => writeHeader(name, value))
  return [
    ['curl', ...flags, quote(`${SERVICE}${path}`)].filter(Boolean).join(' '),
    ...sent,
    ...Object.entries(query).map(writeField),
    ...writeBody(type, body),
  ].join(' \\\n  ')
}

function writeHeader(name: string, value: string): string {
  const [, pair] = /^Basic (.+)$/.exec(value) ?? []
  return pair === undefined ? `--header ${quote(`${titleCase(name)}: ${value}`)}` : `--user ${quote(pair)}`
}

function writeField([name, value]: readonly [string, string]): string {
  return `--data-urlencode ${quote(`${name}=${value}`)}`
}

/** A here-document where the shell fills in variables. */
function writeBody(type: string | undefined, body: Json | undefined): readonly string[] {
  if (body === undefined) return []
  if (type === FORM) return Object.entries(body as Headers).map(writeField)
  if (type !== JSON_TYPE) return ['--data-binary @logo.png']
  const text = JSON.stringify(body, null, 2)
  return text.includes('$') || text.includes("'") ? [`--json @- <<END\n${text}\nEND`] : [`--json '${text}'`]
}

/** In double quotes, so that the shell fills in variables; in single ones around quotes. */
function quote(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`
}

function writeAnswer({ status, headers, body }: Example['answer']): string {
  const lines = Object.entries(headers).map(([name, value]) => `${titleCase(name)}: ${value}`)
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, ...(body === undefined ? [] : ['', text])].join('\n')
}

function titleCase(name: string): string {
  return name === 'etag' ? 'ETag' : name.replaceAll(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase())
}
