/** The look of the bookshop. */
export const STYLE = `
  :root { color-scheme: light dark; --ink: #241d18; --soft: #6a5e53; --line: #e4dacb; --paper: #fffdf9; --desk: #f7f1e6; --accent: #9c3a22; --on-accent: #ffffff; --good: #2c6344 }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #f3ebdf; --soft: #b3a697; --line: #40372e; --paper: #241e19; --desk: #181410; --accent: #f2a68c; --on-accent: #2a120a; --good: #8fcfa8 }
  }
  * { box-sizing: border-box }
  body { margin: 0; min-height: 100vh; background: var(--desk); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif }
  .top, main, .foot { width: min(66rem, 100%); margin-inline: auto; padding-inline: clamp(1.25rem, 4vw, 2.5rem) }
  .top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1rem; padding-block: 1rem; min-height: 4.75rem }
  .brand { display: inline-flex; align-items: center; gap: 0.65rem; min-height: 2.75rem; color: inherit; text-decoration: none; font: 600 1.3rem/1.2 Georgia, serif }
  .brand svg { width: 2rem; height: 2rem }
  .top form { margin: 0 }
  main { padding-block: 1rem 2.5rem }
  h1, h2 { font-family: Charter, Georgia, serif; line-height: 1.2; text-wrap: balance }
  h1 { margin: 0 0 0.75rem; font-size: clamp(1.9rem, 1.4rem + 2.4vw, 3rem); letter-spacing: -0.01em }
  h2 { margin: 0 0 1rem; font-size: 1.35rem }
  h3 { margin: 0.75rem 0 0; font-size: 1rem; line-height: 1.3 }
  p { margin: 0 0 1.25rem }
  a { color: var(--accent) }
  .soft { color: var(--soft) }
  .lead { font-size: 1.1rem; max-width: 34rem }
  .hero { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem; align-items: center; padding-block: 1rem 2.5rem }
  .action { display: inline-flex; align-items: center; justify-content: center; gap: 0.6rem; min-height: 3rem; padding: 0.6rem 1.4rem; border: 0; border-radius: 0.6rem;
    background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
  .action svg { width: 1.25rem; height: 1.25rem; flex: none }
  .quiet { background: none; color: var(--accent); border: 1px solid currentcolor }
  :is(.action, .brand, summary, a):focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 0.4rem }
  .pile { display: none }
  .cover { display: block; width: 100%; height: auto; border-radius: 0.2rem 0.4rem 0.4rem 0.2rem; box-shadow: 0 1px 2px rgb(0 0 0 / 0.25), 0 10px 22px -8px rgb(0 0 0 / 0.4); font-family: Charter, Georgia, serif }
  .shelf { padding-block: 1.75rem; border-top: 1px solid var(--line) }
  .shelf ul { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.75rem 1.25rem; margin: 0; padding: 0; list-style: none }
  .shelf p { margin: 0; font-size: 0.9375rem }
  .price { font-weight: 600 }
  .note { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; justify-content: space-between; margin: 0 0 1.75rem; padding: 1rem 1.25rem; border-radius: 0.8rem; border: 1px solid var(--line); background: var(--paper) }
  .note a { display: inline-flex; align-items: center; min-height: 2.75rem; font-weight: 600 }
  .cards { display: grid; gap: 1.25rem; margin: 0 0 1.25rem }
  .card { padding: 1.5rem; border: 1px solid var(--line); border-radius: 0.8rem; background: var(--paper) }
  .who { display: flex; align-items: center; gap: 0.85rem; margin: 0 0 1rem }
  .who h2 { margin: 0 }
  .face { display: grid; place-items: center; flex: none; width: 3rem; height: 3rem; border-radius: 50%; background: var(--accent); color: var(--on-accent); font: 600 1.3rem/1 Georgia, serif }
  dl { margin: 0 }
  dl div { padding: 0.65rem 0; border-top: 1px solid var(--line) }
  dt { color: var(--soft); font-size: 0.875rem }
  dd { margin: 0; overflow-wrap: anywhere }
  dd .soft { font-size: 0.875rem }
  .good { color: var(--good); font-size: 0.875rem }
  .sealed { display: flex; gap: 0.6rem; align-items: start; margin: 0 0 2rem; color: var(--soft) }
  .sealed svg { width: 1.25rem; height: 1.25rem; margin-top: 0.15rem; flex: none }
  details { border: 1px solid var(--line); border-radius: 0.8rem; background: var(--paper) }
  summary { min-height: 3rem; padding: 0.7rem 1.25rem; font-weight: 600; cursor: pointer }
  .inside { padding: 0 1.25rem 1.25rem }
  .inside h3 { margin: 1.25rem 0 0.5rem }
  pre { margin: 0 0 1rem; padding: 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 0.6rem; background: var(--desk); font: 0.85rem/1.5 ui-monospace, monospace }
  pre:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
  .actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 0 0 1.25rem }
  .foot { padding-block: 1.5rem 2.5rem; color: var(--soft); font-size: 0.9rem }
  @media (min-width: 40rem) {
    .shelf ul { grid-template-columns: repeat(3, minmax(0, 1fr)) }
    .cards { grid-template-columns: repeat(2, minmax(0, 1fr)) }
  }
  @media (min-width: 56rem) {
    .shelf ul { grid-template-columns: repeat(6, minmax(0, 1fr)) }
    .hero { grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr); padding-block: 2rem 4rem }
    .pile { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem; align-items: end }
    .pile .cover:nth-child(1) { transform: rotate(-5deg) translateY(0.75rem) }
    .pile .cover:nth-child(3) { transform: rotate(5deg) translateY(0.75rem) }
  }
`
