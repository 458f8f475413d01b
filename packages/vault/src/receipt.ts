import { type ActivityEvent, readActivityEvent } from './activity-event.ts'
import { VaultError } from './errors.ts'
import { malformed, readExactFields } from './parse.ts'
import { openEntry } from './read-activity.ts'
import { ACTIVITY_ENTRY, type ActivityEntry } from './records.ts'
import type { OpenVault } from './vault.ts'

/** Only the owner's key makes or checks the sealed record, so it convinces the owner alone. */
export type Receipt = {
  readonly format: typeof FORMAT
  readonly v: 1
  readonly vault_id: string
  readonly entry: ActivityEntry
  readonly event: ActivityEvent
}

const FORMAT = 'countersign-receipt'
const WHAT = 'receipt'

/** @throws VaultError `tampered`, `receipt_too_old` */
export async function receiptOf(vault: OpenVault, entry: ActivityEntry): Promise<Receipt> {
  const event = await openReceiptEntry(vault, entry)
  return { format: FORMAT, v: 1, vault_id: vault.vaultId, entry, event }
}

/** Checks that a device of the owner wrote exactly this entry, and returns it. @throws VaultError */
export async function checkReceipt(vault: OpenVault, receipt: unknown): Promise<ActivityEvent> {
  const fields = readExactFields(receipt, ['format', 'v', 'vault_id', 'entry', 'event'], WHAT)
  if (fields.format !== FORMAT || fields.v !== 1) throw malformed(WHAT)
  const [entry, shown] = [ACTIVITY_ENTRY.read(fields.entry), readActivityEvent(fields.event)]
  if (fields.vault_id !== vault.vaultId) throw notGenuine()
  const event = await openReceiptEntry(vault, entry)
  // Both come from one reader, so equal events are equal texts.
  if (JSON.stringify(event) !== JSON.stringify(shown)) throw notGenuine()
  return event
}

/** Refuses an entry beyond the end of the log: it was prepared and never accepted. */
async function openReceiptEntry(vault: OpenVault, entry: ActivityEntry): Promise<ActivityEvent> {
  if (entry.seq > vault.activityCount) throw notGenuine()
  try {
    return await openEntry(vault, entry)
  } catch (error) {
    if (!(error instanceof VaultError && error.code === 'tampered')) throw error
    throw entry.seq < vault.internal.body.activity.from ? tooOld() : notGenuine()
  }
}

function tooOld(): VaultError {
  return new VaultError('receipt_too_old', 'This receipt is older than the log that the vault keeps.')
}

function notGenuine(): VaultError {
  return new VaultError('tampered', 'This receipt was altered, or it is not of this vault.')
}
