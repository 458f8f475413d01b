import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createCountersign } from '@countersign/sdk'
import { listenLocally, signUp } from '@countersign/testing'
import { expect, onTestFinished, test } from 'vitest'
import { APP_REDIRECT_URI } from '../support/app-page.ts'
import { registerKeptApp, signInAt } from '../support/kept-app.ts'
import { useLyingCore } from '../support/lying-core.ts'

const core = useLyingCore()

test('data updates: an app that is told of a change has it with its next refresh', async () => {
  const told: string[] = []
  const shop = createServer((request, response) => {
    void text(request).then((body) => told.push(body))
    response.writeHead(202).end()
  })
  const eventsUri = `http://127.0.0.1:${await listenLocally(shop)}/events`
  onTestFinished(() => void shop.close())
  const app = await registerKeptApp(core, { eventsUri, subjectType: 'pairwise' })
  const { device } = await signUp(core)
  const session = await signInAt(core, { device, app, values: { email: 'ada@example.org' } })
  await device.saveProfile({ values: { email: 'ada@home.example' } })
  await device.sendUpdates({ updates: await device.listUpdates({}) })
  await expect.poll(() => told).toHaveLength(1)
  const countersign = createCountersign({
    issuer: core.system.providerUrl,
    clientId: app.clientId,
    redirectUri: APP_REDIRECT_URI,
    claimsDecryptionKey: JSON.stringify(app.key.privateJwk),
  })
  const { subject } = await countersign.readEvent(told[0]!)
  expect(await session.refresh()).toMatchObject({ subject, claims: { email: 'ada@home.example' }, gone: [] })
})
