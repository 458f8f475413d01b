import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pagePath } from './page-path.ts'
import { DOCS, ROOT } from './repository.ts'

/**
 * Where a link of a document leads on the site: to the page, or to the file in the repository, and nowhere (undefined) if
 * nobody but us can read that. An address stays as it is.
 */
export function leadLink(href: string, document: string, repository: string | undefined): string | undefined {
  if (/^(?:\w+:|#|\/)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = join(dirname(document), path)
  const hash = anchor === undefined ? '' : `#${anchor}`
  const page = pageAt(target)
  if (page !== undefined) return `${pagePath(page)}${hash}`
  return repository && `${repository}/blob/HEAD/${relative(ROOT, target)}${hash}`
}

/** The page of docs/ that a path leads to: the file, or the overview of a folder. */
function pageAt(target: string): string | undefined {
  const file = existsSync(target) && statSync(target).isDirectory() ? join(target, 'README.md') : target
  const page = relative(DOCS, file)
  return page.startsWith('..') || !page.endsWith('.md') || !existsSync(file) ? undefined : page
}
