import type { ClaimShare } from '@countersign/device'
import { ValueProblem } from '../../claims/value-problem.tsx'
import { labelOf } from '../../messages/messages.ts'
import { useText } from '../../messages/use-text.tsx'
import { Choice } from '../../ui/choice.tsx'
import { ClaimText } from '../../ui/claim-text.tsx'
import { Switch } from '../../ui/switch.tsx'
import { ShareVerification } from '../../verification/entry-verification.tsx'
import { ShareMark } from './share-mark.tsx'
import type { Choices } from './use-choices.ts'

type ClaimValueProps = {
  readonly share: ClaimShare
  /** False where the switch of the scope is the switch of this claim. */
  readonly hasSwitch: boolean
  readonly choices: Choices
}

/** What the vault holds for a claim: the value that would leave, or the choice between several, and its switch. */
export function ClaimValue({ share, hasSwitch, choices }: ClaimValueProps) {
  const text = useText()
  const { claim, value, isOn, mark } = share
  const label = labelOf(text, claim)
  const isChoice = hasChoice(share)
  // Where the scope's switch is that of the claim, the mark stands with it.
  const ownMark = hasSwitch && <ShareMark mark={mark} />
  return (
    <li class={isOn ? 'value' : 'value off'}>
      <div class={isChoice ? 'value-choice' : 'value-text'}>
        {isChoice ? (
          <>
            <ValueChoice share={share} label={label} choices={choices} />
            <ChosenVerification share={share} />
            {ownMark}
          </>
        ) : (
          <>
            <span class="value-label">{label}</span>
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

/** Whether the vault holds several values, of which the person chooses. */
export function hasChoice({ options, isOn }: ClaimShare): boolean {
  return options.length > 1 && isOn
}

function ChosenVerification({ share: { options, chosenId, isOn } }: Pick<ClaimValueProps, 'share'>) {
  const item = options.find(({ id }) => id === chosenId)
  return isOn && item ? <ShareVerification item={item} /> : null
}

function ValueChoice({ share, label, choices }: Pick<ClaimValueProps, 'share' | 'choices'> & { label: string }) {
  const text = useText()
  return (
    <Choice
      label={text.consent.chooseOne(label)}
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
