import {
  type ClaimLabels,
  type OperatorClaim,
  type OperatorScope,
  SCOPE_CATALOGUE,
  type ScopeDefinition,
  type ScopeTexts,
} from '@countersign/contracts'
import { keyOfResource, type ResourceServer, type ResourceServers } from '../resources/resource-server.ts'

/** A scope that is built in, or that an operator has defined. */
export type KnownScope = ScopeDefinition & {
  /** The resource server that it is about; nothing for a scope about the person's own data. */
  readonly resource: string | undefined
  /** What an operator calls it, in each of the languages that they wrote; nothing where our pages have the words. */
  readonly texts: ScopeTexts | undefined
}

/** A claim that an operator has defined. */
export type KnownClaim = {
  readonly name: string
  /** What userinfo and id_tokens call it. */
  readonly openIdName: string
  readonly labels: ClaimLabels
}

/** All scopes, the built-in ones first, and the claims that an operator added. */
export type KnownScopes = {
  readonly scopes: ReadonlyMap<string, KnownScope>
  readonly claims: ReadonlyMap<string, KnownClaim>
  /** The APIs that some of the scopes are of. */
  readonly resources: ResourceServers
}

const BUILT_IN: readonly KnownScope[] = SCOPE_CATALOGUE.map(({ name, title, description, claims }) => {
  return { name, title, description, claims, resource: undefined, texts: undefined }
})

const BUILT_IN_NAMES = new Set(BUILT_IN.map(({ name }) => name))

/** What is known where no operator has defined anything. */
export const BUILT_IN_SCOPES: KnownScopes = knowAlso([], [])

/** What an operator has defined, beside the built-in: no row takes the place of a built-in scope, whoever wrote it. */
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

/** A person reads which API a scope is of, in any language: its name, and where it is. */
function nameServer(texts: ScopeTexts, { name, resource }: ResourceServer): ScopeTexts {
  const place = `${name}, ${new URL(resource).host}`
  const named = Object.entries(texts).map(([language, { title, description }]) => [
    language,
    { title, description: description ? `${description} (${place})` : place },
  ])
  return { en: texts.en, ...Object.fromEntries(named) }
}
