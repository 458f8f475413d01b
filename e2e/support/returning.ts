import {
  type CallInput,
  type ClaimValues,
  createMemorySessions,
  createMemoryStorage,
  type Device,
  type SessionStorage,
} from '@countersign/device'
import { newDevice, type Person, prfOutputOf, signUp } from '@countersign/testing'
import { APP_REDIRECT_URI } from './app-page.ts'
import { approvalOf, showClaims } from './approval.ts'
import { type AskingApp, registerApp } from './asking-app.ts'
import { callsSince, type LyingCore } from './lying-core.ts'
import { type Registered, startFlow } from './start-flow.ts'

const ADA = { email: 'ada@example.org', name: 'Ada Lovelace', nickname: 'Countess' }
/** The page's display of the next request. */
export const SAID = {
  app: { name: 'Books', host: new URL(APP_REDIRECT_URI).host },
  claims: ['email', 'name'],
  issuers: {},
  possible: [],
}
const SCOPES = { openid: {}, email: {}, profile: {}, phone: {} }

type Approval = CallInput<'approve'>

export type Returning = {
  readonly person: Person
  readonly app: AskingApp
  readonly sessions: SessionStorage
  /** Starts another request of the app, with `more` appended to its URL; answers its identifier. */
  readonly askAgain: (more?: string) => Promise<string>
  /** Another page of the approving browser, its vault opened by a gesture. */
  readonly openPage: () => Promise<Device>
}

/** A user who gave an app email address and name, and comes back. */
export async function newReturning(
  core: LyingCore,
  { approval, ...registration }: Partial<Parameters<typeof registerApp>[1]> & { approval?: Partial<Approval> } = {},
): Promise<Returning> {
  const app = await registerApp(core.system, { name: 'Books', scopes: SCOPES, ...registration })
  const kept = { storage: createMemoryStorage(), sessions: createMemorySessions() }
  const person = await signUp(core, kept)
  await person.device.saveProfile({ values: ADA })
  await release(core, { device: person.device, app, approval })
  const openPage = async () => {
    const page = newDevice(core, kept)
    await unlock(page, person)
    return page
  }
  const askAgain = async (more = '') => startFlow(core.system, `${(await app.begin()).url}${more}`)
  return { person, app, sessions: kept.sessions, askAgain, openPage }
}

type Releasing = {
  readonly device: Device
  readonly app: AskingApp
  readonly values?: ClaimValues
  readonly approval?: Partial<Approval> | undefined
}

/** Gives an app email address and name, or these values; `redeem` redeems its code. */
export async function release(
  core: { readonly system: Registered },
  { device, app, approval, values = { email: ADA.email, name: ADA.name } }: Releasing,
) {
  const flow = await app.begin()
  const asked = await approvalOf(core, device, flow.url)
  const approved = await device.approve({ ...asked, claims: await showClaims(device, values), ...approval })
  const { redirectUri, code, state } = approved
  const answer = new URLSearchParams({ code, state, iss: core.system.providerUrl })
  return { redeem: () => flow.finish({ url: () => `${redirectUri}?${answer.toString()}` }) }
}

/** Opens the vault within the session of the browser. */
export async function unlock(device: Device, { passkey }: Person): Promise<void> {
  await device.unlockByPasskey({ credentialId: passkey.credentialId, prf: prfOutputOf(passkey) })
}

/** The user must see the whole page, and core received nothing. */
export const SEEN = { answer: null, released: [] }

/** The result of a quick approval, and the releases that core received for it. */
export async function answerQuickly(core: LyingCore, page: Device, shown: CallInput<'approveQuickly'>) {
  const start = core.seen.length
  const answer = await page.approveQuickly(shown)
  return { answer, released: releasesSince(core, start) }
}

export function releasesSince(core: LyingCore, start: number): readonly string[] {
  return callsSince(core, start).filter((call) => /attest-data|complete/.test(call))
}
