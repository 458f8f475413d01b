/**
 * Leaves in the browser's cache the file with this hash: one that was stored there otherwise, by a server that has lied
 * since or before, is replaced.
 * @throws TypeError where the server has no such file
 */
export async function fetchIntact(url: string | URL, integrity: string): Promise<void> {
  await fetch(url, { integrity }).catch(() => fetch(url, { integrity, cache: 'reload' }))
}
