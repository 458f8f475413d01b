import type { ClaimItem } from '@countersign/device'
import { Field } from '@countersign/ui/field.tsx'
import { labelOf } from '@countersign/ui/messages/messages.ts'
import { useFullText, useLanguage } from '@countersign/ui/messages/use-text.tsx'
import { useState } from 'preact/hooks'

/** Fewer are in sight at once. */
const MANY = 12

/** Finds claims by their label, their values and their owner's words for them. `field` is empty in a small vault. */
export function useVaultSearch(items: readonly ClaimItem[]) {
  const text = useFullText()
  const { language } = useLanguage()
  const [typed, setTyped] = useState('')
  const fold = (words: string) => words.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase(language)
  const query = fold(typed.trim())
  const isFound = (claim: string) => {
    const values = items.filter(({ name }) => name === claim).flatMap(({ value, label = '' }) => [value, label])
    return [labelOf(text, claim), ...values].some((words) => fold(words).includes(query))
  }
  const isMany = items.length > MANY
  const isNone = !items.some(({ name }) => isFound(name))
  const field = isMany && (
    <Field
      type="search"
      label={text.vault.search}
      value={typed}
      onInput={setTyped}
      name="search"
      autocomplete="off"
      hint={isNone ? text.vault.searchEmpty : undefined}
    />
  )
  return { field, isFound: isMany && query !== '' ? isFound : undefined }
}
