import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashLeaf, rootOf } from './merkle-tree.ts'
import { bundlesOf, readBundle, tilesOf } from './tiles.ts'

/** Of Certificate Transparency's own tests: entries, and the root hash after each (transparency-dev/merkle). */
const REFERENCE: readonly (readonly [entry: string, root: string])[] = [
  ['', '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  ['00', 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  ['10', 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  ['2021', 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
  ['3031', '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
  ['40414243', '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
  ['5051525354555657', 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  ['606162636465666768696a6b6c6d6e6f', '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
]

describe('the root hash of a log', () => {
  test.each(REFERENCE.map(([, root], index) => [index + 1, root] as const))(
    'of %i entries is that of Certificate Transparency',
    (size, root) => {
      const entries = REFERENCE.slice(0, size).map(([entry]) => Buffer.from(entry, 'hex'))
      expect(rootOf(entries.map(hashLeaf)).toString('hex')).toBe(root)
    },
  )
})

describe('the files of a log', () => {
  test('are those that tlog-tiles names for 70,000 entries', () => {
    const paths = [...tilesOf(Array.from({ length: 70_000 }, () => Buffer.of())).keys()]
    const ofLevel = (level: string) => paths.filter((path) => path.startsWith(`tile/${level}/`))
    expect(ofLevel('0')).toHaveLength(274)
    expect(ofLevel('0').at(-1)).toBe('tile/0/273.p/112')
    expect(ofLevel('1')).toEqual(['tile/1/000', 'tile/1/001.p/17'])
    expect(ofLevel('2')).toEqual(['tile/2/000.p/1'])
    expect(ofLevel('entries')).toEqual(bundlesOf(70_000).map(({ path }) => path))
  })

  const sizes = fc.oneof(fc.integer({ min: 1, max: 700 }), fc.constantFrom(255, 256, 257, 511, 512, 513))
  const entry = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
  const logs = sizes.chain((size) => fc.array(entry, { minLength: size, maxLength: size }))

  test('give back every entry, and hashes that lead to the root', () => {
    fc.assert(
      fc.property(logs, (entries) => {
        const files = tilesOf(entries)
        const read = (path: string) => files.get(path) ?? Buffer.of()
        const found = bundlesOf(entries.length).flatMap(({ path, width }) => readBundle(read(path), width))
        expect(Buffer.concat(found).equals(Buffer.concat(entries))).toBe(true)
        expect(found.map((each) => each.length)).toEqual(entries.map((each) => each.length))

        const root = rootOf(entries.map(hashLeaf))
        const ofLevel = (level: number) => {
          const tiles = [...files].filter(([path]) => path.startsWith(`tile/${level}/`)).map(([, tile]) => tile)
          return (
            Buffer.concat(tiles)
              .toString('latin1')
              .match(/[^]{32}/g) ?? []
          ).map((each) => Buffer.from(each, 'latin1'))
        }
        expect(rootOf(ofLevel(0)).equals(root)).toBe(true)
        const whole = ofLevel(1)
        const rest = ofLevel(0).slice(whole.length * 256)
        const upper = rest.length > 0 ? [...whole, rootOf(rest)] : whole
        expect(rootOf(upper).equals(root)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  test.each([
    ['is cut off', '00016100', 2],
    ['is cut off within an entry', '0001610002', 2],
    ['has too many entries', '0001610000', 1],
    ['has too few entries', '000161', 2],
    ['is empty', '', 1],
  ])('are refused where one %s', (_case, bundle, width) => {
    expect(() => readBundle(Buffer.from(bundle, 'hex'), width)).toThrow('cut off')
  })
})
