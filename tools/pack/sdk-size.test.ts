import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { ROOT } from './repository.ts'

const KIB = 1024

/** Minified and compressed, with what it imports of ours and nothing of others. */
async function sizeOf(packageName: string, external: RegExp): Promise<number> {
  const input = join(ROOT, 'packages', packageName, 'src/index.ts')
  const bundle = await rolldown({ input, platform: 'node', external, tsconfig: false, treeshake: true })
  const { output } = await bundle.generate({ minify: true })
  await bundle.close()
  return gzipSync(output.map((each) => ('code' in each ? each.code : '')).join('')).length
}

test('the sdk stays small: at most 6 KiB of its own, and 9 KiB with the data token', async () => {
  expect(await sizeOf('sdk', /^jose|^@sd-jwt|^@countersign/)).toBeLessThan(6 * KIB)
  expect(await sizeOf('sdk', /^jose|^@sd-jwt/)).toBeLessThan(9 * KIB)
})
