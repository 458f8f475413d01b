import { execSync } from 'node:child_process'
import { SignInError } from '@countersign/sdk'
import { type Call, expectStatus, httpCaller, type SignedUp, startBeforeAll } from '@countersign/testing'
import { describe, expect, test } from 'vitest'
import { relyingApp, startFlow } from '../support/start-flow.ts'
import { APP_REDIRECT_URI, signUpOn, startSystem } from '../support/system.ts'

/** Shell commands that end one worker of the given cluster without a farewell, and start it again. */
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

  /** Approves and exchanges; answers the tokens, or `try again` where any step says that. */
  async function finish({ person, id, flow }: Waiting): Promise<{ accessToken: string } | 'try again'> {
    const core: Call = httpCaller(system.coreUrl)
    const headers = { authorization: `Bearer ${person.sessionToken}` }
    const claims = { email: 'ada@example.com' }
    const attest = { auth_request_id: id, user_id: person.userId, audience: system.client.clientId, claims }
    const requests = `/api/internal/oauth/requests/${id}/`
    const read = await core({ method: 'GET', path: requests, headers })
    if (read.status === 503) return 'try again'
    expectStatus(200, read)
    const attested = await core({ method: 'POST', path: '/api/internal/attest-data/', body: attest, headers })
    if (attested.status === 503) return 'try again'
    const body = { approved_scopes: ['openid', 'email'], ...expectStatus(200, attested) }
    const completed = await core({ method: 'POST', path: `${requests}complete/`, body, headers })
    if (completed.status === 503) return 'try again'
    const { authorization_code: code } = expectStatus(200, completed)
    const callback = new URL(APP_REDIRECT_URI)
    callback.search = new URLSearchParams({ code: String(code), state: flow.state, iss: system.providerUrl }).toString()
    try {
      return (await relyingApp(system).finishSignIn(callback.href, flow)).tokens
    } catch (error) {
      if (error instanceof SignInError && error.providerError === 'temporarily_unavailable') return 'try again'
      throw error
    }
  }

  const isLive = async (accessToken: string): Promise<boolean> => {
    const headers = { authorization: `Bearer ${accessToken}` }
    return (await fetch(`${system.providerUrl}/oauth/userinfo`, { headers })).status === 200
  }

  test('flows on the others go on, what failed says 503 and can be done again, and nothing acknowledged is lost', async () => {
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
