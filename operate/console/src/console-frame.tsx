import { Button } from '@countersign/ui/button.tsx'
import { Page, type PageProps } from '@countersign/ui/page.tsx'
import { namesOf } from '@countersign/web/client/pages/signed-in/names-of.ts'
import { useSession } from '@countersign/web/client/session/session.tsx'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Access, App, ConsoleApi } from './api/console-api.ts'
import { ConsoleNav, type NavPage } from './console-nav.tsx'
import { texts } from './texts.ts'

type ConsoleFrameProps = Pick<PageProps, 'title' | 'lead' | 'icon' | 'children'> & {
  /** The page to mark in the navigation. */
  readonly current?: NavPage
}

/** The frame of the console's pages: the user, the navigation at the side, the content. */
export function ConsoleFrame({ current, ...page }: ConsoleFrameProps) {
  const { access } = useConsole()
  return <Page {...page} nav={<ConsoleNav role={access.role} current={current} />} action={<Here />} />
}

/** The signed-in user, and the way out. */
function Here() {
  const { access, leave } = useConsole()
  const { profile } = useSession()
  const name = profile ? namesOf(profile).name : ''
  return (
    <div class="desk-here">
      <span>
        {name !== '' && <bdi>{name}</bdi>}
        <span class="fine">{access.user_id === null ? texts.access.byToken : texts.access.roles[access.role]}</span>
      </span>
      <Button kind="quiet" onClick={leave} label={texts.access.leave} />
    </div>
  )
}

type Console = {
  readonly api: ConsoleApi
  readonly issuer: string
  readonly access: Access
  readonly leave: () => void
  readonly said: string
  readonly say: (sentence: string) => void
}

export const ConsoleContext = createContext<Console | undefined>(undefined)

export function useConsole(): Console {
  const found = useContext(ConsoleContext)
  if (!found) throw new Error('A page of the console was rendered outside of it.')
  return found
}

/** Props of each section of an app's page; `reload` reads the app again after a change. */
export type AppSectionProps = { readonly app: App; readonly reload: () => Promise<void> }
