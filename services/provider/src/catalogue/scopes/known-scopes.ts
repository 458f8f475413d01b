import {
  type ClaimLabels,
  type OperatorClaim,
  type OperatorScope,
  SCOPE_CATALOGUE,
  type ScopeDefinition,
  type ScopeTexts,
} from '@countersign/contracts'
import { keyOfResource, type ResourceServer, type ResourceServers } from '../resources/resource-server.ts'

export type KnownScope = ScopeDefinition & {
  /** Undefined for a scope about the user's own data. */
  readonly resource: string | undefined
  /** The operator's words by language; undefined where the pages have their own. */
  readonly texts: ScopeTexts | undefined
}

export type KnownClaim = {
  readonly name: string
  /** Its name in userinfo and id_tokens. */
  readonly openIdName: string
  readonly labels: ClaimLabels
}

/** All scopes, built-in ones first, and the operator's claims. */
export type KnownScopes = {
  readonly scopes: ReadonlyMap<string, KnownScope>
  readonly claims: ReadonlyMap<string, KnownClaim>
  readonly resources: ResourceServers
}

const BUILT_IN: readonly KnownScope[] = SCOPE_CATALOGUE.map(({ name, title, description, claims }) => {
  return { name, title, description, claims, resource: undefined, texts: undefined }
})

const BUILT_IN_NAMES = new Set(BUILT_IN.map(({ name }) => name))

export const BUILT_IN_SCOPES: KnownScopes = knowAlso([], [])

/** Adds the operator's scopes to the built-in ones. No row can replace a built-in scope. */
export function knowAlso(
  scopes: readonly OperatorScope[],
  claims: readonly OperatorClaim[],
  servers: readonly ResourceServer[] = [],
): KnownScopes {
  const resources = new Map(servers.map((server) => [keyOfResource(server.resource), server]))
  const defined = scopes.map(({ name, resource, texts: words, claims: released }) => {
    const server = resource === null ? undefined : resources.get(keyOfResource(resource))
    const texts = server ? nameServer(words, server) : words
    const { title, description } = texts.en
    return { name, title, description, claims: released, resource: resource ?? undefined, texts }
  })
  return {
    scopes: new Map(
      [...BUILT_IN, ...defined.filter(({ name }) => !BUILT_IN_NAMES.has(name))].map((scope) => [scope.name, scope]),
    ),
    claims: new Map(claims.map(({ name, openid_name: openIdName, labels }) => [name, { name, openIdName, labels }])),
    resources,
  }
}

/** Tells people which API a scope belongs to: its name and address, in every language. */
function nameServer(texts: ScopeTexts, { name, resource }: ResourceServer): ScopeTexts {
  const place = `${name}, ${new URL(resource).host}`
  const named = Object.entries(texts).map(([language, { title, description }]) => [
    language,
    { title, description: description ? `${description} (${place})` : place },
  ])
  return { en: texts.en, ...Object.fromEntries(named) }
}
