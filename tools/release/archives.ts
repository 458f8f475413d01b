import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync, zipSync } from 'fflate'
import { packTar } from 'modern-tar'

/** Contents by relative path. */
export type Files = Readonly<Record<string, Uint8Array>>

/** As npm dates what it packs. A zip holds local time, so this is the same local hour everywhere. */
const DATE = new Date('1985-10-26T08:15:00Z')
const LOCAL_DATE = new Date(1985, 9, 26, 8, 15)
const MODE = 0o644
const FILE_MODE = 0o100_000 | MODE
const UNIX = 3

/** Reads a folder. @throws Error for a link: an archive that follows it would hold files from elsewhere */
export function readFolder(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
  const files = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile()) throw new Error(`${path} is not a file.`)
    return [relative(folder, path).replaceAll('\\', '/'), readFileSync(path)] as const
  })
  return Object.fromEntries(files)
}

/** Packs a zip whose bytes depend on the names and contents alone. */
export function packZip(files: Files): Uint8Array {
  const options = { os: UNIX, attrs: FILE_MODE << 16, mtime: LOCAL_DATE, level: 9 } as const
  return zipSync(Object.fromEntries(sorted(files).map(([name, content]) => [name, [content, options]])))
}

/** Packs a `.tar.gz` whose bytes depend on the names and contents alone. */
export async function packTarball(files: Files): Promise<Uint8Array> {
  const owner = { uid: 0, gid: 0, uname: '', gname: '' }
  const entries = sorted(files).map(([name, body]) => ({
    header: { name, size: body.length, type: 'file' as const, mode: MODE, mtime: DATE, ...owner },
    body,
  }))
  return gzipSync(await packTar(entries), { level: 9, mtime: 0 })
}

/** By code unit, in every locale. */
export function sorted(files: Files): readonly (readonly [string, Uint8Array])[] {
  return Object.entries(files).toSorted(([one], [other]) => (one < other ? -1 : 1))
}
