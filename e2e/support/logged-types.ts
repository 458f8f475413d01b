import type { Device } from '@countersign/device'

/** Types of all events in a vault's log, newest first. */
export async function readLoggedTypes(device: Device): Promise<string[]> {
  const types: string[] = []
  let page = await device.readActivity({})
  for (;;) {
    types.push(...page.events.map(({ event }) => event.type))
    if (page.next === undefined) return types
    page = await device.readActivity({ cursor: page.next })
  }
}
