import type { Document } from '@parlance/contract/knowledge/schemas'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../testing/render.tsx'
import { PassagesTab } from './passages-tab.tsx'

const CHUNKS = '/api/eu/v2/agents/agent1/kb/doc1/chunks'
const document = { ID: 'doc1', agentId: 'agent1', sourceType: 'text' } as Document

test('keeps a correction while the passage changes, and sends the text it began with', async () => {
  const chunk = { n: 0, heading: '', text: 'A lamp costs 40 euros.', embedded: true, start: 0, end: 22 }
  const sent = serve({
    [`GET ${CHUNKS}`]: () => ({ body: { items: [{ ...chunk }], nextCursor: null } }),
    [`PATCH ${CHUNKS}/0`]: () => ({ status: 409, body: { code: 'STALE', message: 'Changed meanwhile.' } }),
  })
  const { client } = renderPage(<PassagesTab document={document} onDirty={() => undefined} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit chunk 1' }))
  await userEvent.type(screen.getByRole('textbox'), ' Delivery is free.')
  Object.assign(chunk, { text: 'A lamp costs 50 euros.', start: 9, end: 31 })
  await act(() => client.invalidateQueries())
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('A lamp costs 40 euros. Delivery is free.')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('alert')
  expect(sent.at(-1)?.body).toEqual({
    before: 'A lamp costs 40 euros.',
    text: 'A lamp costs 40 euros. Delivery is free.',
  })
})
