import type { Identity } from '../services.ts'
import type { ExtensionText } from './texts.ts'

/** An identity in words, without its name. */
export function identityFacts(text: ExtensionText, { issuer, coreUrl, opaqueServerKeys, credentialIssuers }: Identity) {
  const list = (all: readonly string[]) => (all.length > 0 ? all.join('\n') : text.any)
  return [
    [text.core, coreUrl],
    [text.issuer, issuer],
    [text.passwordKeys, list(opaqueServerKeys)],
    ...(credentialIssuers.length > 0 ? [[text.credentialIssuers, list(credentialIssuers)] as const] : []),
  ] as const
}
