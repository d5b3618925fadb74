import { ToolField, type Tool } from '@parlance/contract/tools/schemas'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import type { ToolCalls } from './calls.ts'
import { TestCall } from './test-call.tsx'
import { blankTool } from './tool-form.ts'

const tool: Tool = {
  ...blankTool('tool-1'),
  name: 'find_order',
  serverUrl: 'https://api.example.com/orders',
  fields: [
    ToolField.parse({ key: 'order', in: 'query', required: true, example: 'A-1042' }),
    ToolField.parse({ key: 'city', in: 'query', description: 'For example: Bern' }),
  ],
}
const RESULT = {
  ok: true,
  status: 200,
  durationMs: 3,
  request: { method: 'GET', url: 'https://api.example.com/orders', headers: {}, body: '' },
  response: '{}',
  error: '',
  variables: {},
}

function Page({ calls }: { calls: ToolCalls }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Open or close
      </button>
      {isOpen && <TestCall tool={tool} ready calls={calls} onResult={() => {}} />}
    </>
  )
}
const shown = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })

test("starts a test call with the tool's examples and the previous call's values", async () => {
  const call = vi.fn<ToolCalls['test']>(async () => RESULT)
  renderPage(<Page calls={{ secrets: [], saveSecret: vi.fn(), test: call, read: vi.fn() }} />)
  expect((await shown(/order/)).value).toBe('A-1042')
  expect((await shown(/city/)).value).toBe('Bern')
  await userEvent.clear(await shown(/city/))
  await userEvent.clear(await shown(/order/))
  await userEvent.type(await shown(/order/), 'B-7')
  await userEvent.click(screen.getByRole('button', { name: /send request/i }))
  await waitFor(() => expect(call).toHaveBeenCalledWith({ tool, arguments: { order: 'B-7' }, variables: {} }))
  await userEvent.click(screen.getByRole('button', { name: 'Open or close' }))
  await userEvent.click(screen.getByRole('button', { name: 'Open or close' }))
  expect((await shown(/order/)).value).toBe('B-7')
  expect((await shown(/city/)).value).toBe('')
})
