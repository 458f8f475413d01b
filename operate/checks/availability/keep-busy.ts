import { setTimeout as pause } from 'node:timers/promises'
import { runFlow, type Servers } from '@countersign/bench/flow'
import type { Timed } from '@countersign/bench/load'
import { type CoreAddress, newDevice, type Person, type SignedUp, signInByPasskey, signUp } from '@countersign/testing'
import { type Ledger, noteFailure } from './ledger.ts'

type Busy = {
  readonly servers: Servers
  readonly core: CoreAddress
  readonly people: readonly SignedUp[]
  readonly ledger: Ledger
}

const FLOWS_AT_ONCE = 6
const VAULTS = 2
const FLOW_PAUSE_MS = 60
const VAULT_PAUSE_MS = 500
/** Until a user tries again. */
const AGAIN_MS = 300

/** Users who sign in to an app again and again, and some who change their vaults; all answers go into the ledger. */
export async function keepBusy({ servers, core, people, ledger }: Busy) {
  const ending = new AbortController()
  const owners = await Promise.all(Array.from({ length: VAULTS }, () => signUp(core)))
  const kept = owners.map((owner) => ({ owner, values: [] as string[] }))
  const again = async (work: () => Promise<void>, pauseMs: number): Promise<void> => {
    while (!ending.signal.aborted) {
      await work().catch(async (error: unknown) => {
        noteFailure(ledger, error)
        await pause(AGAIN_MS)
      })
      await pause(pauseMs)
    }
  }
  let flows = 0
  const flow = async (): Promise<void> => {
    const person = people[flows++ % people.length]
    if (person) await runNoted({ servers, person, ledger })
  }
  const all = [
    ...Array.from({ length: FLOWS_AT_ONCE }, () => again(flow, FLOW_PAUSE_MS)),
    ...kept.map(({ owner, values }) => again(() => addNote(owner, values), VAULT_PAUSE_MS)),
  ]
  return {
    stop: async () => {
      ending.abort()
      await Promise.all(all)
    },
    /** Counts acknowledged vault changes, and those that a new device does not find. */
    checkVaults: async () => {
      const lost = await Promise.all(kept.map(({ owner, values }) => countLost(core, owner, values)))
      return { acknowledged: kept.flatMap(({ values }) => values).length, lost: lost.reduce((sum, each) => sum + each) }
    },
  }
}

type Noted = { readonly servers: Servers; readonly person: SignedUp; readonly ledger: Ledger }

async function runNoted({ servers, person, ledger }: Noted): Promise<void> {
  let authRequestId = ''
  const noting: Timed = async (step, work) => {
    const result = await work()
    if (step === 'authorize') authRequestId = String(result)
    if (step === 'complete') ledger.approvals.push(authRequestId)
    return result
  }
  const { access_token, refresh_token } = await runFlow(servers, { timed: noting, person })
  ledger.tokens.push({ access_token, refresh_token })
  ledger.finishedAt.push(performance.now())
}

/** A change whose answer was lost may have happened: the device refreshes first. */
async function addNote({ device }: Person, values: string[]): Promise<void> {
  const value = `${values.length} at ${performance.now()}`
  try {
    await device.saveItems({ put: [{ name: 'note', value }], remove: [] })
    values.push(value)
  } catch (error) {
    await device.refresh({}).catch(() => undefined)
    throw error
  }
}

async function countLost(core: CoreAddress, { passkey }: Person, values: readonly string[]): Promise<number> {
  const { claims } = await signInByPasskey(newDevice(core), passkey)
  const found = new Set(claims.map(({ value }) => value))
  return values.filter((value) => !found.has(value)).length
}
