import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ROOT } from '../files.ts'
import { findOrigin } from '../pack/repository.ts'

export const DOCS = join(ROOT, 'docs')

/** The page of this clone's repository; undefined for a folder. Never with a token of the cloner. */
export function findRepositoryPage(): string | undefined {
  return findOrigin()?.replace(/^git\+|\.git$/g, '')
}

/** A heading's anchor, as on GitHub. */
export function headingSlug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-')
}

/** A page's path on the site: `guides/run/README.md` at `/guides/run/`. */
export function pagePath(page: string): string {
  return `/${page.replace(/(^|\/)README\.md$/, '$1').replace(/\.md$/, '')}`
}

/** A document's link on the site: a page, a file of the repository, or undefined if the repository is not public. URLs stay. */
export function leadLink(href: string, document: string, repository: string | undefined): string | undefined {
  if (/^(?:\w+:|#|\/)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = join(dirname(document), path)
  const hash = anchor === undefined ? '' : `#${anchor}`
  const page = pageAt(target)
  if (page !== undefined) return `${pagePath(page)}${hash}`
  return repository && `${repository}/blob/HEAD/${relative(ROOT, target)}${hash}`
}

/** The page at a path, or the overview of a folder. */
function pageAt(target: string): string | undefined {
  const file = existsSync(target) && statSync(target).isDirectory() ? join(target, 'README.md') : target
  const page = relative(DOCS, file)
  return page.startsWith('..') || !page.endsWith('.md') || !existsSync(file) ? undefined : page
}
