import { BlockList, isIPv4 } from 'node:net'
import { listEvents } from '@countersign/provider'
import { readSettings } from '@countersign/service/settings'
import type { CommandContext } from '../command-context.ts'
import { PROCESS_SETTINGS } from '../settings/process-settings.ts'
import type { Finding } from './finding.ts'

const ONE_DAY_MS = 86_400_000

/** Who forwarded requests during the last day, was not believed and would not be today: a proxy, as a rule. */
export async function inspectProxies({ env, withDatabase }: CommandContext): Promise<Finding[]> {
  const { TRUSTED_PROXIES } = PROCESS_SETTINGS
  const settings = await readSettings(env, { TRUSTED_PROXIES }).catch(() => undefined)
  // Nothing can be compared with what cannot be read; the finding on the setting says so.
  if (!settings) return []
  const since = new Date(Date.now() - ONE_DAY_MS)
  const { events } = await withDatabase(({ sql }) =>
    listEvents(sql, { event: 'forwarded_header_ignored', since }, { limit: 1 }),
  ).catch(
    // Of a database that is away or not migrated the other findings tell.
    () => ({ events: [] }),
  )
  return events.flatMap(({ at, network }) =>
    network === undefined || isAmong(settings.TRUSTED_PROXIES, network) ? [] : describe(network, at),
  )
}

function describe(network: string, at: Date): Finding {
  return {
    name: `proxy ${network}`,
    value: `not believed at ${at.toISOString()}`,
    source: 'audit trail',
    weakness:
      'forwards requests and is not believed: if it is yours, name it in TRUSTED_PROXIES, or all count as one address.',
  }
}

/** `network` is an IPv4 address or the /64 of an IPv6 address, as the trail keeps them. */
function isAmong(trusted: readonly string[], network: string): boolean {
  const list = new BlockList()
  for (const each of trusted) {
    const [address = '', prefix] = each.split('/')
    const version = isIPv4(address) ? 'ipv4' : 'ipv6'
    list.addSubnet(address, Number(prefix ?? (version === 'ipv4' ? 32 : 64)), version)
  }
  const [address = ''] = network.split('/')
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}
