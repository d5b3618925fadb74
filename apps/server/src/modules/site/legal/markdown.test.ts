import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fill } from './legal.ts'
import { markdown } from './markdown.ts'

const drawn = (text: string) => markdown(text).map(String).join('')

test.each([
  ['# Title', '<h1>Title</h1>'],
  ['## 1. What we provide', '<h2 id="1-what-we-provide">1. What we provide</h2>'],
  ['## A\nand text', '<h2 id="a">A</h2><p>and text</p>'],
  ['one\ntwo\n\nthree', '<p>one two</p><p>three</p>'],
  ['- a\n- **b**\n  more', '<ul><li>a</li><li><strong>b</strong> more</li></ul>'],
  ['[GDPR](/legal/gdpr)', '<p><a href="/legal/gdpr">GDPR</a></p>'],
  ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
  ['[x](//evil.test)', '<p>[x](//evil.test)</p>'],
  ['<b onclick="x">', '<p>&lt;b onclick=&quot;x&quot;&gt;</p>'],
])('%s', (text, markup) =>
  expect(drawn(text).replaceAll(/\s+</g, '<').replaceAll(/>\s+/g, '>')).toBe(markup.replaceAll(/>\s+/g, '>')),
)

test('nothing of a text becomes markup by itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'<>"&*[]()# -\n/ajs:') }), (text) => {
      const rest = drawn(text).replaceAll(/<\/?(h[123]|p|ul|li|strong|a)( (id|href)="[^"<>]*")?>/g, '')
      expect(rest).not.toMatch(/[<>"]/)
    }),
  )
})

test('words in braces are what the settings say; what they do not say stands in brackets', () => {
  const operator = { name: 'Lumen Ltd', address: '', email: 'a@lumen.test', country: '' }
  expect(fill('{operator}, {address}, {email}, {other}', { operator })).toBe(
    'Lumen Ltd, [address of the operator], [a@lumen.test](mailto:a@lumen.test), {other}',
  )
})
