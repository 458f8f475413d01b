import { ready, server } from '@serenity-kit/opaque'
import { fingerprintOf } from '../secret-fingerprint.ts'

const SETUP_LABEL = 'countersign/v1/opaque-setup-id'

export function serverSetupId(serverSetup: string): string {
  return fingerprintOf(serverSetup, SETUP_LABEL)
}

export async function generateServerSetup(): Promise<string> {
  await ready
  return server.createSetup()
}

export async function isServerSetup(text: string): Promise<boolean> {
  await ready
  try {
    server.getPublicKey(text)
    return true
  } catch {
    return false
  }
}

/**
 * The public half of a setup: what a page may be told to accept.
 * @throws if the text is not a setup
 */
export async function publicKeyOf(serverSetup: string): Promise<string> {
  await ready
  return server.getPublicKey(serverSetup)
}
