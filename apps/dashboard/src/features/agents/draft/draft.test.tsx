import { newAgentConfig } from '@parlance/engine/agents/draft'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode, useState, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { clientApi } from '../../../lib/api.ts'
import { ScopeContext, useScope } from '../../../lib/workspace-scope.tsx'
import { renderPage, serve } from '../../../testing/render.tsx'
import { ClientDraftProvider } from './client-draft.tsx'
import { agentQuery, DraftProvider, useDraft } from './draft.tsx'

const OWNED = { ID: 'agent1', ownerID: 'abcdefghijklmno', lastModified: 1, SECRET_API_KEY: '', internal: {}, ts: 1 }
const ADA = newAgentConfig({ title: 'Ada' })
const later = () => new Promise<never>(() => {})

function Fields() {
  const { config, edit, flush, publish } = useDraft()
  const [done, setDone] = useState('')
  return (
    <>
      <input aria-label="Title" value={config.title} onChange={({ target }) => edit({ title: target.value })} />
      <input
        aria-label="Description"
        value={config.description}
        onChange={({ target }) => edit({ description: target.value })}
      />
      <button onClick={() => void flush().then(() => setDone('Saved'))}>Save</button>
      <button onClick={() => void publish(({ config: { title } }) => ({ title })).then(() => setDone('Published'))}>
        Publish the title
      </button>
      {done}
    </>
  )
}

function Openable({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(true)
  return (
    <StrictMode>
      <button onClick={() => setOpen(!open)}>{open ? 'Leave' : 'Return'}</button>
      {open && children}
    </StrictMode>
  )
}

function WorkspaceEditor() {
  const got = useQuery(agentQuery(useScope().api, 'agent1')).data
  return got && <DraftProvider agentId="agent1">{<Fields />}</DraftProvider>
}

function ClientEditor() {
  const { workspace } = useScope()
  const client = { client: { canAccess: ['/overview'] } } as unknown as ClientSession
  return (
    <ScopeContext value={{ region: 'eu', api: clientApi('eu'), workspace, client }}>
      <ClientDraftProvider agentId="agent1" stays={() => true}>
        <Fields />
      </ClientDraftProvider>
    </ScopeContext>
  )
}

/** Answers reads until something is saved; then an editor opened again has only what the browser keeps. */
function serveWorkspace() {
  let draft = ADA
  return serve({
    'GET /api/eu/v2/agents/agent1': () =>
      draft === ADA ? { body: { data: { ...ADA, ...OWNED }, version: 1, draft: null } } : later(),
    'PUT /api/eu/v2/agents/agent1/draft': ({ body }) => {
      draft = { ...draft, ...(body as object) }
      return { body: { success: true, draft: { config: draft, updatedAt: '', version: 2 } } }
    },
    'POST /api/eu/v2/agents/agent1': ({ body }) => ({
      body: { success: true, data: { ...ADA, ...(body as object), ...OWNED }, version: 3 },
    }),
    'POST /api/eu/rpc/saveAgentBackup': () => ({ body: { success: true, version: {} } }),
  })
}
function serveClient() {
  let draft: object = ADA
  return serve({
    'GET /api/eu/client/agents/agent1': () =>
      draft === ADA
        ? { body: { ID: 'agent1', lastModified: 1, published: { config: ADA, version: 1 }, draft: null } }
        : later(),
    'PUT /api/eu/client/agents/agent1/draft': ({ body }) => {
      draft = { ...draft, ...(body as object) }
      return { body: { success: true, draft: { config: draft, version: 2 } } }
    },
    'POST /api/eu/client/agents/agent1': ({ body }) => ({
      body: { success: true, published: { config: { ...ADA, ...(body as object) }, version: 3 } },
    }),
  })
}

test.each([
  ['a workspace user', serveWorkspace, <WorkspaceEditor key="editor" />],
  ['a client user', serveClient, <ClientEditor key="editor" />],
])('shows %s the saved and published text at once when the editor is opened again', async (_who, script, editor) => {
  const sent = script()
  renderPage(<Openable>{editor}</Openable>)
  const field = async (name: string) => (await screen.findByLabelText<HTMLInputElement>(name)).value
  expect(await field('Title')).toBe('Ada')
  await userEvent.type(screen.getByLabelText('Title'), ' Lovelace')
  await userEvent.type(screen.getByLabelText('Description'), 'Knows ships')
  await userEvent.click(screen.getByText('Save'))
  await screen.findByText('Saved')
  await userEvent.click(screen.getByText('Leave'))
  await userEvent.click(screen.getByText('Return'))
  expect([await field('Title'), await field('Description')]).toEqual(['Ada Lovelace', 'Knows ships'])
  await userEvent.click(screen.getByText('Publish the title'))
  await screen.findByText('Published')
  await userEvent.click(screen.getByText('Leave'))
  await userEvent.click(screen.getByText('Return'))
  expect([await field('Title'), await field('Description')]).toEqual(['Ada Lovelace', 'Knows ships'])
  // An edit is based on the version that was published, so it conflicts with nobody.
  await userEvent.type(screen.getByLabelText('Title'), '!')
  await userEvent.click(screen.getByText('Save'))
  await screen.findByText('Saved')
  expect(sent.findLast(({ method }) => method === 'PUT')?.body).toEqual({ title: 'Ada Lovelace!', version: 3 })
})
