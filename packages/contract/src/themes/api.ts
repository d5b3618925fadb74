import { z } from 'zod'
import { page, pageInput, regional, success } from '../lib/operation.ts'
import { SavedTheme, ThemeInput } from './schemas.ts'

const tag = 'Themes'
const uid = z.string().max(100)
const themeId = z.string().max(100)
const access = { by: ['session', 'workspace'], workspace: 'uid' } as const
const data = z.object({ data: SavedTheme })

export const themesApi = {
  list: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/themes',
    tag,
    access,
    summary: 'List custom themes, newest first',
  })
    .input(z.strictObject({ uid, search: z.string().max(200).optional(), ...pageInput }))
    .output(page(SavedTheme)),
  create: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/themes',
    tag,
    access,
    errors: ['CONFLICT', 'LIMIT_REACHED'],
    summary: 'Create a theme from a color; max 100, unique names',
  })
    .input(ThemeInput.extend({ uid }))
    .output(data),
  update: regional({
    method: 'PATCH',
    path: '/v2/workspaces/{uid}/themes/{themeId}',
    tag,
    access,
    errors: ['CONFLICT'],
    summary: 'Rename a theme or change its color',
    description: 'Agents that use it keep the colors they were published with.',
  })
    .input(ThemeInput.partial().extend({ uid, themeId }))
    .output(data),
  delete: regional({
    method: 'DELETE',
    path: '/v2/workspaces/{uid}/themes/{themeId}',
    tag,
    access,
    summary: 'Delete a theme; agents that use it keep their colors',
  })
    .input(z.strictObject({ uid, themeId }))
    .output(success),
  restore: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/themes/{themeId}/restore',
    tag,
    access,
    errors: ['CONFLICT', 'LIMIT_REACHED'],
    summary: 'Restore a deleted theme',
    description: 'Within one hour of deletion.',
  })
    .input(z.strictObject({ uid, themeId }))
    .output(success),
}
