import { seal, unseal } from '@countersign/service'

const LABEL = 'countersign/v1/login-hint'

/** Encrypts a login hint, which names a person, under a key that the processes share and the database does not hold. */
export function sealLoginHint(loginHint: string, secrets: readonly string[]): Buffer {
  const [secret = ''] = secrets
  return seal(loginHint, { secret, label: LABEL })
}

/** Opens it with whichever secret it was sealed under. A hint whose secret is gone is lost, which a hint may be. */
export function openLoginHint(sealed: Buffer, secrets: readonly string[]): string | undefined {
  for (const secret of secrets) {
    try {
      return unseal(sealed, { secret, label: LABEL }).toString('utf8')
    } catch {
      // Sealed under another secret: they overlap while one is being replaced.
    }
  }
  return undefined
}
