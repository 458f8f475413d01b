import type { OpenedProfile } from '@countersign/device'
import type { IconName } from '@countersign/ui/icon.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { Nav } from '@countersign/ui/nav.tsx'
import { Page, type PageProps } from '@countersign/ui/page.tsx'
import { PATHS, SIGNED_IN_PAGES, type SignedInPage } from '@countersign/ui/routing/paths.ts'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { SecurityNotices } from '../../session/security-notices.tsx'
import { useSession } from '../../session/session.tsx'
import { UnlockPage } from '../sign-in/unlock-page.tsx'
import { UpdatesAfterEdit } from '../updates/updates-after-edit.tsx'
import { AccountMenu } from './account-menu.tsx'

const ICONS: Readonly<Record<(typeof SIGNED_IN_PAGES)[number], IconName>> = {
  home: 'vault',
  apps: 'apps',
  activity: 'receipt',
  methods: 'key',
  sessions: 'devices',
}

type SignedInFrameProps = Pick<PageProps, 'title' | 'lead' | 'children'> & { readonly current: SignedInPage }

/** The frame of a signed-in page: the person's menu and the navigation. */
export function SignedInFrame({ current, children, ...page }: SignedInFrameProps) {
  const { account, navigation } = useFullText()
  const { profile } = useSession()
  useSignalledName(profile)
  const pages = SIGNED_IN_PAGES.map((name) => ({ href: PATHS[name], label: navigation.pages[name], icon: ICONS[name] }))
  const nav = <Nav label={account.title} pages={pages} current={PATHS[current]} isShort />
  const action = profile && <AccountMenu profile={profile} isCurrent={current === 'account'} />
  return (
    <Page {...page} nav={nav} action={action} hasFooterLanguage={!profile}>
      <SecurityNotices>{children}</SecurityNotices>
      {profile && <UpdatesAfterEdit memory={profile.memory} />}
    </Page>
  )
}

/** After each sign-in and change, also of another device. */
function useSignalledName({ userId = '', values: { name } = {} }: Partial<OpenedProfile> = {}): void {
  useEffect(() => {
    if (name !== undefined) void sendName(userId, name)
  }, [userId, name])
}

async function sendName(userId: string, name: string): Promise<void> {
  const { signalName } = await import('../../passkey/signals.ts')
  await signalName(userId, name)
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
