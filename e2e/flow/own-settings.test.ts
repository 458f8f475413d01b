import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { createServerDatabase, freePort, signUp, startBeforeAll, temporaryFolder } from '@countersign/testing'
import type { Component } from 'countersign'
import { expect, test } from 'vitest'
import { APP_REDIRECT_URI } from '../support/app-page.ts'
import { approvalOf } from '../support/approval.ts'
import { runCommand, serve } from '../support/serve.ts'
import { relyingApp } from '../support/start-flow.ts'
import { callbackWith } from './consent-calls.ts'

const REPOSITORY = join(import.meta.dirname, '..', '..')
const GUIDE = join(REPOSITORY, 'docs/guides/run/apart.md')
const COMPONENTS = ['provider', 'core', 'web', 'oprf'] as const
const APP = ['clients', 'add', '--name', 'App', '--redirect-uri', APP_REDIRECT_URI, '--plain', '--json']
const SCOPES = ['openid', 'email', 'profile'].flatMap((scope) => ['--scope', scope])

type Settings = Readonly<Record<string, string>>

function readTable(): readonly (readonly string[])[] {
  const rows = readFileSync(GUIDE, 'utf8').matchAll(/^\| (?<names>`[A-Z].*?) \|(?<cells>(?:[^|\n]*\|){4})$/gm)
  const marks = [...rows].map(({ groups: { names = '', cells = '' } = {} }) => ({
    names: [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name),
    isGiven: cells.split('|').map((cell) => cell.trim() !== ''),
  }))
  return COMPONENTS.map((_, column) => marks.flatMap(({ names, isGiven }) => (isGiven[column] ? names : [])))
}

async function makeSecrets(): Promise<Settings> {
  const text = await runCommand(REPOSITORY, {}, 'secrets')
  // Two of them are commented out.
  const commented = [...text.matchAll(/(?:OPAQUE_SERVER_KEYS|OPRF_TOKEN)=\S+/g)].join('\n')
  return Object.fromEntries(
    Object.entries(parseEnv(`${text}\n${commented}`)).map(([name, value = '']) => [name, value]),
  )
}

/** Only core gets the private half: it signs data tokens. */
function publicHalf(secret = ''): string {
  const { d: _private, ...key } = JSON.parse(secret)
  return JSON.stringify(key)
}

const folder = temporaryFolder()

/** Every component in its own process, with only the settings of the guide's table. */
const apart = startBeforeAll(async () => {
  const stack = new AsyncDisposableStack()
  const database = stack.adopt(await createServerDatabase(), ({ drop }) => drop())
  const ports = await Promise.all(COMPONENTS.map(freePort))
  const [providerUrl = '', coreUrl = '', webUrl = ''] = ports.map((port) => `http://localhost:${port}`)
  const all: Settings = {
    ...(await makeSecrets()),
    BASE_URL: providerUrl,
    PROVIDER_URL: providerUrl,
    CORE_URL: coreUrl,
    WEB_URL: webUrl,
    TRUSTED_PROXIES: 'none',
    DATABASE_URL: database.url,
    DATA_DIR: folder,
  }
  const settingsOf = readTable().map((names, index): Settings => {
    const own = Object.entries(all).filter(([name]) => names.includes(name))
    return Object.fromEntries([...own, ['PORT', String(ports[index])]])
  })
  const ofProvider: Settings = { ...settingsOf[0], DATA_TOKEN_SECRET: publicHalf(all['DATA_TOKEN_SECRET']) }
  const start = async (component: Component, index: number) => {
    const own = component === 'provider' ? ofProvider : (settingsOf[index] ?? {})
    stack.adopt(await serve(REPOSITORY, [component], own), ({ stop }) => stop())
  }
  await Promise.all(COMPONENTS.map(start))
  return {
    ofProvider,
    ports,
    providerUrl,
    core: { url: coreUrl, origin: webUrl },
    close: () => stack.disposeAsync(),
  }
})

test.each(COMPONENTS)('with the settings of its own column of the guide, %s is ready', async (component) => {
  const answer = await fetch(`http://localhost:${apart.ports[COMPONENTS.indexOf(component)]}/health/ready`)
  expect(await answer.json()).toMatchObject({ status: 'ok' })
})

test('components apart with their own settings: a user signs up, approves, and the app gets tokens', async () => {
  const { client_id: clientId, client_secret: clientSecret } = JSON.parse(
    await runCommand(REPOSITORY, apart.ofProvider, ...APP, ...SCOPES),
  )
  const system = { providerUrl: apart.providerUrl, client: { clientId, clientSecret } }
  const { device, profile } = await signUp(apart.core)
  const app = relyingApp(system)
  const { url, flow } = await app.beginSignIn()
  const answer = await device.approve(await approvalOf({ system }, device, url))
  const callback = callbackWith({ code: answer.code, state: flow.state, iss: apart.providerUrl })
  const { subject } = await app.finishSignIn(callback, flow)
  expect(subject).toBe(profile.userId)
})
