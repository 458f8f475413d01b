import { EndPage } from '@countersign/ui/end-page.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'

export function NotFoundPage() {
  const { title, lead } = useFullText().notFound
  return <EndPage title={title} lead={lead} />
}
