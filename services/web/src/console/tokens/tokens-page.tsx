import { useState } from 'preact/hooks'
import { useFormat } from '../../messages/use-text.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { List, Row } from '../../ui/list.tsx'
import { LoadingNotice } from '../../ui/loading-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import type { RegistrationToken } from '../api/console-api.ts'
import { useConsole } from '../console-context.tsx'
import { ConsoleFrame } from '../console-frame.tsx'
import { AskFirst } from '../elements/ask-first.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { ShownOnce } from '../elements/shown-once.tsx'
import { texts } from '../texts.ts'
import { NewTokenForm } from './new-token-form.tsx'

/** `/console/tokens`: who may register apps over the network. */
export function TokensPage() {
  const { api, access } = useConsole()
  const loaded = useLoaded(() => api.listTokens())
  const [made, setMade] = useState<string>()
  const [note, setNote] = useState('')
  const isNew = async (token: string) => {
    setNote('')
    setMade(token)
    await loaded.reload()
  }
  const end = async ({ token_id }: RegistrationToken) => {
    await api.removeToken(token_id)
    await loaded.reload()
    setNote(texts.tokens.ended)
  }
  return (
    <ConsoleFrame current="tokens" title={texts.tokens.title} lead={texts.tokens.lead}>
      <Notice>{access.dynamic_registration !== 'token' && texts.tokens.notOfUse[access.dynamic_registration]}</Notice>
      <Card icon="import" title={texts.tokens.makeTitle}>
        {made === undefined ? (
          <NewTokenForm onMade={isNew} />
        ) : (
          <ShownOnce label={texts.tokens.made} value={made} onDone={() => setMade(undefined)} />
        )}
      </Card>
      <Notice kind="good">{note}</Notice>
      <LoadingNotice loaded={loaded} Refusal={RefusalNotice} />
      {loaded.content?.length === 0 && (
        <EmptyState picture="apps" title={texts.tokens.emptyTitle}>
          {texts.tokens.empty}
        </EmptyState>
      )}
      {loaded.content && loaded.content.length > 0 && (
        <List>
          {loaded.content.map((token) => (
            <TokenRow key={token.token_id} token={token} end={() => end(token)} />
          ))}
        </List>
      )}
    </ConsoleFrame>
  )
}

function TokenRow({ token, end }: { token: RegistrationToken; end: () => Promise<void> }) {
  const format = useFormat()
  const made = format.dateTime(token.created_at)
  const left = token.remaining_uses === null ? texts.tokens.anyNumber : texts.tokens.left(token.remaining_uses)
  return (
    <Row
      title={texts.tokens.of(made)}
      detail={texts.tokens.detail(left, format.dateTime(token.expires_at))}
      action={
        <AskFirst
          label={texts.tokens.endOf(made)}
          title={texts.tokens.endTitle}
          message={texts.tokens.endLead}
          confirm={texts.tokens.end}
          work={end}
        />
      }
    />
  )
}
