import type { CallInput, ClaimValues, Device, ShownClaim } from '@countersign/device'
import { type Registered, startFlow } from './start-flow.ts'

export type RequestApproval = CallInput<'approve'>

/** Starts a request, reads it as the page would, and answers an approval without claims. */
export async function approvalOf(
  { system }: { readonly system: Registered },
  device: Device,
  url?: string,
): Promise<RequestApproval> {
  const id = await startFlow(system, url)
  const { requested_scopes: scopes } = await device.readRequest({ id })
  return { id, scopes, claims: [] }
}

/** Puts these values into the vault, and answers them as a page shows them. */
export async function showClaims(device: Device, values: ClaimValues): Promise<ShownClaim[]> {
  const { claims } = await device.saveProfile({ values })
  const shown = claims.filter(({ name, value }) => Object.hasOwn(values, name) && values[name] === value)
  return shown.map(({ id, value }) => ({ itemId: id, value }))
}
