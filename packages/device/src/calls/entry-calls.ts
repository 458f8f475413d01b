import {
  exportPlain,
  exportSealed,
  openSealedExport,
  parseRecoveryKey,
  readPlainExport,
  reopenVault,
  VAULT_SNAPSHOT,
} from '@countersign/vault'
import type { ClaimValues } from '../claims/claim-items.ts'
import { stampOf } from '../clock.ts'
import { commitEdits } from '../entries/commit-edits.ts'
import {
  type ClaimEdits,
  type ConflictChoice,
  editsFor,
  editsForClaims,
  editsForConflict,
} from '../entries/edit-claims.ts'
import { editsForImport, previewImport } from '../entries/preview-import.ts'
import { refreshSession } from '../session/current-session.ts'
import { profileAfter, toProfile } from '../session/profile.ts'
import { currentSession, stepOf } from '../session/state.ts'
import type { ImportPreview } from '../views.ts'
import type { DeviceContext } from './handlers.ts'

export function createEntryCalls(context: DeviceContext) {
  const items = () => currentSession(context).vault.items
  return {
    /** Sets one value for each claim. An empty value removes the claim with all of its values. */
    saveProfile: ({ values }: { values: ClaimValues }) =>
      profileAfter(context, commitEdits(context, editsFor(items(), values))),
    /** Sets several values of a claim. Without an id, adds one; at most one stays preferred. */
    saveItems: (edits: ClaimEdits) => profileAfter(context, commitEdits(context, editsForClaims(items(), edits))),
    resolveConflict: (choice: ConflictChoice) =>
      profileAfter(context, commitEdits(context, editsForConflict(items(), choice))),
    refresh: () => profileAfter(context, refreshSession(context)),
    ...createExportCalls(context),
    ...createImportCalls(context),
  }
}

function createExportCalls(context: DeviceContext) {
  return {
    async exportPlain() {
      currentSession(context)
      return context.unlockSecret.spend({ act: 'export_vault' }, async () => {
        await logExport(context)
        return { text: exportPlain(currentSession(context).vault) }
      })
    },
    /** The encrypted vault: opens offline with the recovery key. */
    async exportSealed() {
      await logExport(context)
      const { token, vault } = currentSession(context)
      const snapshot = VAULT_SNAPSHOT.read(await context.api.readVault(token))
      // A copy that does not open is no backup.
      await reopenVault(vault, snapshot)
      return { text: exportSealed(snapshot) }
    },
  }
}

function createImportCalls(context: DeviceContext) {
  return {
    previewPlainImport: async ({ text }: { text: string }) => previewImport(context, readPlainExport(text)),
    async previewSealedImport({ text, recoveryKey }: { text: string; recoveryKey: string }): Promise<ImportPreview> {
      const { items, wroteAt } = await openSealedExport(text, await parseRecoveryKey(recoveryKey))
      return { ...(await previewImport(context, items)), wroteAt: wroteAt.toISOString() }
    },
    async commitImport() {
      const planned = stepOf(context.state, 'plannedImport')
      const activity = planned.length === 0 ? [] : [{ type: 'imported', ...stampOf(context) } as const]
      await commitEdits(context, { activity }, (now) => editsForImport(now, planned))
      context.state.steps.plannedImport = undefined
      return toProfile(context)
    },
  }
}

/** Best effort: an export must work offline. */
async function logExport(context: DeviceContext): Promise<void> {
  const event = { type: 'exported', ...stampOf(context) } as const
  await commitEdits(context, { activity: [event] }).catch(() => undefined)
}
