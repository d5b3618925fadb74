import { z } from 'zod'
import { LANGUAGES } from '../accounts/languages.ts'
import { TEMPLATE_IDS } from '../agents/schemas.ts'
import { regional, success } from '../lib/operation.ts'
import { FirstAgent, Onboarding, UseCase } from './schemas.ts'

const tag = 'Onboarding'
/** For people only: secrets and keys are not accepted. */
const access = { by: ['session'], workspace: 'uid', role: 'owner' } as const
const uid = z.string().max(100)
const answers = {
  uid,
  useCase: UseCase.optional(),
  /** As typed; if it is not a site's address, `note` says so. */
  website: z.string().max(2000).optional(),
  template: z.enum(TEMPLATE_IDS).optional(),
  /** Language of what the agent says to visitors, and of its name when no site gives one. English when absent. */
  lang: z.enum(LANGUAGES).optional(),
  /** Time zone of the agent's business, like `Europe/Vienna`; UTC if absent or unknown. */
  timeZone: z.string().max(60).optional(),
}
const State = Onboarding.extend({ showOnboarding: z.boolean() })

export const onboardingApi = {
  get: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/onboarding',
    tag,
    access,
    summary: 'Get the onboarding state and what it created',
  })
    .input(z.strictObject({ uid }))
    .output(z.object({ data: State })),
  preview: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/onboarding/preview',
    tag,
    access: { ...access, limit: 'probe', audit: 'never' },
    summary: 'Preview the first agent from a website; creates nothing',
  })
    .input(z.strictObject(answers))
    .output(z.object({ data: FirstAgent })),
  finish: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/onboarding',
    tag,
    access: { ...access, limit: 'probe' },
    summary: 'Create the first agent, or skip onboarding',
    description:
      'Creates the agent even if its site can’t be read; `note` then says why. Repeating the call returns the existing agent. With `skip`, uses the blank template, and only if the workspace has no agent yet.',
  })
    .input(z.strictObject({ ...answers, skip: z.boolean().optional() }))
    .output(z.object({ success: z.literal(true), data: State })),
  ownerVerified: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/owner-verified',
    tag,
    // Editors connect and verify pages, too.
    access: { ...access, role: 'editor' },
    summary: 'Mark onboarding as done',
  })
    .input(z.strictObject({ uid }))
    .output(success),
}
