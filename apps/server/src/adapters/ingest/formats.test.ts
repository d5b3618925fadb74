import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Parsed, ParseError } from '../../modules/knowledge/parsing.ports.ts'
import { parseDocument } from './parse-document.ts'
import { docx, garbage, pdf, pdfBook, type PdfText, pptx, TIME_FORMATS, xlsx } from './samples.testing.ts'

const parse = async (content: string | Uint8Array, fileName: string, mediaType = ''): Promise<Parsed> => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return (await parseDocument({ task: 'file', source: { bytes }, fileName, mediaType })) as Parsed
}
const markdownOf = async (content: string | Uint8Array, fileName: string) => (await parse(content, fileName)).markdown
const refusal = async (content: string | Uint8Array, fileName: string) => {
  const error: unknown = await parse(content, fileName).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ParseError)) throw new Error(`Expected a ParseError for ${fileName}`, { cause: error })
  return { kind: error.kind, message: error.message }
}

describe('texts', () => {
  it.each([
    ['UTF-8', Buffer.from('Grüße – 你好\r\nzwei')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFGrüße – 你好\nzwei')],
    ['UTF-16 with a mark', Buffer.from('\uFEFFGrüße – 你好\nzwei', 'utf16le')],
    ['UTF-16 big endian with a mark', Buffer.from('\uFEFFGrüße – 你好\nzwei', 'utf16le').swap16()],
  ])('reads %s', async (_, bytes) => {
    expect(await markdownOf(bytes, 'a.txt')).toBe('Grüße – 你好\nzwei')
  })
  it('reads Latin-1, and UTF-16 without a mark', async () => {
    expect(await markdownOf(Buffer.from('Grüße aus Köln, très bien', 'latin1'), 'a.txt')).toBe(
      'Grüße aus Köln, très bien',
    )
    expect(await markdownOf(Buffer.from('Opening hours: nine to five', 'utf16le'), 'a.txt')).toBe(
      'Opening hours: nine to five',
    )
  })
  it('keeps UTF-8 when it is cut within a letter', async () => {
    expect(await markdownOf(Buffer.from('Straßenfest und Grüße').subarray(0, 20), 'a.txt')).toMatch(
      /^Straßenfest und Gr/,
    )
  })
  it('takes a Markdown title from its settings or first heading, and a text’s from its name', async () => {
    const settings = await parse('---\ntitle: "Returns"\ntags: [a]\n---\n\nSend it back.', 'returns.md')
    expect(settings).toMatchObject({ title: 'Returns', markdown: 'Send it back.', mediaType: 'text/markdown' })
    expect((await parse('Intro\n\n# The heading\n\ntext', 'x.md')).title).toBe('The heading')
    expect((await parse('text', 'C:\\docs\\Opening hours.txt')).title).toBe('Opening hours')
  })
  it('removes control characters and lone surrogates', async () => {
    const { markdown } = await parse(Buffer.from(`${'a'.repeat(3000)}\0b\x07c\n\n\n\nd  \ne`), 'a.txt')
    expect(markdown).toBe(`${'a'.repeat(3000)}bc\n\nd\ne`)
  })
})

describe('tables', () => {
  it('reads CSV with semicolons, quotes and line ends within cells', async () => {
    const csv = 'Name;Price;Note\r\n"Tea; green";"1,50";"say ""hi""\nplease"\r\nMilk;2\r\n'
    expect(await markdownOf(csv, 'a.csv')).toBe(
      '| Name | Price | Note |\n| --- | --- | --- |\n| Tea; green | 1,50 | say "hi" please |\n| Milk | 2 |  |',
    )
  })
  it('detects tabs and a declared separator, and tolerates an unclosed quote', async () => {
    expect(await markdownOf('a\tb\n1\t2\n', 'a.csv')).toContain('| 1 | 2 |')
    expect(await markdownOf('sep=|\na|b\n1|2\n', 'a.csv')).toContain('| 1 | 2 |')
    expect(await markdownOf('a,b\n1,"2\n3,4\n', 'a.csv')).toContain('| 3 | 4 |')
  })
  it('finds the separator of a CSV below a title, and keeps the title above the table', async () => {
    const table = '| Name | Price |\n| --- | --- |\n| Tea | 1,50 |\n| Milk | 2,20 |'
    expect(await markdownOf('Price list\nName;Price\nTea;1,50\nMilk;2,20\n', 'a.csv')).toBe(`Price list\n\n${table}`)
    expect(await markdownOf('Prices, net;\n\nName;Price\nTea;1,50\nMilk;2,20\n', 'a.csv')).toBe(
      `Prices, net\n\n${table}`,
    )
    expect(await markdownOf('Name;Note\nTea;dry, cool, dark\nMilk;cold, dark, fresh\n', 'a.csv')).toContain(
      '| Tea | dry, cool, dark |',
    )
  })
  it('writes times, durations and dates of a workbook as Excel shows them', async () => {
    const { date, time, dateTime, duration } = TIME_FORMATS
    const cell = (serial: number, format: (typeof TIME_FORMATS)[keyof typeof TIME_FORMATS]) => ({ serial, format })
    const file = xlsx({
      Times: [
        ['What', 'Value'],
        ['Opens', cell(9.5 / 24, time)],
        ['Closes', cell(17.35 / 24, time)],
        ['Midnight', cell(0, time)],
        ['Lap', cell(95 / 86_400, time)],
        ['Trip', cell(1.5, duration)],
        ['Day', cell(46_356, date)],
        ['First', cell(1, date)],
        ...[1, 7, 13, 20, 55].map((minute) => [`At ${minute}`, cell(46_356 + minute / 1440, dateTime)]),
      ],
    })
    const rows = (await markdownOf(file, 'times.xlsx')).split('\n').slice(4)
    expect(rows).toEqual([
      '| Opens | 09:30 |',
      '| Closes | 17:21 |',
      '| Midnight | 00:00 |',
      '| Lap | 00:01:35 |',
      '| Trip | 36:00 |',
      '| Day | 2026-11-30 |',
      '| First | 1900-01-01 |',
      '| At 1 | 2026-11-30 00:01 |',
      '| At 7 | 2026-11-30 00:07 |',
      '| At 13 | 2026-11-30 00:13 |',
      '| At 20 | 2026-11-30 00:20 |',
      '| At 55 | 2026-11-30 00:55 |',
    ])
  })
  it('reads each sheet of a workbook under its name', async () => {
    const { markdown, title } = await parse(
      xlsx({
        Prices: [
          ['Name', 'Price', 'Sold'],
          ['Tea', 0.1 + 0.2, true],
          [null, null, null],
          ['A|B', 2, false],
        ],
        Empty: [],
      }),
      'prices.xlsx',
    )
    expect(title).toBe('prices')
    expect(markdown).toBe(
      '## Prices\n\n| Name | Price | Sold |\n| --- | --- | --- |\n| Tea | 0.3 | true |\n| A\\|B | 2 | false |',
    )
  })
})

describe('office documents', () => {
  it('reads headings, paragraphs and tables of Word', async () => {
    const file = docx([
      { style: 'Title', text: 'Handbook' },
      { style: 'Heading2', text: 'Returns' },
      'Within <30> days & free.',
      {
        rows: [
          ['Zone', 'Days'],
          ['EU', '3'],
        ],
      },
    ])
    const parsed = await parse(file, 'x.docx')
    expect(parsed).toMatchObject({ title: 'Handbook', pages: null, warnings: [] })
    expect(parsed.markdown).toBe(
      '# Handbook\n\n## Returns\n\nWithin <30> days & free.\n\n| Zone | Days |\n| --- | --- |\n| EU | 3 |',
    )
  })
  it('reads slides with points and notes, and reports hidden ones', async () => {
    const parsed = await parse(
      pptx([
        { title: 'Welcome', points: ['One', 'Two'], notes: 'Say hello' },
        { title: 'Secret', points: ['x'], hidden: true },
      ]),
      'x.pptx',
    )
    expect(parsed.markdown).toBe('## Welcome\n\n- One\n- Two\n\nNotes: Say hello')
    expect(parsed).toMatchObject({ title: 'Welcome', pages: 2, warnings: [{ code: 'hidden_slide_left_out' }] })
  })
})

describe('PDF', () => {
  it('joins lines and words, finds headings and tables, and drops running heads', async () => {
    const page = (n: number, ...lines: PdfText[]): PdfText[] => [
      { x: 72, y: 770, size: 9, text: 'Handbook 2026' },
      ...lines,
      { x: 300, y: 20, size: 9, text: `Page ${n} of 4` },
    ]
    const text = (y: number, words: string, x = 72) => ({ x, y, size: 11, text: words })
    const file = pdf(
      [
        page(
          1,
          { x: 72, y: 700, size: 20, text: 'Returns' },
          text(670, 'Goods may be re-'),
          text(656, 'turned within thirty'),
          text(642, 'days of delivery, and then'),
          text(610, 'A new paragraph.'),
        ),
        page(
          2,
          text(700, 'it goes on.'),
          text(680, 'Zone'),
          text(680, 'Days', 300),
          text(666, 'Europe'),
          text(666, '3', 300),
          text(652, 'World'),
          text(652, '9', 300),
        ),
        page(3, text(700, '• First point'), text(686, '• Second point')),
        page(4, text(700, 'The end, and this is written to be the longest line by far.')),
      ],
      { title: 'Microsoft Word - x.docx' },
    )
    const parsed = await parse(file, 'x.pdf')
    expect(parsed).toMatchObject({ title: 'Returns', pages: 4, warnings: [], mediaType: 'application/pdf' })
    expect(parsed.markdown).toBe(
      [
        '# Returns',
        'Goods may be returned within thirty days of delivery, and then',
        'A new paragraph.',
        'it goes on.',
        '| Zone | Days |\n| --- | --- |\n| Europe | 3 |\n| World | 9 |',
        '- First point\n- Second point',
        'The end, and this is written to be the longest line by far.',
      ].join('\n\n'),
    )
  })
  it('keeps rows and headings of numbers at page edges, and drops page numbers', async () => {
    const pages = Array.from({ length: 4 }, (_, at): PdfText[] => [
      { x: 72, y: 760, size: 16, text: `Room ${101 + at}` },
      ...Array.from({ length: 5 }, (__, row): PdfText[] => [
        { x: 72, y: 700 - row * 14, size: 11, text: `${1000 + at * 5 + row}` },
        { x: 300, y: 700 - row * 14, size: 11, text: `${(at * 7 + row * 3) % 40}.50` },
      ]).flat(),
    ])
    const numbered = pages.map((lines, at) => [...lines, { x: 300, y: 20, size: 9, text: `Page ${at + 3} of 9` }])
    const markdown = await markdownOf(pdf(numbered), 'x.pdf')
    for (let article = 1000; article < 1020; article += 1) expect(markdown).toContain(`| ${article} | `)
    for (const room of [101, 102, 103, 104]) expect(markdown).toContain(`# Room ${room}`)
    expect(markdown).not.toContain('Page')
    expect(await markdownOf(pdf(pages.map((lines) => lines.slice(1))), 'x.pdf')).toMatch(
      /\| 1000 \|[^]*\| 1004 \|[^]*\| 1015 \|[^]*\| 1019 \|/,
    )
  })
  it('drops lone page numbers in both numerals', async () => {
    const number = ['i', 'ii', 'iii', '1', '2', '3', '4', '5', '6']
    const file = pdf(
      number.map((text, at) => [
        { x: 72, y: 700, size: 11, text: `Here is chapter text ${'abcdefghi'[at]}.` },
        { x: 72, y: 686, size: 11, text: `It ends with the word ${'abcdefghi'[at]}.` },
        { x: 300, y: 20, size: 9, text },
      ]),
    )
    const markdown = await markdownOf(file, 'x.pdf')
    expect(markdown).toContain('Here is chapter text i. It ends with the word i.')
    expect(markdown).not.toMatch(/^(?:[ivx]+|\d+)$/m)
  })
  it('explains why unreadable ones are refused', async () => {
    expect(await refusal(pdf([[{ x: 72, y: 700, size: 11, text: 'x' }]], { encrypted: true }), 'x.pdf')).toEqual({
      kind: 'encrypted',
      message: 'This PDF is password-protected. Remove the password and upload it again.',
    })
    expect((await refusal(pdf([[], []]), 'x.pdf')).kind).toBe('empty')
    expect((await refusal(pdfBook(5).subarray(0, 3000), 'x.pdf')).kind).toBe('broken')
    expect((await refusal(Buffer.from('%PDF-1.7\n'), 'x.pdf')).kind).toBe('broken')
    expect(await refusal(pdfBook(2001, 1), 'x.pdf')).toEqual({
      kind: 'too-large',
      message: 'This PDF has 2,001 pages. We read up to 2,000. Split it and upload the parts.',
    })
  })
})

describe('subtitles and JSON', () => {
  it('reads SRT and WebVTT as running text', async () => {
    const srt =
      '1\n00:00:01,000 --> 00:00:02,000\n<i>Hello</i> there,\n\n2\n00:00:02,000 --> 00:00:04,000\n{\\an8}my friend.\n\n3\n00:00:30,000 --> 00:00:31,000\nLater.\n'
    expect(await markdownOf(srt, 'a.srt')).toBe('Hello there, my friend.\n\nLater.')
    const vtt =
      'WEBVTT - Tour\n\nNOTE hidden\n\nid\n00:01.000 --> 00:02.000 align:start\n<v Anna>Come &amp; <c.red>see</c>\n\n00:02.000 --> 00:03.000\nCome &amp; see\n\n00:03.000 --> 00:04.000\n<v Ben>Gladly.\n'
    expect(await parse(vtt, 'a.vtt')).toMatchObject({
      title: 'Tour',
      markdown: 'Anna: Come & see Come & see\n\nBen: Gladly.',
    })
  })
  it('reads JSON as lists and tables, and lines of JSON', async () => {
    const shop = {
      name: 'Shop',
      hours: [
        { day: 'Mon', from: 9 },
        { day: 'Tue', tags: ['a', 'b'] },
      ],
      deep: { list: [{ a: 1, b: [[2]] }] },
    }
    expect(await markdownOf(JSON.stringify(shop), 'a.json')).toBe(
      '- **name**: Shop\n\n## hours\n\n| day | from | tags |\n| --- | --- | --- |\n| Mon | 9 |  |\n| Tue |  | a, b |\n\n- **deep**:\n  - **list**:\n    - **a**: 1\n      - **b**:\n        - 2',
    )
    expect(await markdownOf('{"q":"Why","a":"So"}\n{"q":"How","a":"Thus"}\n', 'a.json')).toContain('| How | Thus |')
    expect((await refusal('{"a": [1, 2', 'a.json')).kind).toBe('broken')
  })
})

describe('files with a wrong extension', () => {
  it.each([
    [
      'a PDF as .txt',
      pdf([[{ x: 72, y: 700, size: 11, text: 'Hello' }]]),
      'x.txt',
      '.txt but contains a PDF document.',
    ],
    ['Word as .pdf', docx(['Hello']), 'x.pdf', '.pdf but contains a Word document.'],
    ['a workbook as .docx', xlsx({ S: [['a', 'b']] }), 'x.docx', '.docx but contains an Excel workbook.'],
    ['text as .pdf', 'Just words', 'x.pdf', '.pdf but contains plain text.'],
  ])('refuses %s and says what it is', async (_, content, name, reason) => {
    await expect(parse(content, name)).rejects.toMatchObject({
      kind: 'unsupported',
      message: `This file is named ${reason} Rename it and upload it again.`,
    })
  })
  it.each([
    ['HTML as .txt', '<!DOCTYPE html><html><body><p>Hello</p></body></html>', 'x.txt', 'text/html', 'Hello'],
    [
      'a PDF without an ending',
      pdf([[{ x: 72, y: 700, size: 11, text: 'Hello' }]]),
      'download',
      'application/pdf',
      'Hello',
    ],
    ['subtitles as .txt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n', 'x.txt', 'text/vtt', 'Hello'],
  ] as const)('reads %s as what it is', async (_, content, name, mediaType, text) => {
    const parsed = await parse(content, name)
    expect(parsed.mediaType).toMatch(mediaType)
    expect(parsed.markdown).toContain(text)
  })
  it.each([
    [
      'a picture',
      Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
      'x.pdf',
      /image \(PNG\)/,
    ],
    ['noise as a text', garbage(50_000), 'x.txt', /no readable text/],
    ['noise as Word', garbage(50_000), 'x.docx', /damaged/],
    [
      'an old document',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('WordDocument', 'utf16le')]),
      'x.doc',
      /Save it as \.docx/,
    ],
    ['RTF', '{\\rtf1 Hello}', 'x.txt', /RTF/],
    ['a gzip', Buffer.from('1f8b0800', 'hex'), 'x.txt', /archive/],
  ])('refuses %s with a reason', async (_, content, name, message) => {
    expect((await refusal(content, name)).message).toMatch(message)
  })
  it('refuses empty files', async () => {
    for (const content of ['', '  \n\t\n', '\uFEFF']) expect((await refusal(content, 'a.txt')).kind).toBe('empty')
    expect((await refusal('null', 'a.json')).kind).toBe('empty')
    expect((await refusal(docx([]), 'a.docx')).kind).toBe('empty')
    expect((await refusal('<html><body><script>1</script></body></html>', 'a.html')).kind).toBe('empty')
  })
})

describe('arbitrary bytes', () => {
  const endings = ['txt', 'md', 'html', 'csv', 'xlsx', 'docx', 'pptx', 'pdf', 'json', 'srt', 'vtt', '']
  const seeds = [
    docx(['Hello', { rows: [['a', 'b']] }]),
    xlsx({ S: [['a', 1]] }),
    pptx([{ title: 'T', points: ['x'] }]),
    pdfBook(2, 3),
    Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nHi'),
    Buffer.from('<html><body><table><tr><td>a<td>b</table>'),
  ]
  /** Good files with some bytes changed and the end cut get further than noise does. */
  const damaged = fc
    .tuple(
      fc.constantFrom(...seeds),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 12 }),
      fc.double({ min: 0.3, max: 1, noNaN: true }),
    )
    .map(([seed, changes, part]) => {
      const bytes = Uint8Array.from(seed.subarray(0, Math.ceil(seed.length * part)))
      for (const [at, value] of changes) bytes[at % bytes.length] = value
      return bytes
    })
  it('reads or refuses them with a ParseError', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 3000 }),
          damaged,
          fc.string({ unit: 'binary', maxLength: 2000 }).map((text) => Buffer.from(text)),
        ),
        fc.constantFrom(...endings),
        async (bytes, ending) => {
          try {
            const { markdown, title } = await parse(bytes, `x.${ending}`)
            expect(markdown.trim()).not.toBe('')
            expect(markdown.isWellFormed() && title.isWellFormed()).toBe(true)
            expect(markdown).not.toMatch(/[\0-\x08\x0B-\x1F]/) // oxlint-disable-line no-control-regex
          } catch (error) {
            if (!(error instanceof ParseError)) throw error
            expect(error.message).toMatch(/^[A-Z].*\.$/)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
