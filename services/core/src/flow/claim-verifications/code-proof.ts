import { randomInt, timingSafeEqual } from 'node:crypto'
import type { VerifiableClaim } from '@countersign/contracts'
import { keyedDigest } from '@countersign/service/secrets'

const LABEL = 'countersign/v1/claim-verification'
const CODE_DIGITS = 6

/** What a code belongs to. */
export type CodeOwner = {
  readonly verificationId: string
  readonly userId: string
  readonly claim: VerifiableClaim
  readonly value: string
}

/** A new code: digits that nobody can foresee. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

/** What is kept of a code and its value: under the newest key, and so that neither can be found out without it. */
export function proofOf(code: string, owner: CodeOwner, [key = '']: readonly string[]): Buffer {
  return digest(code, owner, key)
}

/** Whether this is the code, for just this value; under any key, since one may have been replaced meanwhile. */
export function isProven(proof: Buffer, code: string, owner: CodeOwner, keys: readonly string[]): boolean {
  return keys.some((key) => timingSafeEqual(digest(code, owner, key), proof))
}

function digest(code: string, { verificationId, userId, claim, value }: CodeOwner, secret: string): Buffer {
  return keyedDigest(JSON.stringify([verificationId, userId, claim, value, code]), { secret, label: LABEL })
}
