import { Button } from '@countersign/ui/button.tsx'
import { KnownUsername } from '@countersign/ui/credential-fields.tsx'
import { useFormat, useFullText } from '@countersign/ui/messages/use-text.tsx'
import { useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { namesOf } from '../signed-in/names-of.ts'

type SaveInManagerProps = { readonly recoveryKey: string; readonly onOffered: () => void }

/** A form that password managers save when it is submitted, which sends nothing: the page's policy forbids that too. */
export function SaveInManager({ recoveryKey, onOffered }: SaveInManagerProps) {
  const { recovery } = useFullText()
  const username = useKeyName()
  const offer = (event: Event) => {
    event.preventDefault()
    // Without the API a manager watches the form. No page learns whether the key was saved.
    store({ id: username, password: recoveryKey }).catch(() => undefined)
    onOffered()
  }
  return (
    <form onSubmit={offer}>
      <KnownUsername login={username} />
      <input
        class="visually-hidden"
        type="password"
        autocomplete="new-password"
        value={recoveryKey}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <div class="actions even">
        <Button kind="secondary" type="submit" label={recovery.saveInManager} />
      </div>
    </form>
  )
}

/** One for each key: under the login's name it would replace the password there, under one name an older key in force. */
function useKeyName(): string {
  const { recovery } = useFullText()
  const format = useFormat()
  const { profile } = useSession()
  const [madeAt] = useState(Date.now)
  const name = profile ? namesOf(profile).name : ''
  return [name, recovery.label, format.dateTime(madeAt)].filter((part) => part !== '').join(' · ')
}

type PasswordData = { readonly id: string; readonly password: string }

/** Credential Management Level 1 §3.2, in browsers of Chromium. */
async function store(data: PasswordData): Promise<void> {
  const { PasswordCredential } = globalThis as { PasswordCredential?: new (data: PasswordData) => Credential }
  if (PasswordCredential) await navigator.credentials.store(new PasswordCredential(data))
}
