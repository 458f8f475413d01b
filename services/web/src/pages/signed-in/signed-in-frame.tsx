import type { OpenedProfile } from '@countersign/device'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useFullText } from '../../messages/use-text.tsx'
import { PATHS, SIGNED_IN_PAGES, type SignedInPage } from '../../routing/paths.ts'
import { SecurityNotices } from '../../session/security-notices.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { Nav } from '../../ui/nav.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { Page, type PageProps } from '../../ui/page.tsx'
import { useTask } from '../../ui/use-task.ts'
import { UnlockPage } from '../sign-in/unlock-page.tsx'
import { useUnsavedEdits } from '../vault-edits/use-unsaved-edits.ts'

const ICONS: Readonly<Record<SignedInPage, IconName>> = {
  home: 'vault',
  apps: 'apps',
  activity: 'receipt',
  methods: 'key',
  sessions: 'devices',
  account: 'person',
}

type SignedInFrameProps = Pick<PageProps, 'title' | 'lead' | 'children'> & { readonly current: SignedInPage }

/** The frame of a signed-in page, with navigation and sign-out. */
export function SignedInFrame({ current, children, ...page }: SignedInFrameProps) {
  const { account, navigation } = useFullText()
  const { profile } = useSession()
  const pages = SIGNED_IN_PAGES.map((name) => ({ href: PATHS[name], label: navigation.pages[name], icon: ICONS[name] }))
  const nav = <Nav label={account.title} pages={pages} current={PATHS[current]} />
  return (
    <Page {...page} nav={nav} action={profile && <SignOut profile={profile} />}>
      <SecurityNotices>{children}</SecurityNotices>
    </Page>
  )
}

function SignOut({ profile }: { profile: OpenedProfile }) {
  const text = useFullText()
  const { ask, lock } = useSession()
  const { changes, save } = useUnsavedEdits(profile)
  const task = useTask<'sign-out'>()
  const [isAsking, setAsking] = useState(false)

  const signOut = (shouldSave: boolean) =>
    task.run('sign-out', async () => {
      if (shouldSave) await save()
      setAsking(false)
      // Locks whatever the server says; an unused session expires.
      await ask('signOut', {}).catch(() => undefined)
      lock('signed_out')
    })
  const cancel = () => setAsking(false)
  return (
    <>
      <Button
        kind="quiet"
        busyText={task.running && text.common.signOut}
        onClick={() => (changes > 0 ? setAsking(true) : signOut(false))}
        label={text.common.signOut}
      />
      {isAsking && (
        <Dialog title={text.vault.leaveTitle} message={text.vault.leave} onCancel={cancel}>
          <FailureNotice failure={task.failure} />
          <div class="actions">
            <Button kind="quiet" onClick={cancel} label={text.common.cancel} />
            <Button kind="secondary" onClick={() => signOut(false)} label={text.vault.leaveDiscard} />
            <Button onClick={() => signOut(true)} label={text.vault.leaveSave} />
          </div>
        </Dialog>
      )}
    </>
  )
}

type RequireSignInProps = {
  readonly lead?: string | undefined
  readonly children: (profile: OpenedProfile) => ComponentChildren
}

/** Renders its children in an open session; otherwise the sign-in, at the same address. */
export function RequireSignIn({ lead, children }: RequireSignInProps) {
  const { profile } = useSession()
  return profile ? children(profile) : <UnlockPage authRequestId={undefined} lead={lead} />
}
