import type { Device } from '@countersign/device'
import { type Authenticator, type CoreAddress, createAuthenticator, prfOutputOf } from '@countersign/testing'

/** Adds another passkey to the account that a device has open. */
export async function addAnotherPasskey(
  { origin }: CoreAddress,
  device: Device,
  label = 'Phone',
): Promise<Authenticator> {
  const passkey = createAuthenticator({ origin })
  const { options } = await device.startPasskeyAddition({})
  await device.addPasskey({ response: passkey.create(options), prf: prfOutputOf(passkey), label })
  return passkey
}

/** Ends a recovery on a device: a new passkey and the new recovery key take effect. */
export async function recoverByNewPasskey({ origin }: CoreAddress, device: Device) {
  const passkey = createAuthenticator({ origin })
  await device.prepareRecoveryKey({})
  const { options } = await device.startPasskeyAddition({})
  const answer = { response: passkey.create(options), prf: prfOutputOf(passkey), label: 'New' }
  return device.recoverByPasskey(answer)
}
