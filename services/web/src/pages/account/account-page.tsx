import './account.css'
import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LanguageChoice } from '../../ui/footer.tsx'
import { Page } from '../../ui/page.tsx'
import { useSteps } from '../../ui/use-steps.ts'
import { RequireSignIn } from '../signed-in/require-sign-in.tsx'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ExportCard } from './export-card.tsx'
import { IdleChoice } from './idle-choice.tsx'
import { ImportCard } from './import-card.tsx'

/** `/account`: language, lock, export, import, and leaving for good. */
export function AccountPage() {
  const [isDeleted, setDeleted] = useState(false)
  if (isDeleted) return <DeletedPage />
  return <RequireSignIn>{() => <Account onDeleted={() => setDeleted(true)} />}</RequireSignIn>
}

function Account({ onDeleted }: { onDeleted: () => void }) {
  const { account, common } = useFullText()
  const { step, next, back } = useSteps<'account' | 'delete'>('account')
  if (step === 'delete') return <DeleteAccount onBack={back} onDeleted={onDeleted} />
  return (
    <SignedInFrame current="account" title={account.title} lead={account.lead}>
      <ExportCard />
      <ImportCard />
      <Card icon="globe" title={common.language} lead={account.languageLead}>
        <LanguageChoice />
      </Card>
      <IdleChoice />
      <Card icon="bin" title={account.delete} lead={account.deleteHint}>
        <div class="actions start">
          <Button kind="secondary" onClick={() => next('delete')}>
            {account.deleteNext}
          </Button>
        </div>
      </Card>
    </SignedInFrame>
  )
}

function DeletedPage() {
  const { account, common } = useFullText()
  return (
    <Page title={account.deletedTitle} lead={account.deleted}>
      <div class="actions start">
        <ButtonLink href={PATHS.home}>{common.start}</ButtonLink>
      </div>
    </Page>
  )
}
