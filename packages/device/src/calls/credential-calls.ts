import type { BackFromIssuer, WalletClient } from '../credentials/authorization-code.ts'
import { isCredential } from '../credentials/credential-item.ts'
import type { AskedCode } from '../credentials/credential-offer.ts'
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
  readonly types: readonly { readonly name: string; readonly colour: string | undefined }[]
  /** The issuer has sent the user a code some other way. */
  readonly codeAsked: AskedCode | undefined
  /** Address at which the user signs in first; undefined once that is done, or needless. */
  readonly signInAt: string | undefined
}

export function createCredentialCalls(context: DeviceContext) {
  const { fetch, credentialIssuers } = context
  const asking = { fetch, credentialIssuers }
  /** Loaded with the first use: none is on the way to an approval. */
  const receiving = async () => loaded(import('../credentials/receive-credential.ts'))

  async function describe(open: OpenOffer): Promise<OfferedCredential> {
    const { offer, metadata, token } = open
    const { typesOf } = await receiving()
    const isWaiting = !token && !offer.preAuthorized
    return {
      issuer: metadata.issuer,
      issuerName: metadata.name,
      types: typesOf(open).map(({ name, colour }) => ({ name, colour })),
      codeAsked: offer.preAuthorized?.codeAsked,
      signInAt: isWaiting ? metadata.server.authorizationEndpoint : undefined,
    }
  }

  return {
    listCredentialIssuers: async () => ({ issuers: credentialIssuers }),
    async readCredentialOffer({ link }: { link: string }): Promise<OfferedCredential> {
      context.state.steps.offer = undefined
      currentSession(context)
      const { openOffer } = await receiving()
      const open = await openOffer(link, asking)
      context.state.steps.offer = open
      return describe(open)
    },
    /** Begins the sign-in at the issuer of the offer read last. */
    async leaveForIssuer(client: WalletClient) {
      const open = stepOf(context.state, 'offer')
      const { userId } = currentSession(context)
      const { leaveForIssuer } = await loaded(import('../credentials/authorization-code.ts'))
      return leaveForIssuer(open, { userId, ...client, ...asking })
    },
    /** Takes the issuer's answer, in place of an offer. It counts once. */
    async returnFromIssuer(back: BackFromIssuer): Promise<OfferedCredential> {
      context.state.steps.offer = undefined
      const { userId } = currentSession(context)
      const { returnFromIssuer } = await loaded(import('../credentials/authorization-code.ts'))
      const open = await returnFromIssuer(back, { userId, ...asking })
      context.state.steps.offer = open
      return describe(open)
    },
    async acceptCredentialOffer({ code }: { code?: string | undefined }) {
      const offer = stepOf(context.state, 'offer')
      currentSession(context)
      const { receiveCredentials, redeemOffer } = await receiving()
      const token = offer.token ?? (await redeemOffer(offer, code, asking))
      context.state.steps.offer = { ...offer, token }
      // Issued once only: keep it, so that a failed write can be retried.
      const held = await heldCredentialsOf(currentSession(context).vault.items)
      const put =
        offer.received ?? (await receiveCredentials(offer, { ...asking, token, held, now: context.clock.now() }))
      context.state.steps.offer = { ...offer, token, received: put }
      await commitEdits(context, { put })
      context.state.steps.offer = undefined
      return toProfile(context)
    },
    async removeCredential({ id }: { id: string }) {
      const { items } = currentSession(context).vault
      const remove = items.filter((item) => item.id === id && isCredential(item)).map((item) => item.id)
      await commitEdits(context, { remove })
      return toProfile(context)
    },
  }
}
