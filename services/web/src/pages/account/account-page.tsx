import './account.css'
import { useState } from 'preact/hooks'
import { useFullText, useLanguage } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { IDLE_MINUTES_KEY, readIdleMinutes } from '../../session/idle-watch.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LanguageChoice, Page } from '../../ui/page.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useSteps } from '../../ui/use-steps.ts'
import { RequireSignIn, SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ExportCard } from './export-card.tsx'
import { ImportCard } from './import-card.tsx'

/** `/account`: language, lock, export, import, deletion. */
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

const MINUTES = [1, 5, 15, 30] as const

/** Minutes without input until the vault locks on this device. */
function IdleChoice() {
  const { account } = useFullText()
  const { language } = useLanguage()
  const [minutes, setMinutes] = useState(readIdleMinutes)
  const inWords = new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  const choose = (value: string) => {
    keepIdleMinutes(value)
    setMinutes(readIdleMinutes())
  }
  return (
    <Card icon="clock" title={account.idle} lead={account.idleLead}>
      <SelectField
        label={account.idleAfter}
        value={String(minutes)}
        options={MINUTES.map((each) => ({ value: String(each), label: inWords.format(each) }))}
        onChange={choose}
      />
    </Card>
  )
}

/** Without storage the current choice stays. */
function keepIdleMinutes(minutes: string): void {
  try {
    localStorage.setItem(IDLE_MINUTES_KEY, minutes)
  } catch {
    // Storage is forbidden.
  }
}
