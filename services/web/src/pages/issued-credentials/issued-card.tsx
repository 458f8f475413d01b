import type { CredentialView } from '@countersign/device'
import type { ComponentChildren } from 'preact'
import { labelOf } from '../../messages/messages.ts'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { useSession } from '../../session/session.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ClaimText } from '../../ui/claim-text.tsx'
import { ConfirmDialog, DialogButton } from '../../ui/dialog.tsx'
import { useResult } from '../../ui/loading.tsx'

export function IssuedCard({ credentials }: { credentials: readonly CredentialView[] }) {
  const { issued } = useFullText()
  const canReceive = useCanReceive()
  if (credentials.length === 0 && !canReceive) return null
  return (
    <Card icon="shield" title={issued.title} lead={issued.lead}>
      {credentials.map((credential) => (
        <Issued key={credential.id} credential={credential}>
          <Remove id={credential.id} name={nameOf(credential)} />
        </Issued>
      ))}
      {credentials.length > 0 && <p class="fine">{issued.linkable}</p>}
      {canReceive && (
        <div class="actions start">
          <ButtonLink href={PATHS.credentials} kind="secondary" label={issued.add} />
        </div>
      )}
    </Card>
  )
}

export function Issued({ credential, children }: { credential: CredentialView; children?: ComponentChildren }) {
  const text = useFullText()
  const { issued } = text
  const format = useFormat()
  const { issuer, issuerName, claims, until } = credential
  const validity = until && (Date.parse(until) <= Date.now() ? issued.over : issued.until)(format.date(until))
  return (
    <article class="stack">
      <div>
        <h3>
          <bdi>{nameOf(credential)}</bdi>
        </h3>
        <p class="fine verified">{issued.by(issuerName, new URL(issuer).host)}</p>
        <p class="fine">{validity ?? issued.endless}</p>
      </div>
      <dl class="issued-claims">
        {Object.entries(claims).map(([claim, value]) => (
          <div key={claim}>
            <dt>{labelOf(text, claim)}</dt>
            <dd>
              <ClaimText claim={claim} value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </article>
  )
}

function nameOf({ typeName, issuerName }: CredentialView): string {
  return typeName === '' ? issuerName : typeName
}

function Remove({ id, name }: { id: string; name: string }) {
  const { issued, passkeys, common } = useFullText()
  const { ask } = useSession()
  return (
    <div class="actions start">
      <DialogButton kind="quiet" label={passkeys.remove} about={name}>
        {(close) => (
          <ConfirmDialog
            title={passkeys.removeTitle(name)}
            message={issued.removeLead}
            confirm={passkeys.remove}
            kind="primary"
            busyText={common.saving}
            work={async () => void (await ask('removeCredential', { id }))}
            onCancel={close}
          />
        )}
      </DialogButton>
    </div>
  )
}

export function useCanReceive(): boolean | undefined {
  const { ask } = useSession()
  const found = useResult(() => ask('listCredentialIssuers', {}), [])
  return found && (found.issuers === undefined || found.issuers.length > 0)
}
