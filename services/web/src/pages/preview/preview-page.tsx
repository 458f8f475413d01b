import { AppIcon, Marked, UnreviewedMark } from '@countersign/ui/elements.tsx'
import { lazyPage } from '@countersign/ui/lazy-page.tsx'
import { useText } from '@countersign/ui/messages/texts.ts'
import { Page, type PageProps } from '@countersign/ui/page.tsx'
import { isRequestId } from '@countersign/ui/routing/router.ts'
import { usePreview } from '../../request-preview/preview.tsx'

export const RequestProblem = lazyPage(async () => (await import('../consent/request-problem.tsx')).RequestProblem)
const RequestOver = lazyPage(async () => (await import('../consent/request-problem.tsx')).RequestOver)

type PreviewPageProps = PageProps & { readonly authRequestId: string | undefined }

/** A page before a request, under its app's name. An answered or expired request is reported before the sign-in. */
export function PreviewPage({ authRequestId: id, ...page }: PreviewPageProps) {
  const { preview, issuer } = usePreview()
  if (id === undefined) return <Page {...page} />
  if (!isRequestId(id)) return <RequestProblem kind="malformed" />
  if (preview === 'unknown') return <RequestProblem kind="unknown" />
  if (preview !== 'unread' && preview.status !== 'pending') {
    return <RequestOver id={id} status={preview.status} app={preview.client.name} issuer={issuer} />
  }
  const before = (
    <>
      <AppPreview />
      {page.before}
    </>
  )
  return <Page {...page} before={before} hasHomeLink={false} />
}

/** Keeps its place while loading, so that nothing moves; read out once loaded. */
function AppPreview() {
  const { preview } = usePreview()
  return (
    <output class="preview">
      {typeof preview === 'object' && (
        <>
          <AppIcon name={preview.client.name} logo={preview.client.logo} />
          <span class="preview-app">
            <strong>
              <bdi>{preview.client.name}</bdi>
            </strong>
            <Place host={preview.client.host} />
            <UnreviewedMark app={preview.client} />
          </span>
        </>
      )}
    </output>
  )
}

/** An app scheme, with its colon, may look like a host (`paypal.com:`), so a sentence names it. */
function Place({ host }: { readonly host: string }) {
  const { returnsTo } = useText().consent
  if (!host.endsWith(':')) return <bdi dir="ltr">{host}</bdi>
  const scheme = host.slice(0, -1)
  return (
    <span>
      <Marked sentence={returnsTo.program(scheme)} value={scheme} />
    </span>
  )
}
