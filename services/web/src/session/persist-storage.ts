/**
 * Asks the browser not to evict this device's memory, without which a rolled-back vault cannot be detected. Called once a
 * vault is open, since some browsers ask the user. A refusal changes nothing.
 */
export function persistStorage(): void {
  // Missing without https and in older browsers.
  navigator.storage?.persist?.().catch(() => undefined)
}
