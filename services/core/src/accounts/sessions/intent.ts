import type { Intent } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'

/** The stored form of an intent: its act and its unlock record. */
export function intentKey(intent: Intent): string {
  return 'unlock_id' in intent ? `${intent.act} ${intent.unlock_id.toLowerCase()}` : intent.act
}

/** The act of a stored intent. */
export function actOf(key: string | undefined): string {
  return key?.split(' ')[0] ?? ''
}

export function reauthRequired(): ServiceError {
  return new ServiceError('reauth_required', 'Confirm that it is you, for just this, and try again.')
}
