import { CORE_ADMINISTRATION, type CoreAdministrationOperation, type HealthReport } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'
import type { Static } from 'typebox'
import { Value } from 'typebox/value'
import { type AskedAct, actOnAccount, type Operator } from '../../accounts/operators/account-acts.ts'
import { readAccountOverview } from '../../accounts/operators/account-overview.ts'
import { createInvitation, listInvitations, removeInvitation } from '../../accounts/operators/invitations.ts'
import { tellAccountActsNow } from '../../accounts/operators/tell-account-acts.ts'
import { revokeGrantsNow } from '../../accounts/records/revocations/revoke-pending-grants.ts'
import type { CoreDependencies } from '../dependencies.ts'

type Operation = (input: unknown, operator: Operator) => Promise<object | null>

export type CoreAdministration = Readonly<Record<CoreAdministrationOperation, Operation>>

/** Core's own operations, by name. */
export function createCoreAdministration(dependencies: CoreDependencies): CoreAdministration {
  return {
    readCoreHealth: () => readCoreHealth(dependencies),
    readAccount: validated('readAccount', ({ params }) => readAccountOverview(dependencies, params.user_id)),
    ...createAccountOperations(dependencies),
    ...createInvitationOperations(dependencies),
  }
}

function createInvitationOperations(dependencies: CoreDependencies) {
  const { sql, config } = dependencies
  return {
    createInvitation: validated('createInvitation', async ({ body }, operator) => {
      const made = await createInvitation({ sql, operator, webOrigin: config.webOrigin }, body)
      await tellAccountActsNow(dependencies, made.invitation_id)
      return made
    }),
    listInvitations: async () => ({ invitations: await listInvitations(sql) }),
    deleteInvitation: validated('deleteInvitation', async ({ params }, operator) => {
      const invitationId = params.invitation_id.toLowerCase()
      await removeInvitation({ sql, operator }, invitationId)
      await tellAccountActsNow(dependencies, invitationId)
      return null
    }),
  }
}

function createAccountOperations(dependencies: CoreDependencies) {
  /** Then tells the provider. Returns whether that answered: the operator waits once for one that is silent. */
  async function act(asked: AskedAct): Promise<boolean> {
    await actOnAccount(dependencies, asked)
    const isAnswering = await tellAccountActsNow(dependencies, asked.userId)
    if (asked.act !== 'delete') dependencies.logoutReporter.reportSoon(asked.userId)
    else if (isAnswering) await revokeGrantsNow(dependencies, asked.userId)
    return isAnswering
  }
  const acting = (name: ActOperation, kind: AskedAct['act']) =>
    validated(name, async ({ params, body }, operator) => {
      // The stores answer with the lower-case one.
      const userId = params.user_id.toLowerCase()
      const isAnswering = await act({ act: kind, userId, reason: body.reason, operator })
      if (kind === 'delete') return null
      return readAccountOverview(isAnswering ? dependencies : { sql: dependencies.sql }, userId)
    })
  return {
    endAccountSessions: acting('endAccountSessions', 'end_sessions'),
    suspendAccount: acting('suspendAccount', 'suspend'),
    unsuspendAccount: acting('unsuspendAccount', 'unsuspend'),
    deleteAccount: acting('deleteAccount', 'delete'),
  }
}

type ActOperation = 'endAccountSessions' | 'suspendAccount' | 'unsuspendAccount' | 'deleteAccount'

type Operations = typeof CORE_ADMINISTRATION

function validated<Name extends keyof Operations>(
  name: Name,
  work: (input: Static<Operations[Name]['input']>, operator: Operator) => Promise<object | null>,
): Operation {
  const schema: Operations[Name]['input'] = CORE_ADMINISTRATION[name].input
  return async (input, operator) => {
    if (Value.Check(schema, input)) return work(input, operator)
    throw new ServiceError('invalid_request', 'The request is not of the form that it must have.')
  }
}

/** Core's answer to `readCoreHealth`. */
async function readCoreHealth({
  config,
  senders,
  readHealth,
}: Pick<CoreDependencies, 'config' | 'senders' | 'readHealth'>): Promise<HealthReport> {
  const { ofLastDay, last } = senders.mailFailures.read()
  return {
    ...(await readHealth()),
    keys_rotate_at: null,
    mail: {
      is_configured: config.mail !== undefined,
      failures_last_day: ofLastDay,
      last_failure: last ? { at: last.at.toISOString(), reason: last.reason } : null,
    },
  }
}
