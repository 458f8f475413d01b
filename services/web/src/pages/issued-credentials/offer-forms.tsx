import type { OfferedCredential } from '@countersign/device'
import { Button } from '@countersign/ui/elements.tsx'
import { Field, GuardedForm } from '@countersign/ui/form.tsx'
import { CodeForm } from '@countersign/ui/form-actions.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { useState } from 'preact/hooks'
import { OfferedCard } from './credential-card.tsx'
import { hostOf } from './offer-host.ts'

export function LinkForm({ isBusy, onRead }: { isBusy: boolean; onRead: (link: string) => void }) {
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

type OfferProps = { readonly offer: OfferedCredential; readonly running: string | undefined }

type OfferFormProps = OfferProps & { readonly onAccept: (code: string | undefined) => void }

/** Names the issuer before anything is fetched. */
export function OfferForm({ offer, running, onAccept }: OfferFormProps) {
  const { account, issued } = useFullText()
  const { issuer, issuerName, types, codeAsked } = offer
  const [code, setCode] = useState('')
  const isValid = codeAsked === undefined || code.trim() !== ''
  return (
    <GuardedForm isCard isValid={isValid} onSubmit={() => onAccept(codeAsked && code.trim())}>
      <div>
        <h2>{issued.offerTitle(issuerName)}</h2>
        <p class="fine">{issued.offerLead(hostOf(issuer))}</p>
      </div>
      <OfferedCards offer={offer} types={types} />
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
        <Button type="submit" busyText={running && issued.accepting} label={account.commit} />
      </div>
    </GuardedForm>
  )
}

type SignInOfferProps = OfferProps & {
  readonly signInAt: string
  readonly onLeave: (type: string | undefined) => void
}

/** All at once, or one of what the issuer has: each by a button of its own. */
export function SignInOffer({ offer, signInAt, running, onLeave }: SignInOfferProps) {
  const { issued } = useFullText()
  const { issuerName, types, isChoice } = offer
  const host = hostOf(signInAt)
  const groups = isChoice ? types.map((type) => [type]) : [types]
  return (
    <section class="card stack">
      <div>
        <h2>{issued.offerTitle(issuerName)}</h2>
        <p class="fine">{issued.signInFirst(host)}</p>
      </div>
      {groups.map((group) => (
        <div key={group[0]?.id} class="stack">
          <OfferedCards offer={offer} types={group} />
          <div class="actions start">
            <Button
              busyText={running && issued.leaving}
              label={issued.goTo(host)}
              about={groups.length > 1 ? (group[0]?.name ?? '') : ''}
              onClick={() => onLeave(isChoice ? group[0]?.id : undefined)}
            />
          </div>
        </div>
      ))}
    </section>
  )
}

function OfferedCards({ offer, types }: Pick<OfferProps, 'offer'> & Pick<OfferedCredential, 'types'>) {
  const { issuer, issuerName } = offer
  return (
    <div class="credential-list">
      {types.map(({ id, name, colour }) => (
        <OfferedCard key={id} credential={{ issuer, issuerName, typeName: name, colour }} />
      ))}
    </div>
  )
}
