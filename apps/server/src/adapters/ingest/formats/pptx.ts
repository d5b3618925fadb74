import { msg } from '@parlance/i18n/messages'
import { MAX_SOURCE_PAGES } from '@parlance/contract/knowledge/schemas'
import type { Draft } from '../protocol.ts'
import { broken, tooManyPages } from '../parse-errors.ts'
import { tableMarkdown } from '../table.ts'
import { type Elem, find, findAll, lineOf, parseTree } from '../xml-tree.ts'
import { type Archive, readXml } from '../zip.ts'
import { coreTitle } from './docx.ts'

export function readPptx(archive: Archive): Draft {
  const slides = slidesOf(archive)
  if (slides.length > MAX_SOURCE_PAGES) throw tooManyPages('presentation', slides.length)
  const parts: string[] = []
  let hidden = 0
  let first = ''
  for (const [at, path] of slides.entries()) {
    const slide = parseTree(readXml(archive, path), { xml: true })
    if (find(slide, 'p:sld')?.attrs['show'] === '0') {
      hidden += 1
      continue
    }
    const { title, blocks } = slideOf(slide)
    first ||= title
    const notes = notesOf(archive, path)
    if (title || blocks.length > 0 || notes)
      parts.push(`## ${title || `Slide ${at + 1}`}`, ...blocks, ...(notes ? [`Notes: ${notes}`] : []))
  }
  const warnings =
    hidden > 0 ? [hidden === 1 ? msg('hidden_slide_left_out') : msg('hidden_slides_left_out', { count: hidden })] : []
  return { title: coreTitle(archive) || first, markdown: parts.join('\n\n'), pages: slides.length, warnings }
}

function slidesOf(archive: Archive): string[] {
  const targets = relations(archive, 'ppt/presentation.xml')
  const order = findAll(parseTree(readXml(archive, 'ppt/presentation.xml'), { xml: true }), 'p:sldId')
  const slides = order.map((elem) => targets.get(elem.attrs['r:id'] ?? '')?.path ?? '')
  if (slides.length > 0 && !slides.some((path) => archive.members.has(path))) throw broken('presentation')
  return slides.filter((path) => archive.members.has(path))
}

function relations(archive: Archive, path: string): Map<string, { path: string; type: string }> {
  const slash = path.lastIndexOf('/')
  const folder = path.slice(0, slash)
  const tree = parseTree(readXml(archive, `${folder}/_rels/${path.slice(slash + 1)}.rels`), { xml: true })
  return new Map(
    findAll(tree, 'Relationship').map(({ attrs }) => {
      const target = new URL(attrs['Target'] ?? '', `zip://root/${folder}/`).pathname.slice(1)
      return [attrs['Id'] ?? '', { path: target, type: attrs['Type'] ?? '' }]
    }),
  )
}

function slideOf(slide: Elem): { title: string; blocks: string[] } {
  let title = ''
  const blocks: string[] = []
  for (const shape of findAll(slide, 'p:sp', 'a:tbl')) {
    if (shape.name === 'a:tbl') {
      blocks.push(tableMarkdown(findAll(shape, 'a:tr').map((row) => findAll(row, 'a:tc').map((cell) => textOf(cell)))))
      continue
    }
    const place = find(shape, 'p:ph')
    const type = place ? (place.attrs['type'] ?? 'body') : ''
    if (['sldNum', 'dt', 'ftr', 'hdr'].includes(type)) continue
    if (!title && (type === 'title' || type === 'ctrTitle')) title = textOf(shape)
    else blocks.push(textBlock(shape, type === 'body'))
  }
  return { title, blocks: blocks.filter(Boolean) }
}

/** Paragraphs of a body become list items, as on the slide. */
function textBlock(shape: Elem, body: boolean): string {
  const paragraphs = findAll(shape, 'a:p')
    .map((paragraph) => ({ text: runsOf(paragraph), level: levelOf(paragraph) }))
    .filter(({ text }) => text)
  if (!body || paragraphs.length < 2) return paragraphs.map(({ text }) => text).join('\n\n')
  return paragraphs.map(({ text, level }) => `${'  '.repeat(level)}- ${text}`).join('\n')
}

const levelOf = (paragraph: Elem): number => Math.min(8, Number(find(paragraph, 'a:pPr')?.attrs['lvl'] ?? 0) || 0)

const runsOf = (paragraph: Elem): string =>
  findAll(paragraph, 'a:t', 'a:br')
    .map((run) => (run.name === 'a:br' ? ' ' : run.children.join('')))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()

const textOf = (elem: Elem): string =>
  findAll(elem, 'a:p')
    .map((paragraph) => runsOf(paragraph))
    .filter(Boolean)
    .join(' ')

function notesOf(archive: Archive, path: string): string {
  const notes = [...relations(archive, path).values()].find(({ type }) => type.endsWith('/notesSlide'))
  if (!notes) return ''
  const shapes = findAll(parseTree(readXml(archive, notes.path), { xml: true }), 'p:sp')
  const body = shapes.find((shape) => find(shape, 'p:ph')?.attrs['type'] === 'body')
  return body ? lineOf(textOf(body)) : ''
}
