type Attributes = Readonly<Record<string, string | number>>

/** An element of an SVG image; texts are escaped here, and content is made of elements only. */
export function element(name: string, attributes: Attributes, ...content: readonly string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(String(value))}"`)
  return `<${name}${written.join('')}>${content.join('')}</${name}>`
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

type Image = {
  readonly width: number
  readonly height: number
  readonly title: string
  /** All that the image says, for who does not see it. */
  readonly description: string
  readonly style?: string
}

/** A whole image that is as light or dark as the page around it. */
export function image({ width, height, title, description, style = '' }: Image, ...content: readonly string[]): string {
  const size = { width, height, viewBox: `0 0 ${width} ${height}` }
  const named = { role: 'img', 'aria-labelledby': 'title description' }
  return `${element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', ...size, ...named },
    element('title', { id: 'title' }, escapeText(title)),
    element('desc', { id: 'description' }, escapeText(description)),
    element('style', {}, COLOURS + style),
    ...content,
  )}\n`
}

/** Of text and of series, each at least 4.5 or 3 to 1 on the page of its scheme (WCAG 1.4.3, 1.4.11). */
const COLOURS = `
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.quiet { fill: #59636e } .track { fill: #d1d9e0 } .line { stroke: #d1d9e0 }
${seriesStyle(['#0a63c9', '#b35900', '#7a3fb8', '#59636e', '#1a7f37', '#bf3989'])}
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc }
  .quiet { fill: #9198a1 } .track { fill: #3d444d } .line { stroke: #3d444d }
  ${seriesStyle(['#58a6ff', '#f0883e', '#bc8cff', '#9198a1', '#3fb950', '#f778ba'])}
}
`

function seriesStyle(colours: readonly string[]): string {
  return colours.map((colour, index) => `.s${index} { fill: ${colour}; stroke: ${colour} }`).join(' ')
}
