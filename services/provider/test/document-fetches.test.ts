import { UNBRANDED } from '@countersign/service/brand'
import { createNetworkLimiter } from '@countersign/service/limits'
import { type OutboundPolicy, PUBLIC_INTERNET } from '@countersign/service/network'
import { createTestDatabase, startBeforeAll, TEST_HOST } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { BUILT_IN_SCOPES } from '../src/catalogue/scopes/known-scopes.ts'
import {
  createClientDocuments,
  DOCUMENT_PAUSE_MS,
  PLACES_PER_NETWORK,
} from '../src/clients/documents/client-documents.ts'
import { DOCUMENT_MAX_AGE_MS } from '../src/clients/documents/document-memory.ts'
import { DOCUMENTS_PER_NETWORK } from '../src/ground/rate-limits/limiters.ts'
import { providerMigrations } from '../src/index.ts'
import { ANY, publishDocuments } from './published-documents.ts'
import { LOOPBACK } from './test-internet.ts'

const { fetched, outbound, hostOf, publish, rename, remove } = publishDocuments()
/** Two networks that have nothing to do with each other. */
const [STRANGER, NEIGHBOUR] = ['203.0.113.7', '198.51.100.9']

describe('documents of unknown clients:', () => {
  let clock = Date.now()
  const database = startBeforeAll(() => createTestDatabase('embedded', providerMigrations))
  const createDocuments = (changes: Partial<Parameters<typeof createClientDocuments>[0]> = {}) => {
    const unavailable: string[] = []
    const now = () => new Date(clock)
    const client = createClientDocuments({
      sql: database.sql,
      fetches: createNetworkLimiter({ limit: DOCUMENTS_PER_NETWORK, windowSeconds: 60 }, now),
      requestLifetimeSeconds: 600,
      brand: UNBRANDED,
      hosts: ANY,
      outbound: outbound(),
      scopes: { all: async () => BUILT_IN_SCOPES },
      now,
      onUnavailable: ({ reason }) => unavailable.push(reason),
      ...changes,
    })
    return { ...client, unavailable }
  }

  test('each is fetched once for many at once; a missing one every half minute', async () => {
    const documentsOf = createDocuments()
    const find = (clientId: string) => documentsOf.find(clientId, STRANGER)
    const clientId = publish()
    const found = await Promise.all(Array.from({ length: 50 }, () => find(clientId)))
    expect(new Set(found).size).toBe(1)
    const gone = publish()
    remove(gone)
    for (let round = 0; round < 20; round += 1) expect(await find(gone)).toBeUndefined()
    expect(fetched).toHaveLength(2)
    clock += DOCUMENT_PAUSE_MS
    await find(gone)
    expect(fetched).toHaveLength(3)
  })

  test('a network fetches ten a minute, and shuts no other network out', async () => {
    const documentsOf = createDocuments()
    const known = publish()
    expect(await documentsOf.find(known, STRANGER)).toBeDefined()
    const junk = async () => {
      for (let number = 0; number < 3 * DOCUMENTS_PER_NETWORK; number += 1)
        await documentsOf.find(`https://${hostOf()}/none-${number}-${clock}`, STRANGER)
    }
    await junk()
    expect(fetched).toHaveLength(DOCUMENTS_PER_NETWORK)
    expect(await documentsOf.find(publish(), STRANGER)).toBeUndefined()
    expect(await documentsOf.find(publish(), NEIGHBOUR)).toBeDefined()
    clock += DOCUMENT_MAX_AGE_MS
    await junk()
    rename(known)
    expect((await documentsOf.find(known, STRANGER))?.name).toContain('Renamed')
  })

  test('a network without name server fills its own places; others are served', async () => {
    const asked: string[] = []
    const silence = new Promise<never>(() => undefined)
    const resolve: OutboundPolicy['resolve'] = async (hostname) => {
      asked.push(hostname)
      return hostname === TEST_HOST ? [LOOPBACK] : silence
    }
    const documentsOf = createDocuments({ outbound: { ...outbound(), resolve } })
    const network = (number: number) => `2001:db8:1:${number.toString(16)}::1`
    const asking = Array.from({ length: 64 }, async (_, number) =>
      documentsOf.find(`https://silent-${number}.example/client`, network(number)),
    )
    const honest = await Promise.all(Array.from({ length: 8 }, async () => documentsOf.find(publish(), NEIGHBOUR)))
    expect(asked.filter((name) => name.startsWith('silent'))).toHaveLength(PLACES_PER_NETWORK)
    expect(honest.filter((client) => client !== undefined)).toHaveLength(PLACES_PER_NETWORK)
    expect(await Promise.all(asking)).toEqual(Array.from({ length: 64 }))
    expect(await documentsOf.find(publish(), network(0))).toBeDefined()
  })

  test.each<[string, readonly string[]]>([
    ['https://127.0.0.1/client', []],
    ['https://[::1]/client', []],
    ['https://[::ffff:169.254.169.254]/latest', []],
    ['https://0x7f.1/client', []],
    ['https://169.254.169.254/latest/meta-data', ['is not on the public internet']],
    ['https://10.0.0.1/client', ['is not on the public internet']],
    ['https://localhost/client', []],
  ])('CVE-2026-1180: is never our own network (%s)', async (clientId, reasons) => {
    const { unavailable, ...documentsOf } = createDocuments({ outbound: PUBLIC_INTERNET })
    expect(await documentsOf.find(clientId, STRANGER)).toBeUndefined()
    expect(unavailable).toEqual(reasons)
    expect(fetched).toEqual([])
  })

  test.each([
    ['a private address', ['10.0.0.1']],
    ['a public address and a private one', ['93.184.215.14', '169.254.169.254']],
  ])('CVE-2026-1180: is never our own network, by a name with %s', async (_case, addresses) => {
    const resolving = { ...PUBLIC_INTERNET, resolve: async () => addresses }
    const { unavailable, ...documentsOf } = createDocuments({ outbound: resolving })
    expect(await documentsOf.find('https://rebound.example/client', STRANGER)).toBeUndefined()
    expect(unavailable).toEqual(['is not on the public internet'])
  })
})
