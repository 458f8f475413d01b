import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Session, withAttempt } from '../sessions.ts'
import { CALLS, type CallName, makeCall, type PlaygroundApp, readEndpoints } from './calls.ts'
import { playgroundPage, playgroundPolicy } from './playground-page.ts'
import { PROMPTS, SCOPES, type Trial } from './trial.ts'

type Parts = PlaygroundApp & {
  readonly findSession: (request: IncomingMessage) => Session
  /** Replaces the browser's session, and redirects. */
  readonly goOn: (to: string, session: Session, exchange: Exchange) => void
  readonly sendPage: (response: ServerResponse, status: number, html: string, policy: string) => void
}

export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }
type Route = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const LONGEST_FORM = 10_000

/** The playground shows app developers each step of a sign-in. */
export function createPlayground(parts: Parts): Readonly<Record<string, Route>> {
  const { countersign, issuer, findSession, goOn, sendPage } = parts

  async function show(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { person, trial } = findSession(request)
    const endpoints = await readEndpoints(issuer)
    const html = playgroundPage({
      app: parts,
      scopes: SCOPES,
      person,
      trial,
      tokenEndpoint: endpoints('token_endpoint'),
    })
    sendPage(response, 200, html, playgroundPolicy)
  }

  async function begin(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request)
    const prompt = PROMPTS.find((each) => each === form.get('prompt')) ?? ''
    const scopes = prompt === 'none' ? ['openid'] : SCOPES.filter((each) => form.getAll('scope').includes(each))
    const { url, flow } = await countersign.beginSignIn({ scopes, ...(prompt && { prompt }) })
    const trial: Trial = { url, scopes, prompt, isFromPlayground: true }
    const { person: _person, ...session } = findSession(request)
    goOn('/playground#request', withAttempt({ ...session, trial }, { flow, trial }), { request, response })
  }

  async function call(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request)
    const session = findSession(request)
    const { person, trial } = session
    const name = form.get('call') ?? ''
    if (!person || !trial || !isCall(name)) return goOn('/playground', session, { request, response })
    const { call: made, tokens } = await makeCall(parts, name, person.tokens)
    const after = { ...session, person: { ...person, tokens }, trial: { ...trial, call: made } }
    goOn('/playground#calls', after, { request, response })
  }

  return { 'GET /playground': show, 'POST /playground/request': begin, 'POST /playground/call': call }
}

function isCall(name: string): name is CallName {
  return Object.hasOwn(CALLS, name)
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > LONGEST_FORM) throw new Error('The form is too long.')
  }
  return new URLSearchParams(text)
}
