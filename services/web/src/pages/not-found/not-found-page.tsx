import { useFullText } from '../../messages/use-text.tsx'
import { EndPage } from '../../ui/end-page.tsx'

export function NotFoundPage() {
  const { title, lead } = useFullText().notFound
  return <EndPage title={title} lead={lead} />
}
