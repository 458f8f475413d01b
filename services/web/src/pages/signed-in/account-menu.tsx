import './account-menu.css'
import type { OpenedProfile } from '@countersign/device'
import { Avatar } from '@countersign/ui/avatar.tsx'
import { Dialog } from '@countersign/ui/dialog.tsx'
import { Button, FailureNotice } from '@countersign/ui/elements.tsx'
import { Icon } from '@countersign/ui/icon.tsx'
import { useFullText, useLanguage } from '@countersign/ui/messages/texts.ts'
import { LanguageChoice } from '@countersign/ui/page.tsx'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { useUnsavedEdits } from '../vault-edits/use-unsaved-edits.ts'
import { namesOf } from './names-of.ts'

type AccountMenuProps = {
  readonly profile: OpenedProfile
  readonly isCurrent: boolean
}

/** The signed-in person's names and picture; opens the account's page, the language and the sign-out. */
export function AccountMenu({ profile, isCurrent }: AccountMenuProps) {
  const { common, navigation } = useFullText()
  const id = useId()
  const { isOpen, setOpen, menu } = useMenu()
  const { signOut, isLeaving, dialog } = useSignOut(profile)
  const { name, login } = namesOf(profile)
  const shownName = name === '' ? navigation.pages.account : name
  return (
    <div class="account-menu" ref={menu}>
      <button
        type="button"
        class="account-menu-button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span class="visually-hidden">{navigation.signedInAs} </span>
        <Avatar name={name} picture={profile.values['picture']} />
        <span class="account-menu-who">
          <bdi>{shownName}</bdi>
          {login !== '' && <bdi class="fine">{login}</bdi>}
        </span>
        <Icon name="down" />
      </button>
      {isOpen && (
        <div id={id} class="account-menu-panel">
          <a href={PATHS.account} aria-current={isCurrent ? 'page' : undefined} onClick={() => setOpen(false)}>
            <Icon name="person" />
            {navigation.pages.account}
          </a>
          <MenuLanguage />
          <button type="button" aria-disabled={isLeaving} aria-busy={isLeaving} onClick={() => isLeaving || signOut()}>
            <Icon name="leave" />
            {common.signOut}
          </button>
        </div>
      )}
      {dialog}
    </div>
  )
}

function MenuLanguage() {
  const { canChoose } = useLanguage()
  if (!canChoose) return null
  return (
    <div class="account-menu-language">
      <Icon name="globe" />
      <LanguageChoice />
    </div>
  )
}

/** Closes on Escape, and when the focus or a press goes elsewhere. */
function useMenu() {
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const closeFor = ({ target }: Event) => {
      if (target instanceof Node && target.isConnected && menu.current?.contains(target) === false) setOpen(false)
    }
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || document.querySelector('dialog[open]')) return
      setOpen(false)
      menu.current?.querySelector('button')?.focus()
    }
    for (const name of ['pointerdown', 'focusin']) addEventListener(name, closeFor)
    addEventListener('keydown', closeByKey)
    return () => {
      for (const name of ['pointerdown', 'focusin']) removeEventListener(name, closeFor)
      removeEventListener('keydown', closeByKey)
    }
  }, [isOpen])
  return { isOpen, setOpen, menu }
}

/** Signs out; asks first, in `dialog`, while the vault has unsaved changes. */
export function useSignOut(profile: OpenedProfile) {
  const text = useFullText()
  const { ask, lock } = useSession()
  const { changes, save } = useUnsavedEdits(profile)
  const task = useTask<'sign-out'>()
  const [isAsking, setAsking] = useState(false)

  const leave = (shouldSave: boolean) =>
    task.run('sign-out', async () => {
      if (shouldSave) await save()
      setAsking(false)
      // Locks even if the server does not answer; an unused session expires.
      await ask('signOut', {}).catch(() => undefined)
      lock('signed_out')
    })
  const cancel = () => setAsking(false)
  const dialog = isAsking && (
    <Dialog title={text.vault.leaveTitle} message={text.vault.leave} onCancel={cancel}>
      <FailureNotice failure={task.failure} />
      <div class="actions">
        <Button kind="quiet" onClick={cancel} label={text.common.cancel} />
        <Button kind="secondary" onClick={() => leave(false)} label={text.vault.leaveDiscard} />
        <Button onClick={() => leave(true)} label={text.vault.leaveSave} />
      </div>
    </Dialog>
  )
  return {
    signOut: () => (changes > 0 ? setAsking(true) : leave(false)),
    isLeaving: task.running !== undefined,
    dialog,
  }
}
