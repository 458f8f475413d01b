import './credential-card.css'
import type { CredentialStatus, CredentialView } from '@countersign/device'
import { ClaimText } from '@countersign/ui/claim-text.tsx'
import { labelOf, useFormat, useFullText } from '@countersign/ui/messages/texts.ts'
import { here } from '@countersign/ui/place.ts'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { colourOf, findHolder, isRunningOut, validityOf } from './credential-look.ts'

type CredentialCardProps = {
  readonly credential: CredentialView
  /** Undefined until it is known. */
  readonly status?: CredentialStatus | undefined
  /** On the back. */
  readonly children?: ComponentChildren
}

/** As in a wallet: issuer, type, holder and end on the front, and on the back all that it says. */
export function CredentialCard({ credential, status, children }: CredentialCardProps) {
  const { issued } = useFullText()
  const id = useId()
  const [isTurned, setTurned] = useState<boolean>()
  const holder = findHolder(credential)
  const validity = validityOf(credential, Date.now())
  const side = isTurned === undefined ? '' : isTurned ? ' turned' : ' returned'
  return (
    <article
      ref={useLinked(credential.id)}
      id={credential.id}
      tabIndex={-1}
      class={`credential ${status?.isOutOfForce ? 'expired' : validity}${side}`}
      style={styleOf(credential)}
      aria-labelledby={id}
    >
      <CredentialHead credential={credential} id={id} />
      {isTurned ? (
        <Contents credential={credential} status={status} />
      ) : (
        <p class="credential-holder">{holder !== undefined && <bdi>{holder}</bdi>}</p>
      )}
      <div class="credential-foot">
        {isTurned ? (
          <div>{children}</div>
        ) : (
          <div>
            <End credential={credential} status={status} />
            {isRunningOut(credential) && <Copies credential={credential} />}
          </div>
        )}
        <button
          type="button"
          class="credential-turn"
          aria-expanded={isTurned === true}
          aria-describedby={id}
          onClick={() => setTurned((turned) => turned !== true)}
        >
          {issued.details}
        </button>
      </div>
    </article>
  )
}

/** Brings the card that the address names into sight, after the page has placed its focus. */
function useLinked(id: string) {
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (here().hash !== `#${id}`) return
    requestAnimationFrame(() => {
      card.current?.scrollIntoView({ block: 'center' })
      card.current?.focus({ preventScroll: true })
    })
  }, [id])
  return card
}

type Offered = Pick<CredentialView, 'issuer' | 'issuerName' | 'typeName' | 'colour'>

/** One that is not in the vault yet. */
export function OfferedCard({ credential }: { readonly credential: Offered }) {
  const id = useId()
  return (
    <article class="credential" style={styleOf(credential)} aria-labelledby={id}>
      <CredentialHead credential={credential} id={id} />
    </article>
  )
}

/** By script, which the policy of the pages allows: a colour that was checked, and nothing else. */
function styleOf(credential: Offered) {
  return { '--credential-colour': colourOf(credential) }
}

function CredentialHead({ credential, id }: { readonly credential: Offered; readonly id: string }) {
  const { issuer, issuerName } = credential
  return (
    <>
      <p class="credential-issuer">
        <span class="credential-mark" aria-hidden="true">
          {Array.from(issuerName)[0]?.toUpperCase()}
        </span>
        <span>
          <bdi>{issuerName}</bdi>{' '}
          <span class="credential-host">
            <bdi>{new URL(issuer).host}</bdi>
          </span>
        </span>
      </p>
      <h3 id={id}>
        <bdi>{nameOf(credential)}</bdi>
      </h3>
    </>
  )
}

type EndProps = Pick<CredentialCardProps, 'credential' | 'status'>

function End({ credential, status }: EndProps) {
  const { issued } = useFullText()
  const format = useFormat()
  const { until } = credential
  if (status?.isOutOfForce) {
    return (
      <p>
        <strong class="credential-state">{issued.states[status.status]}</strong>
        <AsOf status={status} />
      </p>
    )
  }
  if (until === undefined) return <p>{issued.endless}</p>
  const validity = validityOf(credential, Date.now())
  return (
    <p>
      {validity !== 'valid' && <strong class="credential-state">{issued[validity]}</strong>}
      {(validity === 'expired' ? issued.over : issued.until)(format.date(until))}
    </p>
  )
}

/** When its issuer said so. */
function AsOf({ status: { asOf } }: { readonly status: CredentialStatus }) {
  const { issued } = useFullText()
  const format = useFormat()
  return asOf === undefined ? null : <>{issued.asOf(format.date(asOf))}</>
}

function Copies({ credential: { unused } }: Pick<CredentialCardProps, 'credential'>) {
  const { issued } = useFullText()
  return unused === undefined ? null : <p>{unused === 0 ? issued.copiesNone : issued.copies(unused)}</p>
}

function Contents({ credential, status }: EndProps) {
  const text = useFullText()
  const format = useFormat()
  const { claims, issuedAt } = credential
  return (
    <>
      <dl class="credential-claims">
        {Object.entries(claims).map(([claim, value]) => (
          <div key={claim}>
            <dt>{labelOf(text, claim)}</dt>
            <dd>
              <ClaimText claim={claim} value={value} />
            </dd>
          </div>
        ))}
      </dl>
      <div class="fine">
        {issuedAt !== undefined && <p>{text.issued.on(format.date(issuedAt))}</p>}
        <End credential={credential} status={status} />
        {status && !status.isOutOfForce && (
          <p>
            {text.issued.states[status.status]}
            {status.asOf !== undefined && ' · '}
            <AsOf status={status} />
          </p>
        )}
        <Copies credential={credential} />
      </div>
    </>
  )
}

export function nameOf({ typeName, issuerName }: Pick<CredentialView, 'typeName' | 'issuerName'>): string {
  return typeName === '' ? issuerName : typeName
}
