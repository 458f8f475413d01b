import { setTimeout as pause } from 'node:timers/promises'
import { expectStatus, httpCaller, type SignedUp, signUpForToken } from '@countersign/testing'
import { callbackWith, createConsentCalls } from '../flow/consent-calls.ts'
import { relyingApp } from '../support/start-flow.ts'

type Service = { readonly url: string; readonly clientId: string; readonly clientSecret: string }

export type Walked = { signUps: number; flows: number; refreshes: number; readonly failures: string[] }

const FLOWS_OF_A_PERSON = 10
const PAUSE_MS = 250

/** Signs people up; each signs in to an app several times and refreshes its tokens, until `signal` aborts. */
export async function walk(service: Service, walked: Walked, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const person = await signUpForToken({ url: service.url, origin: service.url })
      walked.signUps += 1
      for (let flow = 0; flow < FLOWS_OF_A_PERSON && !signal.aborted; flow += 1) await signIn(service, person, walked)
    } catch (error) {
      walked.failures.push(error instanceof Error ? error.message : String(error))
    }
  }
}

/** Signs a new person in to an app, and refreshes its newest token again and again, until `signal` aborts. */
export async function keepRefreshing(service: Service, walked: Walked, signal: AbortSignal): Promise<void> {
  try {
    const person = await signUpForToken({ url: service.url, origin: service.url })
    const { refresh } = await signIn(service, person, walked)
    while (!signal.aborted) {
      await pause(PAUSE_MS)
      await refresh()
    }
  } catch (error) {
    walked.failures.push(`A sign-in that was kept ended. ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Returns the newest access token, and a function that refreshes it. */
export async function signIn({ url: issuer, clientId, clientSecret }: Service, person: SignedUp, walked: Walked) {
  const app = relyingApp({ providerUrl: issuer, client: { clientId, clientSecret } })
  const call = httpCaller(issuer)
  const consent = createConsentCalls(call, person, clientId)
  const { url, flow } = await app.beginSignIn()
  const { headers: started } = await call({ method: 'GET', path: url.slice(issuer.length) })
  const id = new URL(started.get('location') ?? '').searchParams.get('auth_request_id') ?? ''
  expectStatus(200, await consent.read(id))
  const { code } = await consent.approve(id, { claims: { email: 'ada@example.com' } })
  const callback = callbackWith({ code, state: flow.state, iss: issuer })
  const { subject, tokens } = await app.finishSignIn(callback, flow)
  if (subject !== person.userId) throw new Error('The app got the subject of another person.')
  walked.flows += 1
  let newest = tokens
  const refresh = async (): Promise<void> => {
    if (newest.refreshToken === undefined) throw new Error('The app was given no refresh token.')
    newest = (await app.refresh(newest.refreshToken)).tokens
    walked.refreshes += 1
  }
  await refresh()
  return { refresh, accessToken: newest.accessToken }
}
