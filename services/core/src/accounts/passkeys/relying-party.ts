import type { CoreConfig } from '../../ground/config.ts'

/** Whom passkeys are made for: the consent page's own host and no wider domain, so that no neighbour can ask for them. */
export type RelyingParty = { readonly id: string; readonly origin: string }

export function relyingPartyOf({ consentOrigin }: Pick<CoreConfig, 'consentOrigin'>): RelyingParty {
  return { id: new URL(consentOrigin).hostname, origin: consentOrigin }
}
