import { type DataTokenKeySource, remoteDataTokenKeys } from '@countersign/data-token/web'
import type { CheckedSettings } from './checked-settings.ts'
import type { DpopProver } from './dpop.ts'
import { createServerFinder, type FindServer } from './server-metadata.ts'

/** One registered app at one provider. */
export type App = {
  readonly settings: CheckedSettings
  /** @throws SignInError */
  readonly findServer: FindServer
  /** The provider's published keys. @throws SignInError */
  readonly findKeys: () => Promise<DataTokenKeySource>
  /** Undefined where tokens are not bound to a key. */
  readonly dpop: Promise<DpopProver> | undefined
}

export function createApp(settings: CheckedSettings): App {
  const findServer = createServerFinder(settings)
  const dpop = settings.dpop && proverOf(settings.dpop)
  // Reported when a sign-in begins.
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
