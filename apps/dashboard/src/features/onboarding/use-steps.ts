// The state of the first steps, kept in the address so that a reload loses nothing.
import type { TemplateId } from '@parlance/contract/agents/schemas'
import { TEMPLATES } from '@parlance/engine/templates/templates'
import { UseCase } from '@parlance/contract/onboarding/schemas'
import { isRegion, type Region } from '@parlance/contract/lib/regions'
import { safeReturnPath } from '@parlance/contract/lib/return-path'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { regionalApi } from '../../lib/api.ts'
import { pageLanguage } from '../../i18n/page-language.ts'
import { useNavigateTo, useSearchValues } from '../../lib/link.tsx'
import { paths, type OnboardingStep } from '../../lib/paths.ts'
import { useAccount } from '../../lib/session/session.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { ownTimeZone } from '../../lib/own-time-zone.ts'

export const STEPS = ['use', 'site', 'review', 'made'] as const satisfies readonly OnboardingStep[]

export interface Answers {
  useCase?: UseCase
  website?: string
  template?: TemplateId
}

export function useSteps() {
  const search = useSearchValues()
  const account = useAccount()
  const go = useNavigateTo()
  const region: Region = isRegion(search['region']) ? search['region'] : (account?.region ?? 'eu')
  const api = regionalApi(region)
  const list = useQuery(api.workspaces.list.queryOptions())
  const own = list.data?.items.find((one) => one.personal && one.role === 'owner')
  const useCase = UseCase.safeParse(search['use']).data
  const template = TEMPLATES.find(({ id }) => id === search['template'])?.id
  const website = search['website'] ?? ''
  const answers: Answers = {
    ...(useCase ? { useCase } : {}),
    ...(website ? { website } : {}),
    ...(template ? { template } : {}),
  }
  const wanted = safeReturnPath(search['redirect'])
  const asked = STEPS.find((one) => one === search['step']) ?? 'use'
  return {
    region,
    api,
    uid: own?.uid ?? '',
    workspace: own,
    step: asked,
    answers,
    /** The page of this site they came for, if any. */
    wanted,
    /** New answers override earlier ones; going back keeps all. */
    to: (step: OnboardingStep, change: Answers = {}, replace = false) => {
      const { useCase: use, ...rest } = { ...answers, ...change }
      return go(paths.onboarding(region, { step, use: use ?? '', ...rest, redirect: wanted ?? '' }), { replace })
    },
  }
}
export type Steps = ReturnType<typeof useSteps>

/** Creates the agent or skips; updates the cache before navigating. */
export function useFinish({ api, uid, region, wanted, to }: Steps) {
  const client = useQueryClient()
  const go = useNavigateTo()
  const router = useRouter()
  return useMutation({
    mutationFn: (input: Answers & { skip?: true }) =>
      api.onboarding.finish.call({ uid, lang: pageLanguage(), timeZone: ownTimeZone(), ...input }),
    onSuccess: async ({ data }, { skip }) => {
      client.setQueryData(api.onboarding.get.queryKey({ input: { uid } }), { data })
      void client.invalidateQueries({ queryKey: api.agents.key() })
      await client.invalidateQueries({ queryKey: api.workspaces.list.key(), refetchType: 'all' })
      if (skip && wanted) await router.navigate({ href: wanted, replace: true })
      else if (skip) await go(agentPage(region, data.agentId), { replace: true })
      else await to('made', {}, true)
    },
  })
}

/** With the test panel open; the list if the agent was deleted. */
export const agentPage = (region: Region, agentId: string) =>
  agentId ? paths.agent(region, agentId, 'overview', { showDebugger: 'true' }) : paths.agents(region)
