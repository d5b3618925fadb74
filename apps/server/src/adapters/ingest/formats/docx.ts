// Word documents: mammoth turns styles into HTML, which becomes Markdown.
import mammoth from 'mammoth'
import { ParseError } from '../../../modules/knowledge/parsing.ports.ts'
import { toMarkdown } from '../markdown.ts'
import type { Draft } from '../protocol.ts'
import { broken } from '../parse-errors.ts'
import { find, lineOf, parseTree } from '../xml-tree.ts'
import { type Archive, readXml, repack } from '../zip.ts'

const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"]

/** Parts that hold text: pictures, fonts, macros and embedded files are never unpacked. */
const needed = (name: string): boolean => /\.(?:xml|rels)$/i.test(name) && !/(?:^|\/)(?:embeddings|media)\//.test(name)

export async function readDocx(archive: Archive): Promise<Draft> {
  const html = await htmlOf(repack(archive, needed))
  const tree = parseTree(html)
  const heading = find(tree, 'h1')
  return {
    title: coreTitle(archive) || (heading ? lineOf(heading) : ''),
    markdown: toMarkdown(tree, { linkOf: (href) => (/^(?:https?:|mailto:)/i.test(href) ? href : undefined) }),
    pages: pagesOf(archive, 'Pages'),
    warnings: [],
  }
}

async function htmlOf(buffer: Buffer): Promise<string> {
  try {
    const convertImage = mammoth.images.imgElement(() => Promise.resolve({ src: '' }))
    const { value } = await mammoth.convertToHtml(
      { buffer },
      { styleMap: STYLES, convertImage, externalFileAccess: false },
    )
    return value
  } catch (cause) {
    throw cause instanceof ParseError ? cause : broken('Word document', cause)
  }
}

export const coreTitle = (archive: Archive): string => {
  const title = find(parseTree(readXml(archive, 'docProps/core.xml'), { xml: true }), 'dc:title')
  return title ? lineOf(title) : ''
}

/** The page count that the writing program stored; null without one. */
export function pagesOf(archive: Archive, name: 'Pages' | 'Slides'): number | null {
  const count = find(parseTree(readXml(archive, 'docProps/app.xml'), { xml: true }), name)
  const pages = count ? Number(lineOf(count)) : 0
  return Number.isInteger(pages) && pages > 0 ? pages : null
}
