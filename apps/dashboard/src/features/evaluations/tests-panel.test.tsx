import type { TestRun } from '@parlance/contract/evaluations/schemas'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { i18n, setLanguage } from '../../i18n/i18n.ts'
import { renderPage, serve } from '../../testing/render.tsx'
import { TestsPanel } from './tests-panel.tsx'

afterEach(() => i18n.changeLanguage('en'))

const greets = {
  id: 't1',
  name: 'Greets',
  protected: false,
  channel: 'test',
  variables: {},
  steps: [{ message: 'Hi', expectations: [] }],
  draftPassed: null,
  publishedPassed: null,
}
const result = { testId: 't1', name: 'Greets', protected: false, passed: true, error: '', steps: [] }

function open(run: TestRun, beforeRun = async () => true) {
  const list = { items: [greets], unfinishedRunId: run.id as string | null }
  const sent = serve({
    'GET /api/eu/v2/agents/agent1/tests': () => ({ body: list }),
    'GET /api/eu/v2/agents/agent1/test-runs/run1': () => ({ body: { data: run } }),
    'POST /api/eu/v2/agents/agent1/tests/run': () => ({ body: { data: run } }),
  })
  const { client, router } = renderPage(
    <TestsPanel
      agentId="agent1"
      nodes={[]}
      tools={[]}
      variables={[]}
      publishGuard="off"
      onPublishGuard={() => undefined}
      beforeRun={beforeRun}
    />,
  )
  return { list, sent, router, reload: () => act(() => client.invalidateQueries()) }
}

const running: TestRun = {
  id: 'run1',
  agentId: 'agent1',
  status: 'running',
  copy: 'draft',
  version: 1,
  total: 1,
  done: 0,
  passed: 0,
  credits: 1,
  startedAt: '',
  results: [],
}

test('keeps the results of a run that was found running when it ends, until they are closed', async () => {
  const run = { ...running }
  const { list, router, reload } = open(run)
  await screen.findByText(/0 of 1 run/)
  Object.assign(run, { status: 'done', done: 1, passed: 1, results: [result] })
  list.unfinishedRunId = null
  await reload()
  await screen.findByText(/1 of 1 passed/)
  await waitFor(() => expect(router.state.location.search).toEqual({ run: 'run1' }))
  await userEvent.click(screen.getByLabelText('Close results'))
  await waitFor(() => expect(screen.queryByText(/1 of 1 passed/)).toBeNull())
  expect(router.state.location.search).toEqual({})
})

test('says why a run failed in the language of the page', async () => {
  await setLanguage('de')
  const failure = { error: 'Raw text of the server.', errorMessage: { code: 'turn_failed', message: '', params: {} } }
  open({ ...running, status: 'failed', done: 1, results: [{ ...result, passed: false, ...failure }] })
  // Above the list, and at the test.
  const reason = 'Gerade war keine Antwort möglich. Bitte versuchen Sie es gleich noch einmal.'
  expect(await screen.findAllByText(reason)).toHaveLength(2)
  expect(screen.queryByText('Raw text of the server.')).toBeNull()
})

test('says that a draft could not be saved, and keeps the results of the last run', async () => {
  const { router, sent } = open(
    { ...running, status: 'done', done: 1, passed: 1, results: [result] },
    async () => false,
  )
  await screen.findByText(/1 of 1 passed/)
  await userEvent.click(screen.getByRole('button', { name: 'Run all' }))
  await screen.findByText('We couldn’t save your last changes, so no test was run.')
  expect(screen.getByText(/1 of 1 passed/)).toBeTruthy()
  expect(router.state.location.search).toEqual({ run: 'run1' })
  await userEvent.click(screen.getByText('Published'))
  await userEvent.click(screen.getByRole('button', { name: 'Run all' }))
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ copy: 'published' }))
})
