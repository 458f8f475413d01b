import type { Page } from 'playwright-core'
import type { ColorScheme } from './film.ts'
import type { Stage } from './stage.ts'

const SHOWN_CHARACTERS = 105

/** The rows of the newest account as the database of this run has them, beside the claims on the shop's page. */
export async function pictureOfStored({ database, browser }: Stage, shop: Page, colorScheme: ColorScheme) {
  const rows = await database.sql<{ item_id: string; record: { ct: string } }>`
    select item_id, record from core.vault_items
     where user_id = (select user_id from core.accounts order by created_at desc limit 1) order by item_id limit 3`
  const claims = await shop.locator('pre').first().textContent()
  const context = await browser.newContext({ viewport: { width: 840, height: 100 }, deviceScaleFactor: 2, colorScheme })
  const drawn = await context.newPage()
  await drawn.setContent(draw(rows, claims ?? ''))
  const picture = await drawn.screenshot({ fullPage: true })
  await context.close()
  return picture
}

function draw(rows: readonly { readonly item_id: string; readonly record: { readonly ct: string } }[], claims: string) {
  const stored = rows.map(
    ({ item_id: id, record: { ct } }) =>
      `<tr><td>${id.slice(0, 8)}…</td><td>${ct.slice(0, SHOWN_CHARACTERS)}…</td></tr>`,
  )
  return `<!doctype html><meta charset="utf-8"><style>
  :root { color-scheme: light dark; --paper: light-dark(#eef2ef, #10171a); --card: light-dark(#fff, #1b2428); --ink: light-dark(#14302c, #e6efec); --soft: light-dark(#5d6b68, #93a3a0); --line: light-dark(#d7dfdc, #344046); --accent: light-dark(#0b5c50, #7fd6c2) }
  body { margin: 0; padding: 28px; display: grid; grid-template-columns: 1.25fr 1fr; gap: 20px; background: var(--paper); color: var(--ink); font: 400 15px/1.45 system-ui, sans-serif }
  section { padding: 22px 24px; border: 1px solid var(--line); border-radius: 16px; background: var(--card); min-width: 0 }
  h2 { margin: 0 0 2px; font: 600 20px/1.3 Charter, Georgia, serif }
  code { font: 400 13.5px ui-monospace, monospace }
  p { margin: 0 0 14px; color: var(--soft) }
  table { border-collapse: collapse; width: 100% }
  th, td { text-align: start; vertical-align: top; padding: 8px 12px 8px 0; border-top: 1px solid var(--line); font: 400 12.5px/1.5 ui-monospace, monospace; word-break: break-all }
  th { color: var(--soft) }
  td:first-child { white-space: nowrap }
  pre { margin: 0; padding-top: 8px; border-top: 1px solid var(--line); font: 500 15px/1.7 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; color: var(--accent) }
  </style>
  <section><h2>What the server stores</h2><p>Ada’s vault, as rows of <code>core.vault_items</code></p>
  <table><tr><th>item_id</th><th>ct</th></tr>${stored.join('')}</table></section>
  <section><h2>What the shop reads</h2><p>Opened with its own key</p><pre>${claims.replaceAll('<', '&lt;')}</pre></section>`
}
