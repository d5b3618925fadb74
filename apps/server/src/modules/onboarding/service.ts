// Owns onboarding: from a new owner's answers and site to a first agent that reads it.
import { DEFAULT_LANGUAGE } from '@parlance/contract/accounts/languages'
import { AppError, errorReason } from '@parlance/contract/lib/errors'
import {
  type Asked,
  changesFor,
  FIRST_CRAWL,
  type FirstAgent,
  firstAgent,
  firstTitle,
  noteOf,
  Onboarding,
  type UseCase,
} from '@parlance/contract/onboarding/schemas'
import { siteAddresses } from '@parlance/contract/onboarding/site'
import { CRAWL_STARTER } from '@parlance/contract/crawler/schemas'
import type { Ctx } from '../../lib/ctx.ts'
import type { Agents } from '../agents/service.ts'
import type { Crawler } from '../crawler/service.ts'
import type { FirstSteps, FirstStepsState } from '../workspaces/service.ts'
import type { InspectSite } from './ports.ts'
import { msg } from '@parlance/i18n/messages'

export interface OnboardingDeps {
  readonly workspaces: FirstSteps
  readonly agents: Pick<Agents, 'fromTemplate' | 'save' | 'summaries'>
  readonly crawler: Pick<Crawler, 'create'>
  readonly inspectSite: InspectSite
}

interface Answers {
  readonly uid: string
  readonly useCase?: UseCase | undefined
  readonly website?: string | undefined
  readonly template?: Asked['template']
  readonly lang?: Asked['lang']
  readonly timeZone?: string | undefined
}
export type State = Onboarding & { readonly showOnboarding: boolean }

/** Every call acts inside `ctx.workspaceId`, which is the workspace that it names. */
export function createOnboarding(deps: OnboardingDeps) {
  const { workspaces, inspectSite } = deps
  const { make, skip } = making(deps)
  const read = reading(deps)
  const preview = async (_ctx: Ctx, answers: Answers): Promise<FirstAgent> => {
    const typed = answers.website?.trim() ?? ''
    if (typed === '') return firstAgent(answers, undefined)
    const [first, second] = siteAddresses(typed)
    if (first === undefined) return firstAgent(answers, undefined, msg('onboarding_not_a_site'))
    let seen = await inspectSite(first)
    if (second !== undefined && 'note' in seen && seen.unreachable) seen = await inspectSite(second)
    return 'site' in seen ? firstAgent(answers, seen.site) : firstAgent(answers, undefined, seen.note)
  }

  return {
    get: async (ctx: Ctx, uid: string): Promise<State> => stateOf(await workspaces.firstSteps(ctx, uid)),
    preview,
    /** Idempotent: a repetition returns what was created before. */
    async finish(ctx: Ctx, { skip: skips, ...answers }: Answers & { readonly skip?: boolean | undefined }) {
      const before = await workspaces.firstSteps(ctx, answers.uid)
      if (!before.showOnboarding) return stateOf(before)
      if (skips) return skip(ctx, answers)
      const planned = await preview(ctx, answers)
      const { state, made } = await make(ctx, answers, planned)
      return made && planned.website ? read(ctx, answers.uid, state, planned.website) : state
    },
    /** Called once someone has seen that it works. */
    ownerVerified: (ctx: Ctx, uid: string): Promise<void> => workspaces.finishFirstSteps(ctx, uid),
  }
}
export type FirstStepsOf = ReturnType<typeof createOnboarding>

const stateOf = ({ showOnboarding, onboarding }: FirstStepsState): State => ({ ...onboarding, showOnboarding })

function making({ workspaces, agents }: Pick<OnboardingDeps, 'workspaces' | 'agents'>) {
  /** Serialized per workspace, so that a second click creates no second agent. */
  const make = (ctx: Ctx, answers: Answers, planned: FirstAgent) =>
    ctx.tx(async (tx) => {
      const before = await workspaces.lockFirstSteps(tx, answers.uid)
      if (!before.showOnboarding) return { state: stateOf(before), made: false }
      const lang = planned.lang ?? answers.lang ?? DEFAULT_LANGUAGE
      const business = planned.website && planned.title !== firstTitle(lang) ? planned.title : undefined
      const start = { title: planned.title, template: planned.template, lang, timeZone: answers.timeZone, business }
      const { ID } = await agents.fromTemplate(tx, { ...start, workspaceId: answers.uid })
      const changes = changesFor(planned, answers.uid)
      if (Object.keys(changes).length > 0) await agents.save(tx, { agentId: ID, ...changes })
      const { website = '', useCase = null } = answers
      const { template, note, noteMessage } = planned
      const onboarding = Onboarding.parse({
        useCase,
        website: website.trim(),
        template,
        agentId: ID,
        note,
        noteMessage,
      })
      await workspaces.saveFirstSteps(tx, answers.uid, onboarding)
      if (business) await workspaces.nameAfterSite(tx, answers.uid, business)
      return { state: { ...onboarding, showOnboarding: false }, made: true }
    })

  const skip = (ctx: Ctx, { uid, lang = DEFAULT_LANGUAGE, timeZone }: Answers): Promise<State> =>
    ctx.tx(async (tx) => {
      const before = await workspaces.lockFirstSteps(tx, uid)
      if (!before.showOnboarding) return stateOf(before)
      const [latest] = await agents.summaries(tx, uid)
      const start = { title: firstTitle(lang), template: 'blank-template', workspaceId: uid, lang, timeZone } as const
      const { ID } = latest ?? (await agents.fromTemplate(tx, start))
      const onboarding = Onboarding.parse({ skipped: true, agentId: ID })
      await workspaces.saveFirstSteps(tx, uid, onboarding)
      return { ...onboarding, showOnboarding: false }
    })

  return { make, skip }
}

function reading({ workspaces, crawler }: Pick<OnboardingDeps, 'workspaces' | 'crawler'>) {
  /** If the site cannot be read, the agent is kept and the reason reported. */
  return async (ctx: Ctx, uid: string, state: State, website: string): Promise<State> => {
    const settings = {
      ...CRAWL_STARTER,
      ...FIRST_CRAWL,
      include: [],
      exclude: [],
      tags: [],
      name: new URL(website).host.slice(0, 200),
      startUrls: [website],
      agentIds: [state.agentId],
    }
    const begun = await crawler.create(ctx, settings).then(
      ({ data }) => ({ crawlId: data.id }),
      (error: unknown) => {
        if (!(error instanceof AppError)) ctx.log.error({ err: error }, 'starting the first crawl failed')
        const reason = error instanceof AppError ? errorReason(error) : msg('onboarding_site_unreadable')
        return noteOf(reason)
      },
    )
    const { showOnboarding: _, ...onboarding } = { ...state, ...begun }
    await workspaces.saveFirstSteps(ctx, uid, onboarding)
    return { ...onboarding, showOnboarding: false }
  }
}
