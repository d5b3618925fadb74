import { readDocument } from '../page.ts'
import type { Draft } from '../protocol.ts'

export function readHtml(text: string): Draft {
  const { title, markdown } = readDocument(text, null)
  return { title, markdown, pages: null, warnings: [] }
}
