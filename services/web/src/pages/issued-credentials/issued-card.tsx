import type { CredentialView } from '@countersign/device'
import { ConfirmDialog, DialogButton } from '@countersign/ui/dialog.tsx'
import { ButtonLink } from '@countersign/ui/elements.tsx'
import { useResult } from '@countersign/ui/loading.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { useSession } from '../../session/session.tsx'
import { CredentialCard, nameOf } from './credential-card.tsx'
import { isRunningOut } from './credential-look.ts'

export function IssuedCard({ credentials }: { credentials: readonly CredentialView[] }) {
  const { issued } = useFullText()
  const canReceive = useCanReceive()
  const { ask } = useSession()
  const ids = credentials.map(({ id }) => id).join(' ')
  const statuses = useResult(async () => (ids === '' ? undefined : ask('readCredentialStatuses', {})), [ids])
  if (credentials.length === 0 && !canReceive) return null
  return (
    <section class="stack">
      <div>
        <h2>{issued.title}</h2>
        <p class="fine">{issued.lead}</p>
      </div>
      <div class="credential-list">
        {credentials.toSorted(byEnd).map((credential) => (
          <CredentialCard key={credential.id} credential={credential} status={statuses?.[credential.id]}>
            <div class="actions start">
              {canReceive && isRunningOut(credential) && (
                <ButtonLink href={renewalOf(credential)} kind="quiet" label={issued.renew} />
              )}
              <Remove id={credential.id} name={nameOf(credential)} />
            </div>
          </CredentialCard>
        ))}
      </div>
      <CopiesNote credentials={credentials} />
      {canReceive && (
        <div class="actions start">
          <ButtonLink href={PATHS.credentials} kind="secondary" label={issued.add} />
        </div>
      )}
    </section>
  )
}

/** Whether apps that compare notes can recognize the person by these. */
export function CopiesNote({ credentials }: { credentials: readonly CredentialView[] }) {
  const { issued } = useFullText()
  const isForAll = ({ unused }: CredentialView) => unused === undefined
  return (
    <>
      {credentials.some(isForAll) && <p class="fine">{issued.linkable}</p>}
      {!credentials.every(isForAll) && <p class="fine">{issued.unlinkable}</p>}
    </>
  )
}

/** Where its issuer is asked for the same again. */
function renewalOf({ issuer }: CredentialView): string {
  return `${PATHS.credentials}?${new URLSearchParams({ issuer })}`
}

/** Those that are valid longest come first. */
function byEnd(one: CredentialView, other: CredentialView): number {
  const [left, right] = [one.until ?? '~', other.until ?? '~']
  return left > right ? -1 : Number(left < right)
}

function Remove({ id, name }: { id: string; name: string }) {
  const { issued, passkeys, common } = useFullText()
  const { ask } = useSession()
  return (
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
  )
}

export function useCanReceive(): boolean | undefined {
  const { ask } = useSession()
  const found = useResult(() => ask('listCredentialIssuers', {}), [])
  return found && (found.issuers === undefined || found.issuers.length > 0)
}
