import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import { PrototypePage } from './demo/prototype-page.tsx'
import { SharePage } from './share/share-page.tsx'

const PAGES = [
  ['/prototype', PrototypePage, '/app/na/prototype?vg_id=a1'],
  ['/share', SharePage, '/app/na/agents/a1/share'],
] as const
const installation = {
  'GET /api/status': () => ({ body: { name: 'Parlance', version: '1', regions: ['eu', 'na'], services: [] } }),
}

test.each(PAGES)('%s without an agent explains what to do', async (address, Page) => {
  const sent = serve(installation)
  const { router } = renderPage(<Page />, address)
  expect(await screen.findByRole('heading', { name: 'No agent selected' })).toBeTruthy()
  expect(router.state.location.pathname).toBe(address)
  expect(sent.filter(({ path }) => path.includes('/agents/'))).toEqual([])
})

test.each(PAGES)('%s opens the named agent in its region', async (address, Page, place) => {
  const missing = { status: 404, body: { success: false, code: 'NOT_FOUND', message: 'Not found.' } }
  serve({
    ...installation,
    'GET /api/eu/public/agents/a1': () => missing,
    'GET /api/na/public/agents/a1': () => ({ body: { data: { ID: 'a1', title: 'Ada' } } }),
  })
  const { router } = renderPage(<Page />, `${address}?vg_id=a1`)
  await waitFor(() => expect(router.state.location.href).toBe(place))
})
