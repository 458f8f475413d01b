import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MANIFEST_FILE, readClientManifest, writeClientManifest } from '@countersign/contracts/client-manifest'
import { PAGES_MANIFEST } from '@countersign/web'
import { builtDocument, builtFiles } from '@countersign/web/build/client-manifest.ts'
import type { Plugin } from 'vite'
import { ASSETS } from '../server/mount-console.ts'
import { CONSOLE_PATHS } from '../src/console-paths.ts'

/** Adds the console to the manifest of the pages: together all that a server of this build sends to browsers. */
export function wholeManifest(): Plugin {
  return {
    name: 'whole-manifest',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      const pages = readClientManifest(JSON.parse(readFileSync(PAGES_MANIFEST, 'utf8')))
      const console = builtDocument(dir, { paths: Object.values(CONSOLE_PATHS), callsIssuer: true })
      const files = [...pages.files, ...builtFiles(dir, ASSETS)]
      writeFileSync(join(dir, MANIFEST_FILE), writeClientManifest({ ...pages, console, files }))
    },
  }
}
