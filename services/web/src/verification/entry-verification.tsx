import type { ClaimItem, Verification } from '@countersign/device'
import { Button } from '@countersign/ui/elements.tsx'
import { useResult } from '@countersign/ui/loading.tsx'
import { labelOf, useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useMemo, useRef, useState } from 'preact/hooks'
import { useSession } from '../session/session.tsx'
import { type SentCode, VerifyDialog } from './verify-dialog.tsx'

/** Beside a value in the vault: when it was verified, or a button to verify it. Empty while a typed value is unsaved. */
export function EntryVerification({ id, value }: Pick<ClaimItem, 'id' | 'value'>) {
  const { profile } = useSession()
  const { verify } = useVerifying()
  const item = profile?.claims.find((claim) => claim.id === id)
  const canVerify = useCanVerify(item?.name)
  if (item?.value !== value) return null
  if (item.verified) return <VerifiedNote verified={item.verified} />
  return canVerify === true ? <VerifyButton item={item} onVerify={() => verify(item)} /> : null
}

/** Under a value to share: when it was verified; the verify button if the app requires it. */
export function ShareVerification({ item }: { item: ClaimItem }) {
  const text = useFullText()
  const { required, app, verify } = useVerifying()
  const isRequired = required.includes(item.name)
  const canVerify = useCanVerify(isRequired ? item.name : undefined)
  if (item.issuedBy) return null
  if (item.verified) return <VerifiedNote verified={item.verified} />
  if (!isRequired) return null
  return (
    <span class="verification">
      <span class="fine">
        {text.verification.required(app)} {canVerify === false && text.verification.unavailable}
      </span>
      {canVerify === true && <VerifyButton item={item} onVerify={() => verify(item)} />}
    </span>
  )
}

function VerifiedNote({ verified }: { verified: Verification }) {
  const text = useFullText()
  const format = useFormat()
  return <span class="fine verified">{text.verification.verifiedOn(format.date(verified.at))}</span>
}

/** The name in `form.elements` of the button that verifies a claim. */
export function verifyButtonName(claim: string): string {
  return `verify-${claim}`
}

function VerifyButton({ item, onVerify }: { item: ClaimItem; onVerify: () => void }) {
  const text = useFullText()
  return (
    <Button
      kind="quiet"
      name={verifyButtonName(item.name)}
      onClick={onVerify}
      label={text.verification.verify}
      about={`${labelOf(text, item.name)} ${item.value}`}
    />
  )
}

function useCanVerify(name: string | undefined): boolean | undefined {
  const { ask } = useSession()
  const isOne = name === 'email' || name === 'phone'
  const claims = useResult<readonly string[]>(async () => (isOne ? ask('listVerifiableClaims', {}) : []), [isOne])
  return isOne ? claims?.includes(name) : undefined
}

type Verifying = {
  /** Claims that the app requires verified, and its name; empty without an app. */
  readonly required: readonly string[]
  readonly app: string
  readonly verify: (item: ClaimItem) => void
}

const VerifyingContext = createContext<Verifying | undefined>(undefined)

function useVerifying(): Verifying {
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

/** Holds the dialog outside its content: a form cannot contain a form. */
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
