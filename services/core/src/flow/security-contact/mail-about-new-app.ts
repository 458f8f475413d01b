import type { WithSecurityMailer } from '../../accounts/records/security-mail/security-mailer.ts'
import type { Origin } from '../../ground/http/caller.ts'
import type { WithProvider } from '../../ground/parts.ts'

type Approved = { readonly userId: string; readonly authRequestId: string }

/** Mails a person who chose it that an app got access which had none `before` the approval. */
export function mailAboutNewApp(
  { provider, securityMailer }: WithProvider & WithSecurityMailer,
  { userId, authRequestId }: Approved,
  { origin, before }: { readonly origin: Origin; readonly before: Date },
): void {
  securityMailer.tellOfAppSoon(userId, origin, async () => {
    // First, because the app may fetch its tokens at once.
    const { grants } = await provider.listGrants(userId)
    const { client } = await provider.readRequest(authRequestId, userId)
    const hadAccess = grants.some(
      (grant) => grant.client.client_id === client.client_id && new Date(grant.created_at) < before,
    )
    return hadAccess ? undefined : client.name
  })
}
