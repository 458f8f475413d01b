import { Button } from '@countersign/ui/button.tsx'
import { Field } from '@countersign/ui/field.tsx'
import { navigate } from '@countersign/ui/routing/router.ts'
import { useEffect, useState } from 'preact/hooks'
import { type ConsolePage, consoleAddress } from './console-paths.ts'
import { texts } from './texts.ts'

type SearchFormProps = { readonly page: ConsolePage; readonly label: string; readonly search: string }

/** Writes the search into the page's address, as `search`. */
export function SearchForm({ page, label, search }: SearchFormProps) {
  const [typed, setTyped] = useState(search)
  useEffect(() => setTyped(search), [search])
  const find = (event: Event) => {
    event.preventDefault()
    navigate(consoleAddress(page, { search: typed.trim() }))
  }
  return (
    <search>
      <form class="search" onSubmit={find}>
        <Field label={label} type="search" value={typed} onInput={setTyped} maxLength={80} />
        <Button kind="secondary" type="submit" label={texts.actions.find} />
      </form>
    </search>
  )
}
