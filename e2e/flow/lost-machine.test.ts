import { execSync } from 'node:child_process'
import { SignInError } from '@countersign/sdk'
import { expectStatus, type SignedUp, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { relyingApp, startFlow } from '../support/start-flow.ts'
import { signUpOn, startSystem } from '../support/system.ts'
import { callbackWith, consentOn } from './consent-calls.ts'

/** Shell commands that kill one worker of the given cluster and start it again. */
const { KILL_WORKER: kill, START_WORKER: revive } = process.env

const isTold = kill !== undefined && revive !== undefined
const whether = isTold ? '' : ' (not run: KILL_WORKER and START_WORKER do not say how)'

describe.runIf(isTold)(`while one machine of a cluster is lost${whether}`, () => {
  const system = startBeforeAll(() => startSystem('postgresql', 'together'))

  type Waiting = { readonly person: SignedUp; readonly id: string; readonly url: string; readonly flow: Flow }
  type Flow = Awaited<ReturnType<ReturnType<typeof relyingApp>['beginSignIn']>>['flow']

  async function prepare(): Promise<Waiting> {
    const person = await signUpOn(system)
    const { url, flow } = await relyingApp(system).beginSignIn()
    return { person, id: await startFlow(system, url), url, flow }
  }

  /** Approves and exchanges; returns the tokens, or `try again` if any step answers 503. */
  async function finish({ person, id, flow }: Waiting): Promise<{ accessToken: string } | 'try again'> {
    const consent = consentOn(system, person)
    const read = await consent.read(id)
    if (read.status === 503) return 'try again'
    expectStatus(200, read)
    const attested = await consent.attest(id, { claims: { email: 'ada@example.com' } })
    if (attested.status === 503) return 'try again'
    const { data_token } = expectStatus(200, attested)
    const completed = await consent.complete(id, data_token, ['openid', 'email'])
    if (completed.status === 503) return 'try again'
    const { authorization_code: code } = expectStatus(200, completed)
    const callback = callbackWith({ code: String(code), state: flow.state, iss: system.providerUrl })
    try {
      return (await relyingApp(system).finishSignIn(callback, flow)).tokens
    } catch (error) {
      if (error instanceof SignInError && error.providerError === 'temporarily_unavailable') return 'try again'
      throw error
    }
  }

  const isLive = async (accessToken: string): Promise<boolean> => {
    const headers = { authorization: `Bearer ${accessToken}` }
    return (await fetch(`${system.providerUrl}/oauth/userinfo`, { headers })).status === 200
  }

  test('other flows go on, failures say 503 and can be repeated, and nothing acknowledged is lost', async () => {
    const before = await Promise.all(Array.from({ length: 4 }, prepare))
    const acknowledged = await Promise.all(before.map(finish))
    expect(acknowledged).not.toContain('try again')
    const waiting = await Promise.all(Array.from({ length: 24 }, prepare))
    execSync(String(kill))
    const during = await Promise.all(waiting.map(finish))
    const failed = waiting.filter((_, index) => during[index] === 'try again')
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.length).toBeLessThan(waiting.length)
    execSync(String(revive))
    const ready = async () => (await Promise.all(failed.slice(0, 1).map(finish)))[0]
    await expect.poll(ready, { timeout: 30_000 }).not.toBe('try again')
    const after = await Promise.all(failed.slice(1).map(finish))
    expect(after).not.toContain('try again')
    const given = [...acknowledged, ...during, ...after].filter((tokens) => tokens !== 'try again')
    const live = await Promise.all(given.map(({ accessToken }) => isLive(accessToken)))
    expect(live).not.toContain(false)
  })
})
