import type { ResourceServerCreation, ResourceServerResource, ResourceServerWithSecret } from '@countersign/contracts'
import { Choice, SelectField } from '@countersign/ui/choices.tsx'
import { Button } from '@countersign/ui/elements.tsx'
import { Field, GuardedForm } from '@countersign/ui/form.tsx'
import { useLoaded } from '@countersign/ui/loading.tsx'
import { useFormat } from '@countersign/ui/messages/texts.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import type { Static } from 'typebox'
import { useConsole } from '../console-frame.tsx'
import { consoleAddress } from '../console-paths.ts'
import { CopyValue, Identifier, ShownOnce } from '../elements.tsx'
import type { Column } from '../table.tsx'
import { CataloguePage, FormEnd, type FormProps } from './catalogue-page.tsx'
import { CATALOGUE_TEXTS } from './catalogue-texts.ts'
import { haveTitles, NO_TEXTS, ScopeWords, withoutRemoved } from './language-fields.tsx'

const { resources: words, scopes: scopeWords } = CATALOGUE_TEXTS

/** `/console/resources`: APIs that access tokens are for. */
export function ResourcesPage() {
  const { api } = useConsole()
  const columns = useColumns()
  const loaded = useLoaded(() => api.listResources())
  return (
    <CataloguePage
      page="resources"
      loaded={loaded}
      columns={columns}
      nameOf={({ name }) => name}
      keyOf={({ resource_id }) => resource_id}
      remove={({ resource_id }) => api.removeResource(resource_id)}
      form={ResourceForm}
    />
  )
}

function useColumns(): readonly Column<ResourceServerResource>[] {
  const format = useFormat()
  const { columns } = words
  return [
    { title: columns.name, cell: ({ name }) => <bdi>{name}</bdi>, sortBy: ({ name }) => name },
    {
      title: columns.resource,
      cell: ({ resource }) => <code dir="ltr">{resource}</code>,
      sortBy: ({ resource }) => resource,
    },
    {
      title: columns.format,
      cell: ({ access_token_format: form, access_token_signed_response_alg: algorithm }) =>
        form === 'jwt' ? `JWT, ${algorithm}` : words.formats.opaque,
    },
    {
      title: columns.scopes,
      cell: ({ scopes }) => format.list(scopes.map(({ name }) => name)),
    },
    {
      title: columns.client,
      cell: ({ client_id }) => (
        <Identifier isShort label={columns.client} value={client_id} href={consoleAddress('app', { client_id })} />
      ),
    },
  ]
}

const SCOPE_NAME = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$/

type Scopes = ResourceServerCreation['scopes']
type Typed = Omit<ResourceServerResource, 'resource_id' | 'created_at'>

const NEW: Typed = {
  resource: '',
  name: '',
  access_token_format: 'opaque',
  access_token_signed_response_alg: 'ES256',
  client_id: '',
  scopes: [{ name: '', texts: NO_TEXTS }],
}

export function ResourceForm({ item, save, onClose }: FormProps<ResourceServerResource>) {
  const { api } = useConsole()
  const [typed, setTyped] = useState<Typed>(() => (item ? typedOf(item) : NEW))
  const set = (changes: Partial<Typed>) => setTyped({ ...typed, ...changes })
  const task = useTask<'save'>()
  const submit = () =>
    task.run('save', () =>
      save(async () => {
        const { resource, client_id, ...rest } = typed
        const body = { ...rest, scopes: withoutRemoved(typed.scopes), ...(client_id !== '' && { client_id }) }
        if (item) return api.changeResource(item.resource_id, body)
        return <NewResource added={await api.addResource({ resource, ...body })} />
      }),
    )
  return (
    <GuardedForm isValid={isComplete(typed, item)} refusal={task.failure} onSubmit={submit}>
      <NameFields item={item} typed={typed} set={set} />
      <TokenFields typed={typed} set={set} />
      <Field
        label={words.client}
        hint={item ? undefined : words.clientHint}
        value={typed.client_id}
        onInput={(client_id) => set({ client_id })}
        error={item && typed.client_id === '' ? words.clientEmpty : undefined}
        isCode
      />
      <ScopesOfApi scopes={typed.scopes} onChange={(scopes) => set({ scopes })} />
      <FormEnd isBusy={task.running !== undefined} failure={task.failure} onClose={onClose} />
    </GuardedForm>
  )
}

function typedOf({ resource_id: _id, created_at: _at, ...typed }: ResourceServerResource): Typed {
  return typed
}

function isComplete({ name, resource, client_id, scopes }: Typed, item: ResourceServerResource | undefined): boolean {
  const areScopesSound = scopes.every((scope) => SCOPE_NAME.test(scope.name) && haveTitles(scope.texts))
  return name.trim() !== '' && resource !== '' && (!item || client_id !== '') && areScopesSound
}

type TypedProps = { readonly typed: Typed; readonly set: (changes: Partial<Typed>) => void }

function NameFields({ item, typed, set }: TypedProps & Pick<FormProps<ResourceServerResource>, 'item'>) {
  return (
    <>
      <Field
        label={words.name}
        hint={words.nameHint}
        value={typed.name}
        onInput={(name) => set({ name })}
        error={typed.name.trim() === '' ? words.nameEmpty : undefined}
        maxLength={80}
        required
      />
      {!item && (
        <Field
          label={words.resource}
          hint={words.resourceHint}
          type="url"
          value={typed.resource}
          onInput={(resource) => set({ resource })}
          error={typed.resource === '' ? words.resourceEmpty : undefined}
          required
        />
      )}
    </>
  )
}

function TokenFields({ typed, set }: TypedProps) {
  const { access_token_format: form, access_token_signed_response_alg: algorithm } = typed
  const { formats, formatHints: hints } = words
  return (
    <>
      <Choice
        label={words.format}
        value={form}
        onChange={(access_token_format) => set({ access_token_format })}
        options={[
          { value: 'opaque', label: formats.opaque, hint: hints.opaque },
          { value: 'jwt', label: formats.jwt, hint: hints.jwt },
        ]}
      />
      {form === 'jwt' && (
        <SelectField
          label={words.algorithm}
          value={algorithm}
          onChange={(name) => set({ access_token_signed_response_alg: name === 'RS256' ? 'RS256' : 'ES256' })}
          options={['ES256', 'RS256'].map((value) => ({ value, label: value }))}
        />
      )}
    </>
  )
}

function ScopesOfApi({ scopes, onChange }: { scopes: Scopes; onChange: (scopes: Scopes) => void }) {
  const change = (at: number, scope: Scopes[number]) =>
    onChange(scopes.map((each, index) => (index === at ? scope : each)))
  return (
    <>
      {scopes.map((scope, at) => (
        <fieldset key={at} class="language-fields">
          <legend>{words.scope(scope.name)}</legend>
          <Field
            label={scopeWords.name}
            hint={scopeWords.nameHint}
            value={scope.name}
            onInput={(name) => change(at, { ...scope, name })}
            error={SCOPE_NAME.test(scope.name) ? undefined : scopeWords.nameWrong}
            isCode
            required
          />
          <ScopeWords texts={scope.texts} onChange={(texts) => change(at, { ...scope, texts })} />
          {scopes.length > 1 && (
            <div class="actions start">
              <Button
                kind="quiet"
                onClick={() => onChange(scopes.filter((_, index) => index !== at))}
                label={words.removeScope}
                about={scope.name}
              />
            </div>
          )}
        </fieldset>
      ))}
      <div class="actions start">
        <Button
          kind="secondary"
          onClick={() => onChange([...scopes, { name: '', texts: NO_TEXTS }])}
          label={words.addScope}
        />
      </div>
    </>
  )
}

/** The secret of the client that was registered with an API, until it is kept. */
export function NewResource({ added }: { added: Static<typeof ResourceServerWithSecret> }) {
  const [isKept, setKept] = useState(added.client_secret === undefined)
  if (isKept || added.client_secret === undefined) return null
  return (
    <ShownOnce label={words.secret} value={added.client_secret} onDone={() => setKept(true)}>
      <CopyValue label={words.clientId} value={added.client_id} />
    </ShownOnce>
  )
}
