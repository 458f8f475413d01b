import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const REPOSITORY = join(import.meta.dirname, '..', '..')
const OURS = '@countersign'

export type Release = { readonly folder: string; readonly remove: () => void }

/** The sources of an earlier commit, with the packages of others that are installed here; undefined where the history lacks it. */
export function checkOutRelease(commit: string): Release | undefined {
  const sources = archive(commit)
  if (!sources) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'countersign-previous-'))
  execFileSync('tar', ['-x', '-C', folder], { input: sources })
  const [from, to] = [join(REPOSITORY, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(join(to, OURS), { recursive: true })
  for (const name of readdirSync(from).filter((each) => each !== OURS)) symlinkSync(join(from, name), join(to, name))
  // Relative links: each tree finds its own.
  for (const name of readdirSync(join(from, OURS))) {
    symlinkSync(readlinkSync(join(from, OURS, name)), join(to, OURS, name))
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function archive(commit: string): Buffer | undefined {
  try {
    return execFileSync('git', ['archive', commit], { cwd: REPOSITORY, maxBuffer: 2 ** 30, stdio: 'pipe' })
  } catch {
    return undefined
  }
}
