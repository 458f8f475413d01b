import {
  INVITATION_DEFAULTS,
  type InvitationAct,
  type InvitationCreation,
  type InvitationRecord,
  type NewInvitation,
} from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import { newSecret, sha256 } from '@countersign/service/secrets'
import type { Sql, SqlPool, Transaction } from '@countersign/service/sql'
import { insertPendingAct } from '../records/account-act.store.ts'
import { newEventId } from '../records/identifiers.ts'
import * as store from '../records/invitation.store.ts'
import type { Operator } from './account-acts.ts'

const ONE_DAY_SECONDS = 24 * 60 * 60

type WithOperator = { readonly sql: SqlPool; readonly operator: Operator }

type Asked = { [Member in keyof InvitationCreation]: InvitationCreation[Member] | undefined }

/** The link has its token behind `#`, which browsers send to no server. */
export async function createInvitation(
  { sql, operator, webOrigin }: WithOperator & { readonly webOrigin: string },
  { uses = INVITATION_DEFAULTS.uses, expires_in, note }: Asked,
): Promise<NewInvitation> {
  const token = newSecret('cs_inv_')
  const lifetimeSeconds = expires_in ?? INVITATION_DEFAULTS.days * ONE_DAY_SECONDS
  const stored = await sql.transaction(async (transaction) => {
    const made = await store.insertInvitation(transaction, {
      tokenHash: sha256(token),
      uses,
      note: note ?? null,
      lifetimeSeconds,
    })
    const until = made.expiresAt.toISOString()
    await queueAct(transaction, { act: 'create_invitation', of: made, operator, about: `uses ${uses}, until ${until}` })
    return made
  })
  return { ...describe(stored), invitation_url: `${webOrigin}/sign-up#invitation=${token}` }
}

export async function listInvitations(sql: Sql): Promise<readonly InvitationRecord[]> {
  return (await store.listInvitations(sql)).map(describe)
}

/** @throws `not_found` */
export async function removeInvitation({ sql, operator }: WithOperator, invitationId: string): Promise<void> {
  await sql.transaction(async (transaction) => {
    const removed = await store.deleteInvitation(transaction, invitationId)
    if (!removed) throw new ServiceError('not_found', 'There is no such invitation.')
    const about = `${removed.used} of ${removed.uses} used`
    await queueAct(transaction, { act: 'remove_invitation', of: removed, operator, about })
  })
}

type Act = {
  readonly act: InvitationAct
  readonly of: store.StoredInvitation
  readonly operator: Operator
  readonly about: string
}

/** For the audit trail. Without the note, which is no one else's. */
async function queueAct(sql: Transaction, { act, of: { invitationId }, operator, about }: Act): Promise<void> {
  const { by, userId: actorId = null, network = null } = operator
  const reason = `${invitationId}: ${about}`
  const pending = {
    actId: newEventId(),
    userId: invitationId,
    act,
    reason,
    operator: by,
    actorId,
    network,
    change: null,
  }
  await insertPendingAct(sql, pending)
}

function describe(stored: store.StoredInvitation): InvitationRecord {
  const { invitationId, createdAt, expiresAt, uses, used, note } = stored
  return {
    invitation_id: invitationId,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    uses,
    used,
    note,
  }
}
