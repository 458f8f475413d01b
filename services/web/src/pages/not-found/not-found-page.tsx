import { useFullText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'

export function NotFoundPage() {
  const { notFound, common } = useFullText()
  return (
    <Page title={notFound.title} lead={notFound.lead}>
      <div class="actions start">
        <ButtonLink href={PATHS.home} label={common.start} />
      </div>
    </Page>
  )
}
