import { Card } from '@countersign/ui/card.tsx'
import { Button, FailureNotice, Notice } from '@countersign/ui/elements.tsx'
import { Page } from '@countersign/ui/page.tsx'
import { useTask } from '@countersign/ui/use-task.ts'
import { useEffect, useState } from 'preact/hooks'
import { originOf } from '../address.ts'
import { askService } from '../ask-service.ts'
import { allowCore } from '../permissions.ts'
import { findService, identityOf, keepService, type Service, type WireConfig } from '../services.ts'
import { type Fact, Facts, identityFacts } from './facts.tsx'
import { useExtensionText } from './texts.ts'

type Change = { readonly service: Service; readonly offered: WireConfig }

/** Asks about a service that describes itself otherwise than the user confirmed, then goes on to `address`. */
export function ChangedService({ address }: { address: string }) {
  const text = useExtensionText()
  const [change, setChange] = useState<Change>()
  const [isRefused, setRefused] = useState(false)
  const task = useTask<'decide'>()
  useEffect(() => {
    void findChange(address).then((found) => (found ? setChange(found) : goOn(address)))
  }, [address])
  if (!change) return null
  const { service, offered } = change
  const [was, is] = [identityOf(service.config), identityOf(offered)]
  const [then, now] = [identityFacts(text, was), identityFacts(text, is)]
  const decide = (next: () => Promise<Service | undefined>) =>
    task.run('decide', async () => {
      const decided = await next()
      if (!decided) return setRefused(true)
      await keepService(decided)
      goOn(address)
    })
  const accept = async () => ((await allowCore(is)) ? { ...service, config: offered } : undefined)
  const decline = async () => ({ ...service, declined: JSON.stringify(is) })
  return (
    <Page title={text.changedTitle(was.name)} lead={text.changedLead} hasHomeLink={false}>
      <Card title={text.was}>
        <Facts facts={without(then, now)} />
      </Card>
      <Card title={text.is}>
        <Facts facts={without(now, then)} />
      </Card>
      <Notice kind="error">{isRefused && text.refused}</Notice>
      <FailureNotice failure={task.failure} />
      <div class="actions start">
        <Button onClick={() => decide(decline)} label={text.keep} />
        <Button kind="danger" onClick={() => decide(accept)} label={text.accept} />
      </div>
    </Page>
  )
}

/** The facts that are not among others. */
function without(facts: readonly Fact[], others: readonly Fact[]): readonly Fact[] {
  return facts.filter(([name, value]) => !others.some((other) => other[0] === name && other[1] === value))
}

async function findChange(address: string): Promise<Change | undefined> {
  const service = await findService(originOf(address))
  const offered = service && (await askService(service.origin).catch(() => undefined))
  return service && offered && { service, offered }
}

function goOn(address: string): void {
  location.replace(`client.html?${address}`)
}
