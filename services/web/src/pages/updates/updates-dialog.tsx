import './updates.css'
import type { AppUpdate, SentUpdate } from '@countersign/device'
import { Switch } from '@countersign/ui/choices.tsx'
import { ClaimText } from '@countersign/ui/claim-text.tsx'
import { Dialog } from '@countersign/ui/dialog.tsx'
import { AppIcon, Button, FailureNotice } from '@countersign/ui/elements.tsx'
import { Fact, List, Row } from '@countersign/ui/list.tsx'
import { labelOf, useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { useAppLogo } from '../../request-preview/use-app-logo.ts'
import { useSession } from '../../session/session.tsx'
import { canSend, changedOnes, describeApps, nameOf, useProblemOf } from './app-updates.ts'
import { SentUpdates } from './sent-updates.tsx'

type UpdatesDialogProps = {
  /** Shown in full; nothing else is sent. */
  readonly updates: readonly AppUpdate[]
  readonly onClose: () => void
}

/** Shows the values for each app before they leave, and then the outcome. */
export function UpdatesDialog({ updates: offered, onClose }: UpdatesDialogProps) {
  const text = useFullText()
  const format = useFormat()
  const { updates, off, setOn, sent, task, send, look } = useSending(offered, onClose)
  const sendable = updates.filter(canSend)
  const claims = [...new Set(sendable.flatMap(({ changes }) => Object.keys(changes)))]
  const labels = format.list(claims.map((claim) => labelOf(text, claim)))
  const chosen = sendable.filter(({ clientId }) => !off.includes(clientId))
  return (
    <Dialog
      title={sent ? text.updates.sentTitle : text.updates.title(describeApps(text, format, sendable))}
      message={sent ? text.updates.sentLead : text.updates.lead(labels)}
      onCancel={onClose}
    >
      {sent ? (
        <SentUpdates updates={updates} sent={sent} isBusy={task.running === 'look'} onLook={look} onClose={onClose} />
      ) : (
        <div class="updates">
          <List>
            {updates.map((update) => (
              <UpdateRow
                key={update.clientId}
                update={update}
                isOn={!off.includes(update.clientId)}
                onSwitch={(isOn) => setOn(update.clientId, isOn)}
                onLeave={onClose}
              />
            ))}
          </List>
          <FailureNotice failure={task.failure} />
          <div class="actions updates-actions">
            <Button kind="quiet" onClick={onClose} label={text.updates.notNow} />
            <Button
              onClick={() => send(chosen)}
              busyText={task.running === 'send' ? text.updates.sending : undefined}
              disabled={chosen.length === 0}
              label={text.updates.send}
            />
          </div>
        </div>
      )}
    </Dialog>
  )
}

function useSending(offered: readonly AppUpdate[], onClose: () => void) {
  const { ask } = useSession()
  const task = useTask<'send' | 'look'>()
  const [updates, setUpdates] = useState(offered)
  const [off, setOff] = useState<readonly string[]>([])
  const [sent, setSent] = useState<readonly SentUpdate[]>()
  const setOn = (clientId: string, isOn: boolean) =>
    setOff((now) => (isOn ? now.filter((each) => each !== clientId) : [...now, clientId]))
  const send = (chosen: readonly AppUpdate[]) =>
    task.run('send', async () => {
      const confirmed = chosen.map(({ clientId, changes }) => ({ clientId, changes }))
      setSent(await ask('sendUpdates', { updates: confirmed }))
    })
  const look = () =>
    task.run('look', async () => {
      const now = changedOnes(await ask('listUpdates', {}))
      if (!now.some(canSend)) return onClose()
      setUpdates(now)
      setSent(undefined)
    })
  return { updates, off, setOn, sent, task, send, look }
}

type UpdateRowProps = {
  readonly update: AppUpdate
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
  readonly onLeave: () => void
}

function UpdateRow({ update, isOn, onSwitch, onLeave }: UpdateRowProps) {
  const text = useFullText()
  const problem = useProblemOf()(update, update.problem)
  const { clientId, host, changes } = update
  const name = nameOf(update)
  const logo = useAppLogo(clientId)
  return (
    <Row
      isNested
      icon={<AppIcon name={name} logo={logo} />}
      title={<bdi>{name}</bdi>}
      detail={host !== '' && <bdi>{host}</bdi>}
      action={problem === undefined && <Switch label={text.updates.sendTo(name)} isOn={isOn} onChange={onSwitch} />}
    >
      {problem === undefined ? (
        <dl class={isOn ? 'updates-values' : 'updates-values off'}>
          {Object.entries(changes).map(([claim, value]) => (
            <Fact key={claim} label={labelOf(text, claim)}>
              {value === '' ? <em>{text.updates.gone}</em> : <ClaimText claim={claim} value={value} />}
            </Fact>
          ))}
        </dl>
      ) : (
        <div class="updates-problem">
          <p>{problem}</p>
          {update.problem !== 'new_key' && (
            <a class="rows-link" href={PATHS.home} onClick={onLeave}>
              {text.updates.toVault}
            </a>
          )}
        </div>
      )}
    </Row>
  )
}
