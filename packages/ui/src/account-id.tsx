import { useState } from 'preact/hooks'
import { Card } from './card.tsx'
import { Button, Notice } from './elements.tsx'
import { useFullText } from './messages/texts.ts'

/** Support finds the account by it: core knows no name. */
export function AccountId({ userId }: { readonly userId: string }) {
  const { operator } = useFullText()
  const [copying, setCopying] = useState<'copied' | 'copyFailed'>()
  const copy = () => {
    navigator.clipboard.writeText(userId).then(
      () => setCopying('copied'),
      () => setCopying('copyFailed'),
    )
  }
  return (
    <Card icon="info" title={operator.id} lead={operator.idLead}>
      <p>
        <code dir="ltr">{userId}</code>
      </p>
      <div class="actions start">
        <Button kind="secondary" onClick={copy} label={operator.copyId} />
      </div>
      <Notice kind={copying === 'copied' ? 'good' : 'info'}>{copying && operator[copying]}</Notice>
    </Card>
  )
}
