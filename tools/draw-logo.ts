/** Draws the logo of the demo app, `examples/relying-app/logo.png`: a tick in a circle, and no image program needed. */
import { writeFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'

const SIZE = 192
const SAMPLES = 3
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

type Point = readonly [x: number, y: number]
type Colour = readonly [red: number, green: number, blue: number, alpha: number]

const CLEAR: Colour = [0, 0, 0, 0]
const WHITE: Colour = [255, 255, 255, 255]
const TICK: readonly (readonly [Point, Point])[] = [
  [
    [0.3, 0.53],
    [0.44, 0.67],
  ],
  [
    [0.44, 0.67],
    [0.71, 0.36],
  ],
]

/** The picture as a rule: which colour a point of the unit square has. */
function colourAt(point: Point): Colour {
  if (distanceToRoundedSquare(point) > 0) return CLEAR
  if (TICK.some(([from, to]) => distanceToLine(point, from, to) < 0.055)) return WHITE
  const [, y] = point
  return [Math.round(38 + 30 * (1 - y)), Math.round(96 + 50 * (1 - y)), Math.round(200 + 40 * (1 - y)), 255]
}

function distanceToRoundedSquare([x, y]: Point): number {
  const radius = 0.24
  const outsideX = Math.max(Math.abs(x - 0.5) - 0.48 + radius, 0)
  const outsideY = Math.max(Math.abs(y - 0.5) - 0.48 + radius, 0)
  return Math.hypot(outsideX, outsideY) - radius
}

function distanceToLine([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [lengthX, lengthY] = [toX - fromX, toY - fromY]
  const along = ((x - fromX) * lengthX + (y - fromY) * lengthY) / (lengthX ** 2 + lengthY ** 2)
  const nearest = Math.min(Math.max(along, 0), 1)
  return Math.hypot(x - fromX - nearest * lengthX, y - fromY - nearest * lengthY)
}

/** The mean of several samples of one pixel, so that edges are smooth. */
function pixelAt(column: number, row: number): Colour {
  const steps = Array.from({ length: SAMPLES ** 2 }, (_unused, index): Point => {
    const [offsetX, offsetY] = [((index % SAMPLES) + 0.5) / SAMPLES, (Math.floor(index / SAMPLES) + 0.5) / SAMPLES]
    return [(column + offsetX) / SIZE, (row + offsetY) / SIZE]
  })
  const colours = steps.map(colourAt)
  const opaque = colours.filter(([, , , alpha]) => alpha > 0)
  const mean = (channel: 0 | 1 | 2) =>
    Math.round(opaque.reduce((sum, colour) => sum + colour[channel], 0) / Math.max(opaque.length, 1))
  return [mean(0), mean(1), mean(2), Math.round((255 * opaque.length) / colours.length)]
}

/** One chunk of a PNG file (PNG specification, section 5.3). */
function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

function drawPng(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE, 0)
  header.writeUInt32BE(SIZE, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const rows = Array.from({ length: SIZE }, (_unused, row) => [
    0,
    ...Array.from({ length: SIZE }, (_cell, column) => pixelAt(column, row)).flat(),
  ])
  const pixels = deflateSync(Buffer.from(rows.flat()), { level: 9 })
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

writeFileSync(new URL('../examples/relying-app/logo.png', import.meta.url), drawPng())
