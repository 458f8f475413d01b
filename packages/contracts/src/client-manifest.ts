import { expectFields, expectList, expectText } from './json-form.ts'

export const MANIFEST_FILE = 'client-manifest.json'

/** Everything a server of this release sends to browsers. `countersign verify-client` compares a server with it. */
export type ClientManifest = {
  readonly version: string
  /** The document of the user's pages, at `paths` and, with status 404, at every unknown address. */
  readonly page: ServedDocument
  /** Undefined in the manifest of the pages alone, without the console. */
  readonly console: ServedDocument | undefined
  readonly files: readonly (ServedFile & { readonly path: string })[]
  readonly config: { readonly headers: HeaderTemplates }
  readonly logo: { readonly headers: HeaderTemplates }
  /** Answers any request for a service worker; undefined if the manifest names none. */
  readonly serviceWorker: ServedFile | undefined
}

type ServedDocument = ServedFile & { readonly paths: readonly string[] }

type ServedFile = {
  /** In the form of the `integrity` attribute. */
  readonly integrity: string
  readonly headers: HeaderTemplates
}

/** `{core}`, `{issuer}` and `{credential_issuers}` in a value stand for configured origins. */
export type HeaderTemplates = Readonly<Record<string, string>>

export const CORE_TEMPLATE = '{core}'
export const ISSUER_TEMPLATE = '{issuer}'
export const CREDENTIAL_ISSUERS_TEMPLATE = '{credential_issuers}'

const FORMAT = 'countersign-client-1'
const INTEGRITY = /^sha256-[\w+/]{43}=$/
const PATH = /^\/[\w./-]*$/

/** Deterministic, so that it can be signed. */
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
    console: console === undefined ? undefined : readServedDocument(console),
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
