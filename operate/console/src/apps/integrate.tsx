import { Card } from '@countersign/ui/card.tsx'
import { SelectField } from '@countersign/ui/choices.tsx'
import { LoadingNotice, useLoaded } from '@countersign/ui/loading.tsx'
import { useState } from 'preact/hooks'
import { discoveryUrl, readDiscovery } from '../api/check-operations.ts'
import type { App } from '../api/console-api.ts'
import { useConsole } from '../console-frame.tsx'
import { CopyList, CopyText, RefusalNotice } from '../elements.tsx'
import { texts } from '../texts.ts'
import { CHECK_TEXTS } from './check-texts.ts'
import { LIBRARY_SETTINGS } from './library-settings.ts'

const { integrate } = CHECK_TEXTS

export function IntegrateApp({ app }: { app: App }) {
  return (
    <>
      <Endpoints app={app} />
      <Card icon="shield" title={integrate.needs}>
        <ul class="plain-list">
          {needsOf(app).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Card>
      <LibrarySettings app={app} />
    </>
  )
}

/** As libraries find them: from the discovery document. */
function Endpoints({ app }: { app: App }) {
  const { issuer } = useConsole()
  const loaded = useLoaded(() => readDiscovery(issuer))
  const found = Object.entries({ issuer, ...loaded.content, discovery: discoveryUrl(issuer) })
  const rows = Object.entries(integrate.endpoints).flatMap(([name, label]) =>
    found.filter(([each]) => each === name).map(([, value]) => ({ label, value })),
  )
  return (
    <Card icon="globe" title={integrate.title} lead={integrate.lead}>
      <CopyList
        rows={[
          { label: texts.app.clientId, value: app.client_id },
          ...app.redirect_uris.map((value) => ({ label: integrate.redirectUri, value })),
          ...rows,
        ]}
      />
      <LoadingNotice loaded={loaded} Refusal={RefusalNotice} />
    </Card>
  )
}

function needsOf(app: App): readonly string[] {
  return [
    app.require_pkce ? integrate.pkce : integrate.noPkce,
    ...(app.require_pushed_authorization_requests ? [integrate.par] : []),
    ...(app.dpop_bound_access_tokens ? [integrate.dpop] : []),
    secretOf(app),
  ]
}

function secretOf({ token_endpoint_auth_method: method }: App): string {
  if (method === 'none') return integrate.noSecret
  return method === 'private_key_jwt' ? integrate.ownKey : integrate.secret
}

function LibrarySettings({ app }: { app: App }) {
  const { issuer, access } = useConsole()
  const place = app.token_endpoint_auth_method === 'none' ? 'browser' : 'server'
  const fitting = LIBRARY_SETTINGS.filter((each) => each.place === place)
  const [name, setName] = useState('')
  const chosen = fitting.find(({ library }) => library === name) ?? fitting[0]
  if (!chosen) return null
  const { documentation_url: documentation } = access
  const guide = chosen.guide && documentation && new URL(`${documentation}/guides/apps/${chosen.guide}`).href
  return (
    <Card icon="copy" title={integrate.settingsTitle} lead={integrate.settingsLead}>
      <SelectField
        label={integrate.library}
        value={chosen.library}
        onChange={setName}
        options={fitting.map(({ library }) => ({ value: library, label: library }))}
      />
      <CopyText label={chosen.library} text={fillIn(chosen.code, app, issuer)} />
      {guide && (
        <p>
          <a href={guide}>{integrate.guide}</a>
        </p>
      )}
    </Card>
  )
}

/** Puts an app's values into settings, between their double quotes: encoded where a value could end those. */
export function fillIn(code: string, app: Pick<App, 'client_id' | 'redirect_uris' | 'scopes'>, issuer: string): string {
  const values = {
    'https://id.example.com': issuer,
    'https://app.example.com/callback': app.redirect_uris[0] ?? '',
    'openid email profile': app.scopes.map(({ name }) => name).join(' '),
    '"CLIENT_ID"': `"${quotable(app.client_id)}"`,
  }
  return Object.entries(values).reduce(
    (text, [placeholder, value]) =>
      text.replaceAll(placeholder, () => (placeholder.startsWith('"') ? value : quotable(value))),
    code,
  )
}

function quotable(value: string): string {
  return value.replaceAll(/["\\\n]/g, encodeURIComponent)
}
