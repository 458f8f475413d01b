import { createHash } from 'node:crypto'
import type { HeaderTemplates } from '@countersign/contracts/client-manifest'
import type { PageConfig } from '@countersign/contracts/page-config'
import type { Served } from './ask.ts'

export type Expected = {
  /** Default: 200. */
  readonly status?: number
  /** Undefined: any content. */
  readonly integrity?: string | undefined
  readonly headers: HeaderTemplates
  /** An error as JSON, which runs nothing, will do as well. */
  readonly orJson?: true
}

export type Origins = ReturnType<typeof originsOf>

/** `core` is empty at the page's own address. */
export function originsOf({ issuer, coreUrl, credentialIssuers }: PageConfig) {
  const core = coreUrl === '' ? '' : new URL(coreUrl).origin
  return { issuer: new URL(issuer).origin, core, credentialIssuers }
}

type Told = {
  readonly origins: Origins
  /** The browser asked whether its copy is still right. */
  readonly hasCopy: boolean
}

/** Describes how an answer deviates. */
export function differencesOf(served: Served, expected: Expected, { origins, hasCopy }: Told): string[] {
  const { status, headers, body } = served
  const { status: expectedStatus = 200, integrity, orJson } = expected
  if (hasCopy && status === 304) return compareHeaders(headers, sentOf(expected.headers, headers), origins)
  if (orJson && isErrorInJson(status, headers)) return compareHeaders(headers, {}, origins)
  if (status !== expectedStatus) return [`is answered with status ${status} (the release: ${expectedStatus})`]
  const isOther = integrity !== undefined && integrityOf(body) !== integrity
  return [...(isOther ? ['has other content'] : []), ...compareHeaders(headers, expected.headers, origins)]
}

/** Headers that confirm a copy replace those of the copy (RFC 9111 §4.3.4); those left out stay. */
function sentOf(templates: HeaderTemplates, sent: Headers): HeaderTemplates {
  return Object.fromEntries(Object.entries(templates).filter(([name]) => sent.has(name)))
}

function isErrorInJson(status: number, headers: Headers): boolean {
  const isJson = /^application\/json(?:;|$)/.test(headers.get('content-type') ?? '')
  return status >= 400 && isJson && headers.get('x-content-type-options') === 'nosniff'
}

/** Headers that load or navigate elsewhere, clear the device's data, or let the server know the browser again. */
const UNWANTED = ['clear-site-data', 'link', 'refresh', 'service-worker-allowed', 'set-cookie', 'speculation-rules']
const POLICY = 'content-security-policy'

/** Compares headers with the release. Further headers, as from a proxy, are allowed unless unwanted. */
function compareHeaders(served: Headers, templates: HeaderTemplates, origins: Origins): string[] {
  const differences = Object.entries(templates).flatMap(([name, template]) => {
    const expected = fill(template, origins)
    const value = served.get(name)
    if (value === expected) return []
    if (value === null) return [`lacks the header ${name}`]
    const inDetail = name === POLICY ? comparePolicies(value, expected) : []
    return inDetail.length > 0 ? inDetail : [`has the header ${name}: ${value} (the release: ${expected})`]
  })
  return [
    ...differences,
    ...UNWANTED.flatMap((name) => (served.has(name) && !(name in templates) ? [`has the header ${name}`] : [])),
  ]
}

function fill(template: string, { core, issuer, credentialIssuers }: Origins): string {
  return template
    .replaceAll(' {core}', core === '' ? '' : ` ${core}`)
    .replaceAll(' {credential_issuers}', credentialIssuers.map((origin) => ` ${origin}`).join(''))
    .replaceAll('{issuer}', issuer)
}

function comparePolicies(served: string, expected: string): string[] {
  const [one, other] = [directivesOf(served), directivesOf(expected)]
  const names = new Set([...other.keys(), ...one.keys()])
  return [...names].flatMap((name) => {
    const [is, should] = [one.get(name), other.get(name)]
    if (is === should) return []
    if (is === undefined) return [`has a policy without ${should}`]
    return [`has a policy with ${is} (the release: ${should ?? `no ${name}`})`]
  })
}

function directivesOf(policy: string): ReadonlyMap<string, string> {
  const directives = policy.split(';').map((each) => each.trim())
  return new Map(directives.map((each) => [each.split(' ')[0] ?? '', each]))
}

/** In the form of the `integrity` attribute (W3C Subresource Integrity §3.1), by code that the server has no part in. */
export function integrityOf(content: string | Buffer): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}
