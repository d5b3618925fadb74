// Shows growing Markdown: only what is new is parsed, so a long answer streams without being drawn again.
import { useLayoutEffect, useRef } from 'preact/hooks'
import { streamMarkdown, type MarkdownStream } from '../markdown.ts'
import { useTexts } from './look.ts'

const COPIED_MS = 1600

export function Markdown({ text, done }: { text: string; done: boolean }) {
  const texts = useTexts()
  const box = useRef<HTMLDivElement>(null)
  const written = useRef<{ stream: MarkdownStream; text: string; done: boolean }>(undefined)

  useLayoutEffect(() => {
    const root = box.current
    if (!root) return
    let now = written.current
    if (!now || now.done || !text.startsWith(now.text)) {
      if (now?.done && now.text === text) return
      root.replaceChildren()
      now = { stream: streamMarkdown(root, texts), text: '', done: false }
    }
    now.stream.write(text.slice(now.text.length))
    if (done) now.stream.end()
    written.current = { stream: now.stream, text, done }
  }, [text, done, texts])

  const copy = (event: MouseEvent) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-copy]')
    const code = button?.parentElement?.querySelector('code')?.textContent
    if (!button || !code) return
    void navigator.clipboard?.writeText(code).then(() => {
      button.textContent = texts.copied
      setTimeout(() => (button.textContent = texts.copy), COPIED_MS)
    })
  }
  // The click is heard here for the copy buttons inside, which are real buttons and work by keyboard too.
  return <div class="md" dir="auto" ref={box} onClick={copy} />
}
