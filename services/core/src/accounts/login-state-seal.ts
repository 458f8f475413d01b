import { type SealingContext, seal, unseal } from '@countersign/service/secrets'

/**
 * Seals the state of an unfinished sign-in under a key that the database does not hold: with the open state, an attacker
 * who reads the database within the minute could finish the sign-in without the password.
 */
export type LoginStateSeal = {
  readonly seal: (loginState: string) => Buffer
  /** Undefined if the bytes are not what `seal` gave under one of the secrets that are still accepted. */
  readonly open: (sealed: Buffer) => string | undefined
}

const LABEL = 'countersign/v1/login-state'

/** The newest secret seals, all of them open: a sign-in that is under way when the secret is replaced comes to its end. */
export function createLoginStateSeal(loginIndexKeys: readonly string[]): LoginStateSeal {
  const contexts = loginIndexKeys.map((secret) => ({ secret, label: LABEL }))
  return {
    seal: (loginState) => seal(loginState, { secret: loginIndexKeys[0] ?? '', label: LABEL }),
    open: (sealed) => contexts.map((context) => tryToOpen(sealed, context)).find((state) => state !== undefined),
  }
}

function tryToOpen(sealed: Buffer, context: SealingContext): string | undefined {
  try {
    return unseal(sealed, context).toString('utf8')
  } catch {
    return undefined
  }
}
