import { ClientError } from '../failure.ts'
import type { createOpaqueClient, OpaqueOptions } from './opaque-client.ts'

export type OpaqueClient = ReturnType<typeof createOpaqueClient>
export type LoadOpaque = () => Promise<OpaqueClient>

/** On first use: passkey users never download it. */
export function createOpaqueLoader(options: OpaqueOptions): LoadOpaque {
  let loaded: Promise<OpaqueClient> | undefined

  const load = async () => {
    try {
      const opaque = await import('./opaque-client.ts')
      await opaque.opaqueReady
      return opaque.createOpaqueClient(options)
    } catch {
      loaded = undefined
      // The script did not load, or WebAssembly is forbidden or missing.
      throw new ClientError({ code: 'worker_failed' })
    }
  }
  return () => (loaded ??= load())
}
