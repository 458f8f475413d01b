import { signUp } from '@countersign/testing'
import { expect, test } from 'vitest'
import { registerKeptApp, signInAt } from '../support/kept-app.ts'
import { startSystem } from '../support/system.ts'
import { dumpAsText, searchFor, startWiretap } from '../support/traces.ts'

/** Of two values each. */
const EDITS = 25

test('data updates: of 50 values none is in a database, log or message that could be read', async () => {
  let wiretap: Awaited<ReturnType<typeof startWiretap>> | undefined
  const system = await startSystem('postgresql', 'apart', {
    detour: async (providerUrl) => (wiretap = await startWiretap(providerUrl)).url,
  })
  try {
    const calls: string[] = []
    const core = {
      url: system.coreUrl,
      issuer: system.providerUrl,
      origin: new URL(system.webUrl).origin,
      system,
      async fetch(url: string, init: RequestInit) {
        const response = await fetch(url, init)
        calls.push(JSON.stringify(init.body), await response.clone().text())
        return response
      },
    }
    const app = await registerKeptApp(core)
    const { device } = await signUp(core)
    const session = await signInAt(core, { device, app, values: { name: 'Before', address: 'Before' } })
    const secrets: Record<string, string> = {}
    const dumps: string[] = []
    const answers: string[] = []
    for (let edit = 0; edit < EDITS; edit += 1) {
      const values = { name: `Name ${crypto.randomUUID()}`, address: `Street ${crypto.randomUUID()}` }
      for (const value of Object.values(values)) secrets[value] = value
      await device.saveProfile({ values })
      const [update] = await device.listUpdates({})
      await device.sendUpdates({ updates: [update!] })
      dumps.push(await dumpAsText(system.databases))
      answers.push((await session.ask()).data_token ?? '')
      expect((await session.refresh())?.claims).toMatchObject(values)
    }
    dumps.push(await dumpAsText(system.databases))
    const places = {
      databases: dumps.join('\n'),
      log: system.log(),
      'calls to core': calls.join('\n'),
      'calls to the provider': wiretap?.heard() ?? '',
      'answers to the app': answers.join('\n'),
    }
    expect(answers.filter((update) => places['calls to the provider'].includes(update))).toHaveLength(EDITS)
    expect(searchFor({ control: app.clientId }, places)).not.toEqual([])
    expect(searchFor(secrets, places)).toEqual([])
  } finally {
    await wiretap?.close()
    await system.close()
  }
})
