import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CORE_TEMPLATE,
  CREDENTIAL_ISSUERS_TEMPLATE,
  ISSUER_TEMPLATE,
  MANIFEST_FILE,
  writeClientManifest,
} from '@countersign/contracts/client-manifest'
import type { Plugin } from 'vite'
import { SERVICE_WORKER } from '../server/end-service-workers.ts'
import { type DOCUMENTS, integrityOf, readPage } from '../server/page.ts'
import {
  ASSET_HEADERS,
  CONFIG_HEADERS,
  LOGO_HEADERS,
  pageHeaders,
  WORKER_FILE,
  workerHeaders,
} from '../server/page-headers.ts'
import { CONSOLE_PATHS } from '../src/console/console-paths.ts'
import { PATHS } from '../src/routing/paths.ts'

/** Writes the manifest of everything a server of this build sends to browsers, for `countersign verify-client`. */
export function clientManifest(version: string): Plugin {
  return {
    name: 'client-manifest',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      const origins = { core: CORE_TEMPLATE, issuer: ISSUER_TEMPLATE }
      const files = readdirSync(join(dir, 'assets'))
        .toSorted()
        .map((name) => {
          const path = `/assets/${name}`
          const headers = WORKER_FILE.test(path)
            ? workerHeaders({ ...origins, credentialIssuers: [CREDENTIAL_ISSUERS_TEMPLATE] })
            : ASSET_HEADERS
          return { path, integrity: integrityOf(readFileSync(join(dir, path))), headers }
        })
      const documentAt = (paths: readonly string[], name: (typeof DOCUMENTS)[number]) => {
        const { html, importMapHash } = readPage(dir, name)
        const callsIssuer = name !== 'index.html'
        return { paths, integrity: integrityOf(html), headers: pageHeaders({ ...origins, importMapHash, callsIssuer }) }
      }
      const page = documentAt(Object.values(PATHS), 'index.html')
      const console = documentAt(Object.values(CONSOLE_PATHS), 'console/index.html')
      const manifest = {
        version,
        page,
        console,
        files,
        config: { headers: CONFIG_HEADERS },
        logo: { headers: LOGO_HEADERS },
        serviceWorker: { integrity: integrityOf(SERVICE_WORKER.script), headers: SERVICE_WORKER.headers },
      }
      writeFileSync(join(dir, MANIFEST_FILE), writeClientManifest(manifest))
    },
  }
}
