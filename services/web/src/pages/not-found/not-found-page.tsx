import { useFullText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'

/** An address that leads nowhere. */
export function NotFoundPage() {
  const text = useFullText()
  return (
    <Page title={text.nowhere.title} lead={text.nowhere.lead}>
      <div class="actions start">
        <ButtonLink href={PATHS.home}>{text.common.start}</ButtonLink>
      </div>
    </Page>
  )
}
