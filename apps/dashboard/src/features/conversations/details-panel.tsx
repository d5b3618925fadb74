// Beside a conversation: who the visitor is, whose it is, tags, notes, what the agent knows, and earlier conversations.
import { ActionIcon, Anchor, Divider, Group, Select, Stack, Switch, TagsInput, Text, Title } from '@mantine/core'
import type { Note } from '@parlance/contract/conversations/inbox-api'
import { MAX_CONVERSATION_TAGS } from '@parlance/contract/conversations/inbox-api'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../components/content/locale.ts'
import { RelativeTime } from '../../components/content/time.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { errorText } from '../../lib/errors.ts'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { Brief } from './brief.tsx'
import classes from './details-panel.module.css'
import { useConversationTarget } from './conversation-target.ts'
import { useAct, useStanding } from './use-inbox.ts'

export function DetailsPanel({ conversation, inDrawer = false }: { conversation: Conversation; inDrawer?: boolean }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const one = { agentId: conversation.agentId, conversationId: conversation.id }
  const details = useQuery(api.conversations.details.queryOptions({ input: one }))
  const { mayAct } = useStanding(conversation)
  const data = details.data?.data
  return (
    <aside className={inDrawer ? undefined : classes.panel} aria-label={t('conversations.inbox.details')}>
      <Stack gap="md">
        {data && <Brief one={one} brief={data.brief} handback={data.handback} mayAct={mayAct} />}
        <Visitor conversation={conversation} language={data?.language ?? ''} />
        {mayAct && conversation.inbox && (
          <>
            <Assignee conversation={conversation} />
            <Tags conversation={conversation} tags={conversation.inbox.tags} />
          </>
        )}
        {details.isPending && <RowSkeletons />}
        {details.error && <ErrorMessage text={errorText(details.error)} onRetry={() => void details.refetch()} />}
        {data && (
          <>
            <LeadOf conversation={conversation} />
            <Notes conversation={conversation} notes={data.notes} />
            <Variables variables={data.variables} />
            <Earlier conversation={conversation} earlier={data.earlier} />
          </>
        )}
      </Stack>
    </aside>
  )
}

/** Who the visitor became, where they told how to reach them. */
function LeadOf({ conversation: { agentId, id: conversationId } }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const { api, client, region } = useScope()
  const mayRead = !client || client.client.canAccess.includes('/leads')
  const leads = useQuery(
    api.leads.list.queryOptions({ input: { agentId, conversationId, limit: 1 }, enabled: mayRead, staleTime: 0 }),
  )
  const lead = leads.data?.items[0]
  if (!lead) return null
  return (
    <Part title={t('conversations.inbox.lead')}>
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <AppLink target={paths.agent(region, agentId, 'leads', { lead: lead.leadId })} {...props} />
        )}
      >
        {lead.name || lead.email || lead.phone || t('conversations.inbox.openLead')}
      </Anchor>
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h6" mb={6}>
        {title}
      </Title>
      {children}
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0} className={classes.value} dir="auto">
        {children}
      </Text>
    </div>
  )
}

function Visitor({ conversation, language }: { conversation: Conversation; language: string }) {
  const { t } = useTranslation()
  const { signed, visitor, pageUrl, startedAt, leftMessage } = conversation
  const email = signed?.email || leftMessage?.email || ''
  return (
    <Part title={t('conversations.from.user')}>
      <dl className={classes.facts}>
        <Fact name={t('conversations.inbox.name')}>{signed?.name || visitor}</Fact>
        {email !== '' && (
          <Fact name={t('conversations.inbox.email')}>
            <Anchor size="sm" href={`mailto:${email}`}>
              {email}
            </Anchor>
          </Fact>
        )}
        {pageUrl !== '' && <Fact name={t('conversations.page')}>{pageUrl}</Fact>}
        {language !== '' && <Fact name={t('conversations.inbox.language')}>{language}</Fact>}
        <Fact name={t('conversations.inbox.started')}>{dateAndTime(new Date(startedAt))}</Fact>
      </dl>
    </Part>
  )
}

/** Who is there changes without an event. */
const PRESENCE_MS = 30_000

function Assignee({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const act = useAct()
  const { isOver } = useStanding(conversation)
  const { agentId, id: conversationId, inbox, state } = conversation
  const people = useQuery(api.conversations.assignees.queryOptions({ input: { agentId } }))
  const held = inbox?.assignee ?? null
  const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind}:${id}`
  const present = useQuery(
    api.conversations.availability.queryOptions({ input: { agentId }, refetchInterval: PRESENCE_MS }),
  ).data?.data
  const known = people.data?.items ?? []
  const online = new Set(present?.team.filter(({ isOnline }) => isOnline).map(keyOf))
  const all = held && !known.some((one) => keyOf(one) === keyOf(held)) ? [held, ...known] : known
  return (
    <Stack gap={8}>
      <Select
        size="sm"
        label={t('conversations.inbox.assignee')}
        placeholder={t('conversations.inbox.nobody')}
        disabled={isOver}
        searchable
        clearable={state !== 'human-chatting'}
        allowDeselect={false}
        data={all.map((one) => ({
          value: keyOf(one),
          label: online.has(keyOf(one)) ? `${one.name} · ${t('conversations.inbox.online')}` : one.name,
        }))}
        value={held && keyOf(held)}
        onChange={(value) => {
          const chosen = all.find((one) => keyOf(one) === value)
          const assignee = chosen ? { kind: chosen.kind, id: chosen.id } : null
          void act(() => api.conversations.assign.call({ agentId, conversationId, assignee }))
        }}
      />
      {present && (
        <Switch
          size="xs"
          label={t('conversations.inbox.away')}
          description={t('conversations.inbox.awayHint')}
          checked={present.isAway}
          onChange={({ currentTarget }) =>
            void act(() => api.conversations.setAvailability.call({ agentId, isAway: currentTarget.checked }))
          }
        />
      )}
    </Stack>
  )
}

function Tags({ conversation, tags }: { conversation: Conversation; tags: string[] }) {
  const { t } = useTranslation()
  const { api, client } = useScope()
  const act = useAct()
  const { agentId, id: conversationId } = conversation
  return (
    <TagsInput
      size="sm"
      label={t('conversations.inbox.tags')}
      placeholder={tags.length === 0 ? t('conversations.inbox.addTag') : ''}
      maxTags={MAX_CONVERSATION_TAGS}
      data={client?.org?.predefinedTags ?? []}
      value={tags}
      onChange={(next) => void act(() => api.conversations.setTags.call({ agentId, conversationId, tags: next }))}
    />
  )
}

function Notes({ conversation, notes }: { conversation: Conversation; notes: readonly Note[] }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const act = useAct()
  if (notes.length === 0) return null
  const one = { agentId: conversation.agentId, conversationId: conversation.id }
  return (
    <Part title={t('conversations.inbox.notes')}>
      <ul className={classes.notes}>
        {notes.map((note) => (
          <li key={note.id} className={classes.note}>
            <Group justify="space-between" wrap="nowrap" gap={4}>
              <Text size="xs" c="dimmed" className="truncate">
                {note.by.name} · <RelativeTime at={note.at} />
              </Text>
              {note.isOwn && (
                <ActionIcon
                  size="sm"
                  aria-label={t('conversations.inbox.deleteNote')}
                  onClick={() => void act(() => api.conversations.deleteNote.call({ ...one, noteId: note.id }))}
                >
                  <IconTrash size={14} stroke={1.5} />
                </ActionIcon>
              )}
            </Group>
            <Text size="sm" className={classes.words} dir="auto">
              {note.text}
            </Text>
          </li>
        ))}
      </ul>
    </Part>
  )
}

const wordsOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function Variables({ variables }: { variables: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation()
  const known = Object.entries(variables).filter(([, value]) => value !== null && value !== '')
  if (known.length === 0) return null
  return (
    <Part title={t('conversations.inbox.variables')}>
      <dl className={classes.facts}>
        {known.map(([name, value]) => (
          <Fact key={name} name={name}>
            {wordsOf(value)}
          </Fact>
        ))}
      </dl>
    </Part>
  )
}

interface EarlierProps {
  conversation: Conversation
  earlier: readonly { id: string; title: string; lastMessageAt: string }[]
}

function Earlier({ conversation, earlier }: EarlierProps) {
  const { t } = useTranslation()
  const targetOf = useConversationTarget()
  if (earlier.length === 0) return null
  return (
    <Part title={t('conversations.inbox.earlier')}>
      <Divider mb={6} />
      <ul className={classes.notes}>
        {earlier.map(({ id, title, lastMessageAt }) => (
          <li key={id}>
            <AppLink target={targetOf({ id, agentId: conversation.agentId })} className={classes.earlier}>
              <Text size="sm" component="span" className="truncate">
                {title || t('conversations.newConversation')}
              </Text>
              <Text size="xs" c="dimmed" component="span">
                <RelativeTime at={lastMessageAt} />
              </Text>
            </AppLink>
          </li>
        ))}
      </ul>
    </Part>
  )
}
