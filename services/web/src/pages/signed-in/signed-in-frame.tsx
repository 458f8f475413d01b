import { SIGNED_IN_PAGES, type SignedInPage } from '../../routing/paths.ts'
import { Nav } from '../../ui/nav.tsx'
import { Page, type PageProps } from '../../ui/page.tsx'
import { SignOut } from './sign-out.tsx'

type SignedInFrameProps = Pick<PageProps, 'title' | 'lead' | 'children'> & { readonly current: SignedInPage }

/** The frame of every page of someone who is signed in: the navigation between these pages, and the sign-out. */
export function SignedInFrame({ current, ...page }: SignedInFrameProps) {
  return <Page {...page} nav={<Nav pages={SIGNED_IN_PAGES} current={current} />} action={<SignOut />} />
}
