import { toFailure } from '@countersign/device'
import { useState } from 'preact/hooks'
import { useBrand } from '../../ui/brand.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'
import { Page } from '../../ui/page.tsx'
import { useTask } from '../../ui/use-task.ts'
import { createConsoleApi } from '../api/console-api.ts'
import { sendByToken } from '../api/send-by-token.ts'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { texts } from '../texts.ts'

type EntryPageProps = {
  readonly issuer: string
  readonly onSession: () => void
  readonly onToken: (token: string) => void
}

/** Entry by session or by the administration token. */
export function EntryPage({ issuer, onSession, onToken }: EntryPageProps) {
  const { name } = useBrand()
  return (
    <Page title={texts.access.title} lead={texts.access.lead(name)}>
      <Card icon="fingerprint" title={texts.access.personTitle} lead={texts.access.person}>
        <div class="actions start">
          <Button onClick={onSession}>{texts.access.personSubmit}</Button>
        </div>
      </Card>
      <Card icon="key" title={texts.access.tokenTitle}>
        <TokenForm issuer={issuer} submit={texts.access.tokenSubmit} onToken={onToken} />
      </Card>
    </Page>
  )
}

type TokenFormProps = {
  readonly issuer: string
  readonly submit: string
  readonly onToken: (token: string) => void
}

/** Passes the administration token on once the service has accepted it. */
export function TokenForm({ issuer, submit, onToken }: TokenFormProps) {
  const [token, setToken] = useState('')
  const [refused, setRefused] = useState<string>()
  const task = useTask<'open'>()
  const open = async () => {
    try {
      await createConsoleApi(sendByToken(issuer, () => token)).readAccess()
    } catch (error) {
      const sentence = { invalid_admin_token: texts.access.tokenWrong, not_found: texts.access.tokenUnavailable }
      const { code } = toFailure(error)
      if (code !== 'invalid_admin_token' && code !== 'not_found') throw error
      return setRefused(sentence[code])
    }
    onToken(token)
  }
  return (
    <GuardedForm isValid={token !== ''} refusal={refused} onSubmit={() => task.run('open', open)}>
      <Field
        label={texts.access.token}
        type="password"
        autocomplete="off"
        value={token}
        onInput={(next) => {
          setToken(next)
          setRefused(undefined)
        }}
        hint={texts.access.tokenHint}
        error={token === '' ? texts.access.tokenEmpty : refused}
        required
      />
      <RefusalNotice failure={task.failure} />
      <div class="actions start">
        <Button kind="secondary" type="submit" busyText={task.running && texts.access.tokenBusy}>
          {submit}
        </Button>
      </div>
    </GuardedForm>
  )
}
