import type { SignedInPage } from '../../routing/paths.ts'
import { Page, type PageProps } from '../../ui/page.tsx'
import { SignOut } from './sign-out.tsx'

type SignedInFrameProps = Pick<PageProps, 'title' | 'lead' | 'children'> & { readonly current: SignedInPage }

/** The frame of every page of someone who is signed in: the navigation between these pages, and the sign-out. */
export function SignedInFrame(props: SignedInFrameProps) {
  return <Page {...props} action={<SignOut />} />
}
