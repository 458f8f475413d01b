import type { CallOutput } from '@countersign/device'
import { useFormat, useFullText } from '../../messages/use-text.tsx'
import { AppIcon } from '../../ui/app-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { UnreviewedMark } from '../../ui/unreviewed-mark.tsx'

export type FoundDevice = CallOutput<'findDeviceRequest'> & { readonly code: string }

type CompareDeviceProps = {
  readonly device: FoundDevice
  readonly onYes: () => void
  readonly onNo: () => void
}

/** Who asks, since when, and the code to compare: before anybody signs in for somebody else's device (RFC 8628 §3.3.1, §5.4). */
export function CompareDevice({ device: found, onYes, onNo }: CompareDeviceProps) {
  const { device } = useFullText()
  const format = useFormat()
  const { client, code, requested_at: since } = found
  return (
    <Page
      icon={<AppIcon name={client.name} logo={client.logo} />}
      title={device.compareTitle(client.name)}
      lead={
        <>
          {device.compare}
          <UnreviewedMark app={client} />
        </>
      }
      hasHomeLink={false}
    >
      <div class="card stack">
        <p class="user-code">
          <output dir="ltr">{code}</output>
        </p>
        <p class="fine">{device.since(format.time(since))}</p>
        <p>{device.warning}</p>
        <div class="actions start">
          <Button onClick={onYes}>{device.yes}</Button>
          <Button kind="secondary" onClick={onNo}>
            {device.no}
          </Button>
        </div>
      </div>
    </Page>
  )
}
