// Earlier versions of a document: difference and restore.
import { Alert, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import type { Document } from '@parlance/contract/knowledge/schemas'
import type { DocumentVersion } from '@parlance/contract/knowledge/sources-api'
import { IconRestore } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../../i18n/number-locale.ts'
import { useCan } from '../../../lib/permissions.ts'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { DiffText } from '../../../components/content/diff-text.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { notify } from '../../../components/feedback/notify.ts'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { diffText } from '../../../components/content/text-diff.ts'
import { RelativeTime } from '../../../components/content/time.tsx'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useInvalidateKnowledge } from '../add/use-invalidate-knowledge.ts'
import classes from '../knowledge.module.css'

export function VersionsTab({ document }: { document: Document }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId, ID: docId } = document
  const [open, setOpen] = useState('')
  const versions = useQuery(api.knowledge.versions.queryOptions({ input: { agentId, docId }, staleTime: 0 }))
  const items = versions.data?.items ?? []
  return (
    <Stack gap="sm">
      {versions.isPending && <RowSkeletons rows={2} />}
      {versions.error && <ErrorMessage text={errorText(versions.error)} onRetry={() => void versions.refetch()} />}
      {versions.isSuccess && items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('knowledge.versions.none')}
        </Text>
      )}
      <ul className={classes.list} aria-label={t('knowledge.versions.list')}>
        {items.map((version) => (
          <li key={version.id} className={classes.version}>
            <VersionHead
              version={version}
              open={open === version.id}
              onToggle={() => setOpen(open === version.id ? '' : version.id)}
            />
            {open === version.id && <Change document={document} version={version} />}
          </li>
        ))}
      </ul>
    </Stack>
  )
}

interface HeadProps {
  version: DocumentVersion
  open: boolean
  onToggle: () => void
}

function VersionHead({ version, open, onToggle }: HeadProps) {
  const { t, i18n } = useTranslation()
  return (
    <UnstyledButton className={classes.versionHead} aria-expanded={open} onClick={onToggle}>
      <Text span size="sm" fw={500}>
        {t(`knowledge.versions.cause.${version.cause}`)} <RelativeTime at={version.ts} />
      </Text>
      <Text span size="xs" c="dimmed">
        {t('knowledge.size', { chars: version.size.toLocaleString(numberLocale(i18n.language)) })}
      </Text>
    </UnstyledButton>
  )
}

function Change({ document, version }: { document: Document; version: DocumentVersion }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const builds = useCan('editor')
  const changed = useInvalidateKnowledge()
  const of = { agentId: document.agentId, docId: document.ID, versionId: version.id }
  const before = useQuery(api.knowledge.version.queryOptions({ input: of, staleTime: Infinity }))
  const content = before.data?.data.content
  const parts = useMemo(
    () => (content === undefined ? undefined : diffText(content, document.content)),
    [content, document.content],
  )
  const restore = useMutation(
    api.knowledge.restoreVersion.mutationOptions({
      onSuccess: () => {
        notify.success(t('knowledge.versions.restored'))
        changed()
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  if (before.error) return <ErrorMessage text={errorText(before.error)} onRetry={() => void before.refetch()} />
  if (!parts) return <RowSkeletons rows={1} height={80} />
  const same = parts.every(({ kind }) => kind === 'same')
  return (
    <Stack gap="xs" mt="xs">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed">
          {t(same ? 'knowledge.versions.same' : 'knowledge.versions.since')}
        </Text>
        {!same && builds && (
          <Button
            size="xs"
            variant="default"
            style={{ flex: 'none' }}
            leftSection={<IconRestore size={16} stroke={1.5} />}
            loading={restore.isPending}
            onClick={() => restore.mutate(of)}
          >
            {t('knowledge.versions.restore')}
          </Button>
        )}
      </Group>
      {version.name !== document.name && (
        <Alert color="gray">{t('knowledge.versions.named', { name: version.name })}</Alert>
      )}
      {!same && (
        <div className={classes.difference}>
          <DiffText parts={parts} />
        </div>
      )}
    </Stack>
  )
}
