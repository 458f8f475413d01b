import type { AuthorizationRequestPreview } from '@countersign/contracts'
import { expectFields, expectOneOf, expectText } from '@countersign/contracts/json-form'
import type { SignUps } from '@countersign/contracts/page-config'
import { named } from '@countersign/ui/messages/app-name.ts'
import { useLanguage } from '@countersign/ui/messages/texts.ts'
import { isRequestId } from '@countersign/ui/routing/router.ts'
import { useWhenOnline } from '@countersign/ui/use-task.ts'
import { type ComponentChildren, createContext } from 'preact'
import { useCallback, useContext, useEffect, useMemo, useState } from 'preact/hooks'
import { useSession } from '../session/session.tsx'

/** The preview of the pending request; `unread` until core has answered, or when it cannot. */
type Preview = AuthorizationRequestPreview | 'unknown' | 'unread'

type PreviewOf = {
  readonly preview: Preview
  readonly isReading: boolean
  /** The provider, which knows the address of the app. */
  readonly issuer: string
  /** `SIGN_UPS` as the page knows it: core decides. */
  readonly signUps: SignUps
}

const PreviewContext = createContext<PreviewOf | undefined>(undefined)

/** The requesting app, as far as it is known before sign-in. */
export function usePreview(): PreviewOf {
  const preview = useContext(PreviewContext)
  if (!preview) throw new Error('No PreviewProvider is above.')
  return preview
}

type PreviewProviderProps = {
  readonly id: string | undefined
  readonly coreUrl: string
  readonly issuer: string
  readonly signUps: SignUps
  readonly children: ComponentChildren
}

/** The app takes a sign-in by passkey alone. */
export function needsPasskey(preview: Preview): boolean {
  return typeof preview === 'object' && preview.acr_values === 'phr'
}

/** Loads the preview while the vault is locked, once for all pages on the way, and again when the request expires. */
export function PreviewProvider({ id, coreUrl, issuer, signUps, children }: PreviewProviderProps) {
  const { profile } = useSession()
  const { language } = useLanguage()
  const [read, setRead] = useState<{ readonly id: string; readonly preview: Preview }>()
  const [round, setRound] = useState(0)
  const isWaiting = !profile && isRequestId(id)
  useEffect(() => {
    if (!isWaiting) return undefined
    let isCurrent = true
    const show = (preview: Preview) => isCurrent && setRead({ id, preview })
    // Without a preview the page says that an app waits; the app is named after the sign-in.
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
  const shown = useMemo(
    () => (typeof preview === 'object' ? { ...preview, client: named(preview.client, language) } : preview),
    [preview, language],
  )
  return (
    <PreviewContext.Provider value={{ preview: shown, isReading, issuer, signUps }}>{children}</PreviewContext.Provider>
  )
}

const TIMEOUT_MS = 10_000
const STATUSES = ['pending', 'approved', 'denied', 'expired'] as const

/** Reads the preview from core, without a session and before the worker has started. @throws Error without an answer */
async function readPreview(coreUrl: string, id: string): Promise<AuthorizationRequestPreview | 'unknown'> {
  const response = await fetch(`${coreUrl}/api/requests/${id}/preview/`, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (response.status === 404) return 'unknown'
  const {
    status,
    expires_at,
    client,
    prompt = '',
    signed_in_since,
    acr_values = '',
    asked = '',
  } = expectFields(await response.json())
  const { name, names = {}, logo, host, unreviewed } = expectFields(client)
  const translated = Object.entries(expectFields(names)).map(([tag, text]) => [tag, expectText(text, /./s)])
  return {
    status: expectOneOf(status, STATUSES),
    expires_at: expectText(expires_at, /./),
    client: {
      name: expectText(name, /./s),
      names: Object.fromEntries(translated),
      logo: expectText(logo),
      host: expectText(host),
      unreviewed: unreviewed === true,
    },
    prompt: expectText(prompt),
    ...(signed_in_since !== undefined && { signed_in_since: expectText(signed_in_since, /./) }),
    acr_values: expectText(acr_values),
    asked: expectText(asked),
  }
}

/** Reloads once after `expiresAt`: the server's clock decides, not this one. */
export function useReloadAt(expiresAt: string | undefined, reload: () => void): void {
  useEffect(() => {
    const remaining = expiresAt === undefined ? 0 : Date.parse(expiresAt) - Date.now()
    if (!(remaining > 0)) return undefined
    const timer = setTimeout(reload, remaining + 1000)
    return () => clearTimeout(timer)
  }, [expiresAt, reload])
}
