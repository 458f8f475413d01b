import { setTimeout as pause } from 'node:timers/promises'
import { type KeptProcess, until } from './kept-process.ts'
import type { DatabaseNodes } from './start-patroni.ts'

type Kill = { readonly what: string; readonly run: () => Promise<void> }

/** Shortest absence of a machine. */
const AWAY_MS = 2_000

/** Everything that is killed and comes back: processes by their supervisor, nodes when replaced. */
export function listKills([a, b]: DatabaseNodes, services: readonly KeptProcess[]): readonly Kill[] {
  const findNodes = async () => ((await a.isPrimary()) ? { primary: a, standby: b } : { primary: b, standby: a })
  const service = (kind: string) => async (): Promise<void> => {
    const ofKind = services.filter(({ name }) => name.startsWith(kind))
    const killed = ofKind[Math.floor(Math.random() * ofKind.length)]
    await killed?.kill()
  }
  return [
    {
      what: 'PostgreSQL of the primary',
      run: async () => {
        const { primary } = await findNodes()
        primary.killPostgres()
        // Either the standby takes over or Patroni restarts the primary first.
        await pause(AWAY_MS)
      },
    },
    { what: 'a core', run: service('core') },
    {
      what: 'the machine of the primary',
      run: async () => {
        const { primary, standby } = await findNodes()
        await primary.killMachine()
        await until('the standby has taken over', standby.isPrimary)
        primary.start()
      },
    },
    { what: 'a provider', run: service('provider') },
    {
      what: 'the machine of the standby',
      run: async () => {
        const { standby } = await findNodes()
        await standby.killMachine()
        await pause(AWAY_MS)
        standby.start()
      },
    },
  ]
}

/** Waits until one node is primary and the other has all that it acknowledged. */
export async function untilWhole([a, b]: DatabaseNodes): Promise<void> {
  const decides = async (node: DatabaseNodes[0]) => (await node.isPrimary()) && (await node.isFollowed())
  await until('both nodes are there', async () => (await decides(a)) || (await decides(b)))
}
