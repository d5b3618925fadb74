// The edited copy of an agent compared with the server's: pure rules of autosave, publish and conflicts.
import type { Agent, AgentConfig } from '@parlance/contract/agents/schemas'
import { sameConfig } from '@parlance/contract/agents/same-config'
import { problemOf, type Problem } from './problems.ts'

/** The server's copy. `version` is the newest number seen; saves with an older one are refused. */
export interface Copy {
  readonly published: AgentConfig
  readonly draft: AgentConfig
  readonly version: number
}

export interface DraftState {
  readonly copy: Copy
  readonly config: AgentConfig
  /** Fields changed here since opening or the last publish. */
  readonly edited: ReadonlySet<string>
  readonly sending: boolean
  readonly publishing: boolean
  /** Why the last save or publish failed; empty if it did not. */
  readonly failure: string
  /** The last save failed temporarily and is retried until it succeeds. */
  readonly retrying: boolean
  /** The last failed call got no response. */
  readonly lost: boolean
  /** A newer copy saved by someone else; the user chooses. */
  readonly theirs: Copy | null
}

/** Stored agents have a time; others are not on the server. */
export const isSaved = (agent: Pick<Agent, 'lastModified'>): boolean => agent.lastModified > 0

export type DraftEvent =
  | { type: 'loaded'; copy: Copy }
  | { type: 'edit'; patch: Partial<AgentConfig> }
  | { type: 'sending' }
  | { type: 'sent'; patch: Partial<AgentConfig>; draft: { config: AgentConfig; version: number } | null }
  | { type: 'publishing' }
  /** `fields` were published; the rest of the draft stays unpublished. */
  | { type: 'published'; config: AgentConfig; version: number; fields: readonly string[] }
  | { type: 'discarded'; copy: Copy }
  | { type: 'restored'; draft: { config: AgentConfig; version: number } | null }
  | { type: 'failed'; reason: string; retry: boolean; lost: boolean }
  | { type: 'conflict'; theirs: Copy }
  | { type: 'keepMine' }
  | { type: 'takeTheirs' }

export type SaveStatus = 'saved' | 'saving' | 'unsaved' | 'failed' | 'retrying' | 'conflict'

type Got = { data: Agent; version: number; draft: { config: AgentConfig; version: number } | null }

/** The two copies in a response of `agents.get`. */
export function copyOf({ data, version, draft }: Got): Copy {
  const published = configOf(data)
  return { published, draft: draft?.config ?? published, version: Math.max(version, draft?.version ?? 0) }
}

/** An agent's editable fields. */
export function configOf(agent: Agent): AgentConfig {
  const {
    ID: _i,
    ownerID: _o,
    lastModified: _l,
    SECRET_API_KEY: _s,
    internal: _n,
    ts: _t,
    userId: _u,
    ...config
  } = agent
  return config
}

/** The server's draft after `fields` were published; its other changes stay. */
export function draftAfterPublish<Config extends object, Draft extends { config: Config; version: number }>(
  draft: Draft | null,
  fields: object,
  saved: { config: Config; version: number },
): Draft | null {
  const published = Object.fromEntries(Object.entries(saved.config).filter(([field]) => field in fields))
  return draft && { ...draft, config: { ...draft.config, ...published }, version: saved.version }
}

/** Fields of `to` that differ from `from`. */
export function changes(from: AgentConfig, to: AgentConfig): Partial<AgentConfig> {
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])] as (keyof AgentConfig)[]
  return Object.fromEntries(
    keys.filter((key) => !sameConfig({ value: from[key] }, { value: to[key] })).map((key) => [key, to[key]]),
  )
}

export const start = (copy: Copy): DraftState => ({
  copy,
  config: copy.draft,
  edited: new Set(),
  sending: false,
  publishing: false,
  failure: '',
  retrying: false,
  lost: false,
  theirs: null,
})

export const unsaved = (state: DraftState): boolean => !sameConfig(state.config, state.copy.draft)
export const isPublished = (state: DraftState): boolean => sameConfig(state.config, state.copy.published)
export const problem = (state: DraftState): Problem | undefined => problemOf(state.config)

export function saveStatus(state: DraftState): SaveStatus {
  if (state.theirs) return 'conflict'
  if (state.retrying) return 'retrying'
  // After a failed publish the draft is still saved.
  if (state.failure && unsaved(state)) return 'failed'
  if (state.sending || state.publishing) return 'saving'
  return unsaved(state) ? 'unsaved' : 'saved'
}

/** Whether there is something to send now. */
export const sendable = (state: DraftState): boolean => !state.theirs && unsaved(state) && !problem(state)

export function reduce(state: DraftState, event: DraftEvent): DraftState {
  switch (event.type) {
    case 'loaded':
      // Unsaved changes win; if the server is ahead, the next save reports it.
      if (unsaved(state) || state.sending || event.copy.version <= state.copy.version) return state
      return { ...start(event.copy), edited: state.edited }
    case 'edit':
      return {
        ...state,
        config: { ...state.config, ...event.patch },
        edited: new Set([...state.edited, ...Object.keys(event.patch)]),
        failure: stillFailing(state),
      }
    case 'sending':
      return { ...state, sending: true, failure: stillFailing(state) }
    case 'sent':
      return {
        ...state,
        sending: false,
        failure: '',
        retrying: false,
        copy: confirmed(state.copy, event.patch, event.draft),
      }
    case 'publishing':
      return { ...state, publishing: true, failure: '' }
    case 'published':
      return published(state, event)
    case 'discarded':
      return start(event.copy)
    case 'restored':
      return start({
        ...state.copy,
        draft: event.draft?.config ?? state.copy.published,
        version: Math.max(state.copy.version, event.draft?.version ?? 0),
      })
    case 'failed':
      return {
        ...state,
        sending: false,
        publishing: false,
        failure: event.reason,
        retrying: event.retry,
        lost: event.lost,
      }
    case 'conflict':
      return { ...state, sending: false, publishing: false, retrying: false, theirs: event.theirs }
    case 'keepMine':
      return state.theirs
        ? { ...start(state.theirs), config: { ...state.theirs.draft, ...localChanges(state) }, edited: state.edited }
        : state
    case 'takeTheirs':
      return state.theirs ? start(state.theirs) : state
  }
}

function published(
  state: DraftState,
  { config, version, fields }: Extract<DraftEvent, { type: 'published' }>,
): DraftState {
  const { copy } = state
  const pending = Object.entries(changes(copy.published, copy.draft))
  const kept = Object.fromEntries(pending.filter(([field]) => !fields.includes(field)))
  const draft = { ...config, ...kept }
  const typedMeanwhile = changes(copy.draft, state.config)
  return {
    ...state,
    publishing: false,
    edited: new Set([...state.edited].filter((field) => field in typedMeanwhile || !fields.includes(field))),
    config: { ...draft, ...typedMeanwhile },
    copy: { published: config, draft, version },
  }
}

/** Keeps the reason during retries until a save succeeds. */
const stillFailing = (state: DraftState): string => (state.retrying ? state.failure : '')

/** The user's changes relative to the last published copy, to apply on the newer version. */
export const localChanges = (state: DraftState): Partial<AgentConfig> => {
  const pending = changes(state.copy.draft, state.config)
  return Object.keys(pending).length > 0 ? pending : changes(state.copy.published, state.config)
}

/** Treats sent values as stored as typed, so that trimming does not move the cursor. */
function confirmed(
  copy: Copy,
  patch: Partial<AgentConfig>,
  draft: { config: AgentConfig; version: number } | null,
): Copy {
  const stored = draft?.config ?? copy.published
  return { ...copy, draft: { ...stored, ...patch }, version: Math.max(copy.version, draft?.version ?? 0) }
}
