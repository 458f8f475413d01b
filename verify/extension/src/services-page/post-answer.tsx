import { Button } from '@countersign/ui/elements.tsx'
import { Page } from '@countersign/ui/page.tsx'
import { useEffect, useRef, useState } from 'preact/hooks'
import { originOf } from '../address.ts'
import { hasJustLeft, readPostedAnswer } from '../form-post.ts'
import { findService, identityOf } from '../services.ts'
import { useExtensionText } from './texts.ts'

/** Posts an answer to its app (OAuth 2.0 Form Post Response Mode §2), in place of the provider's page. */
export function PostAnswer({ address }: { address: string }) {
  const text = useExtensionText()
  const [answer] = useState(() => readPostedAnswer(address))
  const [issuer, setIssuer] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const origin = originOf(address) ?? ''
  useEffect(() => {
    void findService(origin).then((service) => setIssuer(service && identityOf(service.config).issuer))
  }, [origin])
  useEffect(() => {
    if (issuer !== undefined && hasJustLeft(origin)) form.current?.submit()
  }, [issuer, origin])
  if (!answer || issuer === undefined) return null
  return (
    <Page title={text.answerTitle} hasHomeLink={false}>
      <form ref={form} method="post" action={answer.redirectUri} rel="noreferrer">
        {[...answer.fields, ['iss', issuer] as const].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" label={text.answer(answer.host)} />
      </form>
    </Page>
  )
}
