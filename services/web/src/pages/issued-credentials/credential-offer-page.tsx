import type { OfferedCredential } from '@countersign/device'
import { useEffect, useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { navigate } from '../../routing/router.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { GuardedForm } from '../../ui/guarded-form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useTask } from '../../ui/use-task.ts'
import { RequireSignIn } from '../signed-in/require-sign-in.tsx'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { OfferFailure } from './offer-failure.tsx'
import { useCanReceive } from './use-can-receive.ts'

/** Takes what an issuer offers into the vault: by a link that leads here, or one that is pasted. */
export function CredentialOfferPage() {
  return <RequireSignIn>{() => <CredentialOffer />}</RequireSignIn>
}

function CredentialOffer() {
  const { issued } = useFullText()
  const { ask } = useSession()
  const canReceive = useCanReceive()
  const task = useTask<'read' | 'accept'>()
  const [offer, setOffer] = useState<OfferedCredential>()
  const read = (link: string) => task.run('read', async () => setOffer(await ask('readCredentialOffer', { link })))
  useEffect(() => {
    // The link of an issuer leads here, and is read but once: a reload of what was taken would only be refused.
    if (!location.href.includes('credential_offer')) return
    const link = location.href
    navigate(PATHS.credentials, { replace: true })
    read(link)
  }, [])
  const accept = (code: string | undefined) =>
    task.run('accept', async () => {
      await ask('acceptCredentialOffer', { code })
      navigate(PATHS.home)
    })
  return (
    <SignedInFrame current="home" title={issued.addTitle} lead={issued.addLead}>
      <Notice>{canReceive === false && issued.unavailable}</Notice>
      <Notice>{task.running === 'read' && issued.reading}</Notice>
      {offer ? (
        <OfferForm offer={offer} isBusy={task.running === 'accept'} onAccept={accept} />
      ) : (
        canReceive && <LinkForm isBusy={task.running === 'read'} onRead={read} />
      )}
      <OfferFailure failure={task.failure} />
      <div class="actions start">
        <a class="button quiet" href={PATHS.home}>
          {issued.toVault}
        </a>
      </div>
    </SignedInFrame>
  )
}

function LinkForm({ isBusy, onRead }: { isBusy: boolean; onRead: (link: string) => void }) {
  const { issued } = useFullText()
  const [link, setLink] = useState('')
  const isValid = link.trim() !== ''
  return (
    <GuardedForm isCard isValid={isValid} onSubmit={() => onRead(link)}>
      <Field
        label={issued.link}
        hint={issued.linkHint}
        error={isValid ? undefined : issued.linkHint}
        value={link}
        name="offer"
        autocomplete="off"
        isCode
        onInput={setLink}
      />
      <div class="actions start">
        <Button type="submit" busyText={isBusy ? issued.reading : undefined}>
          {issued.read}
        </Button>
      </div>
    </GuardedForm>
  )
}

type OfferFormProps = {
  readonly offer: OfferedCredential
  readonly isBusy: boolean
  readonly onAccept: (code: string | undefined) => void
}

/** Who offers what, before anything is fetched. */
function OfferForm({ offer, isBusy, onAccept }: OfferFormProps) {
  const { issued } = useFullText()
  const { issuer, issuerName, types, codeAsked } = offer
  const [code, setCode] = useState('')
  const isValid = codeAsked === undefined || code.trim() !== ''
  return (
    <GuardedForm isCard isValid={isValid} onSubmit={() => onAccept(codeAsked && code.trim())}>
      <div>
        <h2>{issued.offerTitle(issuerName)}</h2>
        <p class="fine">{issued.offerLead(new URL(issuer).host)}</p>
      </div>
      <ul class="facts">
        {types.map((type) => (
          <li key={type}>
            <bdi>{type === '' ? issuerName : type}</bdi>
          </li>
        ))}
      </ul>
      {codeAsked && (
        <Field
          label={issued.code}
          hint={issued.codeHint}
          error={isValid ? undefined : issued.codeHint}
          value={code}
          name="issuer-code"
          autocomplete="one-time-code"
          isCode
          onInput={setCode}
        />
      )}
      <div class="actions start">
        <Button type="submit" busyText={isBusy ? issued.accepting : undefined}>
          {issued.accept}
        </Button>
      </div>
    </GuardedForm>
  )
}
