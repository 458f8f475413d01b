import { randomBytes } from 'node:crypto'
import { generateServerSetup } from './oprf/server-setup.ts'

export type CoreSecrets = { readonly OPAQUE_SERVER_SETUP: string; readonly LOGIN_INDEX_KEY: string }

/** New values for the two secrets that only core knows. Losing either locks every password out, so they are kept. */
export async function generateCoreSecrets(): Promise<CoreSecrets> {
  return {
    OPAQUE_SERVER_SETUP: await generateServerSetup(),
    LOGIN_INDEX_KEY: randomBytes(32).toString('base64url'),
  }
}
