import type { AuthorizationRequestDetails } from '@countersign/contracts'
import { type AppCheck, type Failure, toFailure } from '@countersign/device'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { useReloadAt } from '../../request-preview/use-reload-at.ts'
import { useSession } from '../../session/session.tsx'
import { useWhenOnline } from '../../ui/use-when-online.ts'

export type LoadingRequest =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'loaded'; readonly details: AuthorizationRequestDetails; readonly check: AppCheck }

/**
 * Reads a request, and what the vault knows of its app: both before anything is shown, so that nothing moves under a
 * finger. Reads again when asked to, when the connection is back after a failure, and when the request's time is over.
 */
export function useRequest(id: string): { loading: LoadingRequest; reload: () => void } {
  const { ask } = useSession()
  const [loading, setLoading] = useState<LoadingRequest>({ status: 'loading' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isCurrent = true
    const show = (next: LoadingRequest) => {
      if (isCurrent) setLoading(next)
    }
    const load = async () => {
      const details = await ask('readRequest', { id })
      const check = await ask('checkApp', { id })
      show({ status: 'loaded', details, check })
    }
    load().catch((error: unknown) => show({ status: 'failed', failure: toFailure(error) }))
    return () => {
      isCurrent = false
    }
    // A new session object is not a reason to read again; another request or another round is.
  }, [id, round])
  const reload = useCallback(() => {
    setLoading({ status: 'loading' })
    setRound((current) => current + 1)
  }, [])
  useWhenOnline(loading.status === 'failed', reload)
  const isOpen = loading.status === 'loaded' && loading.details.status === 'pending'
  useReloadAt(isOpen ? loading.details.expires_at : undefined, reload)
  return { loading, reload }
}
