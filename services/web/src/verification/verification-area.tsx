import './verification.css'
import type { ClaimItem } from '@countersign/device'
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useMemo, useRef, useState } from 'preact/hooks'
import { type SentCode, VerifyDialog } from './verify-dialog.tsx'

type Verifying = {
  /** What the app that asks takes verified only, and its name; nothing where none asks. */
  readonly required: readonly string[]
  readonly app: string
  readonly verify: (item: ClaimItem) => void
}

const VerifyingContext = createContext<Verifying | undefined>(undefined)

/** How what stands in a `VerificationArea` is verified. */
export function useVerifying(): Verifying {
  const verifying = useContext(VerifyingContext)
  if (!verifying) throw new Error('A value was shown outside of where it can be verified.')
  return verifying
}

type VerificationAreaProps = {
  readonly required?: readonly string[] | undefined
  readonly app?: string
  readonly children: ComponentChildren
}

const NOTHING: readonly string[] = []

/** Where values can be verified. The dialog stands beside what is in it: a form cannot stand in a form. */
export function VerificationArea({ required = NOTHING, app = '', children }: VerificationAreaProps) {
  const [item, setItem] = useState<ClaimItem>()
  const sent = useRef<SentCode | undefined>(undefined)
  const verifying = useMemo(() => ({ required, app, verify: setItem }), [required, app])
  return (
    <VerifyingContext.Provider value={verifying}>
      {children}
      {item && <VerifyDialog item={item} sent={sent} onClose={() => setItem(undefined)} />}
    </VerifyingContext.Provider>
  )
}
