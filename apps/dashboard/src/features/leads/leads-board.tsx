// Leads in columns by stage. Cards move by drag or by their menu, which the keyboard reaches.
import { ActionIcon, Badge, Button, Menu, Text, Title, UnstyledButton } from '@mantine/core'
import type { Lead } from '@parlance/contract/leads/schemas'
import { IconDots, IconNotes } from '@tabler/icons-react'
import { useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { useUndoable } from '../../components/feedback/use-undoable-delete.ts'
import { errorText } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import classes from './leads.module.css'
import { type Filters, titleOf, useAct, useLeads, useLeadSettings, useMayEdit } from './use-leads.ts'

interface BoardProps {
  agentId: string
  filters: Filters
  onOpen: (leadId: string) => void
}

export function LeadsBoard({ agentId, filters, onOpen }: BoardProps) {
  const { t } = useTranslation()
  const { stages, isPending, error, refetch } = useLeadSettings(agentId)
  if (isPending) return <RowSkeletons />
  if (error) return <ErrorMessage text={errorText(error)} onRetry={() => void refetch()} />
  const shown = filters.stage ? stages.filter(({ id }) => id === filters.stage) : stages
  return (
    // Scrollable, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.board} aria-label={t('leads.board')} tabIndex={0}>
      {shown.map(({ id }) => (
        <Column key={id} agentId={agentId} filters={filters} stage={id} onOpen={onOpen} />
      ))}
    </section>
  )
}

function Column({ agentId, filters, stage, onOpen }: BoardProps & { stage: string }) {
  const { t } = useTranslation()
  const { nameOf } = useLeadSettings(agentId)
  const leads = useLeads(agentId, { ...filters, stage })
  const move = useMove(agentId)
  const [over, setOver] = useState(false)
  const { pending } = useUndoable()
  const items = (leads.data?.pages.flatMap((page) => page.items) ?? []).filter(
    (lead) => lead.stage === stage && !pending.has(lead.leadId),
  )
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const leadId = event.dataTransfer.getData(DRAGGED)
    if (leadId && !items.some((lead) => lead.leadId === leadId)) void move(leadId, stage)
  }
  const isDragged = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(DRAGGED)
  return (
    // Dragging is for the mouse; the keyboard has the card's menu.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={classes.column}
      aria-label={nameOf(stage)}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!isDragged(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Title order={2} size="h6" className={classes.columnHead}>
        <span className="truncate">{nameOf(stage)}</span>
        <Badge size="sm" variant="light" color="gray" aria-hidden>
          {items.length}
          {leads.hasNextPage ? '+' : ''}
        </Badge>
      </Title>
      {leads.isPending && <RowSkeletons />}
      {leads.error && <ErrorMessage text={errorText(leads.error)} onRetry={() => void leads.refetch()} />}
      <ul className={classes.cards}>
        {items.map((lead) => (
          <Card key={lead.leadId} lead={lead} onOpen={onOpen} onMove={move} />
        ))}
      </ul>
      {leads.isSuccess && items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('leads.noneInStage')}
        </Text>
      )}
      {leads.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          fullWidth
          loading={leads.isFetchingNextPage}
          onClick={() => void leads.fetchNextPage()}
        >
          {t('common.loadMore')}
        </Button>
      )}
    </section>
  )
}

/** The drag data type of a card. */
const DRAGGED = 'application/x-parlance-lead'

function useMove(agentId: string) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { nameOf } = useLeadSettings(agentId)
  const act = useAct()
  return (leadId: string, stage: string) =>
    act(() => api.leads.update.call({ agentId, leadId, stage }), t('leads.moved', { stage: nameOf(stage) }))
}

interface CardProps {
  lead: Lead
  onOpen: (leadId: string) => void
  onMove: (leadId: string, stage: string) => Promise<boolean>
}

function Card({ lead, onOpen, onMove }: CardProps) {
  const { t } = useTranslation()
  const { stages, nameOf } = useLeadSettings(lead.agentId)
  const mayEdit = useMayEdit()
  const title = titleOf(lead)
  const contacts = [lead.email, lead.phone].filter((one) => one !== '' && one !== title)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes.card}
      draggable={mayEdit}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(DRAGGED, lead.leadId)
        dataTransfer.effectAllowed = 'move'
      }}
    >
      <div className={classes.cardWords}>
        <UnstyledButton className={`${classes.name} truncate`} dir="auto" onClick={() => onOpen(lead.leadId)}>
          {title}
        </UnstyledButton>
        {contacts.map((one) => (
          <Text key={one} size="sm" c="dimmed" className="truncate">
            <bdi>{one}</bdi>
          </Text>
        ))}
        <div className={classes.cardFoot}>
          {lead.group !== '' && (
            <Badge size="sm" variant="light" color="iris">
              {lead.group}
            </Badge>
          )}
          {lead.noteCount > 0 && (
            <Text size="xs" c="dimmed" className={classes.noteCount}>
              <IconNotes size={14} stroke={1.5} aria-hidden />
              {t('leads.noteCount', { count: lead.noteCount })}
            </Text>
          )}
        </div>
      </div>
      {mayEdit && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t('leads.move', { name: title })}>
              <IconDots size={16} stroke={1.5} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{t('leads.moveTo')}</Menu.Label>
            {stages
              .filter(({ id }) => id !== lead.stage)
              .map(({ id }) => (
                <Menu.Item key={id} onClick={() => void onMove(lead.leadId, id)}>
                  {nameOf(id)}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  )
}
