import { z } from 'zod'
import { limitInput, regional } from '../lib/operation.ts'
import { rule } from '../lib/rules.ts'
import { oneLine } from '../lib/text.ts'

const tag = 'Conversations'
const access = {
  by: ['session', 'client'],
  workspace: 'uid',
  role: 'viewer',
  client: { tabs: ['/convos'] },
} as const
const uid = z.string().max(100)

export const MAX_SAVED_VIEWS = 20
export const MAX_VIEW_NAME_CHARS = 50
const MAX_FILTERS = 12

export const SavedView = z.strictObject({
  name: z.string().overwrite(oneLine).trim().min(1, rule('view_name_required')).max(MAX_VIEW_NAME_CHARS),
  /** Query parameters of the inbox; unknown ones are ignored. */
  filters: z
    .record(z.string().regex(/^[a-z][a-zA-Z]{0,19}$/), z.string().trim().min(1).max(200))
    .refine((filters) => Object.keys(filters).length <= MAX_FILTERS),
})
export type SavedView = z.infer<typeof SavedView>

const sameName = (name: string) => name.toLowerCase()

export const savedViewsApi = {
  savedViews: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/saved-views',
    tag,
    access,
    summary: 'List your saved inbox views in your order',
  })
    .input(z.strictObject({ uid, ...limitInput }))
    .output(z.object({ items: z.array(SavedView) })),
  saveViews: regional({
    method: 'PUT',
    path: '/v2/workspaces/{uid}/saved-views',
    tag,
    access: { ...access, audit: 'never' },
    summary: 'Replace your saved inbox views, to add, rename, reorder or delete them',
  })
    .input(
      z.strictObject({
        uid,
        items: z
          .array(SavedView)
          .max(MAX_SAVED_VIEWS)
          .refine(
            (items) => new Set(items.map(({ name }) => sameName(name))).size === items.length,
            rule('view_name_taken'),
          ),
      }),
    )
    .output(z.object({ items: z.array(SavedView) })),
}
