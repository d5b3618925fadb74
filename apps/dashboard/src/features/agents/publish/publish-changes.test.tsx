import { newAgentConfig } from '@parlance/engine/agents/draft'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage, serve } from '../../../testing/render.tsx'
import PublishReview from '../../evaluations/publish-review.tsx'
import PublishChanges from './publish-changes.tsx'

const published = newAgentConfig({ title: 'Ada' })
const overview = (site: object | null) => ({
  data: {
    agentId: 'a1',
    site,
    sites: site ? 1 : 0,
    conversationsToday: 0,
    waiting: 0,
    answered: null,
    gaps: 0,
    latestSites: [],
    done: { knowledge: false, tried: false, invited: false },
  },
})
const SITE = { origin: 'https://shop.example', lastAt: new Date().toISOString() }

function show(patch: object, site: object | null) {
  serve({ 'GET /api/eu/v2/agents/a1/overview': () => ({ body: overview(site) }) })
  const onAnswer = vi.fn()
  const changes = <PublishChanges agentId="a1" published={published} draft={{ ...published, ...patch }} />
  renderPage(
    <PublishReview agentId="a1" guard="off" changes={changes} beforeRun={async () => true} onAnswer={onAnswer} />,
  )
  return onAnswer
}

test('says what changes on which site before publishing', async () => {
  const onAnswer = show({ vg_systemPrompt: 'Be brief.', theme: 'pink-dark' }, SITE)
  const dialog = await screen.findByRole('dialog', { name: 'Publish changes' })
  expect(await within(dialog).findByText('Visitors on shop.example get these changes right away.')).toBeTruthy()
  expect(within(dialog).getByText('Your agent will answer differently.')).toBeTruthy()
  expect(within(dialog).getByText('The chat will look different.')).toBeTruthy()
  expect(within(dialog).queryByText('Conversations will follow the new steps.')).toBeNull()
  expect(within(dialog).queryByText(/worse|test/i)).toBeNull()
  expect(onAnswer).not.toHaveBeenCalled()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }))
  expect(onAnswer.mock.calls).toEqual([[true]])
})

test('says when an agent is on no site, and keeps the draft on Cancel', async () => {
  const onAnswer = show({ title: 'Bea' }, null)
  expect(await screen.findByText(/^No site has loaded this agent yet\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onAnswer.mock.calls).toEqual([[false]])
})
