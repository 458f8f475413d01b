import { ServiceError } from '@countersign/service/errors'

/** Bound into every exchange, here and in the client: what was meant for another service or version does not fit. */
export const OPAQUE_IDENTIFIERS = { server: 'countersign-core/opaque/v1' }

/**
 * The setup was checked at start, so whatever the library throws is about the message that came in.
 * @throws `invalid_request`
 */
export function parseOpaqueMessage<Result>(field: string, read: () => Result): Result {
  try {
    return read()
  } catch {
    throw new ServiceError('invalid_request', `${field} is not a message of OPAQUE (RFC 9807).`)
  }
}
