import { rule } from '../lib/rules.ts'
import { z } from 'zod'
import { limitInput, regional } from '../lib/operation.ts'
import { AgentSite, EmbedCheck } from './embed.ts'

const tag = 'Widget'
const by = ['session', 'workspace', 'agency'] as const

export const embedApi = {
  check: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/embed-check',
    tag,
    access: { by, agent: 'agentId', limit: 'probe', scope: 'agents:read' },
    summary: 'Check whether a page has the agent’s widget, and what’s wrong with it',
    description:
      'Reads the page once without running its scripts, so it misses tags added by a tag manager or framework. Public URLs only.',
  })
    .input(
      z.strictObject({
        agentId: z.string().max(100),
        url: z
          .string()
          .trim()
          .max(2000)
          .refine((text) => /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text), {
            ...rule('url_scheme_invalid'),
          }),
        /** The origin in the copied script, for installations with several. */
        origin: z.string().max(300).optional(),
      }),
    )
    .output(EmbedCheck),
  sites: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/sites',
    tag,
    access: { by, agent: 'agentId' },
    summary: 'List sites that loaded the agent’s widget, most recent first, max 50',
  })
    .input(z.strictObject({ agentId: z.string().max(100), ...limitInput }))
    .output(z.object({ items: z.array(AgentSite) })),
}
