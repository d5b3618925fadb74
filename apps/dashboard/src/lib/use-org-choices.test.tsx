import { Select } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../testing/render.tsx'
import { useOrgChoices } from './use-org-choices.ts'

const ORGS = '/api/eu/v2/workspaces/abcdefghijklmno/orgs'
const ALL = { value: 'all', label: 'All agents' }

function Filter({ first }: { first: string }) {
  const [value, setValue] = useState(first)
  const { choices, onSearch } = useOrgChoices(value, [ALL])
  return (
    <Select
      label="Client"
      searchable
      allowDeselect={false}
      data={choices}
      value={value}
      onSearchChange={onSearch}
      onChange={(next) => next && setValue(next)}
    />
  )
}

/** The first page has only the bakery; the zoo is found by a search. */
function open(first: string) {
  const sent = serve({
    [`GET ${ORGS}`]: ({ query }) => {
      const item = query.get('search') ? { ID: 'zoo', name: 'Zoo' } : { ID: 'bakery', name: 'Bakery' }
      return { body: { items: [item], nextCursor: 'more' } }
    },
    [`GET ${ORGS}/zoo`]: () => ({ body: { data: { ID: 'zoo', name: 'Zoo' } } }),
  })
  renderPage(<Filter first={first} />)
  const field = () => screen.findByLabelText<HTMLInputElement>('Client', { selector: 'input' })
  const searches = () => sent.flatMap(({ query }) => query.get('search') ?? [])
  return { field, searches }
}

test('finds organizations beyond the first page while typing, and keeps the chosen one', async () => {
  const { field, searches } = open('all')
  await userEvent.click(await field())
  await screen.findByText('Bakery')
  await userEvent.clear(await field())
  await userEvent.type(await field(), 'zo')
  await userEvent.click(await screen.findByText('Zoo'))
  expect((await field()).value).toBe('Zoo')
  await userEvent.click(await field())
  await screen.findByText('Bakery')
  await screen.findByText('Zoo')
  // What is chosen is not searched.
  await waitFor(() => expect(new Set(searches())).toEqual(new Set(['zo'])))
})

test('names the chosen organization when it is not on the first page', async () => {
  const { field } = open('zoo')
  await waitFor(async () => expect((await field()).value).toBe('Zoo'))
})
