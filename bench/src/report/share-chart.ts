import { element, escapeText, image } from './svg.ts'

export type Share = {
  readonly label: string
  /** Between 0 and 1, of the bar that stands for all. */
  readonly share: number
  readonly note: string
}

const WIDTH = 760
const LABEL_WIDTH = 270
const BAR_WIDTH = 280
const ROW_HEIGHT = 26
const BAR_HEIGHT = 14
const TOP = 40

/** A bar for each, filled as far as its share goes. */
export function drawShares(title: string, rows: readonly Share[]): string {
  const description = rows.map(({ label, share, note }) => `${label}: ${share} (${note})`).join('; ')
  const height = TOP + rows.length * ROW_HEIGHT + 8
  return image(
    { width: WIDTH, height, title, description },
    element('text', { x: 0, y: 20, 'font-weight': 600 }, escapeText(title)),
    ...rows.flatMap((row, index) => drawRow(row, TOP + index * ROW_HEIGHT)),
  )
}

function drawRow({ label, share, note }: Share, y: number): string[] {
  const bar = { x: LABEL_WIDTH, y, height: BAR_HEIGHT, rx: 3 }
  const baseline = y + BAR_HEIGHT - 2
  return [
    element('text', { x: 0, y: baseline }, escapeText(label)),
    element('rect', { ...bar, width: BAR_WIDTH, class: 'track' }),
    element('rect', { ...bar, width: Math.round(Math.min(share, 1) * BAR_WIDTH), class: 's0' }),
    element('text', { x: LABEL_WIDTH + BAR_WIDTH + 10, y: baseline }, share.toFixed(2)),
    element('text', { x: LABEL_WIDTH + BAR_WIDTH + 46, y: baseline, class: 'quiet' }, escapeText(note)),
  ]
}
