import { checkReceipt, readActivity, receiptOf } from '@countersign/vault'
import { appHistoryOf } from '../apps/app-history.ts'
import { issuersOfRelease } from '../apps/issuers-of-release.ts'
import { receiptValuesOf } from '../apps/receipt-values.ts'
import { memoryOfEnd } from '../apps/remember-release.ts'
import type { CallInput, CallOutput, LoggedEvent } from '../device-calls.ts'
import { authorOf, currentSession, type DeviceContext, type Handlers, present } from '../device-context.ts'
import { findOwn } from '../device-storage.ts'
import { commitEdits } from '../entries/commit-edits.ts'
import { refreshSession } from '../session/current-session.ts'
import { parseReceipt } from './receipt-text.ts'

type AccountCallName =
  | 'readActivity'
  | 'receipt'
  | 'checkReceipt'
  | 'listEvents'
  | 'listSessions'
  | 'endSession'
  | 'endOtherSessions'
  | 'listOperatorClaims'
  | 'listGrants'
  | 'revokeApp'
  | 'readAppHistory'
  | 'exportAccount'
  | 'deleteAccount'

/** The calls on what happened, on sessions and apps, and on the account as a whole. */
export function createAccountCalls(context: DeviceContext): Handlers<AccountCallName> {
  return { ...createActivityCalls(context), ...createSessionCalls(context), ...createLeavingCalls(context) }
}

function createActivityCalls(context: DeviceContext) {
  return {
    readActivity: ({ cursor }) => readLog(context, cursor),
    async receipt({ seq }) {
      const entry = present(context.state.readEntries?.get(seq))
      const { vault } = currentSession(context)
      const receipt = await receiptOf(vault, entry)
      const { event } = receipt
      const values = await receiptValuesOf(event, vault.items)
      const issuers = issuersOfRelease(event, vault.items)
      return { text: `${JSON.stringify(receipt, null, 2)}\n`, seq, event, issuers, values }
    },
    async checkReceipt({ text }) {
      const { seq, receipt } = parseReceipt(text)
      const { vault } = currentSession(context)
      const event = await checkReceipt(vault, receipt)
      const issuers = issuersOfRelease(event, vault.items)
      return { seq, event, issuers, values: await receiptValuesOf(event, vault.items) }
    },
    listEvents: ({ cursor }) => context.api.listEvents(currentSession(context).token, cursor),
  } satisfies Partial<Handlers>
}

/** The first page begins at the newest head: an entry of another device belongs to it, and one written since does not. */
async function readLog(
  context: DeviceContext,
  cursor: CallInput<'readActivity'>['cursor'],
): Promise<CallOutput<'readActivity'>> {
  const { token, vault } = cursor === undefined ? await refreshSession(context) : currentSession(context)
  const entries = await context.api.readActivity(token, (cursor?.seq ?? vault.activityCount) + 1)
  const { events, next } = await readActivity(vault, entries, cursor)
  const earlier = cursor === undefined ? [] : [...(context.state.readEntries ?? [])]
  context.state.readEntries = new Map([...earlier, ...events.map(({ seq, entry }) => [seq, entry] as const)])
  const view = ({ seq, event }: LoggedEvent) => ({ seq, event, issuers: issuersOfRelease(event, vault.items) })
  return { events: events.map(view), next }
}

function createSessionCalls(context: DeviceContext) {
  const { api } = context
  const token = () => currentSession(context).token
  return {
    listSessions: async () => api.listSessions(token()),
    async endSession({ sessionId }) {
      await api.endSessionOf(token(), sessionId)
      return null
    },
    async endOtherSessions({ apps }) {
      await api.endOtherSessions(token(), false)
      if (!apps) return null
      // Before core ends what they have, so that none goes on unseen; and after the sessions, which could outrun it for ever.
      await commitEdits(context, {}, memoryOfEnd())
      await api.endOtherSessions(token(), true)
      return null
    },
    listOperatorClaims: async () => (await api.listOperatorClaims(token())).claims,
    listGrants: async () => api.listGrants(token()),
    readAppHistory: async () => appHistoryOf(currentSession(context).vault),
    async revokeApp({ clientId, name }) {
      await commitEdits(context, {}, memoryOfEnd(clientId))
      await api.revokeGrants(token(), clientId)
      // The app is out already; that the entry fails must not read as if it were not.
      const { device, wroteAt } = authorOf(context)
      const known = findOwn(currentSession(context).vault.rpPins, clientId)?.name ?? ''
      const app = { client_id: clientId, name: known === '' ? name : known }
      const event = { type: 'app_revoked', at: wroteAt.toISOString(), device, ...app } as const
      await commitEdits(context, { activity: [event] }).catch(() => undefined)
      return null
    },
  } satisfies Partial<Handlers>
}

function createLeavingCalls(context: DeviceContext) {
  return {
    async exportAccount() {
      const { token } = currentSession(context)
      const record = await context.unlockSecret.spend({ act: 'export_account' }, () => context.api.exportAccount(token))
      return { text: `${JSON.stringify(record, null, 2)}\n` }
    },
    async deleteAccount() {
      const { token, userId } = currentSession(context)
      await context.unlockSecret.spend({ act: 'delete_account' }, () => context.api.deleteAccount(token))
      context.state.session = undefined
      await context.sessions.forget()
      await rememberDeletion(context, userId)
      return null
    },
  } satisfies Partial<Handlers>
}

/** A server that serves the account again is refused from now on. That cannot be kept is no reason to say it lives on. */
async function rememberDeletion({ storage, clock }: DeviceContext, userId: string): Promise<void> {
  try {
    await storage.keep({ userId, deletedAt: new Date(clock.now()).toISOString() })
  } catch {
    // The account is gone all the same.
  }
}
