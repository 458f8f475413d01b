import { CREDENTIAL_CLIENT_PATH } from '@countersign/contracts/credential-client'
import {
  type CredentialView,
  type Failure,
  type OfferedCredential,
  type OpenedProfile,
  toFailure,
} from '@countersign/device'
import { here } from '@countersign/ui/place.ts'
import { PATHS } from '@countersign/ui/routing/paths.ts'
import { useTask } from '@countersign/ui/use-task.ts'
import { useState } from 'preact/hooks'
import { useSession } from '../../session/session.tsx'
import { forgetIssuance, type KeptIssuance, keepIssuance } from './kept-issuance.ts'

/** An offer on its way into the vault, across the visit to its issuer. */
export function useIssuance(profile: OpenedProfile, answered: KeptIssuance | undefined) {
  const { ask } = useSession()
  const task = useTask<'read' | 'leave' | 'accept'>()
  const [offer, setOffer] = useState<OfferedCredential>()
  const [received, setReceived] = useState<readonly CredentialView[]>()
  const [isBack, setBack] = useState(answered !== undefined)
  const receive = async (code: string | undefined) => {
    const before = new Map(profile.credentials.map((each) => [each.id, JSON.stringify(each)]))
    const { credentials } = await ask('acceptCredentialOffer', { code })
    setReceived(credentials.filter((each) => before.get(each.id) !== JSON.stringify(each)))
  }
  return {
    task,
    offer,
    received,
    isBack,
    read: (link: string) =>
      task.run('read', async () => {
        setBack(false)
        setOffer(await ask('readCredentialOffer', { link }))
      }),
    /** To the issuer, whose answer comes to this page anew. */
    leave: (type: string | undefined) =>
      task.run('leave', async () => {
        const { address, kept } = await ask('leaveForIssuer', { type, ...walletClient() })
        keepIssuance({ kept, response: '', issuer: offer?.issuer ?? '' })
        location.assign(address)
      }),
    accept: (code: string | undefined) => task.run('accept', async () => receive(code)),
    takeAnswer: () =>
      task.run('read', async () => {
        if (!answered) return
        try {
          setOffer(await ask('returnFromIssuer', { kept: answered.kept, response: answered.response }))
        } catch (error) {
          if (!isWorthAnotherTry(toFailure(error))) forgetIssuance()
          throw error
        }
        forgetIssuance()
        await receive(undefined)
      }),
  }
}

export function isWorthAnotherTry(failure: Failure | undefined): boolean {
  return failure?.code === 'offline' || failure?.code === 'timeout'
}

/** By its metadata document, which the page's server publishes. */
function walletClient() {
  const [clientId, redirectUri] = [CREDENTIAL_CLIENT_PATH, PATHS.credentials].map((path) => new URL(path, here()).href)
  return { clientId: clientId ?? '', redirectUri: redirectUri ?? '' }
}
