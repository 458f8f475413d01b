import { isCredential } from '../credentials/credential-item.ts'
import type { AskedCode } from '../credentials/credential-offer.ts'
import type { CredentialStatuses } from '../credentials/credential-status.ts'
import { heldCredentialsOf } from '../credentials/credential-view.ts'
import { commitEdits } from '../entries/commit-edits.ts'
import { loaded } from '../failure.ts'
import { toProfile } from '../session/profile.ts'
import { currentSession, stepOf } from '../session/state.ts'
import type { DeviceContext } from './handlers.ts'

/** `codeAsked`: the issuer has sent the user a code some other way. */
export type OfferedCredential = {
  readonly issuer: string
  readonly issuerName: string
  readonly types: readonly { readonly name: string; readonly colour: string | undefined }[]
  readonly codeAsked: AskedCode | undefined
}

export function createCredentialCalls(context: DeviceContext) {
  return {
    listCredentialIssuers: async () => ({ issuers: context.credentialIssuers }),
    async readCredentialOffer({ link }: { link: string }): Promise<OfferedCredential> {
      context.state.steps.offer = undefined
      currentSession(context)
      const { openOffer, typesOf } = await loaded(import('../credentials/receive-credential.ts'))
      const open = await openOffer(link, context)
      context.state.steps.offer = open
      const { issuer, name } = open.metadata
      return {
        issuer,
        issuerName: name,
        types: typesOf(open).map(({ name: typeName, colour }) => ({ name: typeName, colour })),
        codeAsked: open.offer.codeAsked,
      }
    },
    async acceptCredentialOffer({ code }: { code?: string | undefined }) {
      const offer = stepOf(context.state, 'offer')
      currentSession(context)
      const { receiveCredentials } = await loaded(import('../credentials/receive-credential.ts'))
      const asking = { ...context, code, now: context.clock.now() }
      // Issued once only: keep it, so that a failed write can be retried.
      const put = offer.received ?? (await receiveCredentials(offer, asking))
      context.state.steps.offer = { ...offer, received: put }
      await commitEdits(context, { put })
      context.state.steps.offer = undefined
      return toProfile(context)
    },
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
