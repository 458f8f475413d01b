import { useEffect } from 'preact/hooks'

/** Reloads once after `expiresAt`: the server's clock decides, not this one. */
export function useReloadAt(expiresAt: string | undefined, reload: () => void): void {
  useEffect(() => {
    const remaining = expiresAt === undefined ? 0 : Date.parse(expiresAt) - Date.now()
    if (!(remaining > 0)) return undefined
    const timer = setTimeout(reload, remaining + 1000)
    return () => clearTimeout(timer)
  }, [expiresAt, reload])
}
