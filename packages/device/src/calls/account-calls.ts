import {
  type ActivityCursor,
  type ActivityEvent,
  checkReceipt,
  readActivity,
  receiptOf,
  VaultError,
} from '@countersign/vault'
import type { AdministrationCall } from '../api/account-endpoints.ts'
import { memoryOfChoice, memoryOfEnd, memoryOfRemoval, type NextChoice } from '../approval/remember-release.ts'
import { appHistoryOf, issuersOfRelease, receiptValuesOf } from '../apps/past-releases.ts'
import type { Issuer } from '../claims/claim-items.ts'
import { stampOf } from '../clock.ts'
import { findOwn } from '../device-storage.ts'
import { commitEdits } from '../entries/commit-edits.ts'
import { ClientError, toFailure } from '../failure.ts'
import { refreshSession } from '../session/current-session.ts'
import { profileAfter } from '../session/profile.ts'
import { dismissNotices, refreshNotices } from '../session/security-notices.ts'
import { currentSession, required } from '../session/state.ts'
import type { ReceiptValue } from '../views.ts'
import { type DeviceContext, nullAfter } from './handlers.ts'

type ActivityPage = { events: readonly LoggedEvent[]; next: ActivityCursor | undefined }

export type LoggedEvent = {
  readonly seq: number
  readonly event: ActivityEvent
  readonly issuers?: Readonly<Record<string, Issuer>> | undefined
}

export type ReadReceipt = LoggedEvent & { readonly values: readonly ReceiptValue[] | undefined }

export function createActivityCalls(context: DeviceContext) {
  return {
    /** Verified, newest first. `cursor`: `next` of the previous page. */
    readActivity: ({ cursor }: { cursor?: ActivityCursor | undefined }) => readLog(context, cursor),
    async receipt({ seq }: { seq: number }) {
      const entry = required(context.state.steps.readEntries?.get(seq))
      const { vault } = currentSession(context)
      const receipt = await receiptOf(vault, entry)
      const { event } = receipt
      const values = await receiptValuesOf(event, vault.items)
      const issuers = issuersOfRelease(event, vault.items)
      return { text: `${JSON.stringify(receipt, null, 2)}\n`, seq, event, issuers, values }
    },
    /** Accepts only a genuine receipt of this vault. */
    async checkReceipt({ text }: { text: string }): Promise<ReadReceipt> {
      const { seq, receipt } = parseReceipt(text)
      const { vault } = currentSession(context)
      const event = await checkReceipt(vault, receipt)
      const issuers = issuersOfRelease(event, vault.items)
      return { seq, event, issuers, values: await receiptValuesOf(event, vault.items) }
    },
    /** Changes by other devices since `dismissNotices`, once in a session. A device begins with its first call. */
    readNotices: () => profileAfter(context, refreshNotices(context)),
    /** The owner has seen the notices that were read. */
    dismissNotices: () => profileAfter(context, dismissNotices(context)),
    listEvents: ({ cursor }: { cursor?: string | undefined }) =>
      context.api.listEvents(currentSession(context).token, cursor),
  }
}

/** The first page starts at the newest head, so that another device's entries are included. */
async function readLog(context: DeviceContext, cursor: ActivityCursor | undefined): Promise<ActivityPage> {
  const { token, vault } = cursor === undefined ? await refreshSession(context) : currentSession(context)
  const entries = await context.api.readActivity(token, (cursor?.seq ?? vault.activityCount) + 1)
  const { events, next } = await readActivity(vault, entries, cursor)
  const earlier = cursor === undefined ? [] : [...(context.state.steps.readEntries ?? [])]
  context.state.steps.readEntries = new Map([...earlier, ...events.map(({ seq, entry }) => [seq, entry] as const)])
  const view = ({ seq, event }: LoggedEvent) => ({ seq, event, issuers: issuersOfRelease(event, vault.items) })
  return { events: events.map(view), next }
}

export function createSessionCalls(context: DeviceContext) {
  const { api } = context
  const token = () => currentSession(context).token
  return {
    listSessions: async () => api.listSessions(token()),
    endSession: ({ sessionId }: { sessionId: string }) => nullAfter(api.endSessionOf(token(), sessionId)),
    /** With `apps`, also ends the apps' grants. */
    async endOtherSessions({ apps }: { apps: boolean }) {
      await api.endOtherSessions(token(), false)
      if (!apps) return null
      // Before core revokes access, so that no quick approval follows; after the sessions, which could race it.
      await commitEdits(context, {}, memoryOfEnd(stampOf(context).at))
      await api.endOtherSessions(token(), true)
      return null
    },
    listOperatorClaims: async () => (await api.listOperatorClaims(token())).claims,
    listGrants: async () => api.listGrants(token()),
    readAppHistory: async () => appHistoryOf(currentSession(context).vault),
    /** Changes what an app's next approval starts from. That one is shown whole, on every device. */
    changeNextChoice: async (choice: NextChoice) =>
      nullAfter(commitEdits(context, {}, memoryOfChoice(choice, stampOf(context).at))),
    /** Revokes all grants of an app. The log prefers the vault's name for it to `name`. */
    async revokeApp({ clientId, name }: { clientId: string; name: string }) {
      await commitEdits(context, {}, memoryOfEnd(stampOf(context).at, clientId))
      await api.revokeGrants(token(), clientId)
      // The app has lost access already: a failed log entry must not look like a failure.
      const known = findOwn(currentSession(context).vault.rpPins, clientId)?.name ?? ''
      const app = { client_id: clientId, name: known === '' ? name : known }
      const event = { type: 'app_revoked', ...stampOf(context), ...app } as const
      await commitEdits(context, { activity: [event] }, memoryOfRemoval(event.at, clientId)).catch(() => undefined)
      return null
    },
  }
}

export function createLeavingCalls(context: DeviceContext) {
  return {
    /** Everything that core holds on the user, as JSON. */
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
      return { userId }
    },
  }
}

/** The device refuses this account from now on. Best effort: core has deleted it already. */
async function rememberDeletion({ storage, clock }: DeviceContext, userId: string): Promise<void> {
  try {
    await storage.keep({ userId, deletedAt: new Date(clock.now()).toISOString() })
  } catch {
    // Best effort.
  }
}

/** Parses a receipt as far as its entry number. @throws VaultError `malformed` */
function parseReceipt(text: string): { readonly seq: number; readonly receipt: unknown } {
  try {
    const receipt = JSON.parse(text) as { readonly entry?: { readonly seq?: unknown } }
    const seq = receipt.entry?.seq
    if (typeof seq === 'number') return { seq, receipt }
  } catch {
    // Refused below.
  }
  throw new VaultError('malformed', 'This is not a receipt.')
}

export function createAdministrationCalls(context: DeviceContext) {
  return {
    /** A change needs a gesture for `administer` within five minutes, else it fails with `reauth_required`. */
    async administer(call: AdministrationCall) {
      // The gesture is for core alone: its root has no use here.
      context.unlockSecret.wipe()
      try {
        return { answer: await context.api.administer(currentSession(context).token, call) }
      } catch (error) {
        const failure = toFailure(error)
        if (failure.code !== 'reauth_required') throw error
        throw new ClientError({ ...failure, purpose: { act: 'administer' } })
      }
    },
  }
}
