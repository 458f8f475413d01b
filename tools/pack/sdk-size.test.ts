import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type OutputChunk, rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { ROOT } from '../files.ts'

const KIB = 1024
/** Not counted: an app may have it already. */
const OF_OTHERS = /^jose|^@sd-jwt|^node:/
const [OWN, WITH_DATA_TOKEN] = [new RegExp(`${OF_OTHERS.source}|^@countersign`), OF_OTHERS]

/** An app that signs people in; a bundler leaves out what it does not use. */
const APP = join(ROOT, 'kit/sdk/src/app-of-the-test.ts')
const app = {
  name: 'app',
  resolveId: (id: string) => (id === APP ? id : null),
  load: (id: string) => (id === APP ? "export { createCountersign, SignInError } from './index.ts'" : null),
}

/** Bundles that app for a runtime that is not Node; splits chunks loaded at once from later ones. */
async function bundleSdk(external: RegExp) {
  const bundle = await rolldown({
    input: APP,
    plugins: [app],
    platform: 'neutral',
    external,
    tsconfig: false,
    treeshake: true,
  })
  const { output } = await bundle.generate({ minify: true })
  await bundle.close()
  const chunks = output.filter((each) => each.type === 'chunk')
  const atOnce = reachableFrom(
    chunks.find(({ isEntry }) => isEntry),
    chunks,
  )
  return { atOnce, later: chunks.filter((each) => !atOnce.includes(each)) }
}

function reachableFrom(entry: OutputChunk | undefined, chunks: readonly OutputChunk[]): readonly OutputChunk[] {
  if (!entry) throw new Error('The bundle has no entry.')
  const imported = chunks.filter(({ fileName }) => entry.imports.includes(fileName))
  return [...new Set([entry, ...imported.flatMap((each) => reachableFrom(each, chunks))])]
}

function sizeOf(chunks: readonly OutputChunk[]): number {
  return gzipSync(chunks.map(({ code }) => code).join('')).length
}

test('the sdk stays small: a sign-in loads at most 6.25 KiB of its own, and 9.5 KiB with the data token', async () => {
  const [own, all] = [await bundleSdk(OWN), await bundleSdk(WITH_DATA_TOKEN)]
  expect(sizeOf(own.atOnce)).toBeLessThan(6.25 * KIB)
  expect(sizeOf(all.atOnce)).toBeLessThan(9.5 * KIB)
  // Loaded on demand: words for refusals, DPoP, signed assertions, logout, data updates, credentials and their status, a key.
  expect(sizeOf(all.later)).toBeLessThan(7.25 * KIB)
})

test('sdk: bundles for every runtime; neither its imports nor a sign-in use Node', async () => {
  const { atOnce, later } = await bundleSdk(WITH_DATA_TOKEN)
  const imported = [...atOnce, ...later].flatMap(({ imports, dynamicImports }) => imports.concat(dynamicImports))
  expect(imported.filter((name) => name.startsWith('node:'))).toEqual([])
  expect(atOnce.filter(({ code }) => /\b(?:Buffer|process|require|__dirname)\b/.test(code))).toEqual([])
})
