import type { ClaimLabels, OperatorClaim } from '@countersign/contracts'
import { Field, GuardedForm } from '@countersign/ui/form.tsx'
import { useLoaded } from '@countersign/ui/loading.tsx'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { useConsole } from '../console-frame.tsx'
import type { Column } from '../table.tsx'
import { CataloguePage, FormEnd, type FormProps } from './catalogue-page.tsx'
import { CATALOGUE_TEXTS } from './catalogue-texts.ts'
import { LanguageFields, listLanguages, withoutRemoved } from './language-fields.tsx'

const { claims: words } = CATALOGUE_TEXTS
const NAME = /^[a-z][a-z0-9_]{0,63}$/

/** `/console/claims` */
export function ClaimsPage() {
  const { api } = useConsole()
  const loaded = useLoaded(() => api.listClaims())
  return (
    <CataloguePage
      page="claims"
      loaded={loaded}
      columns={COLUMNS}
      nameOf={({ name }) => name}
      remove={({ name }) => api.removeClaim(name)}
      form={ClaimForm}
    />
  )
}

const COLUMNS: readonly Column<OperatorClaim>[] = [
  { title: words.columns.name, cell: ({ name }) => <code dir="ltr">{name}</code>, sortBy: ({ name }) => name },
  { title: words.columns.label, cell: ({ labels }) => <bdi>{labels.en}</bdi>, sortBy: ({ labels }) => labels.en },
  { title: words.columns.openid, cell: ({ openid_name }) => <code dir="ltr">{openid_name}</code> },
  { title: words.columns.languages, cell: ({ labels }) => listLanguages(labels) },
]

const NEW: OperatorClaim = { name: '', openid_name: '', labels: { en: '' } }

function ClaimForm({ item, save, onClose }: FormProps<OperatorClaim>) {
  const { api } = useConsole()
  const [typed, setTyped] = useState(item ?? NEW)
  const task = useTask<'save'>()
  const { name, labels, openid_name: openid } = typed
  const isNamed = NAME.test(name)
  const isLabelled = Object.values(labels).every((label) => label === undefined || label.trim() !== '')
  const submit = () => {
    const claim = { name, labels: withoutRemoved(labels), openid_name: openid || name }
    return task.run('save', () => save(() => api.saveClaim(claim)))
  }
  return (
    <GuardedForm isValid={isNamed && isLabelled} refusal={task.failure} onSubmit={submit}>
      {!item && (
        <Field
          label={words.name}
          hint={words.nameHint}
          value={name}
          onInput={(next) => setTyped({ ...typed, name: next })}
          error={isNamed ? undefined : words.nameWrong}
          isCode
          required
        />
      )}
      <LanguageFields value={labels} onChange={(next) => setTyped({ ...typed, labels: next as ClaimLabels })} empty="">
        {(label, change) => (
          <Field
            label={words.label}
            value={label}
            onInput={change}
            error={label.trim() === '' ? words.labelEmpty : undefined}
            maxLength={80}
            required
          />
        )}
      </LanguageFields>
      <Field
        label={words.openid}
        hint={words.openidHint}
        value={openid}
        onInput={(next) => setTyped({ ...typed, openid_name: next })}
        isCode
      />
      <FormEnd isBusy={task.running !== undefined} failure={task.failure} onClose={onClose} />
    </GuardedForm>
  )
}
