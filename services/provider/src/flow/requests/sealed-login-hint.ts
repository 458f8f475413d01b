import { openText, sealText } from '../../ground/keys/sealed-text.ts'

const LABEL = 'countersign/v1/login-hint'

/** Encrypts a login hint, which names a person, under a key that the processes share and the database does not hold. */
export function sealLoginHint(loginHint: string, secrets: readonly string[]): Buffer {
  return sealText(loginHint, { secrets, label: LABEL })
}

/** Opens it with whichever secret it was sealed under. A hint whose secret is gone is lost, which a hint may be. */
export function openLoginHint(sealed: Buffer, secrets: readonly string[]): string | undefined {
  return openText(sealed, { secrets, label: LABEL })
}
