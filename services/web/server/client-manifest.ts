import { expectFields, expectList, expectText } from '../src/json-form.ts'

export const MANIFEST_FILE = 'client-manifest.json'

/** All that a server of this release sends to browsers; a release is compared with a server by this and nothing else. */
export type ClientManifest = {
  readonly version: string
  /** The document of the people's pages. `paths` are where it stands; every address that nobody answers is it too, with status 404. */
  readonly page: ServedDocument
  /** The operator's console. */
  readonly console: ServedDocument
  readonly files: readonly (ServedFile & { readonly path: string })[]
  readonly config: { readonly headers: HeaderTemplates }
  readonly logo: { readonly headers: HeaderTemplates }
  /** For any request for the script of one. Releases before have none. */
  readonly serviceWorker: ServedFile | undefined
}

type ServedDocument = ServedFile & { readonly paths: readonly string[] }

type ServedFile = {
  /** As `integrity` writes it. */
  readonly integrity: string
  readonly headers: HeaderTemplates
}

/** In a value, `{core}`, `{issuer}` and `{credential_issuers}` stand for the origins that an operator configured. */
export type HeaderTemplates = Readonly<Record<string, string>>

export const CORE_TEMPLATE = '{core}'
export const ISSUER_TEMPLATE = '{issuer}'
export const CREDENTIAL_ISSUERS_TEMPLATE = '{credential_issuers}'

const FORMAT = 'countersign-client-1'
const INTEGRITY = /^sha256-[\w+/]{43}=$/
const PATH = /^\/[\w./-]*$/

/** The same bytes for the same manifest, to sign. */
export function writeClientManifest(manifest: ClientManifest): string {
  return `${JSON.stringify({ format: FORMAT, ...manifest }, undefined, 2)}\n`
}

/** @throws TypeError */
export function readClientManifest(json: unknown): ClientManifest {
  const { format, version, page, console, files, config, logo, serviceWorker } = expectFields(json)
  expectText(format, /^countersign-client-1$/)
  return {
    version: expectText(version, /^[\w.+-]+$/),
    page: readServedDocument(page),
    console: readServedDocument(console),
    files: expectList(files, (file) => ({ path: readPath(expectFields(file)['path']), ...readServedFile(file) })),
    config: { headers: readHeaders(expectFields(config)['headers']) },
    logo: { headers: readHeaders(expectFields(logo)['headers']) },
    serviceWorker: serviceWorker === undefined ? undefined : readServedFile(serviceWorker),
  }
}

function readServedDocument(value: unknown): ServedDocument {
  return { paths: expectList(expectFields(value)['paths'], readPath), ...readServedFile(value) }
}

function readServedFile(value: unknown): ServedFile {
  const { integrity, headers } = expectFields(value)
  return { integrity: expectText(integrity, INTEGRITY), headers: readHeaders(headers) }
}

function readHeaders(value: unknown): HeaderTemplates {
  const headers = Object.entries(expectFields(value)).map(([name, text]) => [name, expectText(text, /^[ -~]+$/)])
  return Object.fromEntries(headers)
}

function readPath(value: unknown): string {
  return expectText(value, PATH)
}
