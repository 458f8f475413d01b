import { describe, expect, test } from 'vitest'
import { countWordGuesses, readWordCosts } from './word-guesses.ts'

const LETTER = 1.4
const NONE = { byRank: [], unranked: [], phrases: [] }

describe('what a word costs', () => {
  test('follows from its place in a list that begins with the most frequent one', () => {
    const costs = readWordCosts({ ...NONE, byRank: [['horse', 'staple', 'cord']] })
    expect([...costs]).toEqual([
      ['horse', Math.log10(2)],
      ['staple', Math.log10(3)],
      ['cord', Math.log10(4)],
    ])
  })

  test('is the same for each of a list that dice choose from, and that of three digits for a sentence', () => {
    const costs = readWordCosts({ ...NONE, unranked: Array.from('abcdefghij'), phrases: ['To be, or not to be!'] })
    expect([costs.get('a'), costs.get('j'), costs.get('tobeornottobe')]).toEqual([1, 1, 3])
  })

  test('is the lowest of all lists, whatever the spelling; what is no word is none', () => {
    const costs = readWordCosts({
      byRank: [
        ['x', 'Für'],
        ['fur', '...'],
      ],
      unranked: ['FUR'],
      phrases: ['fur', ''],
    })
    expect(costs.get('fur')).toBe(Math.log10(1))
    const ranked = readWordCosts({
      ...NONE,
      byRank: [
        ['x', 'Für'],
        ['fur', '...', ''],
      ],
    })
    expect([...ranked.keys()]).toEqual(['x', 'fur'])
    expect(ranked.get('fur')).toBe(Math.log10(2))
  })
})

describe('what a password withstands', () => {
  const costs = new Map([
    ['horse', 2],
    ['staple', 3],
    ['horsecart', 2.5],
    ['taste', 2],
  ])
  const guesses = (password: string, personal?: readonly string[]) => countWordGuesses(password, costs, personal)

  test.each([
    ['nothing', '', 0],
    ['one word', 'horse', 2],
    ['several', 'horsestaplehorse', 7],
    ['spaces and capitals', 'Horse  STAPLE', 5],
    ['the longer word, where that is cheaper', 'horsecart', 2.5],
    ['letters that are no word', 'zq', 2 * LETTER],
    ['letters behind a word', 'horsez', 2 + LETTER],
    ['letters before a word', 'zhorse', 2 + LETTER],
    ['digits', '86', 2],
    ['a digit behind a word', 'horse8', 3],
    ['digits for letters', 'h0r53', 2],
    ['signs for letters', 'h0r$e', 2 + 1],
    ['a 7 for a t', '7as7e', 2],
    ['each sign that is another one', 'horse-staple--!', 5 + 2],
    ['a year of this century', 'horse2024', 4],
    ['a year of the last', 'horse1987', 4],
    ['what is no year', 'horse8866', 6],
    ['what is longer than one', 'horse20246', 5],
  ])('counts %s', (_case, password, expected) => {
    expect(guesses(password)).toBeCloseTo(expected, 6)
  })

  test('counts little for what is known of the person, in any spelling', () => {
    expect(guesses('Ada.Lovelace', ['ada.lovelace'])).toBeCloseTo(1 + 1, 6)
    expect(guesses('horse', ['Horse'])).toBe(1)
    expect(guesses('adalovelace')).toBeCloseTo(11 * LETTER, 6)
  })
})
