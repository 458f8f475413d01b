import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CORE_TEMPLATE,
  CREDENTIAL_ISSUERS_TEMPLATE,
  ISSUER_TEMPLATE,
  MANIFEST_FILE,
  writeClientManifest,
} from '@countersign/contracts/client-manifest'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import type { Plugin } from 'vite'
import { SERVICE_WORKER } from '../server/end-service-workers.ts'
import { integrityOf, readPage } from '../server/page.ts'
import {
  ASSET_HEADERS,
  CONFIG_HEADERS,
  LOGO_HEADERS,
  pageHeaders,
  WORKER_FILE,
  workerHeaders,
} from '../server/page-headers.ts'

const ORIGINS = { core: CORE_TEMPLATE, issuer: ISSUER_TEMPLATE }

/** Writes the manifest of everything a server of this build sends to browsers, for `countersign verify-client`. */
export function clientManifest(version: string): Plugin {
  return {
    name: 'client-manifest',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      const manifest = {
        version,
        page: builtDocument(dir, { paths: Object.values(PATHS) }),
        console: undefined,
        files: builtFiles(dir, 'assets'),
        config: { headers: CONFIG_HEADERS },
        logo: { headers: LOGO_HEADERS },
        serviceWorker: { integrity: integrityOf(SERVICE_WORKER.script), headers: SERVICE_WORKER.headers },
      }
      writeFileSync(join(dir, MANIFEST_FILE), writeClientManifest(manifest))
    },
  }
}

/** The built document of a folder and its headers, as it is served at these addresses. */
export function builtDocument(
  dir: string,
  { paths, callsIssuer = false }: { readonly paths: readonly string[]; readonly callsIssuer?: boolean },
) {
  const { html, importMapHash } = readPage(dir)
  return { paths, integrity: integrityOf(html), headers: pageHeaders({ ...ORIGINS, importMapHash, callsIssuer }) }
}

export function builtFiles(dir: string, assetsDir: string) {
  return readdirSync(join(dir, assetsDir))
    .toSorted()
    .map((name) => {
      const path = `/${assetsDir}/${name}`
      const headers = WORKER_FILE.test(path)
        ? workerHeaders({ ...ORIGINS, credentialIssuers: [CREDENTIAL_ISSUERS_TEMPLATE] })
        : ASSET_HEADERS
      return { path, integrity: integrityOf(readFileSync(join(dir, path))), headers }
    })
}
