import type { Intent } from '@countersign/contracts'
import { ServiceError } from '@countersign/service/errors'

/** An intent as it is stored and compared: its act, and the unlock record that it means. */
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
