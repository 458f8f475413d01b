/** The hashes of all other files of the extension, in the form of `sha256sum`. */
export const FILE_LIST = 'files.sha256'

export const MANIFEST = 'manifest.json'

/** Chrome's store and its updates add these. */
const OF_STORES = ['update_url', 'differential_fingerprint']

/** The manifest as it is released: without the fields that stores add, in the order of their names. */
export function releasedManifest(manifest: object): string {
  const own = Object.entries(manifest).filter(([name]) => !OF_STORES.includes(name))
  const sorted = own.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`
}
