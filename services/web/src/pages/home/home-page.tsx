import { ButtonLink, Notice } from '@countersign/ui/elements.tsx'
import { Icon, type IconName } from '@countersign/ui/icon.tsx'
import { Illustration } from '@countersign/ui/illustration.tsx'
import { useResult } from '@countersign/ui/loading.tsx'
import { useFullText } from '@countersign/ui/messages/texts.ts'
import { Page, useBrand } from '@countersign/ui/page.tsx'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { usePreview } from '../../request-preview/preview.tsx'
import { readKnownPerson } from '../../session/read-known-person.ts'
import { useSession } from '../../session/session.tsx'
import { UnlockPage } from '../sign-in/unlock-page.tsx'
import { VaultPage } from '../vault/vault-page.tsx'

/** `/`: the open vault; the unlock page for a known user; the introduction for others. */
export function HomePage() {
  const { profile, reason } = useSession()
  const isKnown = useResult(async () => (await readKnownPerson()) !== undefined, [])
  if (profile || (reason !== undefined && reason !== 'signed_out')) return <VaultPage />
  if (reason === 'signed_out' || isKnown === false) return <WelcomePage wasSignedOut={reason === 'signed_out'} />
  return isKnown ? <UnlockPage authRequestId={undefined} /> : null
}

const POINTS: readonly IconName[] = ['lock', 'eye', 'shield']

function WelcomePage({ wasSignedOut }: { wasSignedOut: boolean }) {
  const text = useFullText()
  const brand = useBrand()
  const isClosed = usePreview().signUps === 'closed'
  return (
    <Page before={<Illustration name="request" />} title={text.home.title} lead={text.home.lead(brand.name)} isWide>
      <Notice>{wasSignedOut && text.signIn.locked.signed_out}</Notice>
      <div class="actions start">
        {!isClosed && <ButtonLink href={PATHS.signUp} label={text.home.signUp} />}
        <ButtonLink href={PATHS.signIn} kind={isClosed ? 'primary' : 'secondary'} label={text.signIn.title} />
      </div>
      <ul class="home-points">
        {text.home.points.map(([title, description], index) => (
          <li key={title}>
            <Icon name={POINTS[index] ?? 'check'} />
            <h2>{title}</h2>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </Page>
  )
}
