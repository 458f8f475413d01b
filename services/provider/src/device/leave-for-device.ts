import type { ProviderDependencies } from '../dependencies.ts'
import { sealForDevice } from './device-code.ts'
import { findDeviceKey, storeCodeForDevice } from './device-request.store.ts'

/** Leaves the code of an approval where the device that asked finds it, and nobody else can open it. */
export async function leaveForDevice(
  { sql }: Pick<ProviderDependencies, 'sql'>,
  authRequestId: string,
  code: string,
): Promise<void> {
  const publicKey = await findDeviceKey(sql, authRequestId)
  if (!publicKey) throw new Error('A request of a device has lost its device.')
  await storeCodeForDevice(sql, authRequestId, await sealForDevice(code, publicKey))
}
