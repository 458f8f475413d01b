import { Card } from '@countersign/ui/card.tsx'
import { ConfirmDialog, DialogButton } from '@countersign/ui/dialog.tsx'
import { Button, ButtonLink, Notice } from '@countersign/ui/elements.tsx'
import { useEffect, useState } from 'preact/hooks'
import { allowPage } from '../permissions.ts'
import { forgetService, identityOf, type Service, switchService } from '../services.ts'
import { applyRules, switchOn, takeOver } from '../take-over.ts'
import { useExtensionText } from './texts.ts'

type ServiceCardProps = { readonly service: Service; readonly onChange: () => Promise<void> }

export function ServiceCard({ service, onChange }: ServiceCardProps) {
  const text = useExtensionText()
  const { origin, isOn } = service
  const { host } = new URL(origin)
  const { name } = identityOf(service.config)
  const { openTabs, hasFailed, look } = useTakeOver(service)
  const turn = async (wanted: boolean) => {
    if (!wanted) await switchService(origin, false)
    else if (await allowPage(origin)) await look(() => switchOn(origin))
    await onChange()
  }
  const closeTabs = async () => {
    // A page may ask the user to stay.
    await chrome.tabs.remove([...openTabs]).catch(() => undefined)
    await look(() => takeOver(origin))
  }
  return (
    <Card title={name} lead={<bdi dir="ltr">{origin}</bdi>} icon="shield">
      <label class="service-switch">
        <input
          type="checkbox"
          class="switch"
          checked={isOn}
          onChange={(event) => void turn(event.currentTarget.checked)}
        />
        <span>{text.switch(host)}</span>
      </label>
      <Notice kind="error">{hasFailed && text.rulesRefused}</Notice>
      <Notice kind="error">{openTabs.length > 0 && text.stillOpen(host)}</Notice>
      <div class="actions start">
        {openTabs.length > 0 && <Button onClick={() => void closeTabs()} label={text.closeTabs} />}
        {isOn && <ButtonLink href={`client.html?${origin}/`} kind="secondary" label={text.visit} />}
        <DialogButton kind="quiet" label={text.remove} about={name}>
          {(close) => (
            <ConfirmDialog
              title={text.removeTitle(host)}
              message={text.removeLead}
              confirm={text.remove}
              onCancel={close}
              work={async () => {
                await forgetService(origin)
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

/** Looks, when this page opens, is shown or hidden and a tab closes, whether the browser keeps the rules and script of the service runs in a tab. */
function useTakeOver({ origin, isOn }: Service) {
  const [openTabs, setOpenTabs] = useState<readonly number[]>([])
  const [hasFailed, setFailed] = useState(false)
  const look = async (work: () => Promise<readonly number[]>) => {
    const found = await work().catch(() => undefined)
    setFailed(found === undefined)
    setOpenTabs(found ?? [])
  }
  useEffect(() => {
    if (!isOn) return setOpenTabs([])
    const lookAgain = () => void look(() => applyRules().then(() => takeOver(origin)))
    lookAgain()
    document.addEventListener('visibilitychange', lookAgain)
    chrome.tabs.onRemoved.addListener(lookAgain)
    return () => {
      document.removeEventListener('visibilitychange', lookAgain)
      chrome.tabs.onRemoved.removeListener(lookAgain)
    }
  }, [origin, isOn])
  return { openTabs, hasFailed, look }
}
