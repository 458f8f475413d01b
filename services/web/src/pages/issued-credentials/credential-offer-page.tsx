import type { CredentialView, OfferedCredential, OpenedProfile } from '@countersign/device'
import { Button, ButtonLink, FailureNotice, Notice } from '@countersign/ui/elements.tsx'
import { Field, GuardedForm } from '@countersign/ui/form.tsx'
import { CodeForm } from '@countersign/ui/form-actions.tsx'
import { type FullText, useFullText } from '@countersign/ui/messages/texts.ts'
import { here } from '@countersign/ui/place.ts'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { navigate } from '@countersign/ui/routing/router.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { RequireSignIn, SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { CredentialCard, OfferedCard } from './credential-card.tsx'
import { useCanReceive } from './issued-card.tsx'
import { findOfferHost } from './offer-host.ts'

/** Receives an offered credential, by the issuer's link or a pasted one. */
export function CredentialOfferPage() {
  const { issued } = useFullText()
  const [host] = useState(() => findOfferHost(here().href))
  return (
    <RequireSignIn lead={host === undefined ? undefined : issued.signInLead(host)}>
      {(profile) => <CredentialOffer profile={profile} />}
    </RequireSignIn>
  )
}

function CredentialOffer({ profile }: { profile: OpenedProfile }) {
  const text = useFullText()
  const { issued } = text
  const { ask } = useSession()
  const canReceive = useCanReceive()
  const task = useTask<'read' | 'accept'>()
  const [offer, setOffer] = useState<OfferedCredential>()
  const [received, setReceived] = useState<readonly CredentialView[]>()
  const read = (link: string) => task.run('read', async () => setOffer(await ask('readCredentialOffer', { link })))
  useEffect(() => {
    // Removes the offer from the address: it works once, so a reload would fail.
    const link = here().href
    if (!link.includes('credential_offer')) return
    navigate(PATHS.credentials, { replace: true })
    read(link)
  }, [])
  const accept = (code: string | undefined) =>
    task.run('accept', async () => {
      const before = new Set(profile.credentials.map(({ id }) => id))
      const { credentials } = await ask('acceptCredentialOffer', { code })
      setReceived(credentials.filter(({ id }) => !before.has(id)))
    })
  if (received) return <Received credentials={received} />
  return (
    <SignedInFrame current="home" title={issued.addTitle} lead={offer ? undefined : issued.addLead}>
      <Notice>{canReceive === false && issued.unavailable}</Notice>
      <Notice>{task.running === 'read' && issued.reading}</Notice>
      {offer ? (
        <OfferForm offer={offer} isBusy={task.running === 'accept'} onAccept={accept} />
      ) : (
        canReceive && <LinkForm isBusy={task.running === 'read'} onRead={read} />
      )}
      <FailureNotice failure={task.failure} own={sentencesOf(text)} />
      <div class="actions start">
        <ButtonLink href={PATHS.home} kind="quiet" label={issued.toVault} />
      </div>
    </SignedInFrame>
  )
}

function Received({ credentials }: { credentials: readonly CredentialView[] }) {
  const { issued, common } = useFullText()
  return (
    <SignedInFrame current="home" title={issued.addedTitle}>
      <h2 class="visually-hidden">{issued.title}</h2>
      <div class="credential-list">
        {credentials.map((credential) => (
          <CredentialCard key={credential.id} credential={credential} />
        ))}
      </div>
      <p class="fine">{issued.linkable}</p>
      <div class="actions start">
        <ButtonLink href={`${PATHS.home}#${credentials[0]?.id ?? ''}`} label={common.home} />
      </div>
    </SignedInFrame>
  )
}

function LinkForm({ isBusy, onRead }: { isBusy: boolean; onRead: (link: string) => void }) {
  const { issued } = useFullText()
  const [link, setLink] = useState('')
  return (
    <CodeForm
      isCard
      label={issued.link}
      hint={issued.linkHint}
      error={link.trim() === '' ? issued.linkHint : undefined}
      value={link}
      onInput={setLink}
      name="offer"
      autocomplete="off"
      inputMode="url"
      submit={issued.read}
      busyText={isBusy ? issued.reading : undefined}
      onSubmit={() => onRead(link)}
    />
  )
}

type OfferFormProps = {
  readonly offer: OfferedCredential
  readonly isBusy: boolean
  readonly onAccept: (code: string | undefined) => void
}

/** Names the issuer before anything is fetched. */
function OfferForm({ offer, isBusy, onAccept }: OfferFormProps) {
  const { account, issued } = useFullText()
  const { issuer, issuerName, types, codeAsked } = offer
  const [code, setCode] = useState('')
  const isValid = codeAsked === undefined || code.trim() !== ''
  return (
    <GuardedForm isCard isValid={isValid} onSubmit={() => onAccept(codeAsked && code.trim())}>
      <div>
        <h2>{issued.offerTitle(issuerName)}</h2>
        <p class="fine">{issued.offerLead(new URL(issuer).host)}</p>
      </div>
      <div class="credential-list">
        {types.map(({ name, colour }) => (
          <OfferedCard key={name} credential={{ issuer, issuerName, typeName: name, colour }} />
        ))}
      </div>
      {codeAsked && (
        <Field
          label={issued.code}
          hint={issued.codeHint}
          error={isValid ? undefined : issued.codeEmpty}
          value={code}
          name="issuer-code"
          autocomplete="one-time-code"
          inputMode={codeAsked.isNumeric ? 'numeric' : undefined}
          isCode
          onInput={setCode}
        />
      )}
      <div class="actions start">
        <Button type="submit" busyText={isBusy ? issued.accepting : undefined} label={account.commit} />
      </div>
    </GuardedForm>
  )
}

/** Meanings specific to fetching from an issuer. */
function sentencesOf({ issued }: FullText) {
  return {
    bad_offer: issued.badOffer,
    issuer_unknown: issued.unknownIssuer,
    issuer_refused: issued.refused,
    bad_credential: issued.badCredential,
    locked: issued.badOffer,
    offline: issued.away,
    timeout: issued.away,
  }
}
