/** The request of a device whose code the person has compared. */
export type ComparedDevice = {
  readonly id: string
  readonly code: string
  /** ISO 8601 */
  readonly since: string
}

let compared: ComparedDevice | undefined

/** For as long as the page lives, and in this tab alone. */
export function rememberCompared(device: ComparedDevice): void {
  compared = device
}

/** What was compared, if it was this request: a link to that proves nothing (RFC 8628 §5.4). */
export function findCompared(id: string): ComparedDevice | undefined {
  return compared?.id === id ? compared : undefined
}
