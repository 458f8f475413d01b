import { Card } from '@countersign/ui/card.tsx'
import { LoadingNotice, useLoaded } from '@countersign/ui/loading.tsx'
import { type App, discoveryUrl, readDiscovery } from '../api/console-api.ts'
import { useConsole } from '../console-frame.tsx'
import { CopyList, RefusalNotice } from '../elements.tsx'
import { APP_TEXTS } from './app-texts.ts'
import { CHECK_TEXTS } from './check-texts.ts'

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
      <Guide />
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
  const scopes = app.scopes.map(({ name }) => name).join(' ')
  return (
    <Card icon="globe" title={integrate.title} lead={integrate.lead}>
      <CopyList
        rows={[
          { label: APP_TEXTS.app.clientId, value: app.client_id },
          ...app.redirect_uris.map((value) => ({ label: integrate.redirectUri, value })),
          ...(scopes === '' ? [] : [{ label: integrate.scopes, value: scopes }]),
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

/** Settings of libraries stand in the guide. */
function Guide() {
  const { documentation_url: documentation } = useConsole().access
  return (
    <p>
      {integrate.guide}{' '}
      {documentation === undefined ? (
        <code dir="ltr">docs/guides/apps/libraries.md</code>
      ) : (
        <a href={`${documentation}/guides/apps/libraries#settings-to-copy`}>{integrate.libraries}</a>
      )}
    </p>
  )
}
