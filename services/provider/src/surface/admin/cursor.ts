import { PAGE_LIMITS } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { seal, unseal } from '@countersign/service/secrets'

const LABEL = 'countersign/v1/cursor'

export type Cursors = ReturnType<typeof createCursors>

/** Encrypted and bound to their list and its filters, so that cursors cannot be forged (CVE-2026-33504). */
export function createCursors([secret = '']: readonly string[]) {
  const bindTo = (owner: string) => ({ secret, label: LABEL, owner })
  return {
    /** `position` is the last entry's sort key. */
    seal: (list: string, position: readonly string[]): string =>
      seal(JSON.stringify(position), bindTo(list)).toString('base64url'),
    /** @throws `invalid_cursor` for a cursor of another list, or a forged one */
    open(list: string, cursor: string): readonly string[] {
      try {
        const sealed = Buffer.from(cursor, 'base64url')
        // base64url has several spellings for the same bytes: accept one.
        if (sealed.toString('base64url') === cursor) return JSON.parse(unseal(sealed, bindTo(list)).toString('utf8'))
      } catch {
        // Refused below: forged, or of another list.
      }
      throw new ServiceError('invalid_cursor', 'The cursor is not one of this list. Begin again without a cursor.')
    },
  }
}

export type PageQuery = { readonly limit?: string | undefined; readonly cursor?: string | undefined }

export function pageSize({ limit }: PageQuery): number {
  return limit === undefined ? PAGE_LIMITS.fallback : Math.min(Number(limit), PAGE_LIMITS.maximum)
}
