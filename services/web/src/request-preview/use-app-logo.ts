import { usePreview } from './preview.tsx'

/** The provider's address of an app's logo; a deleted app has none. */
export function useAppLogo(clientId: string): string {
  const { issuer } = usePreview()
  return `${issuer}/oauth/clients/${encodeURIComponent(clientId)}/logo`
}
