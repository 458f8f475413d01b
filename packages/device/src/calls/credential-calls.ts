import { isCredential } from '../credentials/credential-item.ts'
import { currentSession, type DeviceContext, type Handlers, present } from '../device-context.ts'
import { commitEdits } from '../entries/commit-edits.ts'
import { ClientError } from '../failure.ts'
import { toProfile } from '../session/profile.ts'

/** The calls that receive and remove what others have issued to the person. */
export function createCredentialCalls(
  context: DeviceContext,
): Handlers<'listCredentialIssuers' | 'readCredentialOffer' | 'acceptCredentialOffer' | 'removeCredential'> {
  const { fetch, credentialIssuers: issuers } = context
  return {
    listCredentialIssuers: async () => ({ issuers }),
    async readCredentialOffer({ link }) {
      context.state.offer = undefined
      currentSession(context)
      const { createIssuerLine, openOffer, readOffer, typesOf } = await loadReceiving()
      const line = createIssuerLine(fetch, issuers)
      const open = await openOffer(await readOffer(link, line), line)
      context.state.offer = open
      const { issuer, name } = open.metadata
      return {
        issuer,
        issuerName: name,
        types: typesOf(open).map((type) => type.name),
        codeAsked: open.offer.codeAsked,
      }
    },
    async acceptCredentialOffer({ code }) {
      const offer = present(context.state.offer)
      currentSession(context)
      const { createIssuerLine, receiveCredentials } = await loadReceiving()
      const line = createIssuerLine(fetch, issuers)
      const now = context.clock.now()
      // The issuer gives it out once: what cannot be written now is there for the next attempt.
      const put = offer.received ?? (await receiveCredentials(offer, { code, line, now }))
      context.state.offer = { ...offer, received: put }
      await commitEdits(context, { put })
      context.state.offer = undefined
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

/** @throws ClientError `offline` if the script does not arrive */
async function loadReceiving() {
  try {
    return await import('../credentials/receiving-parts.ts')
  } catch (error) {
    throw new ClientError({ code: 'offline' }, { cause: error })
  }
}
