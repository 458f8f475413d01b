import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const REPOSITORY = join(import.meta.dirname, '..', '..')
const OURS = '@countersign'

/** The last release; before the first tag, a commit that has the baseline. */
export const PREVIOUS_RELEASE = '014943b00a3f0a8bd723093795f2858dd3bb527d'

export type Release = { readonly folder: string; readonly remove: () => void }

/**
 * Checks out an earlier commit, or some folders of it, beside links to the installed packages.
 * @throws when the history lacks it
 */
export function checkOutRelease(commit: string, ...paths: readonly string[]): Release {
  if (!isAncestor(commit)) {
    throw new Error(`Commit ${commit} is not in the history of HEAD. In a shallow clone, run git fetch --unshallow.`)
  }
  const sources = git('archive', commit, ...paths)
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

/** False in a packed copy of the sources and in a shallow clone. */
export function hasHistory(): boolean {
  try {
    return String(git('rev-parse', '--is-shallow-repository')).trim() === 'false'
  } catch {
    return false
  }
}

export function isAncestor(commit: string): boolean {
  try {
    git('merge-base', '--is-ancestor', commit, 'HEAD')
    return true
  } catch {
    return false
  }
}

function git(...parameters: readonly string[]): Buffer {
  return execFileSync('git', parameters, { cwd: REPOSITORY, maxBuffer: 2 ** 30, stdio: 'pipe' })
}
