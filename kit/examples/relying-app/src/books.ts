/** The books in the window, each with a cover to draw: attributes of SVG, since the policy forbids inline styles. */
const BOOKS: readonly Book[] = [
  {
    title: 'Frankenstein',
    author: 'Mary Shelley',
    price: '£6.50',
    ground: '#17343a',
    ink: '#f4efe3',
    art: '<circle cx="60" cy="112" r="40" fill="#224850"/><path d="M66 74L44 116h15l-7 34 27-45H64l9-31z" fill="#f2c14e"/><path d="M0 158q30-14 60 0t60 0v22H0z" fill="#0e2226"/>',
  },
  {
    title: 'Flatland',
    author: 'Edwin Abbott',
    price: '£4.00',
    ground: '#f1e3c6',
    ink: '#2b2a33',
    art: '<rect x="22" y="84" width="40" height="40" fill="#d8572a"/><path d="M98 164L58 164 78 124z" fill="#2f5d8a"/><circle cx="86" cy="98" r="16" fill="#2b2a33"/><path d="M18 146h32" stroke="#2b2a33" stroke-width="4"/>',
  },
  {
    title: 'The Time Machine',
    author: 'H. G. Wells',
    price: '£5.20',
    ground: '#1d2547',
    ink: '#f6ead2',
    art: '<g fill="none" stroke="#ee8a4a" stroke-width="4"><circle cx="60" cy="122" r="44"/><circle cx="60" cy="122" r="31"/><circle cx="60" cy="122" r="18"/></g><path d="M60 122V86M60 122l22 14" stroke="#f6ead2" stroke-width="4" stroke-linecap="round"/><circle cx="60" cy="122" r="5" fill="#f6ead2"/>',
  },
  {
    title: 'Persuasion',
    author: 'Jane Austen',
    price: '£5.80',
    ground: '#e7b8a6',
    ink: '#43222a',
    art: '<circle cx="84" cy="96" r="17" fill="#f9ead9"/><g fill="none" stroke="#43222a" stroke-width="3"><path d="M0 126q15-12 30 0t30 0 30 0 30 0"/><path d="M0 142q15-12 30 0t30 0 30 0 30 0"/><path d="M0 158q15-12 30 0t30 0 30 0 30 0"/></g>',
  },
  {
    title: 'Middlemarch',
    author: 'George Eliot',
    price: '£8.40',
    ground: '#dfe6cd',
    ink: '#24391f',
    art: '<path d="M0 128q34-34 70-8t50-10v70H0z" fill="#8caf6d"/><path d="M0 150q40-26 76-4t44-6v40H0z" fill="#4d7a45"/><path d="M52 180q4-32 34-52" fill="none" stroke="#f4efe3" stroke-width="4"/><path d="M26 104v26M20 116l6-22 6 22z" stroke="#24391f" stroke-width="2" fill="#24391f"/>',
  },
  {
    title: 'Walden',
    author: 'H. D. Thoreau',
    price: '£5.00',
    ground: '#bcd8dc',
    ink: '#16323a',
    art: '<ellipse cx="60" cy="160" rx="62" ry="20" fill="#5c98a3"/><g fill="#1f4f4a"><path d="M30 88l18 34H36l16 30H8l16-30H12z"/><path d="M88 98l14 26h-9l13 26H70l13-26h-9z"/></g><path d="M40 162h34M52 170h40" stroke="#e8f3f3" stroke-width="3" stroke-linecap="round"/>',
  },
]

type Book = {
  readonly title: string
  readonly author: string
  readonly price: string
  readonly ground: string
  readonly ink: string
  readonly art: string
}

export function shelf(heading: string): string {
  const books = BOOKS.map(
    (book) =>
      `<li>${cover(book)}<h3>${book.title}</h3><p class="soft">${book.author}</p><p class="price">${book.price}</p></li>`,
  )
  return `<section class="shelf"><h2>${heading}</h2><ul>${books.join('')}</ul></section>`
}

/** A stack of covers for the head of the page. */
export function pile(): string {
  return `<div class="pile" aria-hidden="true">${BOOKS.slice(0, 3).map(cover).join('')}</div>`
}

function cover({ title, author, ground, ink, art }: Book): string {
  const [first = '', ...rest] = title.split(/(?<=The Time) /)
  const lines = [first, ...rest].map((line, index) => `<tspan x="12" dy="${index === 0 ? 0 : 16}">${line}</tspan>`)
  return `<svg class="cover" viewBox="0 0 120 180" aria-hidden="true"><rect width="120" height="180" fill="${ground}"/>${art}
    <text x="12" y="30" fill="${ink}" font-size="13.5" font-weight="700">${lines.join('')}</text>
    <text x="12" y="${46 + rest.length * 16}" fill="${ink}" font-size="9.5">${author}</text>
    <path d="M5 0v180" stroke="#000" stroke-opacity=".16" stroke-width="2"/></svg>`
}
