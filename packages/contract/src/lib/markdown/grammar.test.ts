import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, type Inline, readMarkdown } from './grammar.ts'

/** A compact notation of what was read. */
const inline = (part: Inline): string => {
  if (part.kind === 'break') return part.isHard ? '⏎' : '↵'
  if ('text' in part) return part.kind === 'code' ? `‹code ${part.text}›` : part.text
  const inner = part.children.map(inline).join('')
  return 'href' in part ? `‹${part.kind} ${part.href} ${inner}›` : `‹${part.kind} ${inner}›`
}
const row = (cells: readonly (readonly Inline[])[]) => cells.map((cell) => cell.map(inline).join('')).join('|')
const block = (part: Block): string => {
  switch (part.kind) {
    case 'rule':
      return '‹rule›'
    case 'code':
      return `‹pre ${part.language}:${part.text}›`
    case 'quote':
      return `‹quote ${blocks(part.blocks)}›`
    case 'list':
      return `‹${part.isOrdered ? 'ol' : 'ul'} ${part.items
        .map(({ number, isChecked, blocks: own }) => `${number || ''}${isChecked ?? ''}(${blocks(own)})`)
        .join('')}›`
    case 'table':
      return `‹table ${part.rows.map(row).join(' / ')}›`
    case 'heading':
      return `‹h${part.level} ${part.children.map(inline).join('')}›`
    case 'paragraph':
      return part.children.map(inline).join('')
  }
}
const blocks = (parts: readonly Block[]): string => parts.map(block).join(' ¶ ')
const read = (text: string, isGrowing = false) => blocks(readMarkdown(text, isGrowing))

test.each([
  ['# Top\ntext', '‹h1 Top› ¶ text'],
  ['## C # ##', '‹h2 C #›'],
  ['#no heading', '#no heading'],
  ['a\nb  \nc\\\nd\n\ne', 'a↵b⏎c⏎d ¶ e'],
  ['***both*** **a *b* c** *a **b** c*', '‹em ‹strong both›› ‹strong a ‹em b› c› ‹em a ‹strong b› c›'],
  ['**日本語。**が', '‹strong 日本語。›が'],
  ['2*3*4, 2**3, **Wich**tiges', '2*3*4, 2**3, ‹strong Wich›tiges'],
  ['__init__ a__b__c snake_case _em_ **open', '‹strong init› a__b__c snake_case ‹em em› **open'],
  ['~~del~~ ~5 and ~6', '‹del del› ~5 and ~6'],
  ['a\\*b\\_ C:\\dir', 'a*b_ C:\\dir'],
  ['`a``b` ``c`d`` `e', '‹code a``b› ‹code c`d› `e'],
  ['[a *b](https://x.y "t") c*', '‹link https://x.y a *b› c*'],
  ['[a](<https://x y>) [b](c d) [c]()', '‹link https://x y a› [b](c d) [c]()'],
  ['[![alt](https://a.b/c.png)](https://x.y)', '‹link https://x.y alt›'],
  [
    'see https://x.y/a_(b). HTTPS://A.b。次',
    'see ‹link https://x.y/a_(b) https://x.y/a_(b)›. ‹link HTTPS://A.b HTTPS://A.b›。次',
  ],
  ['[https://a.b](https://c.d)', '‹link https://c.d https://a.b›'],
  ['$5, {name}, <b>&amp;', '$5, {name}, <b>&amp;'],
  ['1. a\n  - b\n  - c\n2. d\n\n   more\n\n7) e', '‹ol 1(a ¶ ‹ul (b)(c)›)2(d ¶ more)› ¶ ‹ol 7(e)›'],
  ['text\n1986. Good year\n- a\nlazy', 'text↵1986. Good year ¶ ‹ul (a↵lazy)›'],
  ['- [x] done\n- [ ] open', '‹ul true(done)false(open)›'],
  ['> a\nb\n> > c', '‹quote a↵b ¶ ‹quote c››'],
  ['```js\nlet a\n```\nb', '‹pre js:let a› ¶ b'],
  ['```not a language\na', '‹pre :not a language\na›'],
  ['- a\n  ```\n  b\n    c\n  ```', '‹ul (a ¶ ‹pre :b\n  c›)›'],
  ['| a | b |\n|---|---|\n| 1 \\| 2 | 3 | 4 |\nend', '‹table a|b / 1 | 2|3|4› ¶ end'],
  ['a | b\nc', 'a | b↵c'],
  ['***\n- - -\nTitle\n===', '‹rule› ¶ ‹rule› ¶ Title↵==='],
])('%j', (text, expected) => expect(read(text)).toBe(expected))

test('takes an open mark of an unfinished text for the start of a marked part', () => {
  expect(read('one **two', true)).toBe('one ‹strong two›')
  expect(read('**one\n\ntwo *thr', true)).toBe('**one ¶ two ‹em thr›')
  expect(read('costs 5*', true)).toBe('costs 5*')
})

test('draws escaped signs as they are', () => {
  const sign = fc.constantFrom(...'*_~`|[](){}#!<>-+.:$&"\'\\', 'a', '1', ' b', '東', 'ش', '👩‍👩‍👧', '𝒜')
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 30 }), (signs) => {
      const text = `x${signs.join('')}x`
      expect(read(text.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&'))).toBe(text)
    }),
  )
})

test('reads hostile texts quickly', () => {
  const began = performance.now()
  const units = [
    '[',
    '![',
    '](',
    '*a _b ',
    '`',
    '``a`',
    '> ',
    '- ',
    '**',
    '_a',
    '[a](',
    '|',
    '|-\n',
    '- a\n',
    '  - a\n',
    'https://',
    '((',
  ]
  for (const unit of units) readMarkdown(unit.repeat(20_000 / unit.length))
  expect(performance.now() - began).toBeLessThan(3000)
})
