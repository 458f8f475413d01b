/**
 * Asks the browser to keep what this device remembers: where it is evicted, no vault can be compared with anything.
 * Once a vault is open, since some browsers ask the person. A refusal changes nothing.
 */
export function persistStorage(): void {
  // Missing on a page without https, and in older browsers.
  navigator.storage?.persist?.().catch(() => undefined)
}
