import { randomUUID } from 'node:crypto'
import { approvedScopes, type CallInput, NOTHING_CHOSEN, sharesOf, shownClaims, toFailure } from '@countersign/device'
import { createCountersign } from '@countersign/sdk'
import { keepFirstRecoveryKey, newDevice } from '@countersign/testing'

export type Service = {
  readonly issuer: string
  readonly coreUrl: string
  /** The page's. */
  readonly origin: string
  readonly app: { readonly clientId: string; readonly clientSecret: string }
}

export const REDIRECT_URI = 'https://app.example/callback'
export const SCOPES = ['openid', 'email', 'profile']

/** A usual vault. */
const VALUES = {
  name: 'Ada Lovelace',
  given_name: 'Ada',
  family_name: 'Lovelace',
  email: 'ada@example.org',
  phone: '+441632960961',
  address: '12 St James Square\nLondon SW1Y 4JH\nUnited Kingdom',
  birthdate: '1990-05-17',
  locale: 'en-GB',
  zoneinfo: 'Europe/London',
  website: 'https://ada.example',
}

const AT_ONCE = 8

/** Signs people up with a usual vault, each of whom approves an app, which refreshes once. */
export async function addPeople(service: Service, count: number): Promise<void> {
  let left = count
  const work = async (): Promise<void> => {
    while (left-- > 0) await addPerson(service)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function addPerson({ issuer, coreUrl, origin, app }: Service): Promise<void> {
  const credentials = { login: `person-${randomUUID()}`, password: randomUUID() }
  const device = newDevice({ url: coreUrl, origin })
  const confirmed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      const { purpose } = toFailure(error)
      if (!purpose || purpose.act === 'recover') throw error
      await device.stepUpByPassword({ ...credentials, purpose } satisfies CallInput<'stepUpByPassword'>)
      return work()
    }
  }
  await device.createAccount(credentials)
  await keepFirstRecoveryKey(device)
  const { claims: vault } = await confirmed(() => device.saveProfile({ values: VALUES }))
  const countersign = createCountersign({
    issuer,
    ...app,
    redirectUri: REDIRECT_URI,
    scopes: SCOPES,
    allowPlainClaims: true,
  })
  const { url, flow } = await countersign.beginSignIn()
  const started = await fetch(url, { redirect: 'manual' })
  const id = new URL(started.headers.get('location') ?? '').searchParams.get('auth_request_id') ?? ''
  const request = await confirmed(() => device.readRequest({ id }))
  const shares = sharesOf(request, { vault, selection: NOTHING_CHOSEN })
  const answer = { id, scopes: approvedScopes(shares), claims: shownClaims(shares, vault) }
  const { code, state } = await confirmed(() => device.approve(answer))
  const callback = `${REDIRECT_URI}?${new URLSearchParams({ code, state, iss: issuer }).toString()}`
  const { tokens } = await countersign.finishSignIn(callback, flow)
  await countersign.refresh(tokens.refreshToken ?? '')
}
