import type { Identity } from '../services.ts'
import type { Fact } from './facts.tsx'
import type { ExtensionText } from './texts/en.ts'

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
