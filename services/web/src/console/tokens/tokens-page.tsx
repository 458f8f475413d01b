import { useState } from 'preact/hooks'
import { useFormat } from '../../messages/use-text.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { List, Row } from '../../ui/list.tsx'
import { LoadingNotice } from '../../ui/loading-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import type { RegistrationToken } from '../api/answers.ts'
import { useConsole } from '../console-context.tsx'
import { ConsoleFrame } from '../console-frame.tsx'
import { useConsoleText } from '../console-text.tsx'
import { AskFirst } from '../elements/ask-first.tsx'
import { RefusalNotice } from '../elements/refusal-notice.tsx'
import { ShownOnce } from '../elements/shown-once.tsx'
import { NewTokenForm } from './new-token-form.tsx'

/** `/console/tokens`: who may register apps over the network. */
export function TokensPage() {
  const { tokens } = useConsoleText()
  const { api, access } = useConsole()
  const loaded = useLoaded(() => api.listTokens())
  const [made, setMade] = useState<string>()
  const [note, setNote] = useState('')
  const isNew = async (token: string) => {
    setNote('')
    setMade(token)
    await loaded.reload()
  }
  const end = async ({ tokenId }: RegistrationToken) => {
    await api.removeToken(tokenId)
    await loaded.reload()
    setNote(tokens.ended)
  }
  return (
    <ConsoleFrame current="tokens" title={tokens.title} lead={tokens.lead}>
      <Notice>{access.dynamicRegistration !== 'token' && tokens.notOfUse[access.dynamicRegistration]}</Notice>
      <Card icon="import" title={tokens.makeTitle}>
        {made === undefined ? (
          <NewTokenForm onMade={isNew} />
        ) : (
          <ShownOnce label={tokens.made} value={made} onDone={() => setMade(undefined)} />
        )}
      </Card>
      <Notice kind="good">{note}</Notice>
      <LoadingNotice loaded={loaded} Refusal={RefusalNotice} />
      {loaded.content?.length === 0 && (
        <EmptyState picture="apps" title={tokens.emptyTitle}>
          {tokens.empty}
        </EmptyState>
      )}
      {loaded.content && loaded.content.length > 0 && (
        <List>
          {loaded.content.map((token) => (
            <TokenRow key={token.tokenId} token={token} end={() => end(token)} />
          ))}
        </List>
      )}
    </ConsoleFrame>
  )
}

function TokenRow({ token, end }: { token: RegistrationToken; end: () => Promise<void> }) {
  const { tokens } = useConsoleText()
  const format = useFormat()
  const made = format.dateTime(token.createdAt)
  const left = token.remainingUses === null ? tokens.anyNumber : tokens.left(token.remainingUses)
  return (
    <Row
      title={tokens.of(made)}
      detail={tokens.detail(left, format.dateTime(token.expiresAt))}
      action={
        <AskFirst
          label={tokens.endOf(made)}
          title={tokens.endTitle}
          message={tokens.endLead}
          confirm={tokens.end}
          work={end}
        >
          {tokens.end}
        </AskFirst>
      }
    />
  )
}
