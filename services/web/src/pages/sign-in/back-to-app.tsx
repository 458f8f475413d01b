import { ButtonLink } from '@countersign/ui/elements.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { useRoute } from '@countersign/ui/routing/router.ts'
import { usePreview } from '../../request-preview/preview.tsx'

type BackToAppProps = { readonly error?: 'access_denied' | 'unmet_authentication_requirements' }

/** Ends the app's request, which no user has opened. A device that waits has no page to go back to. */
export function BackToApp({ error = 'access_denied' }: BackToAppProps) {
  const { problem } = useFullText()
  const { authRequestId } = useRoute()
  const { preview, issuer } = usePreview()
  if (authRequestId === undefined || typeof preview !== 'object' || preview.client.host === '') return null
  const query = new URLSearchParams({ auth_request_id: authRequestId, error })
  const href = `${issuer}/oauth/authorize/unanswered?${query}`
  return <ButtonLink kind="secondary" href={href} label={problem.backTo(preview.client.name)} />
}
