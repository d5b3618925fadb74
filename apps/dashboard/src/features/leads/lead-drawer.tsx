// A lead: contact details, stage, variables and notes; or a new one.
import {
  ActionIcon,
  Alert,
  Autocomplete,
  Button,
  Divider,
  Group,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
  Fieldset,
} from '@mantine/core'
import { randomId } from '@parlance/contract/lib/ids'
import { issueMessage } from '@parlance/contract/lib/rules'
import { LeadChanges, MAX_LEAD_FIELDS, type OpenedLead } from '@parlance/contract/leads/schemas'
import { IconMessage, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../components/content/time.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { useUndoable } from '../../components/feedback/use-undoable-delete.ts'
import { useDiscardQuestion, useGuardedClose } from '../../lib/unsaved-guard.tsx'
import { confirm } from '../../components/overlay/confirm.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { translateMessage } from '../../i18n/translate-message.ts'
import { errorText } from '../../lib/errors.ts'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { changesOf, HIDDEN, type Row, valuesOf } from './lead-changes.ts'
import { LeadNotes } from './lead-notes.tsx'
import classes from './leads.module.css'
import { titleOf, useAct, useLeadSettings, useMayEdit, useRefresh } from './use-leads.ts'

interface Props {
  agentId: string
  /** Undefined for a new one. */
  leadId: string | undefined
  onOpen: (leadId: string) => void
  onClose: () => void
}

export default function LeadDrawer({ agentId, leadId, onOpen, onClose }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { data, error, refetch, isPending } = useQuery(
    api.leads.get.queryOptions({ input: { agentId, leadId: leadId ?? '' }, enabled: leadId !== undefined }),
  )
  const lead = data?.data
  const [isDirty, setDirty] = useState(false)
  const [noteDirty, setNoteDirty] = useState(false)
  const mayDiscard = useDiscardQuestion()
  // A reload does not discard what is being edited.
  const [shown, setShown] = useState(lead)
  if (shown !== lead && (!isDirty || !shown)) setShown(lead)
  const close = useGuardedClose(isDirty || noteDirty, onClose)
  return (
    <SideDrawer
      title={leadId === undefined ? t('leads.add') : lead ? titleOf(lead) : t('leads.lead')}
      size="lg"
      onClose={close}
    >
      {leadId === undefined && <Fields agentId={agentId} onDirty={setDirty} onSaved={onOpen} />}
      {leadId !== undefined && isPending && <RowSkeletons />}
      {error && !lead && <ErrorMessage text={errorText(error)} onRetry={() => void refetch()} />}
      {lead && (
        <Stack gap="lg">
          <Duplicates
            lead={lead}
            mayMerge={async () => !isDirty || (await mayDiscard())}
            onMerged={() => {
              setDirty(false)
              void refetch()
            }}
          />
          {shown && <Fields key={shown.updatedAt} agentId={agentId} lead={shown} latest={lead} onDirty={setDirty} />}
          <Divider />
          <LeadNotes lead={lead} onDirty={setNoteDirty} />
          <Foot lead={lead} onClose={onClose} />
        </Stack>
      )}
    </SideDrawer>
  )
}

interface FieldsProps {
  agentId: string
  lead?: OpenedLead
  /** As it is now; `lead` is as it was when editing began. */
  latest?: OpenedLead
  /** Reports whether there are unsaved changes. */
  onDirty: (isDirty: boolean) => void
  onSaved?: (leadId: string) => void
}

function Fields({ agentId, lead, latest, onDirty, onSaved }: FieldsProps) {
  const { t } = useTranslation()
  const { api } = useScope()
  const refresh = useRefresh()
  const mayEdit = useMayEdit()
  const { stages, groups, nameOf } = useLeadSettings(agentId)
  const [draft, setDraft] = useState({
    name: lead?.name ?? '',
    email: lead?.email ?? '',
    phone: lead?.phone ?? '',
    group: lead?.group ?? '',
    stage: lead?.stage ?? stages[0]?.id ?? 'new',
  })
  const [rows, setRows] = useState<Row[]>(() =>
    Object.entries(lead?.variables ?? {})
      .filter(([name]) => !HIDDEN.has(name))
      .map(([name, value]) => ({ key: randomId(8), name, value: String(value) })),
  )
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [saving, setSaving] = useState(false)
  const set = (patch: Partial<typeof draft>) => {
    onDirty(true)
    setDraft((before) => ({ ...before, ...patch }))
  }
  const save = async () => {
    const wanted = { ...draft, variables: valuesOf(rows, lead?.variables ?? {}) }
    const read = LeadChanges.safeParse(wanted)
    setProblems(read.success ? {} : problemsOf(read.error.issues))
    if (!read.success) return
    setSaving(true)
    try {
      const { data } = lead
        ? await api.leads.update.call({ agentId, leadId: lead.leadId, ...changesOf(lead, wanted, latest ?? lead) })
        : await api.leads.create.call({ agentId, ...wanted })
      notify.success(t('leads.saved'))
      await refresh()
      onDirty(false)
      onSaved?.(data.leadId)
    } catch (error) {
      notify.error(errorText(error))
    }
    setSaving(false)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Fieldset variant="unstyled" disabled={!mayEdit}>
        <Stack gap="sm">
          <TextInput
            label={t('leads.name')}
            value={draft.name}
            error={problems['name']}
            data-autofocus={lead ? undefined : true}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          <TextInput
            type="email"
            label={t('leads.email')}
            value={draft.email}
            error={problems['email']}
            onChange={({ currentTarget }) => set({ email: currentTarget.value })}
          />
          <TextInput
            type="tel"
            label={t('leads.phone')}
            value={draft.phone}
            error={problems['phone']}
            onChange={({ currentTarget }) => set({ phone: currentTarget.value })}
          />
          <Group grow gap="sm">
            <Select
              label={t('leads.stage')}
              allowDeselect={false}
              data={stages.map(({ id }) => ({ value: id, label: nameOf(id) }))}
              value={draft.stage}
              onChange={(stage) => stage && set({ stage })}
            />
            <Autocomplete
              label={t('leads.group')}
              data={groups.map(({ name }) => name)}
              value={draft.group}
              error={problems['group']}
              onChange={(group) => set({ group })}
            />
          </Group>
          <CustomFields
            rows={rows}
            error={problems['variables']}
            onChange={(next) => {
              onDirty(true)
              setRows(next)
            }}
          />
          {mayEdit && (
            <Group justify="flex-end">
              <Button type="submit" loading={saving}>
                {t(lead ? 'common.save' : 'leads.add')}
              </Button>
            </Group>
          )}
        </Stack>
      </Fieldset>
    </form>
  )
}

function problemsOf(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]) {
  const said = (issue: { readonly message: string }) => {
    const reason = issueMessage(issue)
    return translateMessage(typeof reason === 'string' ? { message: reason } : reason)
  }
  return Object.fromEntries(issues.map((issue) => [String(issue.path[0] ?? ''), said(issue)]))
}

interface CustomProps {
  rows: readonly Row[]
  error: string | undefined
  onChange: (rows: Row[]) => void
}

function CustomFields({ rows, error, onChange }: CustomProps) {
  const { t } = useTranslation()
  const change = (key: string, patch: Partial<Row>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...patch } : row)))
  return (
    <section aria-label={t('leads.fields')}>
      <Title order={3} size="h6" mb={6}>
        {t('leads.fields')}
      </Title>
      <Stack gap={6}>
        {rows.map((row) => (
          <Group key={row.key} gap={6} wrap="nowrap">
            <TextInput
              flex={1}
              maxLength={100}
              aria-label={t('leads.fieldName')}
              placeholder={t('leads.fieldName')}
              value={row.name}
              onChange={({ currentTarget }) => change(row.key, { name: currentTarget.value })}
            />
            <TextInput
              flex={2}
              maxLength={5000}
              aria-label={t('leads.fieldValue', { name: row.name })}
              value={row.value}
              onChange={({ currentTarget }) => change(row.key, { value: currentTarget.value })}
            />
            <ActionIcon
              aria-label={t('leads.removeField', { name: row.name })}
              onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
            >
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
          </Group>
        ))}
        {error && (
          <Text size="sm" c="red" role="alert">
            {error}
          </Text>
        )}
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} stroke={1.5} />}
            disabled={rows.length >= MAX_LEAD_FIELDS}
            onClick={() => onChange([...rows, { key: randomId(8), name: '', value: '' }])}
          >
            {t('leads.addField')}
          </Button>
        </div>
      </Stack>
    </section>
  )
}

interface DuplicatesProps {
  lead: OpenedLead
  /** Asks about unsaved changes. */
  mayMerge: () => Promise<boolean>
  onMerged: () => void
}

/** Possible duplicates, to merge into this lead. */
function Duplicates({ lead, mayMerge, onMerged }: DuplicatesProps) {
  const { t } = useTranslation()
  const { api } = useScope()
  const act = useAct()
  const mayEdit = useMayEdit()
  if (lead.duplicates.length === 0) return null
  const merge = async (other: string, name: string) => {
    if (!(await mayMerge())) return
    const yes = await confirm({
      title: t('leads.mergeTitle', { name }),
      body: t('leads.mergeBody'),
      confirm: t('leads.merge'),
    })
    if (!yes) return
    const { agentId, leadId } = lead
    if (await act(() => api.leads.merge.call({ agentId, leadId, other }), t('leads.merged'))) onMerged()
  }
  return (
    <Alert color="yellow" title={t('leads.duplicates', { count: lead.duplicates.length })}>
      <Stack gap={6}>
        {lead.duplicates.map((other) => (
          <Group key={other.leadId} justify="space-between" gap={6}>
            <Text size="sm" className={classes.duplicate}>
              {[other.name, other.email, other.phone].filter((one) => one !== '').join(' · ')}
            </Text>
            {mayEdit && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('leads.mergeWith', { name: titleOf(other) })}
                onClick={() => void merge(other.leadId, titleOf(other))}
              >
                {t('leads.merge')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Alert>
  )
}

function Foot({ lead, onClose }: { lead: OpenedLead; onClose: () => void }) {
  const { t } = useTranslation()
  const { api, client, region } = useScope()
  const refresh = useRefresh()
  const mayEdit = useMayEdit()
  const { begin } = useUndoable()
  const { agentId, leadId, conversationId } = lead
  const mayRead = !client || client.client.canAccess.includes('/convos')
  const remove = () => {
    onClose()
    begin({
      id: leadId,
      said: t('leads.deleted', { name: titleOf(lead) }),
      remove: () => api.leads.delete.call({ agentId, leadId }),
      restore: () => api.leads.restore.call({ agentId, leadIds: [leadId] }),
      changed: refresh,
      failed: (reason) => reason,
    })
  }
  return (
    <Group justify="space-between">
      <Text size="xs" c="dimmed">
        {t(`leads.source.${lead.source}`)} · <RelativeTime at={lead.createdAt} />
      </Text>
      <Group gap="xs">
        {conversationId && mayRead && (
          <Button
            variant="default"
            leftSection={<IconMessage size={16} stroke={1.5} />}
            renderRoot={(props) => (
              <AppLink target={paths.agent(region, agentId, 'convos', { conversation: conversationId })} {...props} />
            )}
          >
            {t('leads.conversation')}
          </Button>
        )}
        {mayEdit && (
          <Button variant="subtle" color="red" leftSection={<IconTrash size={16} stroke={1.5} />} onClick={remove}>
            {t('common.delete')}
          </Button>
        )}
      </Group>
    </Group>
  )
}
