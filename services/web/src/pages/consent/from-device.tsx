import { useEffect } from 'preact/hooks'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { PATHS } from '../../routing/paths.ts'
import { navigate } from '../../routing/router.ts'
import { findCompared } from '../device/compared-device.ts'

/** Who came by a link has the code to type first: whoever began the request could have sent it (RFC 8628 §5.4). */
export function ToDevicePage() {
  useEffect(() => navigate(PATHS.device, { replace: true }), [])
  return null
}

/** Which device gets the answer, since when it asks, and what to do if somebody else holds it. */
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
