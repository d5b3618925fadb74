// A printable transcript page, which the browser can save as a PDF with any script and direction.
import { noticeKind } from '@parlance/contract/conversations/lifecycle'
import type { TranscriptExport } from '@parlance/contract/conversations/transcripts-api'
import { plainText } from '@parlance/contract/items/plain'

export interface PrintWords {
  /** Also the suggested file name. */
  readonly title: string
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** Lines below the title: people, time, place. */
  readonly facts: readonly string[]
  /** Shown above the messages when older ones are omitted. */
  readonly cut: string
  readonly nameOf: (message: TranscriptExport['messages'][number]) => string
  readonly noticeOf: (message: TranscriptExport['messages'][number]) => string
  readonly timeOf: (at: string) => string
}

const STYLE = `
@page { margin: 18mm; }
body { margin: 0; font: 11pt/1.5 system-ui, sans-serif; color: black; }
h1 { margin: 0 0 4pt; font-size: 16pt; }
p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
header, .notice { color: dimgray; font-size: 9.5pt; }
header { margin-block-end: 14pt; padding-block-end: 10pt; border-block-end: 1px solid silver; }
header h1 { color: black; }
article { margin-block-end: 10pt; }
article h2 { margin: 0; font-size: 9.5pt; break-after: avoid; }
article time { color: dimgray; font-weight: normal; }
.notice { margin-block-end: 10pt; text-align: center; }
`

/** Escapes all texts; each part takes the direction of its own text. */
export function transcriptBody(
  page: Document,
  { messages, isCut }: TranscriptExport,
  words: PrintWords,
): HTMLElement[] {
  const part = (tag: string, text: string) => {
    const element = page.createElement(tag)
    element.dir = 'auto'
    element.textContent = text
    return element
  }
  const header = page.createElement('header')
  header.append(part('h1', words.title), ...words.facts.map((fact) => part('p', fact)))
  if (isCut) header.append(part('p', words.cut))
  const said = messages.flatMap((message) => {
    if (message.from === 'system') {
      if (!noticeKind(message.id)) return []
      const notice = part('p', `${words.noticeOf(message)} · ${words.timeOf(message.at)}`)
      notice.className = 'notice'
      return [notice]
    }
    const text = plainText(message.items).trim()
    if (text === '') return []
    const article = page.createElement('article')
    const head = page.createElement('h2')
    const name = page.createElement('bdi')
    name.textContent = words.nameOf(message)
    const time = page.createElement('time')
    time.dateTime = message.at
    time.textContent = ` · ${words.timeOf(message.at)}`
    head.append(name, time)
    article.append(head, part('p', text))
    return [article]
  })
  return [header, ...said]
}

export function printTranscript(data: TranscriptExport, words: PrintWords): void {
  const frame = document.createElement('iframe')
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  Object.assign(frame.style, { position: 'fixed', inlineSize: '0', blockSize: '0', border: '0' })
  document.body.append(frame)
  const page = frame.contentDocument
  const view = frame.contentWindow as (Window & typeof globalThis) | null
  if (!page || !view) return frame.remove()
  page.title = words.title
  page.documentElement.lang = words.lang
  page.documentElement.dir = words.dir
  const style = page.createElement('style')
  style.textContent = STYLE
  page.head.append(style)
  page.body.append(...transcriptBody(page, data, words))
  // Browsers take the file name from the top page.
  const { title } = document
  document.title = words.title
  const done = () => {
    document.title = title
    frame.remove()
  }
  view.addEventListener('afterprint', done, { once: true })
  view.focus()
  view.print()
}
