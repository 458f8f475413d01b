import type { SecurityContactChange } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import {
  findSecurityContact,
  putSecurityContact,
  removeSecurityContact,
  type StoredContact,
} from '../../accounts/records/security-mail/security-contact.store.ts'
import type { WithSecurityMailer } from '../../accounts/records/security-mail/security-mailer.ts'
import { spendIntent } from '../../accounts/sessions/intent.ts'
import type { AuthenticatedSession } from '../../accounts/sessions/sessions.ts'
import { logSecurityContactChanged } from '../../ground/events.ts'
import type { Origin } from '../../ground/http/caller.ts'
import type { WithLogger, WithProvider, WithSql } from '../../ground/parts.ts'
import { lockVault } from '../../vaults/vault.store.ts'
import { acceptCode, type WithVerification } from '../claim-verifications/verify-claim.ts'

type Replacing = WithSql & WithSecurityMailer & WithLogger
export type WithSecurityContact = Replacing & WithVerification

type Changing = AuthenticatedSession & { readonly origin: Origin }

const INTENT = ['change_security_contact'] as const

/** @throws `reauth_required`, `not_found` where no mail can be sent, and the errors of `acceptCode` */
export async function changeSecurityContact(
  dependencies: WithSecurityContact,
  session: Changing & { readonly ip: string },
  { verification_id, email, code, language }: SecurityContactChange,
): Promise<void> {
  if (!dependencies.securityMailer.isAvailable) throw new ServiceError('not_found', 'This service sends no mail.')
  await acceptCode(dependencies, session, { verification_id, claim: 'email', value: email, code })
  await replace(dependencies, session, { email, language })
}

/** @throws `reauth_required` */
export async function clearSecurityContact(dependencies: Replacing, session: Changing): Promise<void> {
  await replace(dependencies, session, undefined)
}

/** The former address is told, in case it was not the person who changed it. */
async function replace(
  { sql: pool, securityMailer, logger }: Replacing,
  session: Changing,
  next: StoredContact | undefined,
): Promise<void> {
  const { userId, origin } = session
  const former = await pool.transaction(async (sql) => {
    // First, as in every change of an account, to avoid deadlocks.
    await lockVault(sql, userId)
    await spendIntent(sql, session, INTENT)
    const found = await findSecurityContact(sql, userId)
    await (next ? putSecurityContact(sql, { userId, ...next }) : removeSecurityContact(sql, userId))
    return found
  })
  logSecurityContactChanged(logger, session)
  if (!former || former.email === next?.email) return
  const changes = [{ kind: next ? 'contact_changed' : 'contact_removed' } as const]
  securityMailer.tellFormer(former, { changes, origin })
}

type Approved = { readonly userId: string; readonly authRequestId: string }

/** Mails a person who chose it that an app got access which had none `before` the approval. */
export function mailAboutNewApp(
  { provider, securityMailer }: WithProvider & WithSecurityMailer,
  { userId, authRequestId }: Approved,
  { origin, before }: { readonly origin: Origin; readonly before: Date },
): void {
  securityMailer.tellOfAppSoon(userId, origin, async () => {
    // First, because the app may fetch its tokens at once.
    const { grants } = await provider.listGrants(userId)
    const { client } = await provider.readRequest(authRequestId, userId)
    const hadAccess = grants.some(
      (grant) => grant.client.client_id === client.client_id && new Date(grant.created_at) < before,
    )
    return hadAccess ? undefined : client.name
  })
}
