import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { Message } from './message.tsx'

const path = (ending: string) => `/media/eu/abcdefghij0123456789.${ending}`

test("shows a visitor's text verbatim, pictures to open, files to download, voice notes to play", async () => {
  renderPage(
    <Message
      from="user"
      name="Visitor"
      items={[
        { type: 'text', text: 'Look: **not bold** <b>' },
        { type: 'visual', image: path('png'), alt: 'me.png' },
        { type: 'visual', image: 'https://evil.example/a.png', alt: 'elsewhere.png' },
        { type: 'file', url: path('pdf'), name: 'cv.pdf', mime: 'application/pdf' },
        { type: 'file', url: path('webm'), name: 'note.webm', mime: 'audio/webm' },
      ]}
    />,
  )
  await screen.findByText('Look: **not bold** <b>')
  const picture = screen.getByRole('button', { name: 'Image: me.png' })
  expect(picture.querySelector('img')?.getAttribute('src')).toBe(path('png'))
  expect(document.querySelector('img[src*=evil]')).toBeNull()
  expect(screen.getByRole('link', { name: 'elsewhere.png' }).getAttribute('rel')).toBe('noopener noreferrer nofollow')
  expect(screen.getByRole('link', { name: 'Download: cv.pdf' }).getAttribute('download')).toBe('cv.pdf')
  expect(screen.getByRole('button', { name: 'Voice note' })).toBeTruthy()
  expect(document.querySelector('audio')?.getAttribute('src')).toBe(path('webm'))
})

const SOURCES = [
  { n: 1, docId: 'a', title: 'Terms', url: 'https://shop.example/terms', text: 'We ship **worldwide**.' },
  { n: 2, docId: 'b', title: 'Ways', text: 'Standard and express.' },
].map((source) => ({ passage: '', score: 1, ...source }))

test("links an agent's citation numbers to pages and passages below", async () => {
  renderPage(
    <Message
      from="agent"
      name="Agent"
      items={[{ type: 'text', text: 'We **ship** [1], in two ways [2].' }]}
      sources={SOURCES}
    />,
  )
  expect((await screen.findByText('ship')).tagName).toBe('STRONG')
  expect(screen.getByRole('link', { name: 'Source 1' }).getAttribute('href')).toBe('https://shop.example/terms')
  const list = screen.getByText('2 sources').closest('details')
  expect(list?.open).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Source 2' }))
  expect(list?.open).toBe(true)
  expect(document.activeElement?.textContent).toContain('Ways')
  expect((await screen.findByText('worldwide')).tagName).toBe('STRONG')
})

test('shows no sources while growing, and dots before it begins', async () => {
  renderPage(<Message from="agent" name="Agent" items={[]} sources={SOURCES} growing />)
  await screen.findByText('Thinking…')
  expect(screen.queryByText('2 sources')).toBeNull()
})
