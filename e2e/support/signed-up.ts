import { type CoreAddress, type SignedUp, signUpForToken } from '@countersign/testing'
import type { System } from './system.ts'

export function coreOf({ coreUrl, consentUrl }: System): CoreAddress {
  return { url: coreUrl, origin: new URL(consentUrl).origin }
}

export async function signUpOn(system: System): Promise<SignedUp> {
  return signUpForToken(coreOf(system))
}
