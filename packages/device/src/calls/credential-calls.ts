import { isCredential } from '../credentials/credential-item.ts'
import { readOffer } from '../credentials/credential-offer.ts'
import { createIssuerLine } from '../credentials/issuer-line.ts'
import { openOffer, receiveCredentials, typesOf } from '../credentials/receive-credential.ts'
import { currentSession, type DeviceContext, type Handlers, present } from '../device-context.ts'
import { commitEdits } from '../entries/commit-edits.ts'
import { toProfile } from '../session/profile.ts'

/** The calls that receive and remove what others have issued to the person. */
export function createCredentialCalls(
  context: DeviceContext,
): Handlers<'listCredentialIssuers' | 'readCredentialOffer' | 'acceptCredentialOffer' | 'removeCredential'> {
  const line = createIssuerLine(context.fetch, context.credentialIssuers)
  return {
    listCredentialIssuers: async () => ({ issuers: context.credentialIssuers }),
    async readCredentialOffer({ link }) {
      context.state.offer = undefined
      currentSession(context)
      const offer = await openOffer(await readOffer(link, line), line)
      context.state.offer = offer
      const { issuer, name } = offer.metadata
      const types = typesOf(offer).map((type) => type.name)
      return { issuer, issuerName: name, types, codeAsked: offer.offer.codeAsked }
    },
    async acceptCredentialOffer({ code }) {
      const offer = present(context.state.offer)
      currentSession(context)
      const put = await receiveCredentials(context, offer, { code, line })
      context.state.offer = undefined
      await commitEdits(context, { put })
      return toProfile(context)
    },
    async removeCredential({ id }) {
      const { items } = currentSession(context).vault
      const remove = items.filter((item) => item.id === id && isCredential(item)).map((item) => item.id)
      await commitEdits(context, { remove })
      return toProfile(context)
    },
  }
}
