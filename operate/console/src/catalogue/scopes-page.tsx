import type { OperatorScope } from '@countersign/contracts'
import { Accept } from '@countersign/ui/choices.tsx'
import { Field, GuardedForm } from '@countersign/ui/form.tsx'
import { useLoaded } from '@countersign/ui/loading.tsx'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { BUILT_IN_CLAIMS } from '../api/console-api.ts'
import { useConsole } from '../console-frame.tsx'
import type { Column } from '../table.tsx'
import { CataloguePage, FormEnd, type FormProps } from './catalogue-page.tsx'
import { CATALOGUE_TEXTS } from './catalogue-texts.ts'
import { haveTitles, listLanguages, NO_TEXTS, ScopeWords, withoutRemoved } from './language-fields.tsx'

const { scopes: words } = CATALOGUE_TEXTS
const NAME = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$/

/** `/console/scopes`: those about people's data; an API's are on its own page. */
export function ScopesPage() {
  const { api } = useConsole()
  const loaded = useLoaded(async () => (await api.listScopes()).filter(({ resource }) => resource === null))
  return (
    <CataloguePage
      page="scopes"
      loaded={loaded}
      columns={COLUMNS}
      nameOf={({ name }) => name}
      remove={({ name }) => api.removeScope(name)}
      form={ScopeForm}
    />
  )
}

const COLUMNS: readonly Column<OperatorScope>[] = [
  { title: words.columns.name, cell: ({ name }) => <code dir="ltr">{name}</code>, sortBy: ({ name }) => name },
  {
    title: words.columns.texts,
    cell: ({ texts: { en } }) => (
      <>
        <bdi>{en.title}</bdi>
        {en.description !== '' && <p class="fine">{en.description}</p>}
      </>
    ),
    sortBy: ({ texts }) => texts.en.title,
  },
  { title: words.columns.claims, cell: ({ claims }) => claims.join(', ') },
  { title: words.columns.languages, cell: ({ texts }) => listLanguages(texts) },
]

const NEW: Omit<OperatorScope, 'resource'> = { name: '', texts: NO_TEXTS, claims: [] }

function ScopeForm({ item, save, onClose }: FormProps<OperatorScope>) {
  const { api } = useConsole()
  const [typed, setTyped] = useState<typeof NEW>(item ?? NEW)
  const own = useLoaded(() => api.listClaims())
  const task = useTask<'save'>()
  const isNamed = NAME.test(typed.name)
  const claims = [...new Set([...BUILT_IN_CLAIMS, ...(own.content ?? []).map(({ name }) => name), ...typed.claims])]
  const submit = () =>
    task.run('save', () => save(() => api.saveScope({ ...typed, texts: withoutRemoved(typed.texts) })))
  return (
    <GuardedForm isValid={isNamed && haveTitles(typed.texts)} refusal={task.failure} onSubmit={submit}>
      {!item && (
        <Field
          label={words.name}
          hint={words.nameHint}
          value={typed.name}
          onInput={(name) => setTyped({ ...typed, name })}
          error={isNamed ? undefined : words.nameWrong}
          isCode
          required
        />
      )}
      <ScopeWords texts={typed.texts} onChange={(texts) => setTyped({ ...typed, texts })} />
      <fieldset class="choice-grid">
        <legend>{words.claims}</legend>
        <p class="fine">{words.claimsHint}</p>
        {claims.map((claim) => (
          <Accept
            key={claim}
            isOn={typed.claims.includes(claim)}
            onChange={(isOn) =>
              setTyped({
                ...typed,
                claims: isOn ? [...typed.claims, claim] : typed.claims.filter((each) => each !== claim),
              })
            }
            label={<code dir="ltr">{claim}</code>}
          />
        ))}
      </fieldset>
      <FormEnd isBusy={task.running !== undefined} failure={task.failure} onClose={onClose} />
    </GuardedForm>
  )
}
