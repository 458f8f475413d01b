/**
 * Puts the file with this hash into the browser's cache; replaces a cached file with another hash.
 * @throws TypeError when the server has no such file
 */
export async function fetchIntact(url: string | URL, integrity: string): Promise<void> {
  await fetch(url, { integrity }).catch(() => fetch(url, { integrity, cache: 'reload' }))
}
