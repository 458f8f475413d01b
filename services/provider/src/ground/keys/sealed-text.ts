import { seal, unseal } from '@countersign/service/secrets'

type Sealing = {
  /** The first seals; all open, while one replaces another. */
  readonly secrets: readonly string[]
  /** The purpose: text sealed for another does not open. */
  readonly label: string
}

/** Encrypts a text under a key that all processes share and the database lacks. */
export function sealText(text: string, { secrets, label }: Sealing): Buffer {
  const [secret = ''] = secrets
  return seal(text, { secret, label })
}

/** Undefined for foreign text, or if the secret is gone. */
export function openText(sealed: Buffer, sealing: Sealing): string | undefined {
  return openByAny(sealed, sealing)?.opened.toString('utf8')
}

/** Tries each secret: only that tells which one sealed it. Undefined if none opens it. */
export function openByAny(sealed: Buffer, { secrets, label, owner = '' }: Sealing & { readonly owner?: string }) {
  for (const secret of secrets) {
    try {
      return { opened: unseal(sealed, { secret, label, owner }), isByFirst: secret === secrets[0] }
    } catch {
      // Sealed under another secret, or not by us.
    }
  }
  return undefined
}
