import { onContentUpdated } from 'vitepress'
import { onMounted, onUnmounted } from 'vue'

const KEY = 'countersign-tabs'

/** The tabs that a reader chose, newest first, are shown in every group that has them, on this page and on later ones. */
export function rememberTabs(): void {
  onContentUpdated(showChosen)
  onMounted(() => addEventListener('click', keepChoice))
  onUnmounted(() => removeEventListener('click', keepChoice))
}

function keepChoice({ target }: MouseEvent): void {
  if (!(target instanceof HTMLInputElement) || !target.closest('.vp-code-group .tabs')) return
  const name = nameOf(target)
  writeChosen([name, ...readChosen().filter((other) => other !== name)])
  showChosen()
}

function showChosen(): void {
  const chosen = readChosen()
  for (const group of document.querySelectorAll('.vp-code-group')) {
    const inputs = [...group.querySelectorAll<HTMLInputElement>('.tabs input')]
    const names = inputs.map(nameOf)
    const index = names.indexOf(chosen.find((name) => names.includes(name)) ?? '')
    if (index < 0) continue
    inputs.forEach((input, at) => {
      input.checked = at === index
      group.querySelectorAll('.blocks > div')[at]?.classList.toggle('active', at === index)
    })
  }
}

function nameOf(input: HTMLInputElement): string {
  return input.labels?.[0]?.textContent ?? ''
}

/** Empty where the browser keeps nothing for this site. */
function readChosen(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.map(String) : []
  } catch {
    return []
  }
}

function writeChosen(names: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(names))
  } catch {
    // Chosen for this click alone.
  }
}
