import { Resolver } from 'node:dns/promises'

const TRY_MS = 1_000
const TRIES = 2

/**
 * Asks name servers (the system's, if none are given) for the addresses of a name that somebody else chose. Not by
 * `dns.lookup`: that keeps one of the few threads of the process until the servers answer, cannot be given up, and so a
 * silent one would stop every other look-up, the database's too.
 */
export function resolveBy(servers?: readonly string[]) {
  return async (hostname: string, signal: AbortSignal): Promise<readonly string[]> => {
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
    if (servers) resolver.setServers([...servers])
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    signal.removeEventListener('abort', cancel)
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const [first] = answers
    // Most names have addresses of one kind only, so one refusal says nothing.
    if (addresses.length === 0 && first.status === 'rejected') throw first.reason
    return addresses
  }
}
