import { openText, sealText } from '../../ground/keys/sealed-text.ts'

const LABEL = 'countersign/v1/pending-logout'

/** Encrypts the user of a pending logout: a deleted account must not be named in the database. */
export function sealUserId(userId: string, secrets: readonly string[]): Buffer {
  return sealText(userId, { secrets, label: LABEL })
}

export function openUserId(sealed: Buffer, secrets: readonly string[]): string | undefined {
  return openText(sealed, { secrets, label: LABEL })
}
