import type { Failure } from '@countersign/device'
import { Badge } from '@countersign/ui/card.tsx'
import { Button } from '@countersign/ui/elements.tsx'
import { EmptyState } from '@countersign/ui/list.tsx'
import type { Loaded } from '@countersign/ui/loading.tsx'
import { useText } from '@countersign/ui/messages/texts.ts'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ConsoleFrame } from '../console-frame.tsx'
import { AskFirst, RefusalNotice, useChange } from '../elements.tsx'
import { type Column, LoadedTable } from '../table.tsx'
import { texts } from '../texts.ts'
import { CATALOGUE_TEXTS } from './catalogue-texts.ts'

type Page = 'scopes' | 'claims' | 'resources'

type Held = { readonly managed_by_file?: true }

type Props<Item> = {
  readonly page: Page
  readonly loaded: Loaded<readonly Item[]>
  readonly columns: readonly Column<Item>[]
  readonly nameOf: (item: Item) => string
  /** Left out, the name. */
  readonly keyOf?: (item: Item) => string
  readonly remove: (item: Item) => Promise<void>
  /** For an item or a new one; the work of its `save` may answer something to show. */
  readonly form: (props: FormProps<Item>) => ComponentChildren
}

export type FormProps<Item> = {
  readonly item: Item | undefined
  readonly save: (work: () => Promise<ComponentChildren | void>) => Promise<void>
  readonly onClose: () => void
}

/** A table of what an operator has defined, and a form to add or change one. */
export function CataloguePage<Item extends Held>({ page, loaded, columns, remove, form: Form, ...props }: Props<Item>) {
  const { nameOf, keyOf = nameOf } = props
  const words = CATALOGUE_TEXTS[page]
  const [edited, setEdited] = useState<{ readonly item: Item | undefined }>()
  const [shown, setShown] = useState<ComponentChildren>()
  const { change, note } = useChange(loaded.reload)
  const close = () => setEdited(undefined)
  const save = async (work: () => Promise<ComponentChildren | void>) => {
    await change(async () => setShown((await work()) ?? undefined), words.saved)
    close()
  }
  const act = {
    title: CATALOGUE_TEXTS.columns.act,
    cell: (item: Item) => (
      <RowActions
        page={page}
        name={nameOf(item)}
        isOfFile={item.managed_by_file}
        onEdit={() => setEdited({ item })}
        remove={() => change(() => remove(item), words.removed)}
      />
    ),
  }
  const title = edited?.item ? words.editTitle(nameOf(edited.item)) : words.add
  const key = edited?.item && keyOf(edited.item)
  return (
    <ConsoleFrame current={page} title={words.title} lead={words.lead}>
      {note}
      {shown}
      {edited === undefined ? (
        <div class="actions start">
          <Button onClick={() => setEdited({ item: undefined })} label={words.add} />
        </div>
      ) : (
        <section class="card stack catalogue-form" aria-label={title}>
          <h2>{title}</h2>
          <Form key={key} item={edited.item} save={save} onClose={close} />
        </section>
      )}
      <LoadedTable
        caption={words.title}
        loaded={loaded}
        columns={[...columns, act]}
        keyOf={keyOf}
        currentKey={key}
        empty={<EmptyState picture="vault" title={words.emptyTitle} children={words.empty} />}
      />
    </ConsoleFrame>
  )
}

type RowActionsProps = {
  readonly page: Page
  readonly name: string
  readonly isOfFile: true | undefined
  readonly onEdit: () => void
  readonly remove: () => Promise<void>
}

function RowActions({ page, name, isOfFile, onEdit, remove }: RowActionsProps) {
  const words = CATALOGUE_TEXTS[page]
  if (isOfFile) return <Badge>{texts.actions.managedByFile}</Badge>
  return (
    <div class="actions">
      <Button kind="quiet" onClick={onEdit} label={CATALOGUE_TEXTS.edit} readAs={CATALOGUE_TEXTS.editOf(name)} />
      <AskFirst
        kind="quiet"
        readAs={CATALOGUE_TEXTS.removeOf(name)}
        title={words.removeTitle(name)}
        message={words.removeLead}
        confirm={CATALOGUE_TEXTS.remove}
        work={remove}
      />
    </div>
  )
}

type FormEndProps = { readonly isBusy: boolean; readonly failure: Failure | undefined; readonly onClose: () => void }

export function FormEnd({ isBusy, failure, onClose }: FormEndProps) {
  const { common } = useText()
  return (
    <>
      <RefusalNotice failure={failure} />
      <div class="actions start">
        <Button type="submit" busyText={isBusy ? common.saving : undefined} label={common.save} />
        <Button kind="quiet" onClick={onClose} label={CATALOGUE_TEXTS.close} />
      </div>
    </>
  )
}
