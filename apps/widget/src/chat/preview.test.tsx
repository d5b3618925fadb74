import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mount, unmount } from '../testing/dom.tsx'
import { loadParts } from '../testing/parts.ts'
import { sampleAgent } from '../testing/sample.ts'
import { preview } from './preview.tsx'

let root: HTMLElement
beforeEach(async () => {
  await loadParts('en')
  root = document.body.appendChild(document.createElement('div'))
})
afterEach(async () => {
  await unmount(root)
  root.remove()
})

test.each([
  [true, 'Powered by Parlance'],
  [false, undefined],
])(
  'a workspace that has never paid, %s: the preview names the product as the live chat does',
  async (unpaid, words) => {
    let drawn: Promise<void> | undefined
    preview((node: ReactNode) => {
      drawn = mount(node, root)
    })
    const parlancePreview = {
      agent: sampleAgent(),
      question: 'Hours?',
      answer: 'Nine to five.',
      closable: false,
      unpaid,
    }
    window.dispatchEvent(
      new MessageEvent('message', { origin: location.origin, source: window.parent, data: { parlancePreview } }),
    )
    await vi.waitFor(() => expect(drawn).toBeDefined())
    await drawn
    await vi.waitFor(() => expect(root.textContent).toContain('Nine to five.'))
    const [branding] = [...root.querySelectorAll('.branding')].map((line) => line.textContent)
    expect(branding).toBe(words)
  },
)
