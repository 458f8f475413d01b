import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

type Page = { readonly anchors: ReadonlySet<string>; readonly links: readonly string[] }

/** Links of a built site that lead to no file, or to no element of a page, as `page: link`. */
export function findDeadLinks(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name)).split(sep).join('/')}`)
  const pages = new Map(
    files.filter((file) => file.endsWith('.html')).map((file) => [file, readPage(join(folder, file))]),
  )
  return [...pages].flatMap(([page, { links }]) =>
    [...new Set(links)].filter((link) => !leadsSomewhere(link, page, pages, files)).map((link) => `${page}: ${link}`),
  )
}

function readPage(file: string): Page {
  const html = readFileSync(file, 'utf8')
  const valuesOf = (attribute: string) =>
    [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) =>
      value.replaceAll('&amp;', '&'),
    )
  return { anchors: new Set(valuesOf('id')), links: ['href', 'src', 'srcset'].flatMap(valuesOf) }
}

function leadsSomewhere(
  link: string,
  page: string,
  pages: ReadonlyMap<string, Page>,
  files: readonly string[],
): boolean {
  const { origin, pathname, hash } = new URL(link, `http://site.invalid${page}`)
  if (origin !== 'http://site.invalid') return true
  const path = decodeURIComponent(pathname)
  const target = [path, `${path}.html`, `${path}index.html`].find((each) => files.includes(each))
  if (target === undefined) return false
  return hash === '' || (pages.get(target)?.anchors.has(decodeURIComponent(hash.slice(1))) ?? true)
}
