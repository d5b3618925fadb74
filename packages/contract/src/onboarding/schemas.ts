// The first steps of a new owner: what they are asked, and the agent that comes of it.
import { z } from 'zod'
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from '../accounts/languages.ts'
import { TEMPLATE_IDS, type AgentPatch, type TemplateId } from '../agents/schemas.ts'
import { themeFields } from '../themes/fields.ts'
import { exactHsl } from '../themes/palette.ts'
import type { SiteFacts } from './site.ts'
import { FIRST_WORDS, USE_CASES } from './words.ts'
import { messageRef } from '../lib/rules.ts'
import type { MessageDescriptor } from '@parlance/i18n/messages'

export { USE_CASES }

export const UseCase = z.enum(USE_CASES)
export type UseCase = z.infer<typeof UseCase>

/** The crawl of the first steps: enough to try the agent, over in a minute, and read again each day. */
export const FIRST_CRAWL = { maxPages: 20, maxDepth: 2, refresh: '24h' } as const
/** The agent of whoever skips the questions or gives no site to name it after. */
export const firstTitle = (lang: Language = DEFAULT_LANGUAGE): string => FIRST_WORDS[lang].title

/** What the first steps asked and made; kept in the workspace. */
export const Onboarding = z.object({
  useCase: UseCase.nullable().catch(null).default(null),
  website: z.string().catch('').default(''),
  template: z.enum(TEMPLATE_IDS).nullable().catch(null).default(null),
  skipped: z.boolean().catch(false).default(false),
  /** The agent that was made; empty before. */
  agentId: z.string().catch('').default(''),
  /** The job that reads the site; empty when none does. */
  crawlId: z.string().catch('').default(''),
  /** Why the site was not used, for people; empty when it was, or none was given. */
  note: z.string().catch('').default(''),
  noteMessage: messageRef.catch(undefined),
})
export type Onboarding = z.infer<typeof Onboarding>

/** What the first agent will be, before it is made. */
export const FirstAgent = z.object({
  template: z.enum(TEMPLATE_IDS),
  title: z.string(),
  description: z.string(),
  greeting: z.string(),
  /** `#rrggbb` of the site, or empty for the template's own look. */
  color: z.string(),
  /** Of the site, where it shows one; what the agent says is in it. */
  lang: z.enum(LANGUAGES).optional(),
  /** The address that will be read; empty without one that answers. */
  website: z.string(),
  note: z.string(),
  noteMessage: messageRef,
})
export type FirstAgent = z.infer<typeof FirstAgent>

const TEMPLATE_OF: Readonly<Record<UseCase, TemplateId>> = {
  support: 'customer-support',
  // Its questions and its knowledge fit a shop too; the description and the greeting say what it is for.
  sales: 'customer-support',
  appointments: 'make-appointment',
  other: 'blank-template',
}

/** The template for an answer; the blank one for none. */
export const templateFor = (useCase: UseCase | null | undefined): TemplateId =>
  useCase ? TEMPLATE_OF[useCase] : 'blank-template'

export interface Asked {
  readonly useCase?: UseCase | null | undefined
  readonly template?: TemplateId | null | undefined
  /** What it greets in and is called in where its site shows no language; English when absent. */
  readonly lang?: Language | undefined
}

/** The agent that will be made of the answers and of what the site says of itself. */
export function firstAgent(asked: Asked, site: SiteFacts | undefined, note?: MessageDescriptor): FirstAgent {
  const template = asked.template ?? templateFor(asked.useCase)
  const lang = site?.lang ?? asked.lang ?? DEFAULT_LANGUAGE
  const words = FIRST_WORDS[lang].uses[asked.useCase ?? 'other']
  const name = site?.name ?? ''
  return {
    template,
    title: (name || firstTitle(lang)).slice(0, 200),
    description: (site?.description || words.description).slice(0, 500),
    // Without a site the template greets with its own words.
    greeting: name ? words.greeting.replace('{site}', () => name) : '',
    color: site?.color ?? '',
    ...(site?.lang ? { lang: site.lang } : {}),
    website: site?.url ?? '',
    ...noteOf(note),
  }
}

/** As it is stored and answered. */
export function noteOf(reason: MessageDescriptor | undefined): Pick<FirstAgent, 'note' | 'noteMessage'> {
  if (!reason) return { note: '' }
  const { message: note, ...noteMessage } = reason
  return { note, noteMessage }
}

/** The changes to what the template made; nothing that is empty. */
export function changesFor({ description, greeting, color }: FirstAgent, ownerId: string): Partial<AgentPatch> {
  return {
    ...(description ? { description } : {}),
    ...(greeting ? { vg_initMessages: [greeting] } : {}),
    ...(usable(color) ? themeFields(ownerId, color, 'light') : {}),
  }
}

/** White and black are colours of a page and not of a brand. */
export function usable(color: string): boolean {
  if (!/^#[0-9a-f]{6}$/.test(color)) return false
  const [, , lightness] = exactHsl(color)
  return lightness >= 8 && lightness <= 90
}
