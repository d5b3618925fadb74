import type { AgentNode } from '@parlance/contract/agents/nodes'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { CollectTable } from './collect-table.tsx'

const variable = (name: string) => ({ name, type: 'text' as const, description: '', required: true, options: [] })

function Page() {
  const [variables, setVariables] = useState<AgentNode['variables']>([variable('city'), variable('size')])
  return <CollectTable name="Order" variables={variables} onChange={setVariables} />
}

test('shows the next variable under its own name when one with an invalid name is removed', async () => {
  renderPage(<Page />)
  await userEvent.type((await screen.findAllByLabelText('Variable'))[0]!, ' of birth')
  await screen.findByText('Use letters, digits and _. Don’t start with a digit.')
  await userEvent.click(screen.getByLabelText('Remove city'))
  expect(screen.getByLabelText<HTMLInputElement>('Variable').value).toBe('size')
  expect(screen.queryByText('Use letters, digits and _. Don’t start with a digit.')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Add variable')
})
