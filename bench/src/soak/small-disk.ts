import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SIZE = '1g'
const CHUNK = Buffer.alloc(1_048_576)

export type SmallDisk = {
  readonly folder: string
  /** Takes all the room that is left. */
  readonly fill: () => void
  readonly clear: () => void
}

/** A disk in memory, which can be full without harm to anybody else. Needs root. */
export function mountSmallDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-small-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'none', folder])
  // Whatever becomes of the program: nobody wants a disk of memory that stays. It is gone once nobody uses it.
  process.once('exit', () => execFileSync('umount', ['--lazy', folder]))
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => {
      const file = openSync(filler, 'w')
      try {
        for (;;) writeSync(file, CHUNK)
      } catch {
        // There is no room left, as it should be.
      } finally {
        closeSync(file)
      }
    },
    clear: () => rmSync(filler, { force: true }),
  }
}
