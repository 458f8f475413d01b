import { useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { navigate } from '@countersign/ui/routing/router.ts'
import { useEffect } from 'preact/hooks'

/** A user who came by a link must type the code first: an attacker could have sent the link (RFC 8628 §5.4). */
export function ToDevicePage() {
  useEffect(() => navigate(PATHS.device, { replace: true }), [])
  return null
}

/** Names the device that gets the answer, and warns that it may be a stranger's. */
export function FromDevice({ id }: { readonly id: string }) {
  const { device } = useFullText()
  const format = useFormat()
  const compared = findCompared(id)
  return (
    <>
      {compared && (
        <>
          <b dir="ltr">{compared.code}</b> · {device.since(format.time(compared.since))}
          <br />
        </>
      )}
      {device.warning}
    </>
  )
}

type ComparedDevice = {
  readonly id: string
  readonly code: string
  readonly since: string
}

let compared: ComparedDevice | undefined

/** Kept as long as the page lives, in this tab only. */
export function rememberCompared(device: ComparedDevice): void {
  compared = device
}

/** The comparison of this request: a link to the request proves none (RFC 8628 §5.4). */
export function findCompared(id: string): ComparedDevice | undefined {
  return compared?.id === id ? compared : undefined
}
