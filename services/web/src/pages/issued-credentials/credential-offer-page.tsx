import { CREDENTIAL_CLIENT_PATH } from '@countersign/contracts/page-config'
import {
  type CredentialView,
  type Failure,
  type OfferedCredential,
  type OpenedProfile,
  toFailure,
} from '@countersign/device'
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
import { findAnsweredIssuance, forgetIssuance, type KeptIssuance, keepIssuance } from './kept-issuance.ts'
import { findOfferHost } from './offer-host.ts'

/** Receives a credential, by the issuer's link or a pasted one, or from the issuer's answer. */
export function CredentialOfferPage() {
  const { issued } = useFullText()
  const [host] = useState(() => findOfferHost(here().href))
  const [answered] = useState(findAnsweredIssuance)
  useEffect(() => {
    // At once: the answer is for this tab alone, and works once.
    if (answered) navigate(PATHS.credentials, { replace: true })
  }, [])
  const from = answered && hostOf(answered.issuer)
  const lead = from === undefined ? host && issued.signInLead(host) : issued.returnLead(from)
  return (
    <RequireSignIn lead={lead}>{(profile) => <CredentialOffer profile={profile} answered={answered} />}</RequireSignIn>
  )
}

type CredentialOfferProps = { readonly profile: OpenedProfile; readonly answered: KeptIssuance | undefined }

function CredentialOffer({ profile, answered }: CredentialOfferProps) {
  const text = useFullText()
  const { issued } = text
  const canReceive = useCanReceive()
  const { task, offer, received, read, leave, accept, takeAnswer, isBack } = useIssuance(profile, answered)
  useEffect(() => {
    if (answered) takeAnswer()
    // Removes the offer from the address: it works once, so a reload would fail.
    const link = here().href
    if (!link.includes('credential_offer')) return
    navigate(PATHS.credentials, { replace: true })
    read(link)
  }, [])
  if (received) return <Received credentials={received} />
  const isOpen = offer === undefined && !(isBack && task.running)
  return (
    <SignedInFrame current="home" title={issued.addTitle} lead={isOpen ? issued.addLead : undefined}>
      <Notice>{canReceive === false && issued.unavailable}</Notice>
      <Notice>{task.running === 'read' && issued.reading}</Notice>
      {offer && <OfferForm offer={offer} running={task.running} onAccept={accept} onLeave={leave} />}
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

function useIssuance(profile: OpenedProfile, answered: KeptIssuance | undefined) {
  const { ask } = useSession()
  const task = useTask<'read' | 'leave' | 'accept'>()
  const [offer, setOffer] = useState<OfferedCredential>()
  const [received, setReceived] = useState<readonly CredentialView[]>()
  const [isBack, setBack] = useState(answered !== undefined)
  const receive = async (code: string | undefined) => {
    const before = new Map(profile.credentials.map((each) => [each.id, JSON.stringify(each)]))
    const { credentials } = await ask('acceptCredentialOffer', { code })
    setReceived(credentials.filter((each) => before.get(each.id) !== JSON.stringify(each)))
  }
  return {
    task,
    offer,
    received,
    isBack,
    read: (link: string) =>
      task.run('read', async () => {
        setBack(false)
        setOffer(await ask('readCredentialOffer', { link }))
      }),
    /** To the issuer, whose answer comes to this page anew. */
    leave: () =>
      task.run('leave', async () => {
        const { address, kept } = await ask('leaveForIssuer', walletClient())
        keepIssuance({ kept, response: '', issuer: offer?.issuer ?? '' })
        location.assign(address)
      }),
    accept: (code: string | undefined) => task.run('accept', async () => receive(code)),
    takeAnswer: () =>
      task.run('read', async () => {
        if (!answered) return
        try {
          setOffer(await ask('returnFromIssuer', { kept: answered.kept, response: answered.response }))
        } catch (error) {
          if (!isWorthAnotherTry(toFailure(error))) forgetIssuance()
          throw error
        }
        forgetIssuance()
        await receive(undefined)
      }),
  }
}

function isWorthAnotherTry(failure: Failure | undefined): boolean {
  return failure?.code === 'offline' || failure?.code === 'timeout'
}

/** By its metadata document, which the page's server publishes. */
function walletClient() {
  const [clientId, redirectUri] = [CREDENTIAL_CLIENT_PATH, PATHS.credentials].map((path) => new URL(path, here()).href)
  return { clientId: clientId ?? '', redirectUri: redirectUri ?? '' }
}

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : ''
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
  readonly running: string | undefined
  readonly onAccept: (code: string | undefined) => void
  readonly onLeave: () => void
}

/** Names the issuer before anything is fetched. */
function OfferForm({ offer, running, onAccept, onLeave }: OfferFormProps) {
  const { account, issued } = useFullText()
  const { issuer, issuerName, types, codeAsked, signInAt } = offer
  const [code, setCode] = useState('')
  const isValid = codeAsked === undefined || code.trim() !== ''
  const submit = () => (signInAt === undefined ? onAccept(codeAsked && code.trim()) : onLeave())
  return (
    <GuardedForm isCard isValid={isValid} onSubmit={submit}>
      <div>
        <h2>{issued.offerTitle(issuerName)}</h2>
        <p class="fine">
          {signInAt === undefined ? issued.offerLead(hostOf(issuer)) : issued.signInFirst(hostOf(signInAt))}
        </p>
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
        {signInAt === undefined ? (
          <Button type="submit" busyText={running && issued.accepting} label={account.commit} />
        ) : (
          <Button type="submit" busyText={running && issued.leaving} label={issued.goTo(hostOf(signInAt))} />
        )}
      </div>
    </GuardedForm>
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
