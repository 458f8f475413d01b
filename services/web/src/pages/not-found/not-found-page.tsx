import { useText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'

/** An address that leads nowhere. */
export function NotFoundPage() {
  const text = useText()
  return (
    <Page title={text.problem.notFoundTitle} lead={text.problem.notFound}>
      <div class="actions start">
        <ButtonLink href={PATHS.home}>{text.common.start}</ButtonLink>
      </div>
    </Page>
  )
}
