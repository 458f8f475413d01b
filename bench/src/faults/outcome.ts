import { median, percentile } from '../load/run-load.ts'
import { MEASURED_ON, markdownTable, writeBlock } from '../report/report.ts'
import type { Checked } from './check-acknowledged.ts'
import { type FailureKind, type Ledger, longestGap } from './ledger.ts'
import type { Shock } from './shocks.ts'

type Outcome = {
  readonly ledger: Ledger
  readonly shocks: readonly Shock[]
  readonly checked: Readonly<Record<'tokens' | 'approvals' | 'vaults', Checked>>
  readonly seconds: number
}

const [GAP, WAIT] = ['nobody came through: median, longest', 'longest wait for an answer']
const HEAD = ['what', 'times', GAP, WAIT, 'told to try again', 'cut off', 'else']

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
    markdownTable([HEAD, ...rows]),
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

/** Shorter runs are only printed. */
const REPORTED_MINUTES = 10

/** Prints the outcome, fails the run for what was lost, and writes down a long one. */
export function conclude(
  outcome: string,
  checked: Outcome['checked'],
  { minutes, file, block }: { readonly minutes: number; readonly file: URL; readonly block: string },
): void {
  console.log(outcome)
  const losses = findLosses(checked)
  for (const loss of losses) console.error(loss)
  if (losses.length > 0) process.exitCode = 1
  if (minutes >= REPORTED_MINUTES) writeBlock(file, block, `\n${outcome}\n`)
}

/** Reasons why a run failed: something acknowledged was lost, or nothing was acknowledged. */
export function findLosses(checked: Outcome['checked']): readonly string[] {
  return Object.entries(checked).flatMap(([what, { acknowledged, lost }]) => {
    if (acknowledged === 0) return [`No ${what} were acknowledged, so nothing was tried.`]
    return lost === 0 ? [] : [`Of ${acknowledged} ${what} that were acknowledged, ${lost} are lost.`]
  })
}
