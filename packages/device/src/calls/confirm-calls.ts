import type { Intent } from '@countersign/contracts'
import { exportPlain, readableItems } from '@countersign/vault'
import { putBackEntries } from '../entries/commit-edits.ts'
import type { UsedPasskey } from '../passkey.ts'
import { acceptOlderVault, confirmFirstUse, confirmHistory } from '../session/confirm-vault.ts'
import { profileAfter, toProfile } from '../session/profile.ts'
import { arrivalAt } from '../session/state.ts'
import { startPasskeyStepUp, stepUpByPasskey, stepUpByPassword } from '../session/step-up.ts'
import type { DeviceContext } from './handlers.ts'

export function createConfirmCalls(context: DeviceContext) {
  return {
    startPasskeyStepUp: ({ purpose }: { purpose: Intent }) => startPasskeyStepUp(context, purpose),
    /** Confirms one change within the open session, after `reauth_required` named it. `login` may be omitted if known. */
    stepUpByPassword: (input: { purpose: Intent; password: string; login?: string }) =>
      stepUpByPassword(context, input),
    stepUpByPasskey: (input: UsedPasskey) => stepUpByPasskey(context, input),
    /** Confirms one notice of the profile; others stay. */
    async confirmVault({ what }: { what: 'first_use' | 'unproven' }) {
      const confirm = { first_use: confirmFirstUse, unproven: confirmHistory }
      await confirm[what](context)
      return toProfile(context)
    },
    /** After `rollback` or `fork`. Nothing else makes a device forget a newer state; the vault's log records it. */
    acceptOlderVault: () => profileAfter(context, acceptOlderVault(context)),
    putBackEntries: () => profileAfter(context, putBackEntries(context)),
    /** After `signIn…` refused a vault: exports the readable items in the clear. */
    async exportReadable() {
      const { snapshot, root } = arrivalAt(context.state, 'refused')
      const items = (await readableItems(snapshot, root)).map(({ untrusted }) => untrusted)
      return { text: exportPlain({ items }), count: items.length }
    },
  }
}
