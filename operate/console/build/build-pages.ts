import { fileURLToPath } from 'node:url'
import { buildWeb, isStale, isWebStale, runVite } from '@countersign/web'

const FOLDER = fileURLToPath(new URL('..', import.meta.url))

/** Whether the pages of people or operators were never built, or a source is newer than the build. */
export function arePagesStale(): boolean {
  return isWebStale() || isStale(FOLDER)
}

/** Builds both and returns the output of the build for people. @throws Error with the output of one that failed */
export async function buildPages(): Promise<string> {
  const output = await buildWeb()
  // Afterwards: it adds to the manifest of the other.
  await runVite(FOLDER)
  return output
}
