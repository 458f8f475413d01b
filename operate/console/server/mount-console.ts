import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MANIFEST_FILE } from '@countersign/contracts/client-manifest'
import type { WebConfig } from '@countersign/web'
import { originsOf } from '@countersign/web/server/mount-web.ts'
import { documentSender, serveAssets } from '@countersign/web/server/serve-build.ts'
import type { FastifyInstance } from 'fastify'
import { CONSOLE_PATHS } from '../src/console-paths.ts'

const BUILT = fileURLToPath(new URL('../dist/', import.meta.url))
export const INSTALLED_MANIFEST = join(BUILT, MANIFEST_FILE)
/** Below the address of the console, so that a proxy needs no other rule for its files. */
export const ASSETS = 'console/assets'

type ConsoleOptions = Pick<WebConfig, 'issuer' | 'coreUrl'> & {
  /** Default: none. */
  readonly credentialIssuers?: readonly string[]
  /** The built files; default: this package's. */
  readonly folder?: string
}

/** Serves the console beside the pages of people. @throws Error if it is not built */
export async function mountConsole(app: FastifyInstance, options: ConsoleOptions): Promise<void> {
  const { credentialIssuers = [], folder = BUILT } = options
  const origins = originsOf(options)
  const sendConsole = documentSender(folder, { ...origins, callsIssuer: true })
  for (const path of Object.values(CONSOLE_PATHS)) app.get(path, async (_request, reply) => sendConsole(reply))
  await serveAssets(app, { folder, prefix: `/${ASSETS}/`, core: origins.core, credentialIssuers })
}
