import { type ActivityEvent, readActivityEvent } from './activity-event.ts'
import { VaultError } from './errors.ts'
import { malformed, readExactFields } from './parse.ts'
import { openEntry } from './read-activity.ts'
import { ACTIVITY_ENTRY, type ActivityEntry } from './records.ts'
import type { OpenVault } from './vault.ts'

/**
 * A log entry to keep as a file: what it says, and the sealed record that says the same. Only its owner's key made
 * that record and only that key can check it, so it convinces its owner, and nobody can forge it to them.
 */
export type Receipt = {
  readonly format: typeof FORMAT
  readonly v: 1
  readonly vault_id: string
  readonly entry: ActivityEntry
  readonly event: ActivityEvent
}

const FORMAT = 'countersign-receipt'
const WHAT = 'receipt'

/**
 * Makes the receipt of an entry that `readActivity` returned.
 * @throws VaultError `tampered`, `receipt_too_old`
 */
export async function receiptOf(vault: OpenVault, entry: ActivityEntry): Promise<Receipt> {
  const event = await openReceiptEntry(vault, entry)
  return { format: FORMAT, v: 1, vault_id: vault.vaultId, entry, event }
}

/**
 * Checks a receipt, from a file for instance, against its owner's vault: one of their devices wrote exactly this.
 * @returns the event, as the sealed record has it
 * @throws VaultError `tampered` when it was altered or is of another vault, `receipt_too_old` when that cannot be told any
 * more, `malformed`, `unsupported`
 */
export async function checkReceipt(vault: OpenVault, receipt: unknown): Promise<ActivityEvent> {
  const fields = readExactFields(receipt, ['format', 'v', 'vault_id', 'entry', 'event'], WHAT)
  if (fields.format !== FORMAT || fields.v !== 1) throw malformed(WHAT)
  const [entry, shown] = [ACTIVITY_ENTRY.read(fields.entry), readActivityEvent(fields.event)]
  if (fields.vault_id !== vault.vaultId) throw notGenuine()
  const event = await openReceiptEntry(vault, entry)
  // Both went through the same reader, so that equal events are equal texts.
  if (JSON.stringify(event) !== JSON.stringify(shown)) throw notGenuine()
  return event
}

/** An entry beyond the end of the log was prepared once and never accepted, or is of a future that is not ours. */
async function openReceiptEntry(vault: OpenVault, entry: ActivityEntry): Promise<ActivityEvent> {
  if (entry.seq > vault.activityCount) throw notGenuine()
  try {
    return await openEntry(vault, entry)
  } catch (error) {
    if (!(error instanceof VaultError && error.code === 'tampered')) throw error
    throw entry.seq < vault.internal.body.activity.from ? tooOld() : notGenuine()
  }
}

/** The key of its time may be gone. */
function tooOld(): VaultError {
  return new VaultError('receipt_too_old', 'This receipt is older than the log that the vault keeps.')
}

function notGenuine(): VaultError {
  return new VaultError('tampered', 'This receipt was altered, or it is not of this vault.')
}
