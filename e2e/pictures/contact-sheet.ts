import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FOLDER, type Inspected } from './inspect.ts'

/** All pictures on one page, each row with what is wrong on it. */
export function writeContactSheet(all: readonly Inspected[]): string {
  const rows = all.map(({ name, findings, pictures }) => {
    const wrong = findings.map(({ check, what }) => `<li>${check}: ${escape(what)}</li>`).join('')
    const images = pictures.map((file) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`)
    return `<section><h2>${name}</h2><ul>${wrong}</ul><div>${images.join('')}</div></section>`
  })
  const style =
    'body{font:1rem/1.5 sans-serif;margin:2rem;background:#888}section{margin:0 0 2rem}div{display:flex;gap:1rem;align-items:start;overflow-x:auto}img{height:34rem;width:auto}li{color:#600}'
  const file = join(FOLDER, 'index.html')
  writeFileSync(
    file,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page</title><style>${style}</style><h1>Every page</h1>${rows.join('\n')}`,
  )
  return file
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0) ?? 0};`)
}
