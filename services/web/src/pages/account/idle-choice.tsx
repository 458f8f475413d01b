import { useState } from 'preact/hooks'
import { useFullText, useLanguage } from '../../messages/use-text.tsx'
import { IDLE_MINUTES_KEY, readIdleMinutes } from '../../session/idle-watch.ts'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/select-field.tsx'

const MINUTES = [1, 5, 15, 30] as const

/** How long the vault stays open on this device while nobody touches the page. */
export function IdleChoice() {
  const { account } = useFullText()
  const { language } = useLanguage()
  const [minutes, setMinutes] = useState(readIdleMinutes)
  const inWords = new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  const choose = (value: string) => {
    keepIdleMinutes(value)
    setMinutes(readIdleMinutes())
  }
  return (
    <Card icon="clock" title={account.idle} lead={account.idleLead}>
      <SelectField
        label={account.idleAfter}
        value={String(minutes)}
        options={MINUTES.map((each) => ({ value: String(each), label: inWords.format(each) }))}
        onChange={choose}
      />
    </Card>
  )
}

/** Where the browser keeps no storage, it stays as it is. */
function keepIdleMinutes(minutes: string): void {
  try {
    localStorage.setItem(IDLE_MINUTES_KEY, minutes)
  } catch {
    // As before.
  }
}
