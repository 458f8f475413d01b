import { ServiceError } from '@countersign/service/errors'
import { isSecret, sha256 } from '@countersign/service/secrets'
import type { Transaction } from '@countersign/service/sql'
import type { WithConfig, WithSql } from '../../ground/parts.ts'
import { isInvitation, takePlace } from '../records/invitation.store.ts'

/**
 * Refuses a newcomer before they fill in anything (`SIGN_UPS`).
 * @throws `sign_ups_closed`, `invitation_required`, `invalid_invitation`
 */
export async function requireAdmission({ sql, config }: WithSql & WithConfig, token?: string): Promise<void> {
  const tokenHash = readTokenHash(config, token)
  if (tokenHash && !(await isInvitation(sql, tokenHash))) throw invalidInvitation()
}

/** Counts the newcomer, in the transaction of their account: one that fails takes no place. @throws as above */
export async function admit(sql: Transaction, { config }: WithConfig, token?: string): Promise<void> {
  const tokenHash = readTokenHash(config, token)
  if (tokenHash && !(await takePlace(sql, tokenHash))) throw invalidInvitation()
}

/** Undefined where everyone is admitted, so that links work on while sign-ups are open. */
function readTokenHash({ signUps }: WithConfig['config'], token: string | undefined): Buffer | undefined {
  switch (signUps) {
    case 'open':
      return undefined
    case 'closed':
      throw new ServiceError('sign_ups_closed', 'This service takes no new people. Sign in if you have an account.')
    case 'invited':
      if (token === undefined) {
        throw new ServiceError(
          'invitation_required',
          'This service takes new people by invitation: open the link of yours.',
        )
      }
      if (!isSecret('cs_inv_', token)) throw invalidInvitation()
      return sha256(token)
  }
}

/** One sentence: whether a token was ever good is not for those who guess. */
function invalidInvitation(): ServiceError {
  return new ServiceError('invalid_invitation', 'This invitation does not work, or no longer: ask for another one.')
}
