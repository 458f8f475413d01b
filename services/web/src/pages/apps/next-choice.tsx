import '../consent/scope-card.css'
import type { ClaimItem } from '@countersign/device'
import { useState } from 'preact/hooks'
import { labelOf } from '../../messages/messages.ts'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { useSession } from '../../session/session.tsx'
import { ConfirmDialog, DialogButton } from '../../ui/dialog.tsx'
import { VerificationArea } from '../../verification/entry-verification.tsx'
import { ClaimValue } from '../consent/claim-value.tsx'
import type { ConnectedApp } from './connected-apps.ts'
import { nextClaims, switchNext } from './next-claims.ts'

type NextChoiceProps = {
  readonly app: ConnectedApp
  readonly vault: readonly ClaimItem[]
  readonly onChanged: (app: ConnectedApp) => void
}

/** The claims that the app's next request starts with, and the way to change them. */
export function NextChoice({ app, vault, onChanged }: NextChoiceProps) {
  const text = useFullText()
  const format = useFormat()
  const names = nextClaims(app.next, vault).flatMap(({ claim, isOn }) => (isOn ? [labelOf(text, claim)] : []))
  return (
    <>
      <p>{names.length > 0 ? format.list(names) : text.activity.nothing}</p>
      <DialogButton kind="quiet" label={text.apps.changeNext} about={text.apps.nextTitle(app.name)}>
        {(close) => <NextDialog {...{ app, vault, onChanged }} onClose={close} />}
      </DialogButton>
    </>
  )
}

function NextDialog({ app, vault, onChanged, onClose }: NextChoiceProps & { readonly onClose: () => void }) {
  const text = useFullText()
  const { ask } = useSession()
  const [changed, setChanged] = useState<Readonly<Record<string, string>>>({})
  const shares = nextClaims({ ...app.next, ...changed }, vault)
  const claims = Object.fromEntries(Object.entries(changed).filter(([claim, entry]) => app.next[claim] !== entry))
  const change = (part: Readonly<Record<string, string>>) => setChanged((now) => ({ ...now, ...part }))
  const save = async () => {
    await ask('changeNextChoice', { clientId: app.clientId, claims })
    onClose()
    onChanged(app)
  }
  return (
    <ConfirmDialog
      title={text.apps.nextTitle(app.name)}
      message={text.apps.nextText(app.name)}
      content={
        <VerificationArea>
          <ul class="claim-value-list apps-next">
            {shares.map((share) => (
              <ClaimValue
                key={share.claim}
                share={share}
                hasSwitch
                choices={{
                  setClaim: (_claim, isOn) => change(switchNext(app.next, share, isOn)),
                  choose: (claim, id) => change({ [claim]: id }),
                }}
              />
            ))}
          </ul>
        </VerificationArea>
      }
      confirm={text.common.save}
      kind="primary"
      busyText={text.common.save}
      disabled={Object.keys(claims).length === 0}
      work={save}
      onCancel={onClose}
    />
  )
}
