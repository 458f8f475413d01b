import type { CredentialView, OpenedProfile } from '@countersign/device'
import { Button, ButtonLink, FailureNotice, Notice } from '@countersign/ui/elements.tsx'
import { type FullText, useFullText } from '@countersign/ui/messages/texts.ts'
import { here } from '@countersign/ui/place.ts'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { navigate } from '@countersign/ui/routing/router.ts'
import { useEffect, useState } from 'preact/hooks'
import { RequireSignIn, SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { CredentialCard } from './credential-card.tsx'
import { CopiesNote, useCanReceive } from './issued-card.tsx'
import { findAnsweredIssuance } from './kept-issuance.ts'
import { LinkForm, OfferForm, SignInOffer } from './offer-forms.tsx'
import { findOfferHost, hostOf } from './offer-host.ts'
import { isWorthAnotherTry, useIssuance } from './use-issuance.ts'

/** Receives a credential, by the issuer's link or a pasted one, or from the issuer's answer. */
export function CredentialsPage() {
  const { issued } = useFullText()
  const [host] = useState(() => findOfferHost(here().href))
  const [answered] = useState(findAnsweredIssuance)
  useEffect(() => {
    // At once: the answer is for this tab alone, and works once.
    if (answered) navigate(PATHS.credentials, { replace: true })
  }, [])
  const from = hostOf(answered?.issuer ?? '')
  const lead = from === '' ? host && issued.signInLead(host) : issued.returnLead(from)
  return <RequireSignIn lead={lead}>{(profile) => <CredentialOffer profile={profile} />}</RequireSignIn>
}

function CredentialOffer({ profile }: { profile: OpenedProfile }) {
  const text = useFullText()
  const { issued } = text
  const canReceive = useCanReceive()
  // Anew: after a lock it may have been taken.
  const [answered] = useState(findAnsweredIssuance)
  const { task, offer, received, read, leave, accept, takeAnswer, isBack } = useIssuance(profile, answered)
  useEffect(() => {
    if (answered) return takeAnswer()
    // Removes the offer from the address: it works once, so a reload would fail.
    const { href, searchParams } = here()
    const link = href.includes('credential_offer') ? href : searchParams.get('issuer')
    if (link === null) return
    navigate(PATHS.credentials, { replace: true })
    read(link)
  }, [])
  if (received) return <Received credentials={received} />
  const isOpen = offer === undefined && !(isBack && task.running)
  return (
    <SignedInFrame current="home" title={issued.addTitle} lead={isOpen ? issued.addLead : undefined}>
      <Notice>{canReceive === false && issued.unavailable}</Notice>
      <Notice>{task.running === 'read' && issued.reading}</Notice>
      {offer &&
        (offer.signInAt === undefined ? (
          <OfferForm offer={offer} running={task.running} onAccept={accept} />
        ) : (
          <SignInOffer offer={offer} signInAt={offer.signInAt} running={task.running} onLeave={leave} />
        ))}
      {isOpen && canReceive && <LinkForm isBusy={task.running === 'read'} onRead={read} />}
      <FailureNotice failure={task.failure} own={sentencesOf(text, isBack || offer?.signInAt !== undefined)} />
      <div class="actions start">
        {isBack && isWorthAnotherTry(task.failure) && offer === undefined && (
          <Button kind="secondary" onClick={takeAnswer} label={text.common.tryAgain} />
        )}
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
      <CopiesNote credentials={credentials} />
      <div class="actions start">
        <ButtonLink href={`${PATHS.home}#${credentials[0]?.id ?? ''}`} label={common.home} />
      </div>
    </SignedInFrame>
  )
}

/** Meanings specific to fetching from an issuer. */
function sentencesOf({ issued }: FullText, isSignIn: boolean) {
  return {
    bad_offer: issued.badOffer,
    issuer_unknown: issued.unknownIssuer,
    issuer_unsupported: issued.unsupported,
    issuer_refused: isSignIn ? issued.notGiven : issued.refused,
    issuance_mismatch: issued.mismatch,
    issuance_declined: issued.declined,
    bad_credential: issued.badCredential,
    locked: issued.badOffer,
    offline: issued.away,
    timeout: issued.away,
  }
}
