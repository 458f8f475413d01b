import { appIdentityOf, type CallInput, type Device } from '@countersign/device'
import { startFlow } from './start-flow.ts'
import type { System } from './system.ts'

export type RequestApproval = CallInput<'approve'>

/** Has an app send a browser, reads its request as the page would, and answers an approval of it with no claims yet. */
export async function approvalOf(
  { system }: { readonly system: System },
  device: Device,
  url?: string,
): Promise<RequestApproval> {
  const id = await startFlow(system, url)
  const details = await device.readRequest({ id })
  const { client, requested_scopes: scopes, subject } = details
  return { ...appIdentityOf(details), id, appName: client.name, scopes, claims: {}, subject }
}
