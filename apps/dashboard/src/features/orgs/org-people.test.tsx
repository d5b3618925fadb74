import type { Client, Org } from '@parlance/contract/orgs/schemas'
import { screen } from '@testing-library/react'
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
