import { element, escapeText, image } from '../report/svg.ts'
import type { Frame } from './cpu-profile.ts'

const WIDTH = 1600
const ROW_HEIGHT = 17
const TOP = 34
/** Narrower than this, nothing could be seen or pointed at. */
const MIN_WIDTH = 0.6
const CHARACTER_WIDTH = 6.6
const MAX_DEPTH = 70

type Box = { readonly frame: Frame; readonly x: number; readonly width: number; readonly depth: number }

/** Draws callers above callees, as wide as their time; hovering shows name and place. */
export function drawFlameGraph(title: string, root: Frame): string {
  const boxes = placeBoxes({ frame: root, x: 0, width: WIDTH, depth: 0 })
  const depth = boxes.reduce((deepest, box) => Math.max(deepest, box.depth), 0)
  const description = 'Each box is a function, as wide as the share of CPU time that it took with all that it called.'
  return image(
    { width: WIDTH, height: TOP + (depth + 1) * ROW_HEIGHT, title, description, style: STYLE },
    element('text', { x: 4, y: 20, 'font-weight': 600 }, escapeText(title)),
    ...boxes.map((box) => drawBox(box, root.totalMicroseconds)),
  )
}

function placeBoxes({ frame, x, width, depth }: Box): Box[] {
  if (width < MIN_WIDTH || depth > MAX_DEPTH) return []
  const sorted = frame.children.toSorted((left, right) => right.totalMicroseconds - left.totalMicroseconds)
  let childX = x
  const below = sorted.flatMap((child) => {
    const childWidth = (width * child.totalMicroseconds) / frame.totalMicroseconds
    const placed = placeBoxes({ frame: child, x: childX, width: childWidth, depth: depth + 1 })
    childX += childWidth
    return placed
  })
  return [{ frame, x, width, depth }, ...below]
}

function drawBox({ frame, x, width, depth }: Box, all: number): string {
  const y = TOP + depth * ROW_HEIGHT
  const characters = Math.floor((width - 4) / CHARACTER_WIDTH)
  const percent = ((frame.totalMicroseconds / all) * 100).toFixed(1)
  const label =
    characters > 2 ? [element('text', { x: fixed(x + 2), y: y + 12 }, escapeText(frame.name.slice(0, characters)))] : []
  return element(
    'g',
    {},
    element('title', {}, escapeText(`${frame.name} ${frame.where}: ${percent} %`)),
    element('rect', {
      x: fixed(x),
      y,
      width: fixed(Math.max(width - 0.4, 0.2)),
      height: ROW_HEIGHT - 1,
      class: kindOf(frame),
    }),
    ...label,
  )
}

function fixed(value: number): string {
  return value.toFixed(1)
}

/** Ours, what we installed, and the rest. */
function kindOf({ where }: Frame): string {
  if (where.includes('/node_modules/')) return 'theirs'
  return where.startsWith('/') ? 'ours' : 'node'
}

const STYLE = `
g text { font: 11px ui-monospace, monospace; pointer-events: none }
.ours { fill: #9ecbff } .theirs { fill: #ffd8a8 } .node { fill: #e2e5e9 }
@media (prefers-color-scheme: dark) { .ours { fill: #1f4f85 } .theirs { fill: #7a4a12 } .node { fill: #3d444d } }
`
