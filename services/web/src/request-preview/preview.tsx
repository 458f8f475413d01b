import type { AuthorizationRequestPreview } from '@countersign/contracts'
import { type ComponentChildren, createContext } from 'preact'
import { useCallback, useContext, useEffect, useState } from 'preact/hooks'
import { isRequestId } from '../routing/router.ts'
import { useSession } from '../session/session.tsx'
import { useWhenOnline } from '../ui/use-when-online.ts'
import { readPreview } from './read-preview.ts'
import { useReloadAt } from './use-reload-at.ts'

/** What is known of the request that waits: `unread` until core has said it, and where it cannot. */
type Preview = AuthorizationRequestPreview | 'unknown' | 'unread'

type PreviewOf = {
  readonly preview: Preview
  /** Whether it is still on its way. */
  readonly isReading: boolean
  /** The provider, which knows the way back to the app. */
  readonly issuer: string
}

const PreviewContext = createContext<PreviewOf | undefined>(undefined)

/** Who asks, as far as that is known before anybody signs in. */
export function usePreview(): PreviewOf {
  const preview = useContext(PreviewContext)
  if (!preview) throw new Error('A page was rendered outside of its request.')
  return preview
}

type PreviewProviderProps = {
  readonly id: string | undefined
  readonly coreUrl: string
  readonly issuer: string
  readonly children: ComponentChildren
}

/** Reads who asks while the vault is locked, once for all pages on the way, and again when the request's time is over. */
export function PreviewProvider({ id, coreUrl, issuer, children }: PreviewProviderProps) {
  const { state } = useSession()
  const [read, setRead] = useState<{ readonly id: string; readonly preview: Preview }>()
  const [round, setRound] = useState(0)
  const isWaiting = state.status === 'locked' && isRequestId(id)
  useEffect(() => {
    if (!isWaiting) return undefined
    let isCurrent = true
    const show = (preview: Preview) => isCurrent && setRead({ id, preview })
    // Without it the page says that an app waits; which one is said after the sign-in in any case.
    readPreview(coreUrl, id).then(show, () => show('unread'))
    return () => {
      isCurrent = false
    }
  }, [id, isWaiting, round])
  const reload = useCallback(() => setRound((current) => current + 1), [])
  const preview = read?.id === id ? (read?.preview ?? 'unread') : 'unread'
  useWhenOnline(isWaiting && read?.preview === 'unread', reload)
  useReloadAt(isWaiting && typeof preview === 'object' ? preview.expires_at : undefined, reload)
  const isReading = isWaiting && read?.id !== id
  return <PreviewContext.Provider value={{ preview, isReading, issuer }}>{children}</PreviewContext.Provider>
}
