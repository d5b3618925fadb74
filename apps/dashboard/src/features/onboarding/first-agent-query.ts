import { queryOptions } from '@tanstack/react-query'
import { pageLanguage } from '../../i18n/page-language.ts'
import type { Answers, Steps } from './use-steps.ts'

/** What the agent will be by these answers; the step that asks for the site and the preview share one look at it. */
export const firstAgentQuery = ({ api, uid }: Pick<Steps, 'api' | 'uid'>, answers: Answers) =>
  queryOptions(
    api.onboarding.preview.queryOptions({
      input: { uid, lang: pageLanguage(), ...answers },
      staleTime: 5 * 60_000,
      retry: false,
    }),
  )
