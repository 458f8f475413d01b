import { useFullText } from '../../messages/use-text.tsx'
import { Page } from '../../ui/page.tsx'
import { HomeLink } from './request-problem.tsx'

/** The answer lies ready for the device that asked: no browser brings it there. */
export function DeviceAnswered({ app, isApproved }: { readonly app: string; readonly isApproved: boolean }) {
  const { device } = useFullText()
  return (
    <Page title={device.doneTitle} lead={isApproved ? device.approved(app) : device.denied(app)} hasHomeLink={false}>
      <div class="actions start">
        <HomeLink />
      </div>
    </Page>
  )
}
