import { useEffect } from 'preact/hooks'
import { usePreview } from '../../request-preview/preview.tsx'
import { LeavingPage } from '../consent/leaving-page.tsx'
import { RequestProblem } from '../consent/request-problem.tsx'
import type { ShortAnswer } from './short-answer.ts'

/** On the way back to the app, in the place of this page. */
export function ShortLeaving({ address }: Extract<ShortAnswer, object>) {
  const { preview } = usePreview()
  useEffect(() => {
    if (address !== '') location.replace(address)
  }, [address])
  if (address === '') return <RequestProblem kind="unsafe" />
  return <LeavingPage app={typeof preview === 'object' ? preview.client.name : ''} address={address} />
}
