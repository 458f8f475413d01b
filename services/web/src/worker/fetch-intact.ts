/** Caches the file with this hash in place of one with another hash. @throws TypeError without such a file */
export async function fetchIntact(url: string | URL, integrity: string): Promise<void> {
  await fetch(url, { integrity }).catch(() => fetch(url, { integrity, cache: 'reload' }))
}
