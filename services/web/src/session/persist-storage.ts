/**
 * Asks the browser to keep what this device remembers: where it is evicted, no vault can be compared with anything.
 * Once a vault is open, since some browsers ask the person. A refusal changes nothing.
 */
export async function persistStorage(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist()
  } catch {
    // A browser without it, or a page in clear.
  }
}
