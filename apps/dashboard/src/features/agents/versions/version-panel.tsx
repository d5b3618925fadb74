// An agent's versions: time, author, and which is live. Opens one with its changes next to the page.
import { ActionIcon, Badge, Group, ScrollArea, Text, Title, UnstyledButton } from '@mantine/core'
import type { AgentVersion } from '@parlance/contract/agents/schemas'
import { IconX } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../components/content/time.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDraft } from '../draft/draft.tsx'
import { diffConfigs } from './diff.ts'
import classes from './versions.module.css'

const VersionDrawer = lazy(() => import('./version-drawer.tsx'))
/** Represents the live configuration when no version of it exists yet. */
const LIVE = 'live'

export default function VersionPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const [chosen, choose] = useState('')
  const versions = useQuery(api.agents.versions.queryOptions({ input: { agentId }, staleTime: 0 }))
  const { items, live } = useWithLive(versions.data?.items)
  const at = items.findIndex(({ id }) => id === chosen)
  const shown = items[at]
  const close = () => choose('')
  return (
    <ScrollArea h="100%" type="auto" viewportProps={{ tabIndex: -1 }}>
      <div className={classes.panel}>
        <Group justify="space-between" wrap="nowrap" mb="sm">
          <Title order={2} size="h3">
            {t('area.versionHistory')}
          </Title>
          <ActionIcon aria-label={t('common.close')} onClick={onClose}>
            <IconX size={18} stroke={1.5} />
          </ActionIcon>
        </Group>
        {versions.isPending && <RowSkeletons />}
        {versions.error && !versions.data && (
          <ErrorMessage text={errorText(versions.error)} onRetry={() => void versions.refetch()} />
        )}
        {versions.data && (
          <>
            <ol className={classes.list} aria-label={t('versions.list')}>
              {items.map((version) => (
                <li key={version.id}>
                  <Row version={version} live={version.id === live} onOpen={() => choose(version.id)} />
                </li>
              ))}
            </ol>
            <Text size="sm" c="dimmed" mt="sm">
              {t('versions.emptyText')}
            </Text>
          </>
        )}
      </div>
      <Suspense fallback={null}>
        {shown && (
          <VersionDrawer
            version={shown}
            kept={shown.id !== LIVE}
            before={items[at + 1]}
            onClose={close}
            onRestored={onClose}
          />
        )}
      </Suspense>
    </ScrollArea>
  )
}

/** The versions including the live one: the newest, unless something was published outside of them. */
function useWithLive(kept: readonly AgentVersion[] = []) {
  const { api } = useScope()
  const { agentId, agent, state } = useDraft()
  const [newest] = kept
  const read = useQuery(
    api.agents.version.queryOptions({
      input: newest ? { agentId, versionId: newest.id } : skipToken,
      staleTime: Infinity,
    }),
  )
  const { published } = state.copy
  const config = read.data?.data.config
  const apart = useMemo(
    () => !newest || (config !== undefined && diffConfigs(config, published).length > 0),
    [newest, config, published],
  )
  if (!apart) return { items: kept, live: newest?.id }
  const live: AgentVersion = { id: LIVE, agentId, ts: agent.lastModified, author: '', title: published.title }
  return { items: [live, ...kept], live: LIVE }
}

function Row({ version, live, onOpen }: { version: AgentVersion; live: boolean; onOpen: () => void }) {
  const { t } = useTranslation()
  const { ts, author, title } = version
  return (
    <UnstyledButton className={classes.version} aria-haspopup="dialog" onClick={onOpen}>
      <span className={classes.when}>
        {ts > 0 ? <RelativeTime at={ts} /> : title}
        {live && (
          <Badge color="green" size="sm">
            {t('versions.live')}
          </Badge>
        )}
      </span>
      {author && <span className={classes.author}>{t('versions.by', { author })}</span>}
      {ts > 0 && <span className={`${classes.author} truncate`}>{title}</span>}
    </UnstyledButton>
  )
}
