import type { BackFromIssuer, WalletClient } from '../credentials/authorization-code.ts'
import { isCredential } from '../credentials/credential-item.ts'
import type { AskedCode } from '../credentials/credential-offer.ts'
import type { CredentialStatuses } from '../credentials/credential-status.ts'
import { heldCredentialsOf } from '../credentials/credential-view.ts'
import type { OpenOffer } from '../credentials/receive-credential.ts'
import { commitEdits } from '../entries/commit-edits.ts'
import { loaded } from '../failure.ts'
import { toProfile } from '../session/profile.ts'
import { currentSession, stepOf } from '../session/state.ts'
import type { DeviceContext } from './handlers.ts'

export type OfferedCredential = {
  readonly issuer: string
  readonly issuerName: string
  readonly types: readonly { readonly id: string; readonly name: string; readonly colour: string | undefined }[]
  /** Of an issuer's address: one of the types is what the user came for. */
  readonly isChoice: boolean
  /** The issuer has sent the user a code some other way. */
  readonly codeAsked: AskedCode | undefined
  /** Address at which the user signs in first; undefined once that is done, or needless. */
  readonly signInAt: string | undefined
}

export function createCredentialCalls(context: DeviceContext) {
  return {
    listCredentialIssuers: async () => ({ issuers: context.credentialIssuers }),
    async readCredentialOffer({ link }: { link: string }) {
      const { openOffer } = await receiving()
      return beginOffer(context, async (asking) => openOffer(link, asking))
    },
    /** Begins the sign-in at the issuer of the offer read last. `type`: the `id` of the chosen one, if not all. */
    async leaveForIssuer({ type, ...client }: WalletClient & { type?: string | undefined }) {
      const { offer, metadata } = stepOf(context.state, 'offer')
      const { leaveForIssuer } = await loaded(import('../credentials/authorization-code.ts'))
      const { typesOf } = await receiving()
      const types = typesOf({ offer, metadata }).filter(({ id }) => type === undefined || id === type)
      const wanted = { metadata, types, issuerState: offer.issuerState }
      return leaveForIssuer(wanted, { ...client, ...askingOf(context) })
    },
    /** Takes the issuer's answer, in place of an offer. It counts once. */
    async returnFromIssuer(back: BackFromIssuer) {
      const { returnFromIssuer } = await loaded(import('../credentials/authorization-code.ts'))
      return beginOffer(context, async (asking) => returnFromIssuer(back, asking))
    },
    acceptCredentialOffer: async ({ code }: { code?: string | undefined }) => acceptOffer(context, code),
    /** Needs the network, and delays no other call. */
    async readCredentialStatuses(): Promise<CredentialStatuses> {
      const { token, vault } = currentSession(context)
      const held = await heldCredentialsOf(vault.items)
      const revocable = held.filter(({ status }) => status !== undefined)
      if (revocable.length === 0) return {}
      const { readStatuses } = await loaded(import('../credentials/credential-status.ts'))
      const load = async (uri: string) => (await context.api.readStatusList(token, uri)).token
      return readStatuses(revocable, { ...context, load, now: context.clock.now() })
    },
    async removeCredential({ id }: { id: string }) {
      const { items } = currentSession(context).vault
      const remove = items.filter((item) => item.id === id && isCredential(item)).map((item) => item.id)
      await commitEdits(context, { remove })
      return toProfile(context)
    },
  }
}

/** None is on the way to an approval. */
async function receiving() {
  return loaded(import('../credentials/receive-credential.ts'))
}

/** @throws ClientError `locked` */
function askingOf(context: DeviceContext) {
  const { fetch, credentialIssuers } = context
  return { fetch, credentialIssuers, userId: currentSession(context).userId }
}

type Opening = (asking: ReturnType<typeof askingOf>) => Promise<OpenOffer>

async function beginOffer(context: DeviceContext, open: Opening): Promise<OfferedCredential> {
  context.state.steps.offer = undefined
  const opened = await open(askingOf(context))
  context.state.steps.offer = opened
  const { offer, metadata, token } = opened
  const { typesOf } = await receiving()
  return {
    issuer: metadata.issuer,
    issuerName: metadata.name,
    types: typesOf(opened).map(({ id, name, colour }) => ({ id, name, colour })),
    isChoice: offer.configurationIds === undefined,
    codeAsked: offer.preAuthorized?.codeAsked,
    signInAt: token || offer.preAuthorized ? undefined : metadata.server.authorizationEndpoint,
  }
}

/** Token and credentials are had once only: both are kept, so that a failed step can be tried again. */
async function acceptOffer(context: DeviceContext, code: string | undefined) {
  const { received, token: redeemed, ...offer } = stepOf(context.state, 'offer')
  const asking = askingOf(context)
  const { receiveCredentials, redeemOffer } = await receiving()
  const token = redeemed ?? (await redeemOffer(offer, code, asking))
  context.state.steps.offer = { ...offer, token }
  const held = await heldCredentialsOf(currentSession(context).vault.items)
  const put = received ?? (await receiveCredentials(offer, { ...asking, token, held, now: context.clock.now() }))
  context.state.steps.offer = { ...offer, token, received: put }
  await commitEdits(context, { put })
  context.state.steps.offer = undefined
  return toProfile(context)
}
