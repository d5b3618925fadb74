import { z } from 'zod'
import { msg } from '@parlance/i18n/messages'
import { LANGUAGES } from '../accounts/languages.ts'
import { rule } from '../lib/rules.ts'

export const MAX_DESCRIPTION = 2000
export const MAX_WISH = 500
export const SUGGESTED_QUESTIONS = 3
export const SUGGESTED_TESTS = 3

export const PROMPT_KINDS = ['system', 'opening', 'step', 'collect', 'classify'] as const
export const PromptKind = z.enum(PROMPT_KINDS)
export type PromptKind = z.infer<typeof PromptKind>

export const SuggestedTest = z.object({
  question: z.string().min(1).max(500),
  criterion: z.string().min(1).max(500),
})
export type SuggestedTest = z.infer<typeof SuggestedTest>

export const AgentSuggestion = z.object({
  systemPrompt: z.string(),
  welcomeMessage: z.string(),
  starterQuestions: z.array(z.string()),
  tests: z.array(SuggestedTest),
})
export type AgentSuggestion = z.infer<typeof AgentSuggestion>

export const Written = z.object({ model: z.string(), credits: z.number() })

const MIN_WORDS = 3
export const TOO_SHORT = msg('business_too_short')

/** At least two words, in any script. */
export function describesBusiness(text: string): boolean {
  let words = 0
  for (const { isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text))
    if (isWordLike && ++words === MIN_WORDS) return true
  return false
}

export const DescribedBusiness = {
  description: z.string().trim().min(1).max(MAX_DESCRIPTION).refine(describesBusiness, rule(TOO_SHORT.code)),
  /** The language of what visitors read; the description's own when absent. */
  lang: z.enum(LANGUAGES).optional(),
}
