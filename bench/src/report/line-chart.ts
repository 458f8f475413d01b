import { element, escapeText, image } from './svg.ts'

export type Series = { readonly name: string; readonly values: readonly number[] }

const WIDTH = 760
const HEIGHT = 340
const LEFT = 60
const RIGHT = 240
const TOP = 50
const BOTTOM = 40
const SERIES_COLOURS = 6

/** A line for each series, over labels that stand as far apart as each other. */
export function drawLines(title: string, labels: readonly string[], series: readonly Series[]): string {
  const top = niceCeiling(Math.max(...series.flatMap(({ values }) => values)))
  const xOf = (index: number) => LEFT + (index * (WIDTH - LEFT - RIGHT)) / Math.max(labels.length - 1, 1)
  const yOf = (value: number) => HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM)
  const description = series.map(({ name, values }) => {
    return `${name}: ${values.map((value, index) => `${value} at ${labels[index]}`).join(', ')}`
  })
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => {
    const y = yOf(share * top)
    return [
      element('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: y, y2: y, class: 'line' }),
      element('text', { x: LEFT - 8, y: y + 4, 'text-anchor': 'end', class: 'quiet' }, String(share * top)),
    ]
  })
  const below = labels.map((label, index) =>
    element('text', { x: xOf(index), y: HEIGHT - 14, 'text-anchor': 'middle', class: 'quiet' }, escapeText(label)),
  )
  const lines = series.flatMap(({ name, values }, index) => {
    const points = values.map((value, at) => `${xOf(at)},${yOf(value).toFixed(1)}`)
    const legendY = TOP + 10 + index * 22
    const colour = `s${index % SERIES_COLOURS}`
    return [
      element('polyline', { points: points.join(' '), 'stroke-width': 2, class: colour, style: 'fill: none' }),
      ...points.map((point) => {
        const [cx = '', cy = ''] = point.split(',')
        return element('circle', { cx, cy, r: 3, class: colour })
      }),
      element('rect', { x: WIDTH - RIGHT + 20, y: legendY - 9, width: 14, height: 4, class: colour }),
      element('text', { x: WIDTH - RIGHT + 42, y: legendY - 3 }, escapeText(name)),
    ]
  })
  return image(
    { width: WIDTH, height: HEIGHT, title, description: description.join('; ') },
    element('text', { x: 0, y: 20, 'font-weight': 600 }, escapeText(title)),
    ...grid,
    ...below,
    ...lines,
  )
}

/** The next of 1, 2, 4 or 8 times a power of ten, whose quarters are easy to read. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return ([1, 2, 4, 8].find((factor) => factor * power >= value) ?? 10) * power
}
