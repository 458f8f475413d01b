/** What the page has to know of this installation, as the server wrote it into the page. */
export type PageConfig = {
  /** The `iss` that goes back to apps (RFC 9207). */
  readonly issuer: string
  /** Without a trailing slash; empty where core answers at the page's own address. */
  readonly coreUrl: string
  /** Public keys of the password protocol that core may have; empty: any. */
  readonly opaqueServerKeys: readonly string[]
  /** JSON about the operator; empty where the server wrote none. */
  readonly brand: string
}

/** Reads the page's `<meta>` elements. */
export function readPageConfig(page: Document): PageConfig {
  return {
    issuer: readMeta(page, 'countersign-issuer'),
    coreUrl: readMeta(page, 'countersign-core'),
    opaqueServerKeys: readMeta(page, 'countersign-opaque-keys').split(' ').filter(Boolean),
    brand: readMeta(page, 'countersign-brand'),
  }
}

function readMeta(page: Document, name: string): string {
  return page.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}
