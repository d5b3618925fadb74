import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import { Why } from './trace/trace-toggle.tsx'
import { hasAttachments, VisitorItems } from './visitor-items.tsx'

const words = { type: 'text' as const, text: 'Look: **not bold** <b>' }
const picture = { type: 'visual' as const, image: '/media/eu/abcdefghij0123456789.png', alt: 'me.png' }
const file = {
  type: 'file' as const,
  url: '/media/eu/abcdefghij0123456789.pdf',
  name: 'cv.pdf',
  mime: 'application/pdf',
}
const note = {
  type: 'file' as const,
  url: '/media/eu/abcdefghij0123456789.webm',
  name: 'note.webm',
  mime: 'audio/webm',
}

test('words as they are, pictures that open, files to save, notes to play', async () => {
  renderPage(<VisitorItems items={[words, picture, file, note]} />)
  await screen.findByText('Look: **not bold** <b>')
  const shown = screen.getByRole('img', { name: 'me.png' })
  expect(shown.getAttribute('src')).toBe(picture.image)
  expect(shown.closest('a')?.getAttribute('href')).toBe(picture.image)
  expect(screen.getByRole('link', { name: 'cv.pdf' }).getAttribute('download')).toBe('cv.pdf')
  expect(screen.getByLabelText('Voice note').getAttribute('src')).toBe(note.url)
  expect([hasAttachments([words]), hasAttachments([words, note])]).toEqual([false, true])
})

test('the trace says what the model was given of each', async () => {
  const of = (over: object) => ({ type: 'attachment', mime: '', isEarlier: false, ...over })
  const trace = [
    of({ name: 'me.png', given: 'picture' }),
    of({ name: 'cv.pdf', given: 'text', chars: 8000, isCut: true, isEarlier: true }),
    of({ name: 'sheet.xlsx', given: 'name' }),
  ]
  const receipt = { turnId: 't1', status: 'complete', credits: 3, model: 'gpt', inputTokens: 1, outputTokens: 1, ms: 1 }
  serve({ 'GET /api/eu/v2/agents/a1/turns/t1/trace': () => ({ body: { data: { ...receipt, engine: null, trace } } }) })
  const message = { id: 'm', seq: 2, turnId: 't1', from: 'agent' as const, items: [], status: 'complete' as const }
  renderPage(<Why agentId="a1" message={{ ...message, sources: [], at: '2031-01-01T00:00:00Z' }} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Why?' }))
  await screen.findByText('Sent by the visitor: me.png')
  screen.getByText('the model sees the picture')
  screen.getByText(/its text, 8,?000 characters · cut off there · from an earlier message/)
  screen.getByText('the model was given the name alone')
})
