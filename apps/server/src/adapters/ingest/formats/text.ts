import type { Draft } from '../protocol.ts'
import { withinLength } from '../parse-errors.ts'

export function readText(text: string): Draft {
  return { title: '', markdown: withinLength(text, 'file'), pages: null, warnings: [] }
}

export function readMarkdown(text: string): Draft {
  const { title, body } = withoutFrontMatter(withinLength(text, 'file'))
  return {
    title: title || (/^#[ \t]+(.+)$/m.exec(body.slice(0, 10_000))?.[1] ?? ''),
    markdown: body,
    pages: null,
    warnings: [],
  }
}

function withoutFrontMatter(text: string): { title: string; body: string } {
  if (!text.startsWith('---\n')) return { title: '', body: text }
  const end = text.indexOf('\n---', 3)
  const head = text.slice(4, end)
  const settings = end > 0 && end < 10_000 && head.split('\n').every((line) => /^(?:[\w-]+:|\s|#|- |$)/.test(line))
  if (!settings) return { title: '', body: text }
  const title = /^title:[ \t]*["']?(.*?)["']?[ \t]*$/m.exec(head)?.[1] ?? ''
  return { title, body: text.slice(end + 4).replace(/^[^\n]*\n?/, '') }
}
