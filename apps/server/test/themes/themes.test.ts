import type { PublicAgent } from '@parlance/contract/agents/schemas'
import type { CssCheck } from '@parlance/contract/agents/css'
import type { SavedTheme } from '@parlance/contract/themes/schemas'
import { MAX_THEMES } from '@parlance/contract/themes/schemas'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { call, type Person } from '../helpers/people.ts'

const server = await sharedTestServer()
let a: Person
let b: Person
beforeAll(async () => {
  ;[a, b] = await Promise.all([server.signUp('eu'), server.signUp('eu')])
})

type Listed = { items: SavedTheme[]; nextCursor: string | null }
const root = ({ region, workspace }: Person) => `${server.api(region)}/v2/workspaces/${workspace.uid}/themes`
const create = (who: Person, name: string, more: Record<string, unknown> = {}) =>
  call<{ data: SavedTheme; code?: string; message?: string }>('POST', root(who), {
    bearer: who.token,
    body: { name, themeType: 'light', primary: '#12ab34', ...more },
  })
const change = (who: Person, id: string, body: unknown) =>
  call<{ data: SavedTheme; code?: string }>('PATCH', `${root(who)}/${id}`, { bearer: who.token, body })
const list = async (who: Person, query = '') =>
  (await call<Listed>('GET', `${root(who)}${query}`, { bearer: who.token })).body

describe('custom themes', () => {
  test('are created, found, paged, renamed, recolored and deleted', async () => {
    const me = await server.signUp('eu')
    const { body } = await create(me, ' Spring ', { primary: '12AB34' })
    expect(body.data).toMatchObject({
      name: 'Spring',
      theme: { ownerID: me.workspace.uid, themeType: 'light', primary: '#12ab34' },
    })
    expect(body.data.theme.nineColorPallet.map(([, , lightness]) => lightness)).toEqual([
      10, 20, 30, 40, 50, 60, 70, 80, 90, 95,
    ])
    await create(me, 'Summer')
    await create(me, 'Autumn', { themeType: 'dark' })
    expect((await list(me)).items.map(({ name }) => name)).toEqual(['Autumn', 'Summer', 'Spring'])
    expect((await list(me, '?search=UMM')).items.map(({ name }) => name)).toEqual(['Summer'])
    expect((await list(me, '?search=%25')).items).toEqual([])
    const first = await list(me, '?limit=2')
    const second = await list(me, `?limit=2&cursor=${first.nextCursor}`)
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['Autumn', 'Summer', 'Spring'])
    expect((await call('GET', `${root(me)}?cursor=nonsense`, { bearer: me.token })).status).toBe(400)

    const renamed = await change(me, body.data.id, { name: 'May' })
    expect(renamed.body.data).toMatchObject({ id: body.data.id, name: 'May', theme: { primary: '#12ab34' } })
    const dark = await change(me, body.data.id, { themeType: 'dark' })
    expect(dark.body.data.theme.nineColorPallet).toEqual(body.data.theme.nineColorPallet.toReversed())
    expect((await change(me, body.data.id, { primary: 'nothing' })).status).toBe(400)
    expect((await call('DELETE', `${root(me)}/${body.data.id}`, { bearer: me.token })).status).toBe(200)
    expect((await list(me)).items.map(({ name }) => name)).toEqual(['Autumn', 'Summer'])
    expect((await change(me, body.data.id, { name: 'Gone' })).status).toBe(404)
  })

  test('have unique names whatever the case, also when two are created at once', async () => {
    await create(a, 'Shared')
    expect(await create(a, 'sHARED')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    const both = await Promise.all([create(a, 'Raced'), create(a, 'Raced')])
    expect(both.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409])
    const other = await create(a, 'Other')
    expect(await change(a, other.body.data.id, { name: 'shared' })).toMatchObject({ status: 409 })
    // Another case of its own name is not a conflict.
    expect((await change(a, other.body.data.id, { name: 'OTHER' })).body.data.name).toBe('OTHER')
    expect((await create(b, 'Shared')).status).toBe(200)
  })

  test('of another workspace can be neither seen nor changed', async () => {
    const { body } = await create(a, 'Only of A')
    expect((await list(b)).items.some(({ id }) => id === body.data.id)).toBe(false)
    const foreign = await change(b, body.data.id, { name: 'Stolen' })
    const unknown = await change(b, 'nothinghere', { name: 'Stolen' })
    expect(foreign.status).toBe(404)
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    expect((await call('DELETE', `${root(b)}/${body.data.id}`, { bearer: b.token })).status).toBe(404)
    expect((await call('GET', root(a), { bearer: b.token })).status).toBe(404)
    expect((await list(a)).items.some(({ name }) => name === 'Only of A')).toBe(true)
  })

  test(`are limited to ${MAX_THEMES}`, async () => {
    const me = await server.signUp('eu')
    await create(me, 'Theme 0')
    await server.dbs.eu.pool.query(
      `insert into custom_themes (id, workspace_id, name, theme, created_at, updated_at)
       select id || n, workspace_id, name || n, theme, created_at, updated_at
       from custom_themes, generate_series(1, ${MAX_THEMES - 2}) n where workspace_id = $1`,
      [me.workspace.uid],
    )
    const last = await Promise.all([create(me, 'Hundredth'), create(me, 'One too many')])
    expect(last.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 429])
    expect(last.find(({ status }) => status === 429)?.body.message).toContain('up to 100 themes')
  })
})

describe('an owner’s CSS', () => {
  const typed =
    '/* mine */\n.bubble { color: var(--primary-500); background: url(https://evil.test/x) }\n@import "//evil.test";'
  const read = async (id: string) =>
    (await call<{ data: PublicAgent }>('GET', `${server.api('eu')}/public/agents/${id}`)).body.data

  test('is stored as typed, and served to visitors cleaned and with its palette', async () => {
    const agent = await server.makeAgent(a, { ADVANCED_customCSS: typed, theme: 'purple-dark' })
    const own = await call<{ data: { ADVANCED_customCSS: string } }>(
      'GET',
      `${server.api('eu')}/v2/agents/${agent.id}`,
      {
        bearer: a.token,
      },
    )
    expect(own.body.data.ADVANCED_customCSS).toBe(typed)
    const shown = await read(agent.id)
    expect(shown.ADVANCED_customCSS).toContain('#app .bubble{color:var(--primary-500);}')
    expect(shown.ADVANCED_customCSS).toContain('--primary-50:')
    expect(shown.ADVANCED_customCSS).not.toContain('evil')
    await server.must('POST', `${server.api('eu')}/v2/agents/${agent.id}`, a.token, { ADVANCED_customCSS: '.x{top:0}' })
    expect((await read(agent.id)).ADVANCED_customCSS).toBe('#app .x{top:0;}')
  })

  test('is checked in the editor, with line and column, without storing anything', async () => {
    const agent = await server.makeAgent(a)
    const check = (who: Person) =>
      call<CssCheck>('POST', `${server.api('eu')}/v2/workspaces/${a.workspace.uid}/css-check`, {
        bearer: who.token,
        body: { css: typed },
      })
    const { body } = await check(a)
    expect(body.css).toBe('#app .bubble{color:var(--primary-500);}')
    expect(body.problems).toEqual([
      expect.objectContaining({ line: 2, column: 38, level: 'removed', message: expect.stringContaining('/media/') }),
      expect.objectContaining({ line: 3, column: 1, level: 'removed', message: '@import isn’t supported here.' }),
    ])
    expect((await read(agent.id)).ADVANCED_customCSS).toBe('')
    expect((await check(b)).status).toBe(404)
  })
})
