import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { arePagesStale, buildPages } from '@countersign/console'
import { ROOT } from '../files.ts'
import { buildCreator } from './build-creator.ts'
import { buildLibraries } from './build-libraries.ts'
import { buildProgram } from './build-program.ts'
import { runNpm } from './programs.ts'

/** Makes the tarballs in a folder, replacing older ones; returns their paths. */
export async function makePackages(to: string): Promise<readonly string[]> {
  if (arePagesStale()) await buildPages()
  const work = mkdtempSync(join(tmpdir(), 'countersign-pack-'))
  try {
    const folders = [...(await buildLibraries(work)), buildCreator(work), await buildProgram(work)]
    for (const folder of folders) {
      cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
      clearModes(folder)
    }
    mkdirSync(to, { recursive: true })
    // An install by pattern would pick up older versions.
    for (const name of readdirSync(to)) if (/^(?:create-)?countersign-.*\.tgz$/.test(name)) rmSync(join(to, name))
    const names = await runNpm(work, 'pack', '--silent', '--pack-destination', to, ...folders)
    return Array.from(names.trim().split('\n'), (name) => join(to, name))
  } finally {
    rmSync(work, { recursive: true })
  }
}

/** npm packs the modes of files, which depend on the umask of the clone and of the build. */
function clearModes(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  }
}
