import { Card } from '../ui/card.tsx'

const COLOURS = [
  'paper',
  'surface',
  'sunken',
  'ink',
  'muted',
  'line',
  'edge',
  'accent',
  'accent-strong',
  'accent-soft',
  'accent-ink',
  'danger',
  'danger-strong',
  'danger-soft',
]
const SIZES = ['text-small', 'text-body', 'text-heading', 'text-large', 'text-title']
const SPACES = ['space-1', 'space-2', 'space-3', 'space-4', 'space-5', 'space-6']

/** The custom properties of `theme.css`. */
export function DesignTokens() {
  return (
    <>
      <Card title="Colours" lead="Pairs of light and dark; an operator replaces the accent and nothing else.">
        <ul class="swatches">
          {COLOURS.map((name) => (
            <li key={name}>
              <span class={name} />
              <code>--{name}</code>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Type" lead="The reader's own families: one for the title of a page, one for the rest; five sizes.">
        <ul class="scale">
          {SIZES.map((name) => (
            <li key={name}>
              <span class={name}>You see what leaves</span>
              <code>--{name}</code>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Space" lead="Six steps, between and inside of everything.">
        <ul class="scale">
          {SPACES.map((name) => (
            <li key={name}>
              <span class={`measure ${name}`} />
              <code>--{name}</code>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
