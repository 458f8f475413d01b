import type { Identity } from '../services.ts'
import type { ExtensionText } from './texts/en.ts'

export type Fact = readonly [name: string, value: string]

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="identity">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi dir="auto">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** An identity in words. */
export function identityFacts(
  text: ExtensionText,
  { name, issuer, coreUrl, opaqueServerKeys, credentialIssuers }: Identity,
): readonly Fact[] {
  const list = (all: readonly string[]) => (all.length > 0 ? all.join('\n') : text.any)
  return [
    [text.name, name],
    [text.core, coreUrl],
    [text.issuer, issuer],
    [text.passwordKeys, list(opaqueServerKeys)],
    ...(credentialIssuers.length > 0 ? [[text.credentialIssuers, list(credentialIssuers)] satisfies Fact] : []),
  ]
}
