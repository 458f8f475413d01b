import { usePreview } from '../request-preview/preview.tsx'

/** The address at which the provider serves an app's logo; an app that is gone has none there. */
export function useAppLogo(clientId: string): string {
  const { issuer } = usePreview()
  return `${issuer}/oauth/clients/${encodeURIComponent(clientId)}/logo`
}
