/** The request of a device whose code the user has compared. */
export type ComparedDevice = {
  readonly id: string
  readonly code: string
  /** ISO 8601. */
  readonly since: string
}

let compared: ComparedDevice | undefined

/** Kept as long as the page lives, in this tab only. */
export function rememberCompared(device: ComparedDevice): void {
  compared = device
}

/** The comparison of this request: a link to the request proves none (RFC 8628 §5.4). */
export function findCompared(id: string): ComparedDevice | undefined {
  return compared?.id === id ? compared : undefined
}
