/** Where a page of docs/ is on the site: `guides/run/README.md` at `/guides/run/`. */
export function pagePath(page: string): string {
  return `/${page.replace(/(^|\/)README\.md$/, '$1').replace(/\.md$/, '')}`
}
