const PARTS = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/

/**
 * A user id as a person reads it out or types it: in any case, with spaces or without dashes, with an O for a zero and an
 * I or L for a one. Undefined if it is no user id.
 */
export function readUserId(typed: string): string | undefined {
  const digits = typed
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
  return PARTS.exec(digits)?.slice(1).join('-')
}
