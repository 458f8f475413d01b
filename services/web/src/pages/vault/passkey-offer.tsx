import type { OpenedProfile } from '@countersign/device'
import { Card } from '@countersign/ui/card.tsx'
import { Button, Notice, PasskeyNotice } from '@countersign/ui/elements.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { storedAs } from '@countersign/ui/place.ts'
import { useState } from 'preact/hooks'
import { usePasskeySupport } from '../../passkey/passkey-support.ts'
import { findSystem } from '../../worker/device-name.ts'
import { useAddPasskey } from '../methods/method-steps.tsx'

/** Until it is declined on this device. */
export function PasskeyOffer({ profile: { userId, isPasskeyDue } }: { readonly profile: OpenedProfile }) {
  // From the first render, so that the card can report success.
  const [isDue, setDue] = useState(() => isPasskeyDue && !wasDeclined(userId))
  const support = usePasskeySupport()
  if (!isDue || support !== 'likely') return null
  const decline = () => {
    keepDeclined(userId)
    setDue(false)
    focusHeading()
  }
  return <OfferCard onDecline={decline} />
}

function OfferCard({ onDecline }: { readonly onDecline: () => void }) {
  const text = useFullText()
  const { passkeys } = text
  const [isAdded, setAdded] = useState(false)
  const { task, add, dialog } = useAddPasskey(async () => {
    setAdded(true)
    focusHeading()
  })
  if (isAdded) return <Notice kind="good">{passkeys.added}</Notice>
  return (
    <Card icon="fingerprint" title={passkeys.offerTitle} lead={passkeys.offerLead}>
      <p class="fine">{passkeys.addLead}</p>
      <PasskeyNotice failure={task.failure} own={{ passkey_exists: passkeys.exists }} cancelled={passkeys.cancelled} />
      <div class="actions start">
        <Button
          onClick={() => add(findSystem(navigator.userAgent) ?? passkeys.unnamed)}
          busyText={task.running && text.signIn.passkeyBusy}
          label={passkeys.add}
        />
        <Button kind="quiet" onClick={onDecline} label={text.updates.notNow} />
      </div>
      {dialog}
    </Card>
  )
}

/** The focused button is gone. */
function focusHeading(): void {
  document.querySelector('h1')?.focus()
}

const declinedKey = (userId: string) => storedAs(`countersign.no-passkey-offer.${userId}`)

function wasDeclined(userId: string): boolean {
  try {
    return localStorage.getItem(declinedKey(userId)) !== null
  } catch {
    return false
  }
}

function keepDeclined(userId: string): void {
  try {
    localStorage.setItem(declinedKey(userId), 'true')
  } catch {
    // Storage is full or forbidden: asked again at the next sign-in.
  }
}
