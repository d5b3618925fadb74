// Leads as a table, on narrow screens as cards, with bulk actions.
import { Badge, Button, Checkbox, Group, Menu, Table, Text, UnstyledButton } from '@mantine/core'
import { chunksOf } from '@parlance/contract/leads/import'
import { type Lead, MAX_CHOSEN } from '@parlance/contract/leads/schemas'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../components/content/time.tsx'
import { useUndoable } from '../../components/feedback/use-undoable-delete.ts'
import { confirm } from '../../components/overlay/confirm.tsx'
import { useScope } from '../../lib/workspace-scope.tsx'
import { GroupDialog } from './group-dialog.tsx'
import classes from './leads.module.css'
import { titleOf, useAct, useLeadSettings, useMayEdit, useRefresh } from './use-leads.ts'

interface Props {
  agentId: string
  items: readonly Lead[]
  onOpen: (leadId: string) => void
}

export function LeadsTable({ agentId, items, onOpen }: Props) {
  const { t } = useTranslation()
  const { nameOf } = useLeadSettings(agentId)
  const mayEdit = useMayEdit()
  const { pending } = useUndoable()
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const shown = items.filter(({ leadId }) => !pending.has(leadId))
  const chosen = shown.filter(({ leadId }) => marked.has(leadId)).map(({ leadId }) => leadId)
  const mark = (ids: readonly string[], on: boolean) =>
    setMarked((before) => new Set(on ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))))
  return (
    <>
      {chosen.length > 0 && <BulkBar agentId={agentId} chosen={chosen} onDone={() => setMarked(new Set())} />}
      <Table className={classes.table} aria-label={t('leads.title')} verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            {mayEdit && (
              <Table.Th w={40}>
                <Checkbox
                  aria-label={t('leads.chooseAll')}
                  checked={chosen.length > 0 && chosen.length === shown.length}
                  indeterminate={chosen.length > 0 && chosen.length < shown.length}
                  onChange={({ currentTarget }) =>
                    mark(
                      shown.map(({ leadId }) => leadId),
                      currentTarget.checked,
                    )
                  }
                />
              </Table.Th>
            )}
            <Table.Th>{t('leads.name')}</Table.Th>
            <Table.Th w="28%">{t('leads.email')}</Table.Th>
            <Table.Th>{t('leads.phone')}</Table.Th>
            <Table.Th>{t('leads.stage')}</Table.Th>
            <Table.Th>{t('leads.group')}</Table.Th>
            <Table.Th>{t('leads.added')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((lead) => (
            <Table.Tr key={lead.leadId}>
              {mayEdit && (
                <Table.Td>
                  <Checkbox
                    aria-label={t('leads.choose', { name: titleOf(lead) })}
                    checked={marked.has(lead.leadId)}
                    onChange={({ currentTarget }) => mark([lead.leadId], currentTarget.checked)}
                  />
                </Table.Td>
              )}
              <Table.Td className={classes.nameCell}>
                <UnstyledButton className={`${classes.name} truncate`} dir="auto" onClick={() => onOpen(lead.leadId)}>
                  {titleOf(lead)}
                </UnstyledButton>
              </Table.Td>
              <Table.Td className="truncate" dir="auto">
                {lead.email}
              </Table.Td>
              <Table.Td className="truncate">
                <bdi>{lead.phone}</bdi>
              </Table.Td>
              <Table.Td>
                <Badge variant="light" color="gray">
                  {nameOf(lead.stage)}
                </Badge>
              </Table.Td>
              <Table.Td className="truncate" dir="auto">
                {lead.group}
              </Table.Td>
              <Table.Td>
                <RelativeTime at={lead.createdAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}

interface BulkProps {
  agentId: string
  chosen: readonly string[]
  onDone: () => void
}

function BulkBar({ agentId, chosen, onDone }: BulkProps) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { stages, groups, nameOf } = useLeadSettings(agentId)
  const act = useAct()
  const remove = useBulkDelete(agentId)
  const [grouping, setGrouping] = useState(false)
  const change = async (change: { stage: string } | { group: string }) => {
    const call = () => inParts(chosen, (leadIds) => api.leads.bulk.call({ agentId, leadIds, change }))
    if (await act(call, t('leads.changed', { count: chosen.length }))) onDone()
  }
  return (
    <Group component="section" aria-label={t('leads.bulk')} gap="xs" mb="sm" className={classes.bulk}>
      <Text size="sm" fw={500} aria-live="polite">
        {t('leads.chosen', { count: chosen.length })}
      </Text>
      <Menu>
        <Menu.Target>
          <Button size="compact-sm" variant="default" rightSection={<IconChevronDown size={14} stroke={1.5} />}>
            {t('leads.moveTo')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {stages.map(({ id }) => (
            <Menu.Item key={id} onClick={() => void change({ stage: id })}>
              {nameOf(id)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button size="compact-sm" variant="default" onClick={() => setGrouping(true)}>
        {t('leads.setGroup')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTrash size={14} stroke={1.5} />}
        onClick={() => void remove(chosen).then((gone) => gone && onDone())}
      >
        {t('common.delete')}
      </Button>
      {grouping && (
        <GroupDialog
          groups={groups.map(({ name }) => name)}
          onChoose={(group) => {
            setGrouping(false)
            void change({ group })
          }}
          onClose={() => setGrouping(false)}
        />
      )}
    </Group>
  )
}

/** Calls for the most leads that one call takes at a time. */
async function inParts(chosen: readonly string[], call: (leadIds: string[]) => Promise<unknown>): Promise<void> {
  for (const leadIds of chunksOf(chosen, MAX_CHOSEN)) await call(leadIds)
}

/** Asks before deleting several leads; the toast restores them. */
function useBulkDelete(agentId: string) {
  const { t } = useTranslation()
  const { api } = useScope()
  const refresh = useRefresh()
  const { begin } = useUndoable()
  return async (chosen: readonly string[]): Promise<boolean> => {
    const count = chosen.length
    const yes = await confirm({
      title: t('leads.deleteManyTitle', { count }),
      body: t('leads.deleteManyBody'),
      confirm: t('common.delete'),
      danger: true,
    })
    if (!yes) return false
    begin({
      id: chosen.join('/'),
      hides: chosen,
      said: t('leads.deletedMany', { count }),
      // Reloads also when only some parts are gone.
      remove: () =>
        inParts(chosen, (leadIds) => api.leads.bulk.call({ agentId, leadIds, change: { delete: true } })).finally(
          () => void refresh(),
        ),
      restore: () => inParts(chosen, (leadIds) => api.leads.restore.call({ agentId, leadIds })),
      changed: refresh,
      failed: (reason) => reason,
    })
    return true
  }
}
