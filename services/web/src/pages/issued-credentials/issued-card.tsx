import type { CredentialView } from '@countersign/device'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { labelOf } from '../../messages/messages.ts'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ClaimText } from '../../ui/claim-text.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
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
          <a class="button secondary" href={PATHS.credentials}>
            {issued.add}
          </a>
        </div>
      )}
    </Card>
  )
}

export function Issued({ credential, children }: { credential: CredentialView; children?: ComponentChildren }) {
  const text = useFullText()
  const { issued } = text
  const { issuer, issuerName, claims } = credential
  return (
    <article class="stack">
      <div>
        <h3>
          <bdi>{nameOf(credential)}</bdi>
        </h3>
        <p class="fine verified">{issued.by(issuerName, new URL(issuer).host)}</p>
        <p class="fine">
          <ValidUntil until={credential.until} />
        </p>
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

function ValidUntil({ until }: Pick<CredentialView, 'until'>) {
  const { issued } = useFullText()
  const format = useFormat()
  if (until === undefined) return <>{issued.endless}</>
  const isOver = Date.parse(until) <= Date.now()
  return <>{isOver ? issued.over(format.date(until)) : issued.until(format.date(until))}</>
}

function Remove({ id, name }: { id: string; name: string }) {
  const { issued, passkeys, common } = useFullText()
  const { ask } = useSession()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <div class="actions start">
        <Button kind="quiet" onClick={() => setAsking(true)} label={passkeys.remove} about={name} />
      </div>
      {isAsking && (
        <ConfirmDialog
          title={passkeys.removeTitle(name)}
          message={issued.removeLead}
          confirm={passkeys.remove}
          kind="primary"
          busyText={common.saving}
          work={async () => void (await ask('removeCredential', { id }))}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}

export function useCanReceive(): boolean | undefined {
  const { ask } = useSession()
  const found = useResult(() => ask('listCredentialIssuers', {}), [])
  return found && (found.issuers === undefined || found.issuers.length > 0)
}
