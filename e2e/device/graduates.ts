import { newAppKey, openWith } from '@countersign/data-token/testing'
import { type CallInput, createMemorySessions, type Device, type OpenedProfile } from '@countersign/device'
import { signUp } from '@countersign/testing'
import { decodeJwt, importJWK, SignJWT } from 'jose'
import { APP_REDIRECT_URI } from '../support/app-page.ts'
import { type AskingApp, registerApp } from '../support/asking-app.ts'
import { credentialsQuery } from '../support/credentials-query.ts'
import { useLyingCore } from '../support/lying-core.ts'
import { lend } from '../support/shared.ts'
import { startFlow } from '../support/start-flow.ts'
import { ADA, useUniversity } from '../support/university.ts'

export type Asking = { readonly claims?: string[]; readonly issuers?: string[] }
type Shared = { readonly from?: AskingApp; readonly claims: CallInput<'approve'>['claims'] }

/** Users who have fetched a degree, and an app that requests it. */
export function useGraduates(issuing: Parameters<typeof useUniversity>[0] = {}) {
  const core = useLyingCore()
  const university = useUniversity(issuing)
  const appKey = lend(newAppKey)
  const app = lend(() => registerAsking())

  function registerAsking({ claims = ['degree', 'given_name'], issuers = [university.issuer] }: Asking = {}) {
    return registerApp(core.system, {
      name: 'Jobs',
      scopes: { openid: {}, email: {} },
      claimsEncryptionKey: appKey.publicJwk,
      subjectType: 'pairwise',
      credentialsRequested: credentialsQuery({ vct: university.vct, issuers, claims, reason: 'To invite you.' }),
    })
  }

  const begin = (from = app) =>
    from.begin({
      claimsDecryptionKey: JSON.stringify(appKey.privateJwk),
      credentialIssuers: [{ issuer: university.issuer, types: [university.vct], name: 'Demo University' }],
    })

  const startRequest = async () => startFlow(core.system, (await begin()).url)

  const nameOf = (claim: string) => `${university.vct}#${claim}`
  const scopeName = () => `credential ${university.vct}`

  async function signUpGraduate(graduate = ADA, device: Parameters<typeof signUp>[1] = {}) {
    const person = await signUp(core, device)
    return { ...person, profile: await receive(person.device, graduate) }
  }

  /** Reads an offer of the degree, and answers the code that accepts it. */
  async function readOffer(device: Device, graduate = ADA) {
    const { link, code } = university.offer(graduate)
    await device.readCredentialOffer({ link })
    return { link, code }
  }

  async function receive(device: Device, graduate = ADA) {
    return device.acceptCredentialOffer(await readOffer(device, graduate))
  }

  /** These claims of the user's one credential, as a page shares them. */
  function shown({ credentials: [credential] }: OpenedProfile, ...claims: string[]): CallInput<'approve'>['claims'] {
    return claims.map((claim) => ({ itemId: `${credential?.id}#${claim}`, value: credential?.claims[claim] ?? '' }))
  }

  /** Signs changed content as the university would. */
  async function sign(payload: object, signer = university.key, typ = 'dc+sd-jwt'): Promise<string> {
    const header = { alg: 'ES256', typ, kid: university.key.kid ?? '' }
    return `${await new SignJWT({ ...payload }).setProtectedHeader(header).sign(await importJWK(signer, 'ES256'))}~`
  }

  async function share(device: Device, { from = app, claims }: Shared) {
    const flow = await begin(from)
    const id = await startFlow(core.system, flow.url)
    await device.readRequest({ id })
    const before = core.seen.length
    const { redirectUri, code, state } = await device.approve({ id, scopes: ['openid', scopeName()], claims })
    const query = new URLSearchParams({ code, state, iss: core.system.providerUrl })
    const handed = core.seen.slice(before).find((each) => each.call.includes('attest-data'))?.body
    return {
      answer: await flow.finish({ url: () => `${redirectUri}?${query}` }),
      handed: handed as { claims_jwe: string },
    }
  }

  /** The parts of a credential that apps could compare: signature, key and disclosures. */
  async function seenBy({ handed }: Pick<Awaited<ReturnType<typeof share>>, 'handed'>) {
    const { content } = await openWith(appKey, handed.claims_jwe)
    const { presentations } = content as { presentations: string[] }
    const [jwt = '', ...others] = presentations[0]!.split('~')
    const { x } = (decodeJwt(jwt)['cnf'] as { jwk: { x: string } }).jwk
    return { jwt, x, disclosures: others.slice(0, -1) }
  }

  /** A user who has shared the degree with the app, and comes back. */
  async function newReturningGraduate(options: Parameters<typeof signUp>[1] = {}) {
    const sessions = createMemorySessions()
    const person = await signUpGraduate(ADA, { sessions, ...options })
    const { handed } = await share(person.device, { claims: shown(person.profile, 'degree') })
    return { ...person, sessions, handed }
  }

  /** The page's display of their next request. */
  const said = () => ({
    app: { name: 'Jobs', host: new URL(APP_REDIRECT_URI).host },
    claims: [nameOf('degree')],
    issuers: { [nameOf('degree')]: 'Demo University' },
    possible: [],
  })

  return {
    core,
    university,
    app,
    begin,
    newReturningGraduate,
    said,
    appKey,
    registerAsking,
    startRequest,
    nameOf,
    scopeName,
    signUpGraduate,
    readOffer,
    receive,
    shown,
    sign,
    share,
    seenBy,
  }
}
