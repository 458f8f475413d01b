import './another-device.css'
import { ButtonLink, Notice } from '@countersign/ui/elements.tsx'
import { Illustration } from '@countersign/ui/illustration.tsx'
import { LoadingNotice, useLoaded } from '@countersign/ui/loading.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { Page } from '@countersign/ui/page.tsx'
import { here } from '@countersign/ui/place.ts'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { addressOf, type Route } from '@countersign/ui/routing/router.ts'
import { canUsePasskeys } from '../../passkey/passkey.ts'
import { useSession } from '../../session/session.tsx'
import { SignedInFrame } from '../signed-in/signed-in-frame.tsx'
import { type Capabilities, isTiedToDevice, type Way, waysIn, waysOf } from './ways.ts'

/** `/another-device`: how to sign in on another device; for someone signed out, how to sign in on this one. */
export function AnotherDevicePage({ route }: { route: Route }) {
  const { profile } = useSession()
  return profile?.scope === 'full' ? <ThereWays /> : <HereWays authRequestId={route.authRequestId} />
}

function ThereWays() {
  const text = useFullText()
  const { ask } = useSession()
  const loaded = useLoaded(() => ask('listMethods', {}))
  const methods = loaded.content
  return (
    <SignedInFrame
      current="sessions"
      title={text.signIn.anotherDevice}
      lead={text.anotherDevice.lead(`\u2068${here().host}\u2069`)}
    >
      <LoadingNotice loaded={loaded} />
      {methods && (
        <>
          {isTiedToDevice(methods) && <Notice>{text.anotherDevice.onlyHere}</Notice>}
          <WayList ways={waysOf(methods)} />
          <div class="actions start">
            <ButtonLink kind="secondary" href={PATHS.methods} label={text.recovery.doneMethods} />
          </div>
        </>
      )}
    </SignedInFrame>
  )
}

function HereWays({ authRequestId }: Pick<Route, 'authRequestId'>) {
  const text = useFullText()
  const { content: ways } = useLoaded(async () => waysIn(await readCapabilities()))
  const signIn = authRequestId === undefined ? PATHS.signIn : PATHS.consent
  return (
    <Page title={text.anotherDevice.hereTitle} lead={text.anotherDevice.hereLead}>
      {ways && <WayList ways={ways} />}
      {ways && (
        <div class="actions">
          <ButtonLink kind="secondary" href={addressOf(PATHS.recovery, authRequestId)} label={text.signIn.recovery} />
          <ButtonLink href={addressOf(signIn, authRequestId)} label={text.signIn.title} />
        </div>
      )}
    </Page>
  )
}

/** Undefined without passkeys; empty where the browser does not say. */
async function readCapabilities(): Promise<Capabilities | undefined> {
  if (!canUsePasskeys()) return undefined
  try {
    return (await PublicKeyCredential.getClientCapabilities?.()) ?? {}
  } catch {
    return {}
  }
}

function WayList({ ways }: { ways: readonly Way[] }) {
  const { anotherDevice: text, ...texts } = useFullText()
  const button = texts.common.quote(texts.signIn.passkey)
  const explained: Readonly<Record<Way, string>> = {
    synced: text.syncedText(button),
    phone: text.phoneText(button),
    password: text.passwordText,
    recovery: text.recoveryText,
  }
  return (
    <ol class="list">
      {ways.map((way) => (
        <li key={way} class="list-row another-device-way">
          <Illustration name={way} />
          <div>
            <h2>{text[way]}</h2>
            <p class="fine">{explained[way]}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
