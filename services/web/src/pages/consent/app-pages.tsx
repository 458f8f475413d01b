import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { useText } from '../../messages/use-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { findPage } from './app-page.ts'

/** What the app says of itself before anybody decides: its privacy policy and its terms, each with the host that it is on. */
export function AppPages({ client }: { readonly client: AuthorizationRequestDetails['client'] }) {
  const text = useText()
  const pages = [
    { label: text.consent.policy(client.name), page: findPage(client.policy_uri) },
    { label: text.consent.terms(client.name), page: findPage(client.tos_uri) },
  ]
  if (pages.every(({ page }) => page === undefined)) return null
  return (
    <div class="app-pages">
      <Icon name="receipt" />
      <div>
        {pages.map(
          ({ label, page }) =>
            page && (
              <p key={label}>
                {/* In a tab of its own, which learns nothing of this one: leaving would lock the vault. */}
                <a href={page.href} target="_blank" rel="noopener noreferrer">
                  {label}
                </a>{' '}
                (<bdi>{page.host}</bdi>)
              </p>
            ),
        )}
      </div>
    </div>
  )
}
