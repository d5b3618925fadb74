import { ToolField, type Tool } from '@parlance/contract/tools/schemas'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { Fields } from './fields.tsx'
import { blankTool, toolIssues } from './tool-form.ts'

const calls = { secrets: [], saveSecret: vi.fn(), test: vi.fn(), read: vi.fn() }

function Page() {
  const [tool, setTool] = useState<Tool>({
    ...blankTool('tool-1'),
    fields: [
      ToolField.parse({ key: 'city', in: 'query', value: 'Bern' }),
      ToolField.parse({ key: 'order', in: 'query', description: 'The order number' }),
    ],
  })
  const set = (change: Partial<Tool>) => setTool({ ...tool, ...change })
  return <Fields tool={tool} set={set} issues={toolIssues(tool)} strict calls={calls} />
}

test('shows the next field with its own source when a field is removed', async () => {
  renderPage(<Page />)
  await screen.findByDisplayValue('Bern')
  await userEvent.click(screen.getByLabelText('Remove field city'))
  expect(screen.getByLabelText<HTMLInputElement>('Key').value).toBe('order')
  expect(screen.getByLabelText<HTMLInputElement>('Description for the model').value).toBe('The order number')
  expect(screen.queryByLabelText('Value')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Add field')
})
