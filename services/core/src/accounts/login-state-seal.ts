import { seal, unseal } from '@countersign/service'

/**
 * Seals the state of a half-done sign-in under a key that the database does not hold: with the open state, whoever
 * reads the database within the minute could finish the sign-in without the password.
 */
export type LoginStateSeal = {
  readonly seal: (loginState: string) => Buffer
  /** Throws if the bytes are not what `seal` gave. */
  readonly open: (sealed: Buffer) => string
}

export function createLoginStateSeal(opaqueServerSetup: string): LoginStateSeal {
  const context = { secret: opaqueServerSetup, label: 'countersign/v1/login-state' }
  return {
    seal: (loginState) => seal(loginState, context),
    open: (sealed) => unseal(sealed, context).toString('utf8'),
  }
}
