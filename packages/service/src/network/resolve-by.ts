import { Resolver } from 'node:dns/promises'

const TRY_MS = 1_000
const TRIES = 2

/**
 * Resolves an untrusted name with the given name servers (default: the system's). Not `dns.lookup`: it blocks a thread of the
 * pool and cannot be cancelled, so a silent server would stop every other lookup, the database's too.
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
