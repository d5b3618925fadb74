import { strToU8, zipSync, type Zippable } from 'fflate'
import { deflateSync } from 'node:zlib'

const encode = (text: string): Uint8Array => Buffer.from(text, 'latin1')

export interface PdfText {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly text: string
}

export interface PdfOptions {
  readonly title?: string
  readonly encrypted?: boolean
}

export function pdf(pages: readonly (readonly PdfText[])[], options: PdfOptions = {}): Uint8Array {
  const objects: Uint8Array[] = []
  const add = (text: string | Uint8Array) => objects.push(typeof text === 'string' ? encode(text) : text)
  add('<< /Type /Catalog /Pages 2 0 R >>')
  const kids = pages.map((_, at) => `${5 + at * 2} 0 R`).join(' ')
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  add(`<< /Title (${escapePdf(options.title ?? '')}) >>`)
  for (const [at, lines] of pages.entries()) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${6 + at * 2} 0 R >>`,
    )
    const shown = lines.map(({ x, y, size, text }) => `BT /F1 ${size} Tf ${x} ${y} Td (${escapePdf(text)}) Tj ET`)
    const stream = deflateSync(encode(shown.join('\n')))
    add(
      Buffer.concat([
        encode(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
        stream,
        encode('\nendstream'),
      ]),
    )
  }
  const guard = options.encrypted
    ? ` /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -3904 /O <${'4a'.repeat(32)}> /U <${'5b'.repeat(32)}> >> /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]`
    : ''
  return assembled(objects, guard)
}

/** The bullet is 149 in the font's encoding. */
const escapePdf = (text: string): string => text.replaceAll(/[\\()]/g, '\\$&').replaceAll('•', '\\225')

function assembled(objects: readonly Uint8Array[], trailer: string): Uint8Array {
  const parts: Uint8Array[] = [encode('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n')]
  let length = parts[0]?.length ?? 0
  const push = (part: Uint8Array) => {
    parts.push(part)
    length += part.length
  }
  const offsets = objects.map((object, at) => {
    const offset = length
    push(Buffer.concat([encode(`${at + 1} 0 obj\n`), object, encode('\nendobj\n')]))
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = length
  push(encode(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`))
  push(
    encode(
      `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

const WORDS =
  `river stone morning letter harbour winter garden keeper signal quiet market bridge ledger window candle northern
  island captain journey season copper meadow lantern village answer evening charter orchard mountain silver`.split(
    /\s+/,
  )

export function prose(chars: number, seed = 1): string {
  let state = seed
  let text = ''
  let words = 0
  while (text.length < chars) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const word = WORDS[state % WORDS.length] ?? ''
    text += words === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : ` ${word}`
    words += 1
    if (words > 8 + (state % 7)) {
      text += '. '
      words = 0
    }
  }
  return text.trim()
}

function wrapped(text: string, chars: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last && last.length + word.length >= chars) lines.push(word)
    else lines[lines.length - 1] = last ? `${last} ${word}` : word
  }
  return lines
}

/** A book: ten-page chapters with headings, forty lines a page, a header and page numbers. */
export function pdfBook(pages: number, linesAPage = 40): Uint8Array {
  return pdf(
    Array.from({ length: pages }, (_, page) => {
      const lines: PdfText[] = [
        { x: 72, y: 760, size: 9, text: 'The Harbour Handbook' },
        { x: 300, y: 30, size: 9, text: `Page ${page + 1}` },
      ]
      if (page % 10 === 0) lines.push({ x: 72, y: 730, size: 20, text: `Chapter ${page / 10 + 1}` })
      for (const [n, text] of wrapped(prose(linesAPage * 75, page + 1), 80)
        .slice(0, linesAPage)
        .entries())
        lines.push({ x: 72, y: 700 - n * 15, size: 11, text })
      return lines
    }),
    { title: 'The Harbour Handbook' },
  )
}

const NS = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const xml = (text: string): Uint8Array => strToU8(text)
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const types = (parts: Readonly<Record<string, string>>): Uint8Array =>
  xml(
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
      parts,
    )
      .map(
        ([name, type]) =>
          `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
      )
      .join('')}</Types>`,
  )
const relations = (...targets: readonly (readonly [type: string, target: string])[]): Uint8Array =>
  xml(
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${targets
      .map(
        ([type, target], at) =>
          `<Relationship Id="rId${at + 1}" Type="${OFFICE}/relationships/${type}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`,
  )

export type DocxBlock =
  | string
  | { readonly style: string; readonly text: string }
  | { readonly rows: readonly (readonly string[])[] }

export function docx(blocks: readonly DocxBlock[], extra: Zippable = {}): Uint8Array {
  const body = blocks.map((block) => {
    if (typeof block === 'string') return paragraph(block)
    if ('text' in block) return paragraph(block.text, block.style)
    const rows = block.rows.map(
      (row) => `<w:tr>${row.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join('')}</w:tr>`,
    )
    return `<w:tbl>${rows.join('')}</w:tbl>`
  })
  const styles = ['Title', 'Heading1', 'Heading2', 'Heading3'].map(
    (id) =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id.replace(/(\d)/, ' $1').toLowerCase().replace('title', 'Title')}"/></w:style>`,
  )
  return zipSync({
    '[Content_Types].xml': types({
      'word/document.xml': 'wordprocessingml.document.main',
      'word/styles.xml': 'wordprocessingml.styles',
    }),
    '_rels/.rels': relations(['officeDocument', 'word/document.xml']),
    'word/_rels/document.xml.rels': relations(['styles', 'styles.xml']),
    'word/styles.xml': xml(`${XML}<w:styles ${NS}>${styles.join('')}</w:styles>`),
    'word/document.xml': xml(`${XML}<w:document ${NS}><w:body>${body.join('')}</w:body></w:document>`),
    ...extra,
  })
}

const paragraph = (text: string, style = ''): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`

/** A number in one of Excel's own formats for dates and times. */
export interface XlsxTime {
  readonly serial: number
  readonly format: (typeof TIME_FORMATS)[keyof typeof TIME_FORMATS]
}
export const TIME_FORMATS = { date: 14, time: 20, dateTime: 22, duration: 46 } as const
type XlsxCell = string | number | boolean | null | XlsxTime

export function xlsx(
  sheets: Readonly<Record<string, readonly (readonly XlsxCell[])[]>>,
  extra: Zippable = {},
): Uint8Array {
  const names = Object.keys(sheets)
  const files: Zippable = {
    '[Content_Types].xml': types({
      'xl/workbook.xml': 'spreadsheetml.sheet.main',
      ...Object.fromEntries(names.map((_, at) => [`xl/worksheets/sheet${at + 1}.xml`, 'spreadsheetml.worksheet'])),
    }),
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/_rels/workbook.xml.rels': relations(
      ...names.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
      ['styles', 'styles.xml'],
    ),
    'xl/styles.xml': xml(
      `${XML}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs>${[0, ...Object.values(TIME_FORMATS)].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
    ),
    'xl/workbook.xml': xml(
      `${XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}/relationships"><sheets>${names
        .map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ),
  }
  for (const [at, name] of names.entries())
    files[`xl/worksheets/sheet${at + 1}.xml`] = xml(sheetXml(sheets[name] ?? []))
  return zipSync({ ...files, ...extra })
}

function sheetXml(rows: readonly (readonly XlsxCell[])[]): string {
  const cells = rows.map((row, y) => {
    const written = row.map((value, x) => {
      const at = `${columnName(x)}${y + 1}`
      if (value === null) return ''
      if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`
      if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`
      if (typeof value === 'object')
        return `<c r="${at}" s="${1 + Object.values(TIME_FORMATS).indexOf(value.format)}"><v>${value.serial}</v></c>`
      return `<c r="${at}" t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`
    })
    return `<row r="${y + 1}">${written.join('')}</row>`
  })
  return `${XML}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${cells.join('')}</sheetData></worksheet>`
}

function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter
}

export interface Slide {
  readonly title: string
  readonly points: readonly string[]
  readonly notes?: string
  readonly hidden?: boolean
}

export function pptx(slides: readonly Slide[]): Uint8Array {
  const ns = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${OFFICE}/relationships"`
  const shape = (type: string, lines: readonly string[]) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph${type}/></p:nvPr></p:nvSpPr><p:txBody>${lines
      .map((line) => `<a:p><a:r><a:t>${escapeXml(line)}</a:t></a:r></a:p>`)
      .join('')}</p:txBody></p:sp>`
  const tree = (tag: string, inner: string, attrs = '') =>
    xml(`${XML}<p:${tag} ${ns}${attrs}><p:cSld><p:spTree>${inner}</p:spTree></p:cSld></p:${tag}>`)
  const files: Zippable = {
    '[Content_Types].xml': types({ 'ppt/presentation.xml': 'presentationml.presentation.main' }),
    '_rels/.rels': relations(['officeDocument', 'ppt/presentation.xml']),
    'ppt/_rels/presentation.xml.rels': relations(
      ...slides.map((_, at) => ['slide', `slides/slide${at + 1}.xml`] as const),
    ),
    'ppt/presentation.xml': xml(
      `${XML}<p:presentation ${ns}><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    ),
  }
  for (const [at, { title, points, notes, hidden }] of slides.entries()) {
    const inner = shape(' type="title"', [title]) + shape(' idx="1"', points) + shape(' type="sldNum"', [`${at + 1}`])
    files[`ppt/slides/slide${at + 1}.xml`] = tree('sld', inner, hidden ? ' show="0"' : '')
    if (!notes) continue
    files[`ppt/slides/_rels/slide${at + 1}.xml.rels`] = relations([
      'notesSlide',
      `../notesSlides/notesSlide${at + 1}.xml`,
    ])
    files[`ppt/notesSlides/notesSlide${at + 1}.xml`] = tree('notes', shape(' type="body" idx="1"', [notes]))
  }
  return zipSync(files)
}

/** A Word document whose text unpacks to a thousand times its size. */
export const zipBomb = (megabytes = 150): Uint8Array =>
  docx([], { 'word/document.xml': new Uint8Array(megabytes * 1_000_000).fill(32) })

/** A Word document with a member that declares a false size. */
export function lyingZip(megabytes = 100): Uint8Array {
  const bytes = Buffer.from(zipBomb(megabytes))
  const real = Buffer.alloc(4)
  real.writeUInt32LE(megabytes * 1_000_000)
  const said = Buffer.alloc(4)
  said.writeUInt32LE(5000)
  for (let at = bytes.indexOf(real); at >= 0; at = bytes.indexOf(real, at + 4)) said.copy(bytes, at)
  return bytes
}

export function nestedZip(depth: number): Uint8Array {
  let inner: Uint8Array = zipSync({ 'text.txt': strToU8('deep down') })
  for (let n = 0; n < depth; n += 1) inner = zipSync({ [`level${n}.zip`]: inner })
  return inner
}

/** A Word document with a part that would be written outside the target folder. */
export const zipSlip = (): Uint8Array => docx(['Hello'], { '../../../../tmp/parlance-slip.xml': strToU8('<a/>') })

/** A Word document whose entities expand to gigabytes. */
export function entityBomb(): Uint8Array {
  const levels = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
  return docx([], {
    'word/document.xml': strToU8(
      `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY l0 "lol">${levels}]><w:document ${NS}><w:body><w:p><w:r><w:t>&l9;</w:t></w:r></w:p></w:body></w:document>`,
    ),
  })
}

export function encryptedOffice(): Uint8Array {
  const bytes = Buffer.alloc(4096)
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(bytes)
  bytes.write('EncryptedPackage', 1024, 'utf16le')
  return bytes
}

export function garbage(length: number, seed = 7): Uint8Array {
  const bytes = new Uint8Array(length)
  let state = seed
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

/** A typical shop or blog page: menus, main text with headings, a list and a table, a footer. About 25 kB. */
export function webPage(n: number): string {
  const menu = Array.from({ length: 60 }, (_, at) => `<li><a href="/section/${at}">Section ${at}</a></li>`).join('')
  const text = Array.from({ length: 30 }, (_, at) => {
    const heading = at % 5 === 0 ? `<h2>Part ${at / 5 + 1}</h2>` : ''
    return `${heading}<p>${prose(400, n * 50 + at)} <a href="/page/${n + at + 1}">More of it</a>.</p>`
  }).join('\n')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${n}</title><link rel="canonical" href="/page/${n}"><style>p{margin:0}</style></head>
<body><header><div class="logo">Shop</div></header><nav><ul>${menu}</ul></nav><main><h1>Page ${n}</h1>${text}
<table><tr><th>Size</th><th>Price</th></tr><tr><td>Small</td><td>${n} €</td></tr></table></main><footer>© Shop</footer><script>var a = '${'x'.repeat(3000)}'</script></body></html>`
}
