import {
  type ClaimShare,
  credentialTypeOf,
  isCredentialScope,
  type Mark,
  type ScopeShare,
  typedText,
} from '@countersign/device'
import { Badge } from '@countersign/ui/card.tsx'
import { Choice, Switch } from '@countersign/ui/choices.tsx'
import { ClaimText } from '@countersign/ui/claim-text.tsx'
import { labelOf, useFullText, useText } from '@countersign/ui/messages/texts.ts'
import { ValueProblem } from '../../claims/checked-value.tsx'
import { ValueField } from '../../claims/value-field.tsx'
import { useSession } from '../../session/session.tsx'
import { ShareVerification } from '../../verification/entry-verification.tsx'
import type { Choices } from './use-choices.ts'

type ClaimValueProps = {
  readonly share: ClaimShare
  /** False where the scope's switch covers its only claim. */
  readonly hasSwitch: boolean
  readonly choices: Pick<Choices, 'setClaim' | 'choose'>
}

/** The value of a claim to share, or the choice between several, with its switch. */
export function ClaimValue({ share, hasSwitch, choices }: ClaimValueProps) {
  const text = useText()
  const { claim, value, isOn, mark } = share
  const label = labelOf(text, claim)
  const isChoice = hasChoice(share)
  // Without its own switch the claim's mark stands at the scope.
  const ownMark = hasSwitch && <ShareMark mark={mark} />
  return (
    <li class={isOn ? 'claim-value' : 'claim-value off'}>
      <div class={isChoice ? 'claim-value-choice' : 'claim-value-text'}>
        {isChoice ? (
          <>
            <ValueChoice share={share} label={label} choices={choices} />
            <ChosenVerification share={share} />
            {ownMark}
          </>
        ) : (
          <>
            <span class="claim-value-label">{label}</span>
            <span>
              {isOn ? <ClaimText claim={claim} value={value} /> : <span class="fine">{text.consent.claimOff}</span>}{' '}
              {ownMark}
              <ChosenVerification share={share} />
            </span>
          </>
        )}
        {isOn && <ValueProblem claim={claim} value={value} />}
      </div>
      {hasSwitch && (
        <Switch
          name={claim}
          label={text.consent.shareScope(label)}
          isOn={isOn}
          onChange={(next) => choices.setClaim(claim, next)}
        />
      )}
    </li>
  )
}

export function hasChoice({ options, isOn }: ClaimShare): boolean {
  return options.length > 1 && isOn
}

function ChosenVerification({ share: { options, chosenId, isOn } }: Pick<ClaimValueProps, 'share'>) {
  const item = options.find(({ id }) => id === chosenId)
  return isOn && item ? <ShareVerification item={item} /> : null
}

function ValueChoice({ share, label, choices }: Pick<ClaimValueProps, 'share' | 'choices'> & { label: string }) {
  const text = useFullText()
  return (
    <Choice
      label={text.consentChecks.chooseOne(label)}
      value={share.chosenId ?? ''}
      options={share.options.map(({ id, value, label: hint }) => ({
        value: id,
        label: <ClaimText claim={share.claim} value={value} />,
        hint,
      }))}
      onChange={(id) => choices.choose(share.claim, id)}
    />
  )
}

export function MissingValue({ claim, choices }: { claim: string; choices: Choices }) {
  return (
    <ValueField
      claim={claim}
      name={claim}
      value={typedText(choices.selection, claim)}
      onInput={(value) => choices.type(claim, value)}
    />
  )
}

export function ShareMark({ mark }: { mark: Mark | undefined }) {
  const { consentChecks } = useFullText()
  return mark === undefined ? null : <Badge>{consentChecks.marks[mark]}</Badge>
}

/** The issuers of a credential's claims, or that none has issued it. */
export function IssuedNote({ share }: { share: ScopeShare }) {
  const { issued } = useFullText()
  const { profile } = useSession()
  if (!isCredentialScope(share.scope)) return null
  const issuers = new Map(
    share.claims.flatMap(({ options, chosenId }) => {
      const issuedBy = options.find(({ id }) => id === chosenId)?.issuedBy
      return issuedBy ? [[issuedBy.issuer, issuedBy]] : []
    }),
  )
  if (issuers.size === 0) {
    const type = credentialTypeOf(share.scope)
    const isUsedUp = profile?.credentials.some(({ vct, unused }) => vct === type && unused === 0)
    return <p class="fine">{isUsedUp ? issued.noCopy : issued.missing}</p>
  }
  return Array.from(issuers.values(), ({ issuer, name }) => (
    <p key={issuer} class="fine verified">
      {issued.by(name, new URL(issuer).host)}
    </p>
  ))
}
