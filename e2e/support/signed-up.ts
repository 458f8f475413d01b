import { newDevice, readAlong, signUp } from '@countersign/testing'
import type { System } from './system.ts'

/** Somebody with an account and a session, in whose name a test makes calls of its own. */
export type SignedUp = { readonly userId: string; readonly sessionToken: string }

export async function signUpOn(system: System): Promise<SignedUp> {
  const core = addressOf(system)
  const { profile } = await signUp(core)
  return { userId: profile.userId, sessionToken: core.sessionToken() }
}

/** With a name and a password, for tests that look for them. */
export async function signUpByPassword(system: System, credentials: { login: string; password: string }) {
  const core = addressOf(system)
  const device = newDevice(core)
  const { recoveryKey } = await device.prepareAccount(credentials)
  const { userId } = await device.createAccount(credentials)
  return { ...credentials, recoveryKey, userId, sessionToken: core.sessionToken() }
}

function addressOf({ coreUrl, consentUrl }: System) {
  return readAlong({ url: coreUrl, origin: new URL(consentUrl).origin })
}
