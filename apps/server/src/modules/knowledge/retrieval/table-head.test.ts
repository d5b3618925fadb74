import { describe, expect, it } from 'vitest'
import { beginsInTable, headOfLastTable, withTableHead } from './table-head.ts'

const HEAD = '| Article | Price |\n| --- | --- |'

describe('a passage from inside a table', () => {
  it.each([
    ['with whole rows', '| Lamp | 4 |\n| Chair | 9 |', `${HEAD}\n| Lamp | 4 |\n| Chair | 9 |`],
    ['with one row', '| Lamp | 4 |', `${HEAD}\n| Lamp | 4 |`],
    ['with the rest of a row', 'of brass | 4 |\n| Chair | 9 |', `of brass | 4 |\n\n${HEAD}\n| Chair | 9 |`],
    ['with the end of the head', 'Price |\n| --- | --- |\n| Lamp | 4 |', `${HEAD}\n| Lamp | 4 |`],
    ['with the row below the header', '| --- | --- |\n| Lamp | 4 |', `${HEAD}\n| Lamp | 4 |`],
    ['and the text below it', '| Lamp | 4 |\n\nPrices in euros.', `${HEAD}\n| Lamp | 4 |\n\nPrices in euros.`],
  ])('gets its head before the first whole row: %s', (_, text, whole) => {
    expect(beginsInTable(text)).toBe(true)
    expect(withTableHead(text, HEAD)).toBe(whole)
  })
  it.each([
    ['begins with the head', `${HEAD}\n| Lamp | 4 |`],
    ['begins with prose', `Prices\n\n${HEAD}\n| Lamp | 4 |`],
    ['has a bar in its prose', `Read | write\n${HEAD}\n| Lamp | 4 |`],
    ['is the rest of one row', 'of brass | 4 |'],
    ['is empty', ''],
  ])('is not one that %s', (_, text) => {
    expect(beginsInTable(text)).toBe(false)
    expect(withTableHead(text, HEAD)).toBe(text)
  })
})

describe('the head of a table', () => {
  it.each([
    ['begins its chunk', `${HEAD}\n| Lamp | 4 |`, HEAD],
    ['follows other text', `# Prices\n\n| No | table |\n\n${HEAD}\n| Lamp | 4 |`, HEAD],
    ['aligns its columns', '| A | B |\n|:-:|--:|', '| A | B |\n|:-:|--:|'],
    ['ends before the chunk does', `${HEAD}\n| Lamp | 4 |\n\nPrices in euros.`, undefined],
    ['has no row below the header', '# Prices\n\n| Lamp | 4 |\n| Chair | 9 |', undefined],
    ['is too long to repeat', `| ${'x'.repeat(2000)} | b |\n| --- | --- |`, undefined],
  ])('is read when it %s', (_, text, head) => {
    expect(headOfLastTable(text)).toBe(head)
  })
})
