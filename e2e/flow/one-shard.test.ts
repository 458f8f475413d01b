import type { GrantTerms } from '@countersign/contracts'
import { createMemorySessions, createMemoryStorage } from '@countersign/device'
import {
  countRemoteCommands,
  type Explained,
  explainStatement,
  newDevice,
  type Person,
  recordStatements,
  signInByPasskey,
  signUp,
  signUpByPassword,
  startBeforeAll,
} from '@countersign/testing'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { approvalOf, showClaims } from '../support/approval.ts'
import { relyingApp, startFlow } from '../support/start-flow.ts'
import { coreOf, startSystem } from '../support/system.ts'
import { callbackWith } from './consent-calls.ts'

const PASSWORD = { login: 'ada.lovelace', password: 'violet kettle sleeps in orbit' }

/** Batched notices and cleaning, and new signing keys: no request waits for them. */
const IN_THE_BACKGROUND =
  /provider\.audit_events|\.rate_limits|pending_revocations|pending_logouts|insert into provider\.signing_keys/

/** Statements on rows of a flow, and the look-up of its session. */
const OF_FLOWS = /provider\.(?:authorization_requests|grants)|from core\.sessions/

/** Statements for one user on every shard: grants are spread by flow, logins by name. */
const EVERYWHERE = [
  // A silent answer.
  /^select grant_id from provider\.grants where user_id/,
  // The exchange of an approval with a chosen end.
  /^update provider\.grants set ends_at/,
  /^update provider\.authorization_requests set grant_ends_at/,
  // A change of the methods.
  /^delete from core\.logins where user_id = \$1$/,
  // The list and the end of what apps were allowed.
  /^select g\.grant_id as "grantId", g\.client_id as "clientId", c\.name/,
  /^update provider\.authorization_requests set status = 'denied'/,
  /^update provider\.authorization_requests set code_used_at/,
  /^update provider\.grants g set revoked_at/,
  // The end of a session, at apps.
  /^select distinct client_id as "clientId", session_id as "sessionId" from provider\.grants where user_id/,
  // The end of an account.
  /^delete from core\.session_keys where/,
  /^delete from core\.passkey_challenges where/,
  /^delete from core\.logins where user_id = \$1 or/,
  /^delete from core\.registrations where/,
  /^delete from core\.password_throttles where device/,
  /^update core\.pending_account_acts set actor_id/,
  /^select distinct client_id from provider\.authorization_requests/,
  /^delete from provider\.authorization_requests where user_id/,
  /^delete from provider\.authorization_requests where hinted_subject/,
  /^delete from provider\.grants where user_id/,
]

const hasCluster = inject('hasCluster')
const whether = hasCluster ? '' : ' (not run: no cluster was given by --database-url)'

describe.runIf(hasCluster)(`on a cluster, where the rows of a flow or of a person lie on one shard${whether}`, () => {
  const recorder = recordStatements()
  const system = startBeforeAll(() => startSystem('postgresql', 'together'))
  const app = () => relyingApp(system)
  const kept = { storage: createMemoryStorage(), sessions: createMemorySessions() }
  let ada: Person

  beforeAll(async () => {
    ada = await signUp(coreOf(system), kept)
  })
  afterAll(() => recorder.stop())

  /** Statements that a person or app waits for, one of each text. */
  async function record(work: () => Promise<unknown>) {
    recorder.take()
    await work()
    const distinct = new Map(recorder.take().map((statement) => [statement.text, statement]))
    return [...distinct.values()].filter(({ text }) => !IN_THE_BACKGROUND.test(text))
  }

  async function explain(work: () => Promise<unknown>): Promise<Explained[]> {
    const explained: Explained[] = []
    for (const statement of await record(work)) explained.push(await explainStatement(inject('postgresUrl'), statement))
    return explained
  }

  async function approve(grant?: GrantTerms) {
    const { url, flow } = await begin()
    const claims = await showClaims(ada.device, { email: 'ada@example.org' })
    const { code } = await ada.device.approve({
      ...(await approvalOf({ system }, ada.device, url)),
      claims,
      ...(grant && { grant }),
    })
    return { callback: callbackWith({ code, state: flow.state, iss: system.providerUrl }), flow }
  }

  const begin = () => app().beginSignIn()

  async function obtainTokens() {
    const { callback, flow } = await approve()
    return (await app().finishSignIn(callback, flow)).tokens
  }

  const askAs = (path: string, accessToken: string) =>
    fetch(`${system.providerUrl}${path}`, { headers: { authorization: `Bearer ${accessToken}` } })

  const flowSteps: [string, () => Promise<() => Promise<unknown>>][] = [
    ['a flow up to its code', async () => () => approve()],
    [
      'an exchange',
      async () => {
        const { callback, flow } = await approve()
        return () => app().finishSignIn(callback, flow)
      },
    ],
    [
      'a refresh',
      async () => {
        const { refreshToken = '' } = await obtainTokens()
        return () => app().refresh(refreshToken)
      },
    ],
    [
      'userinfo',
      async () => {
        const { accessToken } = await obtainTokens()
        return () => askAs('/oauth/userinfo', accessToken)
      },
    ],
  ]

  test.each<[string, () => Promise<() => Promise<unknown>>]>([
    ['a sign-up by password', async () => () => signUpByPassword(coreOf(system), PASSWORD)],
    ['a sign-in by password', async () => () => newDevice(coreOf(system)).signIn(PASSWORD)],
    ['a sign-up by passkey', async () => () => signUp(coreOf(system))],
    ['a sign-in by passkey', async () => () => signInByPasskey(newDevice(coreOf(system)), ada.passkey)],
    ['a change of the vault', async () => () => showClaims(ada.device, { email: 'ada@example.com' })],
    ['the list of sessions', async () => () => ada.device.listSessions({})],
    ...flowSteps,
  ])('every statement of %s is on one shard', async (_, prepare) => {
    const work = await prepare()
    const explained = await explain(work)
    expect(explained.length).toBeGreaterThan(0)
    expect(explained.filter(({ shards, isBroadcast }) => shards > 1 || isBroadcast)).toEqual([])
  })

  /** The parts of a statement that inserts are run one after the other. */
  const EXCHANGE_COMMANDS = 6

  test.each(flowSteps)(
    'each statement of %s is one command from machine to machine, or an exchange',
    async (name, prepare) => {
      const counted: (readonly [string, number])[] = []
      for (const statement of await record(await prepare())) {
        if (!OF_FLOWS.test(statement.text)) continue
        counted.push([statement.text.trim(), await countRemoteCommands(inject('postgresUrl'), statement)])
      }
      expect(counted).not.toEqual([])
      const most = name === 'an exchange' ? EXCHANGE_COMMANDS : 1
      expect(counted.filter(([, commands]) => commands > most)).toEqual([])
    },
  )

  async function answerSilently(): Promise<void> {
    const url = new URL((await begin()).url)
    url.searchParams.set('prompt', 'none')
    url.searchParams.set('scope', 'openid')
    expect(
      await newDevice(coreOf(system), kept).answerSilently({ id: await startFlow(system, url.href) }),
    ).toHaveProperty('code')
  }

  test('every shard is asked only by the calls that the list EVERYWHERE names', async () => {
    await obtainTokens()
    const explained = await explain(async () => {
      await answerSilently()
      const { callback, flow } = await approve({ ends_at: new Date(Date.now() + 86_400_000).toISOString() })
      await app().finishSignIn(callback, flow)
      await ada.device.setPassword({ ...PASSWORD, login: 'ada.byron' })
      await ada.device.listGrants({})
      await ada.device.endOtherSessions({ apps: true })
      await ada.device.deleteAccount({})
    })
    const everywhere = explained.filter(({ shards }) => shards > 1).map(({ text }) => text)
    expect(everywhere.filter((text) => !EVERYWHERE.some((known) => known.test(text)))).toEqual([])
    expect(EVERYWHERE.filter((known) => !everywhere.some((text) => known.test(text)))).toEqual([])
  })
})
