import {
  type ClaimValues,
  claimsToShare,
  type Device,
  nextShares,
  offeredClaims,
  type SharedBefore,
  startingShares,
} from '@countersign/device'
import type { LyingCore } from '../support/lying-core.ts'
import type { Returning } from '../support/returning.ts'
import { previewOf } from './devices.ts'

/** The claims that the page of connected apps names. */
export async function namedNext(device: Device, now = Date.now()): Promise<readonly string[]> {
  const [app] = await device.readAppHistory({})
  return Object.keys(claimsToShare(nextShares(app!.next, await device.refresh({}), now)))
}

/** The browser's record, which its page shows before the vault is open. */
export async function recordOf(
  core: LyingCore,
  { askAgain, sessions }: Pick<Returning, 'askAgain' | 'sessions'>,
): Promise<SharedBefore | undefined> {
  const { asked } = await previewOf(core, await askAgain())
  return (await sessions.read())!.session!.shared?.find((each) => each.asked === asked)
}

/** The entries that the whole page has on when it opens. */
export async function selectionOf(device: Device, id: string): Promise<ClaimValues> {
  const { claims, credentials } = await device.refresh({})
  const details = await device.readRequest({ id })
  const { last } = await device.checkApp({ id })
  const vault = [...claims, ...offeredClaims(details, credentials, Date.now())]
  return claimsToShare(startingShares(details, { vault, last }))
}

export async function startOfPage(device: Device, id: string): Promise<readonly string[]> {
  return Object.keys(await selectionOf(device, id))
}

export async function changeNext(device: Device, claims: Readonly<Record<string, string>>): Promise<null> {
  const [app] = await device.readAppHistory({})
  return device.changeNextChoice({ clientId: app!.clientId, claims })
}

export async function revoke(device: Device): Promise<null> {
  const [app] = await device.readAppHistory({})
  return device.revokeApp({ clientId: app!.clientId, name: 'Books' })
}
