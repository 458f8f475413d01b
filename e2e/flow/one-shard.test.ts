import { newDevice, type Person, signInByPasskey, signUp, signUpByPassword, startBeforeAll } from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { approvalOf, showClaims } from '../support/approval.ts'
import { type Explained, explainStatement } from '../support/explained-statement.ts'
import { recordStatements } from '../support/recorded-statements.ts'
import { coreOf } from '../support/signed-up.ts'
import { relyingApp } from '../support/start-flow.ts'
import { APP_REDIRECT_URI, startSystem } from '../support/system.ts'

const hasCluster = inject('hasCluster')

describe.runIf(hasCluster)(`on a cluster${hasCluster ? '' : ' (not run: no --database-url of one given)'}`, () => {
  const recorder = recordStatements()
  const system = startBeforeAll(() => startSystem('postgresql', 'together'))
  const url = inject('postgresUrl')
  afterAll(() => recorder.stop())

  /** How each statement of a piece of work is carried out. */
  async function explain(work: () => Promise<unknown>): Promise<readonly Explained[]> {
    recorder.take()
    await work()
    const distinct = new Map(recorder.take().map((statement) => [statement.text, statement]))
    const explained: Explained[] = []
    for (const statement of distinct.values()) explained.push(await explainStatement(url, statement))
    return explained
  }

  test('x', async () => {
    let person: Person | undefined
    const show = async (name: string, work: () => Promise<unknown>) => {
      const all = await explain(work)
      console.log(name, all.map(({ text, shards, tasks }) => `\n  ${shards}/${tasks} ${text.slice(0, 150)}`).join(''))
    }
    const core = coreOf(system)
    const credentials = { login: 'ada', password: 'violet kettle sleeps in orbit' }
    await show('sign up by password', () => signUpByPassword(core, credentials))
    await show('sign in by password', () => newDevice(core).signIn(credentials))
    await show('sign up by passkey', async () => {
      person = await signUp(core)
    })
    const { device, passkey } = person!
    await show('sign in by passkey', () => signInByPasskey(newDevice(core), passkey))
    let claims: Awaited<ReturnType<typeof showClaims>> = []
    await show('write', async () => {
      claims = await showClaims(device, { email: 'ada@example.org' })
    })
    const app = relyingApp(system)
    const { url: start, flow } = app.beginSignIn()
    let approval: Awaited<ReturnType<typeof approvalOf>>
    await show('authorize, details', async () => {
      approval = await approvalOf({ system }, device, start)
    })
    let code = ''
    await show('approve', async () => {
      code = (await device.approve({ ...approval, claims })).code
    })
    const callback = new URL(APP_REDIRECT_URI)
    callback.search = new URLSearchParams({ code, state: flow.state, iss: system.providerUrl }).toString()
    let tokens: { accessToken: string; refreshToken?: string | undefined }
    await show('exchange', async () => {
      tokens = (await app.finishSignIn(callback.href, flow)).tokens
    })
    await show('refresh', async () => {
      tokens = (await app.refresh(tokens.refreshToken ?? '')).tokens
    })
    await show('userinfo', () =>
      fetch(`${system.providerUrl}/oauth/userinfo`, { headers: { authorization: `Bearer ${tokens.accessToken}` } }),
    )
    await show('list sessions', () => device.listSessions({}))
    await show('list grants', () => device.listGrants({}))
    await show('end others', () => device.endOtherSessions({ apps: true }))
    await show('delete', () => device.deleteAccount({}))
  })
})
