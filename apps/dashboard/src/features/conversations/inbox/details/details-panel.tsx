// Details of a conversation: visitor, assignee, tags, notes, variables, earlier conversations.
import { Anchor, Badge, Stack, Text } from '@mantine/core'
import { opensPage } from '@parlance/contract/conversations/page-address'
import type { Conversation, SeenPage } from '@parlance/contract/conversations/schemas'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../../../components/content/locale.ts'
import { RelativeTime } from '../../../../components/content/time.tsx'
import { ErrorMessage } from '../../../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../../../components/feedback/skeletons.tsx'
import { errorText } from '../../../../lib/errors.ts'
import { AppLink } from '../../../../lib/link.tsx'
import { paths } from '../../../../lib/paths.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { Assignee } from '../assignee.tsx'
import { Brief } from './brief.tsx'
import { Contact } from './contact.tsx'
import { DetailsSection } from './details-section.tsx'
import classes from './details-panel.module.css'
import { timeOrDate } from '../../format-time.ts'
import { useConversationTarget } from '../../conversation-target.ts'
import { Notes } from './notes.tsx'
import { Tags } from './tags.tsx'
import { VisitorName } from '../../visitor-name.tsx'
import { VisitorPresence } from '../../visitor-presence.tsx'
import { useReplyPermissions } from '../use-inbox.ts'

export function DetailsPanel({ conversation, inDrawer = false }: { conversation: Conversation; inDrawer?: boolean }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const one = { agentId: conversation.agentId, conversationId: conversation.id }
  const details = useQuery(api.conversations.details.queryOptions({ input: one }))
  const { mayAct } = useReplyPermissions(conversation)
  const data = details.data?.data
  return (
    <aside className={inDrawer ? undefined : classes.panel} aria-label={t('conversations.inbox.details')}>
      <Stack gap="md">
        {data && <Brief one={one} brief={data.brief} handback={data.handback} mayAct={mayAct} />}
        <Visitor conversation={conversation} language={data?.language ?? ''} isBlocked={data?.isBlocked === true} />
        {mayAct && conversation.inbox && (
          <>
            <Assignee conversation={conversation} />
            <Tags key={conversation.id} conversation={conversation} tags={conversation.inbox.tags} />
          </>
        )}
        {details.isPending && <RowSkeletons />}
        {details.error && <ErrorMessage text={errorText(details.error)} onRetry={() => void details.refetch()} />}
        {data && (
          <>
            <LeadOf conversation={conversation} />
            <Notes conversation={conversation} notes={data.notes} />
            <Variables variables={data.variables} />
            <Pages pages={data.pages} />
            <Earlier conversation={conversation} earlier={data.earlier} />
            {mayAct && conversation.channel !== 'test' && (
              <Contact conversation={conversation} earlier={data.earlier} />
            )}
          </>
        )}
      </Stack>
    </aside>
  )
}

/** The visitor's lead, if they left contact details. */
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
    <DetailsSection name="lead" title={t('conversations.inbox.lead')}>
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <AppLink target={paths.agent(region, agentId, 'leads', { lead: lead.leadId })} {...props} />
        )}
      >
        {lead.name || lead.email || lead.phone || t('conversations.inbox.openLead')}
      </Anchor>
    </DetailsSection>
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

interface VisitorProps {
  conversation: Conversation
  language: string
  isBlocked: boolean
}

function Visitor({ conversation, language, isBlocked }: VisitorProps) {
  const { t } = useTranslation()
  const { signed, pageUrl, startedAt, leftMessage } = conversation
  const email = signed?.email || leftMessage?.email || ''
  return (
    <DetailsSection name="visitor" title={t('conversations.from.user')}>
      <dl className={classes.facts}>
        <Fact name={t('conversations.inbox.name')}>
          <VisitorName conversation={conversation} />{' '}
          {isBlocked && (
            <Badge size="sm" color="red">
              {t('conversations.contact.isBlocked')}
            </Badge>
          )}
          {conversation.inbox?.presence && (
            <div>
              <VisitorPresence conversation={conversation} full />
            </div>
          )}
        </Fact>
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
    </DetailsSection>
  )
}

const wordsOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function Variables({ variables }: { variables: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation()
  const known = Object.entries(variables).filter(([, value]) => value !== null && value !== '')
  if (known.length === 0) return null
  return (
    <DetailsSection name="variables" title={t('conversations.inbox.variables')}>
      <dl className={classes.facts}>
        {known.map(([name, value]) => (
          <Fact key={name} name={name}>
            {wordsOf(value)}
          </Fact>
        ))}
      </dl>
    </DetailsSection>
  )
}

function Pages({ pages }: { pages: readonly SeenPage[] }) {
  const { t } = useTranslation()
  if (pages.length === 0) return null
  return (
    <DetailsSection name="pages" title={t('conversations.contact.pages')}>
      <ul className={classes.entries}>
        {pages.toReversed().map(({ url, title, at }) => (
          <li key={at} className={classes.page}>
            {opensPage(url) ? (
              <Anchor size="sm" href={url} target="_blank" rel="noopener noreferrer" className="truncate" title={url}>
                <bdi>{title || url}</bdi>
              </Anchor>
            ) : (
              <Text size="sm" component="span" className="truncate" title={url}>
                <bdi>{title || url}</bdi>
              </Text>
            )}
            <Text size="xs" c="dimmed" component="span">
              {timeOrDate(at)}
            </Text>
          </li>
        ))}
      </ul>
    </DetailsSection>
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
    <DetailsSection name="earlier" title={t('conversations.inbox.earlier')}>
      <ul className={classes.entries}>
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
    </DetailsSection>
  )
}
