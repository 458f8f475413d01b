import { Button } from '@countersign/ui/elements.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { Page } from '@countersign/ui/page.tsx'

/** Explains that passkeys open vaults. Password managers lead here before they delete one. */
export function AboutPasskeys({ onClose }: { readonly onClose: () => void }) {
  const { passkeys } = useFullText()
  return (
    <Page title={passkeys.aboutTitle} lead={passkeys.aboutLead}>
      {passkeys.aboutPoints.map((point) => (
        <p key={point}>{point}</p>
      ))}
      <div class="actions start">
        <Button onClick={onClose} label={passkeys.title} />
      </div>
    </Page>
  )
}
