import { seal, unseal } from '@countersign/service/secrets'

type Sealing = {
  /** The first seals, and whichever it was opens: they overlap while one is being replaced. */
  readonly secrets: readonly string[]
  /** What it is for: a text that was sealed for something else does not open. */
  readonly label: string
}

/** Encrypts a text under a key that the processes share and the database does not hold. */
export function sealText(text: string, { secrets, label }: Sealing): Buffer {
  const [secret = ''] = secrets
  return seal(text, { secret, label })
}

/** Opens it; nothing for what was not sealed so, or under a secret that is gone. */
export function openText(sealed: Buffer, { secrets, label }: Sealing): string | undefined {
  for (const secret of secrets) {
    try {
      return unseal(sealed, { secret, label }).toString('utf8')
    } catch {
      // Sealed under another one, or not by us.
    }
  }
  return undefined
}
