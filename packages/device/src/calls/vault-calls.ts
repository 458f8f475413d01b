import {
  type ActivityEvent,
  exportPlain,
  exportSealed,
  openSealedExport,
  parseRecoveryKey,
  readPlainExport,
  reopenVault,
  VAULT_SNAPSHOT,
} from '@countersign/vault'
import { approveRequest, denyLocked, denyRequest, giveBackRequest } from '../approval/answer-request.ts'
import { answerUnasked } from '../approval/answer-unasked.ts'
import { appIdentityOf } from '../approval/app-identity.ts'
import { checkApp } from '../approval/app-pins.ts'
import { openRequest, readRequest } from '../approval/read-request.ts'
import { lastChoiceFor } from '../apps/last-choice.ts'
import { heldCredentialsOf, viewCredential } from '../credentials/credential-view.ts'
import { offeredClaims } from '../credentials/requested-credentials.ts'
import { authorOf, currentSession, type DeviceContext, type Handlers, present } from '../device-context.ts'
import { commitEdits } from '../entries/commit-edits.ts'
import { editsFor, editsForClaims, editsForConflict } from '../entries/edit-claims.ts'
import { editsForImport, previewImport } from '../entries/preview-import.ts'
import { ClientError } from '../failure.ts'
import { refreshSession } from '../session/current-session.ts'
import { toProfile } from '../session/profile.ts'

type EntryCallName =
  | 'saveProfile'
  | 'saveItems'
  | 'resolveConflict'
  | 'refresh'
  | 'exportPlain'
  | 'exportSealed'
  | 'previewPlainImport'
  | 'previewSealedImport'
  | 'commitImport'

/** The calls that read and write the vault's entries. */
export function createEntryCalls(context: DeviceContext): Handlers<EntryCallName> {
  const items = () => currentSession(context).vault.items
  return {
    async saveProfile({ values }) {
      await commitEdits(context, editsFor(items(), values))
      return toProfile(context)
    },
    async saveItems(edits) {
      await commitEdits(context, editsForClaims(items(), edits))
      return toProfile(context)
    },
    async resolveConflict(choice) {
      await commitEdits(context, editsForConflict(items(), choice))
      return toProfile(context)
    },
    async refresh() {
      await refreshSession(context)
      return toProfile(context)
    },
    ...createExportCalls(context),
    ...createImportCalls(context),
  }
}

function createExportCalls(context: DeviceContext) {
  return {
    async exportPlain() {
      currentSession(context)
      return context.unlockSecret.spend({ act: 'export_vault' }, async () => {
        await logEntry(context, 'exported')
        return { text: exportPlain(currentSession(context).vault) }
      })
    },
    async exportSealed() {
      await logEntry(context, 'exported')
      const { token, vault } = currentSession(context)
      const snapshot = VAULT_SNAPSHOT.read(await context.api.readVault(token))
      // What does not open is no backup.
      await reopenVault(vault, snapshot)
      return { text: exportSealed(snapshot) }
    },
  } satisfies Partial<Handlers>
}

function createImportCalls(context: DeviceContext) {
  return {
    previewPlainImport: async ({ text }) => previewImport(context, readPlainExport(text)),
    async previewSealedImport({ text, recoveryKey }) {
      const { items, wroteAt } = await openSealedExport(text, await parseRecoveryKey(recoveryKey))
      return { ...(await previewImport(context, items)), wroteAt: wroteAt.toISOString() }
    },
    async commitImport() {
      const planned = present(context.state.plannedImport)
      const activity = planned.length === 0 ? [] : [eventNow(context, 'imported')]
      await commitEdits(context, { activity }, (now) => editsForImport(now, planned))
      context.state.plannedImport = undefined
      return toProfile(context)
    },
  } satisfies Partial<Handlers>
}

/** Best effort: an export must not fail for want of a connection, since it is also the way to leave. */
async function logEntry(context: DeviceContext, type: 'exported'): Promise<void> {
  await commitEdits(context, { activity: [eventNow(context, type)] }).catch(() => undefined)
}

function eventNow(context: DeviceContext, type: 'exported' | 'imported'): ActivityEvent {
  const { device, wroteAt } = authorOf(context)
  return { type, at: wroteAt.toISOString(), device }
}

type ConsentCallName =
  | 'findDeviceRequest'
  | 'readRequest'
  | 'checkApp'
  | 'approve'
  | 'approveAsBefore'
  | 'deny'
  | 'denyLocked'
  | 'giveBackRequest'
  | 'answerSilently'

/** The calls that answer authorization requests. */
export function createConsentCalls(context: DeviceContext): Handlers<ConsentCallName> {
  return {
    findDeviceRequest: async ({ userCode }) => context.api.findDeviceRequest(userCode),
    readRequest: async ({ id }) => openRequest(context, id),
    async checkApp({ id }) {
      const { items, rpPins } = currentSession(context).vault
      const request = readRequest(context, id)
      const app = appIdentityOf(request)
      const credentials = (await heldCredentialsOf(items)).map(viewCredential)
      const offered = offeredClaims(request, credentials, context.clock.now())
      return { ...(await checkApp(rpPins, app)), last: lastChoiceFor(items, app.clientId, offered) }
    },
    approve: async (approval) => approveRequest(context, approval),
    approveAsBefore: async (shown) => (await loadAsBefore()).approveAsBefore(context, shown),
    deny: async ({ id }) => denyRequest(context, id),
    denyLocked: async ({ id }) => denyLocked(context, id),
    giveBackRequest: ({ id }) => giveBackRequest(context, id),
    answerSilently: (input) => answerUnasked(context, input),
  }
}

/**
 * Only for who comes back to an app.
 * @throws ClientError `offline` if the script does not arrive
 */
async function loadAsBefore() {
  try {
    return await import('../approval/approve-as-before.ts')
  } catch (error) {
    throw new ClientError({ code: 'offline' }, { cause: error })
  }
}
