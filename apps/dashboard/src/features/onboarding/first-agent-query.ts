import { queryOptions } from '@tanstack/react-query'
import { pageLanguage } from '../../i18n/page-language.ts'
import type { Answers, Steps } from './use-steps.ts'

/** Previews the agent for these answers; the site step and the preview share one query. */
export const firstAgentQuery = ({ api, uid }: Pick<Steps, 'api' | 'uid'>, answers: Answers) =>
  queryOptions(
    api.onboarding.preview.queryOptions({
      input: { uid, lang: pageLanguage(), ...answers },
      staleTime: 5 * 60_000,
      retry: false,
    }),
  )
