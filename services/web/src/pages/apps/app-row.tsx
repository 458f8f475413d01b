import { useState } from 'preact/hooks'
import { describeScope } from '../../messages/messages.ts'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { AppIcon } from '../../ui/app-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Row } from '../../ui/list.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import type { ConnectedApp } from './connected-apps.ts'

type AppRowProps = {
  readonly app: ConnectedApp
  readonly onRevoked: () => void
}

/** An app, what it may see, since when, and one action that takes all of it back. */
export function AppRow({ app, onRevoked }: AppRowProps) {
  const text = useFullText()
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  return (
    <Row
      icon={<AppIcon name={app.name} logo={app.logo} />}
      title={<bdi>{app.name}</bdi>}
      detail={app.host !== undefined && <bdi>{app.host}</bdi>}
      action={
        <Button kind="secondary" onClick={() => setAsking(true)}>
          {text.apps.revoke}
          <span class="visually-hidden"> {app.name}</span>
        </Button>
      }
    >
      <div class="app-facts">
        <h3>{text.apps.maySee}</h3>
        <ScopeList scopes={app.scopes} />
        <p class="fine">
          {text.apps.since(format.date(app.since))} {text.apps.lastUsed(format.dateTime(app.lastUsedAt))}
        </p>
      </div>
      {isAsking && <RevokeDialog app={app} onRevoked={onRevoked} onClose={() => setAsking(false)} />}
    </Row>
  )
}

/** An operator's own scope goes by its name in plain words: what it releases stood on the consent page. */
function ScopeList({ scopes }: { scopes: readonly string[] }) {
  const text = useFullText()
  return (
    <ul class="app-scopes">
      {scopes.map((name) => {
        const words = name.replaceAll('_', ' ')
        const { title, description } = describeScope(text, { name, title: words, description: '' })
        return (
          <li key={name}>
            <strong>{title}</strong> <span class="fine">{description}</span>
          </li>
        )
      })}
    </ul>
  )
}

function RevokeDialog({ app, onRevoked, onClose }: AppRowProps & { onClose: () => void }) {
  const text = useFullText()
  const { ask } = useSession()
  const task = useTask<'revoke'>()
  const revoke = () =>
    task.run('revoke', async () => {
      for (const grantId of app.grantIds) await ask('revokeGrant', { grantId, clientId: app.clientId })
      onClose()
      onRevoked()
    })
  return (
    <ConfirmDialog
      title={text.apps.revokeTitle(app.name)}
      message={text.apps.revokeText(app.name)}
      content={<FailureNotice failure={task.failure} />}
      onCancel={onClose}
    >
      <Button kind="quiet" onClick={onClose}>
        {text.common.cancel}
      </Button>
      <Button busyText={task.running && text.apps.revoking} onClick={revoke}>
        {text.apps.revoke}
      </Button>
    </ConfirmDialog>
  )
}
