import { useFullText } from '../../messages/use-text.tsx'
import { PATHS, SIGNED_IN_PAGES, type SignedInPage } from '../../routing/paths.ts'
import type { IconName } from '../../ui/icon.tsx'
import { Nav } from '../../ui/nav.tsx'
import { Page, type PageProps } from '../../ui/page.tsx'
import { SignOut } from './sign-out.tsx'

const ICONS: Readonly<Record<SignedInPage, IconName>> = {
  home: 'vault',
  apps: 'apps',
  activity: 'receipt',
  methods: 'key',
  sessions: 'devices',
  account: 'person',
}

type SignedInFrameProps = Pick<PageProps, 'title' | 'lead' | 'children'> & { readonly current: SignedInPage }

/** The frame of every page of someone who is signed in: the navigation between these pages, and the sign-out. */
export function SignedInFrame({ current, ...page }: SignedInFrameProps) {
  const { navigation } = useFullText()
  const pages = SIGNED_IN_PAGES.map((name) => ({
    href: PATHS[name],
    label: navigation.pages[name],
    icon: ICONS[name],
  }))
  const nav = <Nav label={navigation.label} pages={pages} current={PATHS[current]} />
  return <Page {...page} nav={nav} action={<SignOut />} />
}
