import { median, percentile } from '../load/run-load.ts'
import { MEASURED_ON, markdownTable } from '../report/report.ts'
import type { Checked } from './check-acknowledged.ts'
import { type FailureKind, type Ledger, longestGap } from './ledger.ts'

/** A fault and the calm after it, by `performance.now()`. */
export type Shock = { readonly what: string; readonly from: number; readonly to: number }

type Outcome = {
  readonly ledger: Ledger
  readonly shocks: readonly Shock[]
  readonly checked: Readonly<Record<'tokens' | 'approvals' | 'vaults', Checked>>
  readonly seconds: number
}

/** Lost data and downtime after each kind of shock, in Markdown. */
export function describeOutcome({ ledger, shocks, checked, seconds }: Outcome): string {
  const kinds = Map.groupBy(shocks, ({ what }) => what)
  const rows = [...kinds].map(([what, each]) => rowOf(what, each, ledger))
  const { tokens, approvals, vaults } = checked
  const unexpected = [...new Set(ledger.failures.filter(({ kind }) => kind === 'unexpected').map(({ text }) => text))]
  return [
    MEASURED_ON,
    markdownTable([
      [`in ${Math.round(seconds)} s`, 'acknowledged', 'lost'],
      cells('tokens given', tokens),
      cells('approvals', approvals),
      cells('changes of vaults', vaults),
    ]),
    markdownTable([
      [
        'what',
        'times',
        'nobody came through: median, longest',
        'longest wait for an answer',
        'told to try again',
        'cut off',
        'else',
      ],
      ...rows,
    ]),
    ...unexpected.map((text) => `Unexpected: ${text}`),
  ].join('\n\n')
}

function cells(what: string, { acknowledged, lost }: Checked): readonly string[] {
  return [what, String(acknowledged), String(lost)]
}

function rowOf(what: string, shocks: readonly Shock[], ledger: Ledger): readonly string[] {
  const during = <Noted extends { readonly at: number }>(noted: readonly Noted[]): Noted[] =>
    noted.filter(({ at }) => shocks.some(({ from, to }) => at >= from && at < to))
  const gaps = shocks.map(({ from, to }) => longestGap(ledger.finishedAt, from, to))
  const waits = during(ledger.answers).map(({ milliseconds }) => milliseconds / 1_000)
  const failures = Map.groupBy(during(ledger.failures), ({ kind }) => kind)
  const count = (kind: FailureKind) => String(failures.get(kind)?.length ?? 0)
  return [
    what,
    String(shocks.length),
    `${median(gaps).toFixed(1)} s, ${percentile(gaps, 1).toFixed(1)} s`,
    `${percentile(waits, 1).toFixed(1)} s`,
    count('try again'),
    count('cut off'),
    count('unexpected'),
  ]
}

/** Reasons why a run failed: something acknowledged was lost, or nothing was acknowledged. */
export function findLosses(checked: Outcome['checked']): readonly string[] {
  return Object.entries(checked).flatMap(([what, { acknowledged, lost }]) => {
    if (acknowledged === 0) return [`No ${what} were acknowledged, so nothing was tried.`]
    return lost === 0 ? [] : [`Of ${acknowledged} ${what} that were acknowledged, ${lost} are lost.`]
  })
}
