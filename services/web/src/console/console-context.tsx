import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Access, ConsoleApi } from './api/console-api.ts'

type Console = {
  readonly api: ConsoleApi
  readonly access: Access
  /** Forgets the token, or signs out. */
  readonly leave: () => void
  /** A message for the next page to show. */
  readonly said: string
  readonly say: (sentence: string) => void
}

export const ConsoleContext = createContext<Console | undefined>(undefined)

export function useConsole(): Console {
  const found = useContext(ConsoleContext)
  if (!found) throw new Error('A page of the console was rendered outside of it.')
  return found
}
