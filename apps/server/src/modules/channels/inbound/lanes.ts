// One lane per thread: inbound items are handled in order, quick messages together, each batch as one agent turn.
import { MAX_ATTACHMENTS } from '@parlance/contract/files/limits'
import type { Item } from '@parlance/contract/items/schemas'
import { DAY_MS } from '@parlance/contract/lib/time'
import { inSequence, msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Batch, LaneDeps } from './batch.ts'
import { answerForm, ask, type FormState, type FormStep, nextField } from './fill-form.ts'
import { setPlaces } from './edits.repository.ts'
import { renewForm } from './inbound.repository.ts'
import * as repository from '../identities.repository.ts'
import { threadOf } from '../outbound/queue-message.ts'
import type { Inbound, OutboundMessage } from '../ports.ts'
import { hasEnoughAnswers, hasWrittenEnough } from './sender-limits.ts'
import { speak, type Speech } from './speak.ts'
import { echoesOf, keepEchoes, silenceAgent } from './take-echoes.ts'
import { joinGroups, takeEdits, withEdits } from './take-edits.ts'
import { takeMedia } from './take-media.ts'
import { textOfMessage } from './message-text.ts'

/** A visitor who writes several short messages gets one answer. */
export const BURST = { quietMs: 1200, longestMs: 6000 } as const
/** An answer this late helps no one. */
const GIVE_UP_MS = 3_600_000
/** What someone writes a day after a question rarely answers it. */
const FORM_MS = DAY_MS
const CONSENT = 'consent'

type MessageRow = repository.InboundRow & { readonly body: Extract<Inbound, { kind: 'message' }> }

/** Handles one batch. False when nothing waits. Throws errors that are worth a retry. */
export const createHandleBatch = (deps: LaneDeps) =>
  async function handleBatch(ctx: Ctx, identityId: string, fresh: string): Promise<boolean> {
    const taken = await repository.takeBatch(ctx.db, identityId, fresh)
    const [first] = taken
    const found = await repository.findIdentity(ctx.db, identityId)
    if (!first || !found) return false
    // Sends earlier messages first and opens any form among them.
    if (found.conversation_id !== null) await deps.catchUp(ctx, found.conversation_id)
    await joinGroups(ctx, found, taken)
    const identity = (await repository.findIdentity(ctx.db, identityId)) ?? found
    const ids = taken.map(({ id }) => id)
    const { rows, isEdited } = withEdits(taken)
    const connection = await deps.connections.open(ctx, identity.connection_id)
    const inside = { ...ctx, workspaceId: identity.workspace_id }
    const words = connection && (await deps.conversations.words(inside, identity.agent_id))
    if (connection && words) {
      const batch = await batchOf(deps, inside, {
        identity,
        connection,
        words,
        key: first.batch ?? fresh,
        rows,
        isEdited,
      })
      if (await startOver(deps, inside, batch)) return true
      await answerBatch(deps, inside, batch).catch(async (error: unknown) => {
        if (ctx.now().getTime() - new Date(first.received_at).getTime() < GIVE_UP_MS) throw error
        ctx.log.error({ err: error, channel: connection.channel }, 'a message of a channel was given up')
        await repository.noteInbound(ctx.db, ids, msg('channel_not_handled'))
      })
    }
    await repository.finishInbound(ctx.db, ids, ctx.now())
    return true
  }

async function batchOf(deps: LaneDeps, ctx: Ctx, given: Omit<Batch, 'adapter' | 'say' | 'tell'>): Promise<Batch> {
  const { identity, connection, key, words } = given
  const adapter = deps.connections.adapterOf(connection.channel)
  const say = await deps.conversations.sayIn(words.language, identity.language)
  return {
    ...given,
    adapter,
    say,
    async tell(items, name) {
      const message: OutboundMessage = { ref: refOf(key, name), from: 'system', items, sources: [] }
      const { requests } = adapter.compile(message, threadOf(identity, connection), say)
      const queued = requests.map((request, part) => ({
        connectionId: connection.id,
        identityId: identity.id,
        key: `${key}:${name}:${part}`,
        request,
      }))
      await repository.queueOut(ctx.db, queued, ctx.now())
      deps.wakeSender(ctx, identity.id)
    },
  }
}

const refOf = (key: string, name: string) => `${key.slice(-10)}-${name}`
const text = (words: string): Item => ({ type: 'text', text: words })

async function answerBatch(deps: LaneDeps, ctx: Ctx, batch: Batch): Promise<void> {
  const { rows } = batch
  const all = rows.filter((row): row is MessageRow => row.body.kind === 'message')
  const echoes = await echoesOf(ctx, batch)
  const isOthers = echoes.length > 0 || all.some(({ body }) => body.isUnanswered)
  const isSilent = isOthers && (await silenceAgent(deps, ctx, batch))
  await keepEchoes(deps, ctx, batch, echoes)
  const messages = isSilent ? all : all.filter(({ body }) => !body.isUnanswered)
  if (messages.length < all.length) {
    const left = all.filter((row) => !messages.includes(row)).map(({ id }) => id)
    await repository.noteInbound(ctx.db, left, msg('channel_other_app'))
  }
  const edited = await takeEdits(deps, ctx, batch, (said) => textOfMessage(deps, ctx, batch, said, null))
  const starts = rows.filter(({ body }) => body.kind === 'start')
  const isGreeting = messages.length === 0 && edited.length === 0
  if (isGreeting && starts.length === 0) return
  if (await isRefused(deps, ctx, batch)) {
    const ids = [...starts, ...messages].map(({ id }) => id)
    await repository.noteInbound(ctx.db, ids, msg('channel_enough_today'))
    return
  }
  if (isGreeting) return greet(batch)
  await answerMessages(deps, ctx, await withCurrentForm(deps, ctx, batch), { messages, edited })
}

interface Unanswered {
  readonly messages: readonly MessageRow[]
  /** Texts of edited messages. */
  readonly edited: readonly string[]
}

async function answerMessages(deps: LaneDeps, ctx: Ctx, batch: Batch, { messages, edited }: Unanswered): Promise<void> {
  const { identity, key, say, tell, words } = batch
  const isAgain = identity.form?.batch === key
  const { step, texts, urls } =
    isAgain && identity.form
      ? { step: ask(identity.form, say), texts: [], urls: [] }
      : await readMessages(deps, ctx, batch, messages)
  const said = [...edited, ...texts].join('\n')
  const isEdited = edited.length > 0 || batch.isEdited
  const needsConsent = words.consent !== undefined && identity.consented_at === null
  if (step?.kind === 'ask') {
    if (
      texts.length > 0 &&
      !needsConsent &&
      !(await answerAside(deps, ctx, batch, step.form, { key, said, urls, isEdited }))
    )
      return
    return askNext(ctx, batch, step)
  }
  if (identity.form?.messageId === CONSENT && step)
    return answerConsent(deps, ctx, batch, step, { said: texts.join('\n'), urls })
  if (step?.kind === 'stopped') {
    await tell([text(step.says)], 'stopped')
    if (identity.form) await repository.endForm(ctx.db, identity.id, identity.form)
  }
  if (step?.kind === 'done') {
    const { messageId, item, values } = step.form
    await repository.setForm(ctx.db, identity.id, { ...step.form, batch: key })
    const answers = Object.values(values).join('\n')
    const submission = { messageId, item, values: { ...values } }
    await speak(deps, ctx, batch, { key, said: answers, urls: [], submission })
    await repository.endForm(ctx.db, identity.id, step.form)
  }
  if (said.trim() === '' && urls.length === 0) return
  if (needsConsent) return askConsent(ctx, batch, { said, urls })
  await speak(deps, ctx, batch, { key: step ? `${key}-more` : key, said, urls, isEdited })
}

/** Ends an open form that people took over, or whose question is old: what comes now is a message. */
async function withCurrentForm(deps: LaneDeps, ctx: Ctx, batch: Batch): Promise<Batch> {
  const { identity, key } = batch
  const { agent_id: agentId, conversation_id: conversationId, form } = identity
  if (!form || form.messageId === CONSENT || form.batch === key) return batch
  const isOld = form.at !== undefined && ctx.now().getTime() - form.at > FORM_MS
  const isOver =
    isOld || (conversationId !== null && (await deps.conversations.isWithPeople(ctx, { agentId, conversationId })))
  if (!isOver) return batch
  await repository.endForm(ctx.db, identity.id, form)
  return { ...batch, identity: { ...identity, form: null } }
}

/** What was written instead of an answer. False when the answer to it ends the form. */
async function answerAside(deps: LaneDeps, ctx: Ctx, batch: Batch, form: FormState, speech: Speech): Promise<boolean> {
  await speak(deps, ctx, batch, speech)
  const identity = await repository.findIdentity(ctx.db, batch.identity.id)
  const { agent_id: agentId, conversation_id: conversationId } = identity ?? batch.identity
  if (conversationId === null) return true
  // Newer than the answer, so that queueing it doesn't end the form.
  await renewForm(ctx.db, batch.identity.id, { ...form, at: ctx.now().getTime() })
  // The answer comes before the question, and may bring a form of its own.
  await deps.catchUp(ctx, conversationId)
  const now = (await repository.findIdentity(ctx.db, batch.identity.id))?.form
  if (now && now.messageId !== form.messageId) return false
  if (!(await deps.conversations.isWithPeople(ctx, { agentId, conversationId }))) return true
  if (now) await repository.endForm(ctx.db, batch.identity.id, now)
  return false
}

/** Senders over their daily limit cost nothing more; while people answer, everything is kept. */
async function isRefused({ conversations }: LaneDeps, ctx: Ctx, { identity, adapter }: Batch): Promise<boolean> {
  if (!hasWrittenEnough(identity, ctx.now()) && !(await hasEnoughAnswers(ctx, adapter, identity))) return false
  const { agent_id: agentId, conversation_id: conversationId } = identity
  return conversationId === null || !(await conversations.isWithPeople(ctx, { agentId, conversationId }))
}

interface Said {
  readonly said: string
  readonly urls: readonly string[]
}

/** While a form is open, each message answers one of its questions; what answers none goes to the agent. */
async function readMessages(deps: LaneDeps, ctx: Ctx, batch: Batch, messages: readonly MessageRow[]) {
  const { identity, say, tell } = batch
  const noticeOf = ({ notice }: MessageRow['body']) => notice && say(notice)
  let form = identity.form
  let step: FormStep | undefined
  const parts: { readonly id: number; readonly text: string }[] = []
  const urls: string[] = []
  for (const [index, row] of messages.entries()) {
    const isOpen: boolean = form !== null && step?.kind !== 'done' && step?.kind !== 'stopped'
    const taken = await filesOf(deps, ctx, batch, row, MAX_ATTACHMENTS - urls.length)
    const said = [
      await textOfMessage(deps, ctx, batch, row.body, isOpen ? form : null),
      noticeOf(row.body),
      taken?.text,
    ]
      .filter(Boolean)
      .join('\n')
    const isFileAsked = isOpen && form !== null && nextField(form)?.type === 'file'
    const [refusal, ...refusals] = taken?.refused ?? []
    if (taken && refusal) {
      await repository.noteInbound(ctx.db, [row.id], inSequence(refusal, ...refusals))
      if (!isFileAsked)
        await tell(
          taken.refused.map((one) => text(say(one))),
          `file${index}`,
        )
    }
    if (isOpen && form) {
      step = answerForm(form, { text: said, file: taken?.urls[0], fileFault: taken?.refused[0] }, say)
      if (step.kind !== 'stopped') ({ form } = step)
      if (!isFileAsked) urls.push(...(taken?.urls ?? []))
      if (step.kind === 'ask' && step.isMessage) parts.push({ id: row.id, text: said })
      continue
    }
    if (said !== '') parts.push({ id: row.id, text: said })
    urls.push(...(taken?.urls ?? []))
  }
  if (parts.length > 1) await setPlaces(ctx.db, placesOf(parts))
  return { step, texts: parts.map((part) => part.text), urls }
}

function placesOf(parts: readonly { readonly id: number; readonly text: string }[]) {
  let at = 0
  return parts.map(({ id, text: { length } }) => {
    const place = { id, at, length }
    at += length + 1
    return place
  })
}

async function filesOf(deps: LaneDeps, ctx: Ctx, batch: Batch, { id, body }: MessageRow, room: number) {
  const { taken } = body as repository.InboundRow['body']
  if (taken || body.media.length === 0) return taken
  const now = await takeMedia(deps, ctx, batch, body.media, room)
  await repository.setTaken(ctx.db, id, now)
  return now
}

async function askNext(ctx: Ctx, { identity, key, tell }: Batch, step: Extract<FormStep, { kind: 'ask' }>) {
  const { says, options } = step
  const at = ctx.now().getTime()
  await repository.setForm(ctx.db, identity.id, { ...step.form, at, batch: key, ref: refOf(key, 'ask') })
  const buttons = options.slice(0, 30).map((name) => ({ name, request: { type: 'text' as const } }))
  await tell(buttons.length === 0 ? [text(says)] : [{ type: 'choice', message: says.slice(0, 2000), buttons }], 'ask')
}

/** Asks for consent to the agent's terms; the visitor's message waits for the answer. */
async function askConsent(ctx: Ctx, batch: Batch, held: Said): Promise<void> {
  const { say, words } = batch
  const label = words.consent?.trim() || say(msg('channel_consent'))
  const options = [say(msg('channel_consent_yes')), say(msg('channel_consent_no'))]
  const field = { name: CONSENT, label: label.slice(0, 1900), type: 'radio' as const, required: true, options }
  const form: FormState = { messageId: CONSENT, item: 0, fields: [field], values: {}, held }
  await askNext(ctx, batch, { kind: 'ask', form, says: field.label, options })
}

async function answerConsent(deps: LaneDeps, ctx: Ctx, batch: Batch, step: FormStep, more: Said): Promise<void> {
  const { identity, key, say, tell } = batch
  const { held = { said: '', urls: [] } } = identity.form ?? {}
  const isGiven = step.kind === 'done' && step.form.values[CONSENT] === step.form.fields[0]?.options?.[0]
  if (isGiven) {
    await repository.setForm(ctx.db, identity.id, { ...step.form, batch: key })
    await repository.setConsented(ctx.db, identity.id, ctx.now())
    const said = [held.said, more.said].filter(Boolean).join('\n')
    await speak(deps, ctx, batch, { key, said, urls: [...held.urls, ...more.urls], consent: true })
  } else await tell([text(say(msg('channel_consent_declined')))], 'declined')
  await repository.endForm(ctx.db, identity.id, { messageId: CONSENT })
}

/** Ends the conversation that the visitor wants to leave. Later messages are the next batch, in another conversation. */
async function startOver(deps: LaneDeps, ctx: Ctx, batch: Batch): Promise<boolean> {
  const { identity, rows, say, tell, words } = batch
  const last = rows.findLastIndex(({ body }) => body.kind === 'reset')
  if (last === -1) return false
  const before = rows.slice(0, last + 1)
  const unanswered = before.filter(({ body }) => body.kind === 'message').map(({ id }) => id)
  if (unanswered.length > 0) await repository.noteInbound(ctx.db, unanswered, msg('channel_left'))
  const { agent_id: agentId, conversation_id: conversationId } = identity
  if (conversationId !== null) await deps.conversations.end(ctx, { agentId, conversationId })
  await repository.setForm(ctx.db, identity.id, null)
  const greeting = words.greeting.filter((one) => one.trim() !== '')
  await tell([say(msg('channel_started_over')), ...greeting].map(text), 'again')
  await repository.finishInbound(
    ctx.db,
    before.map(({ id }) => id),
    ctx.now(),
  )
  return true
}

async function greet({ words, tell }: Batch): Promise<void> {
  const greeting = words.greeting.filter((one) => one.trim() !== '')
  await tell((greeting.length > 0 ? greeting : ['👋']).map(text), 'greeting')
}
