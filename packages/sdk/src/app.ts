import { type DataTokenKeySource, remoteDataTokenKeys } from '@countersign/data-token/web'
import type { DpopProver } from './dpop.ts'
import { findServerOf, type ServerMetadata } from './server-metadata.ts'
import type { CheckedSettings } from './settings.ts'

/** One registered app at one provider: what every call works with. */
export type App = {
  readonly settings: CheckedSettings
  /** @throws SignInError */
  readonly findServer: () => Promise<ServerMetadata>
  /** What the provider publishes to verify its tokens with. @throws SignInError */
  readonly findKeys: () => Promise<DataTokenKeySource>
  /** Undefined where tokens are not bound to a key. */
  readonly dpop: Promise<DpopProver> | undefined
}

export function createApp(settings: CheckedSettings): App {
  const findServer = findServerOf(settings)
  const dpop = settings.dpop && proverOf(settings.dpop)
  // Whoever begins a sign-in is told.
  dpop?.catch(() => undefined)
  let known: { readonly uri: string; readonly keys: DataTokenKeySource } | undefined
  return {
    settings,
    findServer,
    findKeys: async () => {
      const { jwks_uri: uri } = await findServer()
      if (known?.uri !== uri) known = { uri, keys: remoteDataTokenKeys(uri, { fetch: settings.fetch }) }
      return known.keys
    },
    dpop,
  }
}

async function proverOf(dpop: NonNullable<CheckedSettings['dpop']>): Promise<DpopProver> {
  const { createDpopProver } = await import('./dpop.ts')
  return createDpopProver(dpop)
}
