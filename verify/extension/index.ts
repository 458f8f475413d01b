/** The client as a browser extension: its build. `src` runs in the browser. */
import { join } from 'node:path'
import { runVite } from '@countersign/web/build/build-web.ts'

export { FILE_LIST, releasedManifest } from './src/file-list.ts'

const ROOT = import.meta.dirname

/** The unpacked extension, for Chromium and Firefox. */
export const EXTENSION_FOLDER = join(ROOT, 'dist')

/** Builds the extension and returns the output of the build. @throws Error with that output */
export function buildExtension(): Promise<string> {
  return runVite(ROOT)
}
