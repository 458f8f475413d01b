import '../consent/scope-card.css'
import { claimsToShare, issuersToShare } from '@countersign/device'
import { ClaimNames } from '@countersign/ui/claim-names.tsx'
import { ConfirmDialog, DialogButton } from '@countersign/ui/dialog.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { VerificationArea } from '../../verification/entry-verification.tsx'
import { ClaimValue } from '../consent/claim-value.tsx'
import type { ConnectedApp } from './connected-apps.ts'
import { chooseNext, type Held, type NextClaims, nextClaims, sharesNext, switchNext } from './next-claims.ts'

type NextChoiceProps = {
  readonly app: ConnectedApp & { readonly next: NonNullable<ConnectedApp['next']> }
  readonly held: Held
  readonly onChanged: (app: ConnectedApp) => void
}

/** The claims that the app's next request starts with, and the way to change them. */
export function NextChoice({ app, held, onChanged }: NextChoiceProps) {
  const text = useFullText()
  const shares = sharesNext(app.next, held)
  const claims = Object.keys(claimsToShare(shares))
  return (
    <>
      <p>
        {claims.length > 0 ? <ClaimNames claims={claims} issuers={issuersToShare(shares)} /> : text.activity.nothing}
      </p>
      <DialogButton kind="quiet" label={text.apps.changeNext} about={text.apps.nextTitle(app.name)}>
        {(close) => <NextDialog {...{ app, held, onChanged }} onClose={close} />}
      </DialogButton>
    </>
  )
}

function NextDialog({ app, held, onChanged, onClose }: NextChoiceProps & { readonly onClose: () => void }) {
  const text = useFullText()
  const { ask } = useSession()
  const [changed, setChanged] = useState<NextClaims>({})
  const { next } = app
  const claims = Object.fromEntries(Object.entries(changed).filter(([claim, entry]) => next.claims[claim] !== entry))
  const change = (part: NextClaims) => setChanged((now) => ({ ...now, ...part }))
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
            {nextClaims(sharesNext(next, held, changed)).map((each) => (
              <ClaimValue
                key={each.share.claim}
                share={each.share}
                hasSwitch={each.hasSwitch}
                choices={{
                  setClaim: (_claim, isOn) => change(switchNext(next, each, isOn)),
                  choose: (claim, id) => change(chooseNext(each, { claim, id })),
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
