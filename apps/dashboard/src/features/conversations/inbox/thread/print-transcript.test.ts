import type { TranscriptExport } from '@parlance/contract/conversations/transcripts-api'
import { expect, test } from 'vitest'
import { transcriptBody } from './print-transcript.ts'

const HOSTILE = '**bold** <img src=x onerror="alert(1)"> مرحبا 👩‍👩‍👧\nsecond line'
const message = (id: string, from: 'user' | 'agent' | 'human' | 'system', text: string) =>
  ({ id, from, items: text ? [{ type: 'text', text }] : [], at: '2026-11-21T14:00:00.000Z' }) as never
const words = {
  title: 'Lamps <b>',
  lang: 'en',
  dir: 'ltr',
  facts: ['Ada'],
  cut: 'Older messages are left out.',
  nameOf: ({ from }: { from: string }) => `name of ${from}`,
  noticeOf: () => 'A person joined',
  timeOf: () => 'then',
} as const

function drawn(isCut: boolean): HTMLElement {
  const data = {
    isCut,
    messages: [
      message('m1', 'user', HOSTILE),
      message('human-joined:m2', 'system', ''),
      message('m3', 'system', 'unknown'),
      message('m4', 'human', ''),
      message('m5', 'human', 'x'.repeat(9000)),
    ],
  } as unknown as TranscriptExport
  const page = document.implementation.createHTMLDocument('')
  page.body.append(...transcriptBody(page, data, words))
  return page.body
}

test('prints texts in order, each in its own direction', () => {
  const body = drawn(false)
  expect(body.querySelector('img, b, script')).toBeNull()
  expect([...body.children].map(({ tagName }) => tagName)).toEqual(['HEADER', 'ARTICLE', 'P', 'ARTICLE'])
  expect(body.querySelector('article p')?.textContent).toBe(HOSTILE)
  expect(body.querySelector('article p')?.getAttribute('dir')).toBe('auto')
  expect(body.querySelector('.notice')?.textContent).toBe('A person joined · then')
  expect([...body.querySelectorAll('article')].at(-1)?.textContent).toContain('x'.repeat(9000))
  expect(body.textContent).not.toContain('Older messages')
})

test('says when the transcript is cut', () => {
  expect(drawn(true).querySelector('header')?.textContent).toContain('Older messages are left out.')
})
