import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { PAGE_LIMITS } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const LABEL = 'countersign/v1/cursor'
const BASE64URL = /^[A-Za-z0-9_-]+$/

/** The last entry's sort key. */
export type Position = readonly string[]

export type Cursors = {
  seal(list: string, position: Position): string
  /** @throws `invalid_cursor` for a cursor of another list, or a forged one */
  open(list: string, cursor: string): Position
}

/**
 * Encrypted (HKDF-SHA-256, AES-256-GCM: nonce, ciphertext, tag) and bound to their list and its filters, so that
 * cursors cannot be forged (CVE-2026-33504).
 */
export function createCursors([secret = '']: readonly string[]): Cursors {
  const key = Buffer.from(hkdfSync('sha256', secret, '', LABEL, 32))

  function seal(list: string, position: Position): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(list))
    const text = cipher.update(JSON.stringify(position), 'utf8')
    return Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()]).toString('base64url')
  }

  function open(list: string, cursor: string): Position {
    const sealed = BASE64URL.test(cursor) ? Buffer.from(cursor, 'base64url') : Buffer.alloc(0)
    // base64url has several spellings for the same bytes: accept one.
    if (sealed.length <= NONCE_BYTES + TAG_BYTES || sealed.toString('base64url') !== cursor) throw refuse()
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(list))
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    try {
      const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
      return JSON.parse(text.toString('utf8'))
    } catch {
      throw refuse()
    }
  }

  return { seal, open }
}

function refuse(): ServiceError {
  return new ServiceError('invalid_cursor', 'The cursor is not one of this list. Begin again without a cursor.')
}

export type PageQuery = { readonly limit?: string | undefined; readonly cursor?: string | undefined }

export function pageSize({ limit }: PageQuery): number {
  return limit === undefined ? PAGE_LIMITS.fallback : Math.min(Number(limit), PAGE_LIMITS.maximum)
}
