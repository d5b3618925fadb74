import type { Client, Org } from '@parlance/contract/orgs/schemas'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import { OrgPeople } from './org-people.tsx'

const PEOPLE = '/api/eu/v2/workspaces/abcdefghijklmno/orgs/o1/clients'
const MIA = { ID: 'c1', orgId: 'o1', name: 'Mia', email: 'mia@example.org', isOrgAdmin: false } as unknown as Client

test('shows a link to sign in as a person, to copy', async () => {
  const url = 'https://chat.example/app/eu/sign-in/a?token=cln_1'
  const sent = serve({
    [`GET ${PEOPLE}`]: () => ({ body: { items: [MIA] } }),
    [`POST ${PEOPLE}/c1/sign-in-link`]: () => ({ body: { data: { url, expiresAt: '2026-01-01T00:15:00Z' } } }),
  })
  renderPage(<OrgPeople org={{ ID: 'o1' } as Org} onEdit={() => undefined} />)
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Mia' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Create sign-in link' }))
  await screen.findByRole('dialog', { name: 'Sign-in link for Mia' })
  await screen.findByText(url)
  screen.getByRole('button', { name: 'Copy' })
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('shows that people are loading or could not be loaded, instead of an empty list', async () => {
  let isBroken = true
  serve({
    [`GET ${PEOPLE}`]: () =>
      isBroken
        ? { status: 500, body: { success: false, code: 'INTERNAL', message: 'Broken.' } }
        : { body: { items: [MIA] } },
  })
  renderPage(<OrgPeople org={{ ID: 'o1' } as Org} onEdit={() => undefined} />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  isBroken = false
  await userEvent.click(again)
  await screen.findByText('Mia')
  expect(screen.queryByLabelText('Search users')).toBeNull()
})

test('finds people by name or address from seven on', async () => {
  const others = Array.from({ length: 6 }, (_, i) => ({
    ...MIA,
    ID: `p${i}`,
    name: `Person ${i}`,
    email: `p${i}@example.com`,
  }))
  serve({ [`GET ${PEOPLE}`]: () => ({ body: { items: [MIA, ...others] } }) })
  renderPage(<OrgPeople org={{ ID: 'o1' } as Org} onEdit={() => undefined} />)
  const field = await screen.findByLabelText('Search users')
  await userEvent.type(field, 'EXAMPLE.ORG')
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  screen.getByText('Mia')
  await userEvent.type(field, 'x')
  await userEvent.click(await screen.findByText('Clear search'))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(7))
})
