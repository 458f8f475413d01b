import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')
export const DOCS = join(ROOT, 'docs')

const CLONED = /^(?:(?:https|ssh):\/\/)?(?:[^/@]*@)?([\w-]+(?:\.[\w-]+)+)[:/]([\w./-]+?)(?:\.git)?$/

/** Where this clone can be read by others; undefined for a folder, which they cannot. Never with a token of who cloned. */
export function findRepositoryPage(): string | undefined {
  try {
    const origin = execFileSync('git', ['remote', 'get-url', 'origin'], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' })
    const [, host, path] = CLONED.exec(origin.trim()) ?? []
    return host && path ? `https://${host}/${path}` : undefined
  } catch {
    return undefined
  }
}
