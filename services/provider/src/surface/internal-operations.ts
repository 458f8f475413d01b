import * as contracts from '@countersign/contracts'
import { isKeyProof } from '@countersign/data-token'
import { type Api, describeRefusals } from '@countersign/service/http'
import { isAdministeredByPeople } from '@countersign/service/settings'
import { type Static, type TSchema, Type } from 'typebox'
import { listClaims } from '../catalogue/scopes/scope.store.ts'
import { findDeviceRequest } from '../flow/device/find-device-request.ts'
import { acceptGrantUpdate, showUpdatableGrant } from '../flow/grants/data-updates.ts'
import { endGrants, showGrants } from '../flow/grants/end-grants.ts'
import { endSessions } from '../flow/logout/end-sessions.ts'
import { showLogoutRequest } from '../flow/logout/logout-request.ts'
import { noteAccountAct } from '../flow/people/account-acts.ts'
import { acceptGivenBack, completeConsent, denyConsent } from '../flow/requests/decide-request.ts'
import { previewRequest, showRequest } from '../flow/requests/show-request.ts'
import type { EventSource } from '../ground/events.ts'
import { INTERNAL, onBehalf } from '../ground/http/internal-endpoint.ts'
import { matching } from './admin/actor.ts'
import { type Administer, administerFor } from './admin/administration.ts'
import type { ProviderDependencies } from './dependencies.ts'

export type CoreAnswering = ProviderDependencies & { readonly administer: Administer }

type Described<Input extends TSchema> = {
  readonly id: string
  readonly summary: string
  readonly description?: string
  readonly input: Input
  readonly answer: TSchema
  readonly refusals?: readonly number[]
  readonly bodyLimit?: number
  readonly work: (input: Static<Input>, context: Context) => Promise<object>
}

type Context = { readonly needs: CoreAnswering; readonly source: EventSource }

function operation<Input extends TSchema>({ input, work, ...described }: Described<Input>) {
  const schema: TSchema = input
  return { ...described, input: schema, run: matching(input, work) }
}

const NOTHING = Type.Object({})

// A data token of 32 claims of 4 KiB in base64url, or a logo in base64, and the rest.
const BODY_LIMIT_BYTES = 262_144

/** Everything that core asks for: the same over HTTP and in one process. */
export const INTERNAL_OPERATIONS: Readonly<Record<contracts.InternalOperation, ReturnType<typeof operation>>> = {
  readRequest: operation({
    id: 'readAuthorizationRequest',
    summary: 'Read an authorization request',
    input: contracts.AuthorizationRequestQuery,
    answer: contracts.AuthorizationRequestDetails,
    refusals: [404],
    work: async (query, { needs }) => showRequest(needs, query),
  }),
  previewRequest: operation({
    id: 'previewAuthorizationRequest',
    summary: 'Preview an authorization request',
    input: contracts.AuthorizationRequestParams,
    answer: contracts.AuthorizationRequestPreview,
    refusals: [404],
    work: async ({ auth_request_id }, { needs }) => previewRequest(needs, auth_request_id),
  }),
  findDeviceRequest: operation({
    id: 'findDeviceRequest',
    summary: 'Find a device request by its user code (RFC 8628 §3.3)',
    input: contracts.UserCodeEntry,
    answer: contracts.DeviceRequest,
    refusals: [404],
    work: async (entry, { needs }) => findDeviceRequest(needs, entry),
  }),
  completeRequest: operation({
    id: 'completeConsent',
    summary: 'Approve an authorization request and issue its code',
    description:
      'Approving no scope at all is a denial and is answered as one. The header `X-Person-Network` (the /24 or /48 of their address) is kept in the audit trail.',
    input: contracts.ConsentCompleteRequest,
    answer: Type.Union([contracts.ConsentCompleteResponse, contracts.ConsentDenyResponse]),
    refusals: [403, 404, 409, 410],
    bodyLimit: BODY_LIMIT_BYTES,
    work: async (consent, { needs, source }) => completeConsent(needs, consent, source),
  }),
  denyRequest: operation({
    id: 'denyConsent',
    summary: 'Deny an authorization request',
    description: 'The header `X-Person-Network` (the /24 or /48 of their address) is kept in the audit trail.',
    input: contracts.ConsentDenyRequest,
    answer: contracts.ConsentDenyResponse,
    refusals: [404, 409, 410],
    work: async (denial, { needs, source }) => denyConsent(needs, denial, source),
  }),
  giveBackRequest: operation({
    id: 'giveBackRequest',
    summary: 'Give back an authorization request',
    description: "For a pending request that is not another person's. Idempotent.",
    input: contracts.RequestGivingBack,
    answer: contracts.RequestGivenBack,
    refusals: [404],
    work: async (givingBack, { needs }) => acceptGivenBack(needs, givingBack),
  }),
  listClaims: operation({
    id: 'listOperatorClaims',
    summary: 'List custom claims',
    input: NOTHING,
    answer: contracts.OperatorClaimList,
    work: async (_nothing, { needs }) => ({ claims: await listClaims(needs.sql) }),
  }),
  listGrants: operation({
    id: 'listGrants',
    summary: 'List grants',
    input: contracts.GrantListQuery,
    answer: contracts.GrantList,
    work: async ({ user_id }, { needs }) => showGrants(needs, user_id),
  }),
  findUpdatableGrant: operation({
    id: 'findUpdatableGrant',
    summary: 'Read a grant that takes data updates',
    input: contracts.UpdatableGrantQuery,
    answer: contracts.UpdatableGrant,
    refusals: [404],
    work: async (query, { needs }) => showUpdatableGrant(needs, query),
  }),
  updateGrant: operation({
    id: 'updateGrant',
    summary: 'Keep a data update until the app refreshes its tokens',
    description: 'An older version than the one that is kept changes nothing.',
    input: contracts.GrantUpdate,
    answer: contracts.GrantUpdated,
    refusals: [404],
    bodyLimit: BODY_LIMIT_BYTES,
    work: async (update, { needs, source }) => acceptGrantUpdate(needs, update, source),
  }),
  revokeGrants: operation({
    id: 'revokeGrants',
    summary: 'Revoke grants',
    description: 'With client_id or all, codes that were not redeemed yet end too. For a lock, lock the account first.',
    input: contracts.GrantRevocation,
    answer: contracts.GrantsRevoked,
    refusals: [404],
    work: async (revocation, { needs, source }) => endGrants(needs, revocation, source),
  }),
  readLogoutRequest: operation({
    id: 'readLogoutRequest',
    summary: 'Read a logout request',
    input: contracts.LogoutRequestQuery,
    answer: contracts.LogoutRequest,
    refusals: [410],
    work: async (query, { needs }) => showLogoutRequest(needs, query),
  }),
  endSessions: operation({
    id: 'endSessions',
    summary: 'Tell apps that sessions have ended',
    description: 'Those that registered a backchannel_logout_uri. Idempotent.',
    input: contracts.SessionsEnd,
    answer: contracts.SessionsEnded,
    work: async (end, { needs }) => endSessions(needs, end),
  }),
  erasePerson: operation({
    id: 'erasePerson',
    summary: 'Forget a person whose account has ended',
    description:
      'Ends all that they allowed and removes every row and every event that names them. End the account first: then nothing new can come. Idempotent.',
    input: contracts.PersonErasure,
    answer: contracts.PersonErased,
    work: async ({ user_id }, { needs, source }) => needs.erasure.erase(user_id, source),
  }),
  noteAccountAct: operation({
    id: 'noteAccountAct',
    summary: 'Note what an operator did to an account',
    description:
      "Goes to the audit trail. A suspension ends pending approvals, and lets the person's tokens rest until it ends. Idempotent.",
    input: contracts.AccountActNote,
    answer: contracts.AccountActNoted,
    work: async (note, { needs, source }) => noteAccountAct(needs, note, source),
  }),
  compareSettings: operation({
    id: 'compareSettings',
    summary: 'Compare the settings that core and the provider share',
    description: 'For the readiness of core. Names of settings, never values.',
    input: contracts.SettingsComparison,
    answer: contracts.SettingsCompared,
    work: async (theirs, { needs }) => ({ differing: await findDiffering(needs.config, theirs) }),
  }),
  administer: operation({
    id: 'administer',
    summary: 'Administer for a person, as far as they may',
    input: contracts.AdministrationRequest,
    answer: contracts.AdministrationAnswer,
    refusals: [403, 404, 409],
    bodyLimit: BODY_LIMIT_BYTES,
    work: async (asked, { needs, source }) => administerFor(needs, asked, source),
  }),
}

async function findDiffering(
  { issuer, webUrl, dataTokenKeys }: ProviderDependencies['config'],
  theirs: contracts.SettingsComparison,
): Promise<contracts.SettingsCompared['differing']> {
  const isShared: Readonly<Record<(typeof contracts.SHARED_SETTINGS)[number], boolean>> = {
    BASE_URL: issuer === theirs.base_url,
    WEB_URL: new URL(webUrl).origin === theirs.web_origin,
    DATA_TOKEN_SECRET: await isKeyProof(theirs.key_proof, dataTokenKeys),
  }
  return contracts.SHARED_SETTINGS.filter((name) => !isShared[name])
}

/** The calls of the interface contract, for any core that holds the service token. */
const OF_CONTRACT: readonly contracts.InternalOperation[] = ['readRequest', 'completeRequest']

export function mountContract(app: Api, needs: CoreAnswering): void {
  for (const name of OF_CONTRACT) mountOperation(app, name, needs)
}

const APART = 'Only where core runs in another process.'

/** Our own core's other calls over HTTP. Administration only where people administer. */
export function mountInternal(app: Api, needs: CoreAnswering): void {
  for (const name of Object.keys(INTERNAL_OPERATIONS) as contracts.InternalOperation[]) {
    if (OF_CONTRACT.includes(name)) continue
    if (name !== 'administer' || isAdministeredByPeople(needs.config)) mountOperation(app, name, needs)
  }
}

function mountOperation(app: Api, name: contracts.InternalOperation, needs: CoreAnswering): void {
  const { method, path } = contracts.INTERNAL_ENDPOINTS[name]
  const { id, summary, description, input, answer, refusals = [], bodyLimit, run } = INTERNAL_OPERATIONS[name]
  const about = [description, OF_CONTRACT.includes(name) ? undefined : APART].filter((each) => each !== undefined)
  const given = method === 'GET' ? { querystring: input } : { body: input }
  app.route({
    method,
    url: path,
    ...(bodyLimit !== undefined && { bodyLimit }),
    schema: {
      ...INTERNAL,
      operationId: id,
      summary,
      ...(about.length > 0 && { description: about.join(' ') }),
      ...(input !== NOTHING && given),
      response: { 200: answer, ...describeRefusals(...refusals) },
    },
    handler: async (request) =>
      run(method === 'GET' ? request.query : request.body, {
        needs,
        source: onBehalf(request, request.headers[contracts.PERSON_NETWORK_HEADER]),
      }),
  })
}
