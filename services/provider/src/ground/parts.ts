import type { OutboundPolicy } from '@countersign/service/network'
import type { SqlPool } from '@countersign/service/sql'
import type { ProviderConfig } from './config.ts'
import type { DpopNonces } from './dpop/dpop-nonces.ts'
import type { ProviderPages } from './http/provider-pages.ts'
import type { Keyring } from './keys/keyring.ts'
import type { Limiters } from './rate-limits/limiters.ts'

/** A parameter type joins the parts its function uses: `WithSql & WithClock`. Only the surface knows all of them. */
export type WithSql = { readonly sql: SqlPool }
export type WithConfig = { readonly config: ProviderConfig }
export type WithClock = { readonly now: () => Date }
export type WithKeys = { readonly keys: Keyring }
export type WithLimiters = { readonly limiters: Limiters }
export type WithOutbound = { readonly outbound: OutboundPolicy }
export type WithDpopNonces = { readonly dpopNonces: DpopNonces }
export type WithPages = { readonly pages: ProviderPages }

export type WithSigning = WithConfig & WithClock & WithKeys
