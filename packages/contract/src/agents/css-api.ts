// Part of `agentsApi`: what becomes of an owner's CSS.
import { z } from 'zod'
import { regional } from '../lib/operation.ts'
import { CssCheck } from './css.ts'
import { LONGEST_CSS } from './custom-css.ts'

export const cssApi = {
  cssCheck: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/css-check',
    tag: 'Agents',
    access: {
      by: ['session', 'workspace', 'client'],
      workspace: 'uid',
      client: { tabs: ['/overview'] },
      limit: 'search',
      scope: 'agents:read',
    },
    summary: 'What visitors would get of this CSS, and what is removed from it; nothing is stored',
  })
    .input(z.strictObject({ uid: z.string().max(100), css: z.string().max(LONGEST_CSS) }))
    .output(CssCheck),
}
