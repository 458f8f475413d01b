import { byPassword, confirming } from './gesture.ts'
import { type CoreAddress, keepFirstRecoveryKey, newDevice, readAlong, signUp } from './person.ts'

/** Somebody with an account and a session, in whose name a test makes calls of its own. */
export type SignedUp = { readonly userId: string; readonly sessionToken: string }

/** Signs up by passkey. */
export async function signUpForToken(address: CoreAddress): Promise<SignedUp> {
  const core = readAlong(address)
  const { profile } = await signUp(core)
  return { userId: profile.userId, sessionToken: core.sessionToken() }
}

/** Signs up with a name and a password, for tests that look for them. */
export async function signUpByPassword(address: CoreAddress, credentials: { login: string; password: string }) {
  const core = readAlong(address)
  const device = confirming(newDevice(core), byPassword(credentials))
  const { userId } = await device.createAccount(credentials)
  const { recoveryKey } = await keepFirstRecoveryKey(device)
  return { ...credentials, device, recoveryKey, userId, sessionToken: core.sessionToken() }
}
