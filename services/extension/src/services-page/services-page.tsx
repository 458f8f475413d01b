import { useText } from '@countersign/web/client/messages/use-text.tsx'
import { Button, ButtonLink } from '@countersign/web/client/ui/button.tsx'
import { Card } from '@countersign/web/client/ui/card.tsx'
import { ConfirmDialog, DialogButton } from '@countersign/web/client/ui/dialog.tsx'
import { Notice } from '@countersign/web/client/ui/notice.tsx'
import { Page } from '@countersign/web/client/ui/page.tsx'
import { useEffect, useState } from 'preact/hooks'
import { allowPage } from '../permissions.ts'
import { forgetService, identityOf, keepService, readServices, type Service } from '../services.ts'
import { AddService } from './add-service.tsx'
import { ChangedService } from './changed-service.tsx'
import { Facts } from './facts.tsx'
import { readRelease } from './release.ts'
import { useExtensionText } from './texts.ts'

type ServicesPageProps = {
  /** Address of a page to add. */
  readonly added: string
  /** Address at a service that describes itself otherwise than before. */
  readonly changed: string
}

/** The services that this extension opens, and what this extension is. */
export function ServicesPage({ added, changed }: ServicesPageProps) {
  const text = useExtensionText()
  const [services, setServices] = useState<readonly Service[]>([])
  const [news, setNews] = useState('')
  const read = async () => setServices(await readServices())
  useEffect(() => {
    void read()
  }, [])
  if (changed !== '') return <ChangedService address={changed} />
  return (
    <Page title={text.title} lead={services.length > 0 ? text.lead : text.none} hasHomeLink={false}>
      <Notice kind="good">{news}</Notice>
      {services.map((service) => (
        <ServiceCard key={service.origin} service={service} onChange={read} />
      ))}
      <AddService
        address={added}
        onAdded={(name) => {
          setNews(text.added(name))
          return read()
        }}
      />
      <Release />
    </Page>
  )
}

function ServiceCard({ service, onChange }: { service: Service; onChange: () => Promise<void> }) {
  const text = useExtensionText()
  const { host } = new URL(service.origin)
  const { name } = identityOf(service.config)
  const turn = async (isOn: boolean) => {
    const isAllowed = !isOn || (await allowPage(service.origin))
    if (isAllowed) await keepService({ ...service, isOn })
    await onChange()
  }
  return (
    <Card title={name} lead={<bdi dir="ltr">{service.origin}</bdi>} icon="shield">
      <label class="service-switch">
        <input
          type="checkbox"
          class="switch"
          checked={service.isOn}
          onChange={(event) => void turn(event.currentTarget.checked)}
        />
        <span>{text.switch(host)}</span>
      </label>
      <div class="actions start">
        {service.isOn && <ButtonLink href={`client.html?${service.origin}/`} kind="secondary" label={text.visit} />}
        <DialogButton kind="quiet" label={text.remove} about={name}>
          {(close) => (
            <ConfirmDialog
              title={text.removeTitle(host)}
              message={text.removeLead}
              confirm={text.remove}
              onCancel={close}
              work={async () => {
                await forgetService(service.origin)
                close()
                await onChange()
              }}
            />
          )}
        </DialogButton>
      </div>
    </Card>
  )
}

/** Its version and fingerprint, to compare with a published release. */
function Release() {
  const text = useExtensionText()
  const { common } = useText()
  const [fingerprint, setFingerprint] = useState<string>()
  const [hasFailed, setFailed] = useState(false)
  const read = () => {
    setFailed(false)
    readRelease().then(setFingerprint, () => setFailed(true))
  }
  useEffect(read, [])
  const { version } = chrome.runtime.getManifest()
  return (
    <Card title={text.about} icon="info">
      <Facts
        facts={[
          [text.version, version],
          [text.fingerprint, hasFailed ? text.wrongFiles : (fingerprint ?? '…')],
        ]}
      />
      <p class="fine">{text.fingerprintHint}</p>
      {hasFailed && <Button kind="secondary" onClick={read} label={common.tryAgain} />}
    </Card>
  )
}
