import { seal, unseal } from '@countersign/service/secrets'

const LABEL = 'countersign/v1/sealed-data-token'

/**
 * Encrypts a data token under a key that only the code yields. The database has the code's hash, so a dump reveals no
 * claim.
 */
export function sealDataToken(dataToken: string, code: string): Buffer {
  return seal(dataToken, { secret: code, label: LABEL, isOneTime: true })
}

/** @throws Error for any other code */
export function openDataToken(sealed: Buffer, code: string): string {
  return unseal(sealed, { secret: code, label: LABEL, isOneTime: true }).toString('utf8')
}
