import { Card } from '@countersign/ui/card.tsx'
import { Button, Notice } from '@countersign/ui/elements.tsx'
import { useText } from '@countersign/ui/messages/texts.ts'
import { Page } from '@countersign/ui/page.tsx'
import { useEffect, useState } from 'preact/hooks'
import { readServices, type Service } from '../services.ts'
import { AddService } from './add-service.tsx'
import { ChangedService } from './changed-service.tsx'
import { Facts } from './facts.tsx'
import { PostAnswer } from './post-answer.tsx'
import { readRelease } from './release.ts'
import { ServiceCard } from './service-card.tsx'
import { useExtensionText } from './texts.ts'

type ServicesPageProps = {
  /** Address of a page to add. */
  readonly added: string
  /** Address at a service that describes itself otherwise than before. */
  readonly changed: string
  /** Address of an answer that goes to its app by form. */
  readonly answer: string
}

/** The services that this extension opens, and what this extension is. */
export function ServicesPage({ added, changed, answer }: ServicesPageProps) {
  const text = useExtensionText()
  const [services, setServices] = useState<readonly Service[]>([])
  const [news, setNews] = useState('')
  const read = async () => setServices(await readServices())
  useEffect(() => {
    void read()
  }, [])
  if (answer !== '') return <PostAnswer address={answer} />
  if (changed !== '') return <ChangedService address={changed} />
  return (
    <Page title={text.title} lead={services.length > 0 ? text.lead : text.none} hasHomeLink={false}>
      <Notice kind="good">{news}</Notice>
      {services.map((service) => (
        <ServiceCard key={service.origin} service={service} onChange={read} />
      ))}
      <AddService
        address={added}
        onAdded={(name, isDone) => {
          setNews(isDone ? text.added(name) : '')
          return read()
        }}
      />
      <Release />
    </Page>
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
