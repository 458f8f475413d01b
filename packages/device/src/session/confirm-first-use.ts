import { currentSession, type DeviceContext } from '../device-context.ts'
import type { OpenedProfile } from '../views.ts'
import { replaceSession } from './current-session.ts'
import { toProfile } from './profile.ts'

/** From now on the vault is one that this device knows, on which its owner has looked at where it comes from. */
export async function confirmFirstUse(context: DeviceContext): Promise<OpenedProfile> {
  await context.storage.keep({ userId: currentSession(context).userId, isFirstUseConfirmed: true })
  replaceSession(context, { firstUse: undefined })
  return toProfile(context)
}
