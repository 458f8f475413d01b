import { openText, sealText } from '../../ground/keys/sealed-text.ts'

const LABEL = 'countersign/v1/pending-logout'

/** Encrypts whom an app is still to be told of: the account may have ended, and then nothing in the database names it. */
export function sealUserId(userId: string, secrets: readonly string[]): Buffer {
  return sealText(userId, { secrets, label: LABEL })
}

export function openUserId(sealed: Buffer, secrets: readonly string[]): string | undefined {
  return openText(sealed, { secrets, label: LABEL })
}
