import { type ClaimShare, typedText } from '@countersign/device'
import { fieldOf, MAX_VALUE_LENGTH } from '../../claims/claim-fields.ts'
import { hintOf, labelOf } from '../../messages/messages.ts'
import { useText } from '../../messages/use-text.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
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
  const { claim, options, value, isOn, mark } = share
  const label = labelOf(text, claim)
  const isChoice = options.length > 1 && isOn
  return (
    <li class={isOn ? 'value' : 'value off'}>
      <div class={isChoice ? 'value-choice' : 'value-text'}>
        {isChoice ? (
          <ValueChoice share={share} label={label} choices={choices} />
        ) : (
          <>
            <span class="value-label">{label}</span>
            <span>{isOn ? <bdi>{value}</bdi> : <span class="fine">{text.consent.claimOff}</span>}</span>
          </>
        )}
        {hasSwitch && <ShareMark mark={mark} />}
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

function ValueChoice({ share, label, choices }: Pick<ClaimValueProps, 'share' | 'choices'> & { label: string }) {
  const text = useText()
  return (
    <Choice
      label={text.consent.chooseOne(label)}
      value={share.chosenId ?? ''}
      options={share.options.map(({ id, value, label: hint }) => ({ value: id, label: value, hint }))}
      onChange={(id) => choices.choose(share.claim, id)}
    />
  )
}

/** An empty place in the vault, to be filled in on the spot. */
export function MissingValue({ claim, choices }: { claim: string; choices: Choices }) {
  const text = useText()
  return (
    <Field
      {...fieldOf(claim)}
      label={labelOf(text, claim)}
      hint={hintOf(text, claim)}
      name={claim}
      maxLength={MAX_VALUE_LENGTH}
      value={typedText(choices.selection, claim)}
      onInput={(value) => choices.type(claim, value)}
    />
  )
}
