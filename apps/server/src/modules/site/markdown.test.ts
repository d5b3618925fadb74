import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markdown } from './markdown.ts'

const drawn = (text: string) => String(markdown(text)).trim()

test.each([
  ['# Title', '<h1>Title</h1>'],
  ['## 1. What we provide', '<h2 id="1-what-we-provide">1. What we provide</h2>'],
  ['## A\nand text', '<h2 id="a">A</h2>\n<p>and text</p>'],
  ['one\ntwo\n\nthree', '<p>one\ntwo</p>\n<p>three</p>'],
  ['- a\n- **b**\n  more', '<ul>\n<li>a</li>\n<li><strong>b</strong>\nmore</li>\n</ul>'],
  ['1. a\n2. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>'],
  ['[GDPR](/legal/gdpr)', '<p><a href="/legal/gdpr">GDPR</a></p>'],
  ['[x](https://a.test)', '<p><a href="https://a.test" rel="noopener">x</a></p>'],
  ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
  ['[x](//evil.test)', '<p>[x](//evil.test)</p>'],
  ['![x](a.png)', '<p>![x](a.png)</p>'],
  ['```sh\na < b\n```', '<pre tabindex="0"><code>a &lt; b</code></pre>'],
  ['<b onclick="x">', '<p>&lt;b onclick=&quot;x&quot;&gt;</p>'],
  ['a <script>b</script>', '<p>a &lt;script&gt;b&lt;/script&gt;</p>'],
])('%s', (text, markup) => expect(drawn(text)).toBe(markup))

test('draws pictures only through the caller', () => {
  const picture = (name: string, alt: string) => `<img src="/${name}" alt="${alt}">`
  expect(String(markdown('![A "b"](c.webp)', { picture })).trim()).toBe(
    '<p><img src="/c.webp" alt="A &quot;b&quot;"></p>',
  )
})

const TAGS =
  /<\/?(h[1-6]|p|ul|ol|li|strong|em|del|a|code|pre|blockquote|hr|br|table|thead|tbody|tr|th|td|input)( (id|href|rel|tabindex|start|class|align|disabled|type|checked)="[^"<>]*")*>/g

test('escapes markup in text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'<>"&*[]()#!| -\n/ajs:`') }), (text) => {
      expect(drawn(text).replaceAll(TAGS, '')).not.toMatch(/[<>"]/)
    }),
  )
})
