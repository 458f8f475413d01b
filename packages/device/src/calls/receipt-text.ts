import { VaultError } from '@countersign/vault'

/**
 * Reads the text of a receipt so far that the vault can check it.
 * @throws VaultError `malformed`
 */
export function parseReceipt(text: string): { readonly seq: number; readonly receipt: unknown } {
  try {
    const receipt = JSON.parse(text) as { readonly entry?: { readonly seq?: unknown } }
    const seq = receipt.entry?.seq
    if (typeof seq === 'number') return { seq, receipt }
  } catch {
    // Falls through: what cannot be parsed is as little of a receipt.
  }
  throw new VaultError('malformed', 'This is not a receipt.')
}
