import { seal, unseal } from '@countersign/service/secrets'

const LABEL = 'countersign/v1/sealed-data-token'

/**
 * Encrypts a data token under a key that only the code yields. The database holds the code's hash, never the code, so a
 * dump of it reveals no claim.
 */
export function sealDataToken(dataToken: string, code: string): Buffer {
  return seal(dataToken, { secret: code, label: LABEL, isOneTime: true })
}

/** Opens what `sealDataToken` made with the same code; throws for anything else. */
export function openDataToken(sealed: Buffer, code: string): string {
  return unseal(sealed, { secret: code, label: LABEL, isOneTime: true }).toString('utf8')
}
