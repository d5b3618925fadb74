import { ActionIcon, Anchor, Text } from '@mantine/core'
import type { AuditEntry } from '@parlance/core/audit/audit'
import {
  IconFilter,
  IconKey,
  IconLifebuoy,
  IconLock,
  IconRobot,
  IconServer,
  IconUser,
  IconUserQuestion,
} from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../link.tsx'
import { paths } from '../../../paths.ts'
import { useScope } from '../../../scope.tsx'
import { Face } from '../../../ui/face.tsx'
import { dateLocale, listOf } from '../../../ui/locale.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import classes from './keys.module.css'
import { useMemberPhoto } from './member-photo.ts'

const ICONS = {
  session: IconUser,
  workspace: IconLock,
  key: IconKey,
  agent: IconRobot,
  system: IconServer,
  stranger: IconUserQuestion,
  support: IconLifebuoy,
} as const

interface Props {
  of: AuditEntry
  /** Of its list item, where only the rows in sight are drawn. */
  item: ComponentProps<'li'>
  onAbout: (id: string) => void
}

export function AuditRow({ of, item, onAbout }: Props) {
  const { t } = useTranslation()
  const Icon = ICONS[of.actorKind]
  const facts = useFacts(of)
  const photo = useMemberPhoto(of.actorKind === 'session' ? of.actorName : '')
  return (
    <li {...item} className={`${classes.row} ${classes.entry}`}>
      {photo ? (
        <Face name={of.actorName} photo={photo} size={20} />
      ) : (
        <Icon size={20} stroke={1.5} aria-hidden className={classes.icon} />
      )}
      <div className={classes.words}>
        <Text size="sm" className={classes.about}>
          <Actor of={of} /> {useAction(of.action)}
          <About of={of} />
        </Text>
        <Text size="xs" c="dimmed" className={classes.about}>
          {[...facts, of.ip].filter(Boolean).join(' · ')}
        </Text>
      </div>
      {of.objectId && of.objectType !== 'workspace' && (
        <Tooltip label={t('audit.object')}>
          <ActionIcon aria-label={`${t('audit.object')}: ${of.objectId}`} onClick={() => onAbout(of.objectId)}>
            <IconFilter size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      )}
      <Text size="xs" c="dimmed" className={classes.time} component="time" dateTime={of.at} title={fullTime(of.at)}>
        {new Date(of.at).toLocaleTimeString(dateLocale(), { hour: '2-digit', minute: '2-digit' })}
      </Text>
    </li>
  )
}

const fullTime = (at: string) => new Date(at).toLocaleString(dateLocale(), { dateStyle: 'full', timeStyle: 'medium' })

function Actor({ of: { actorKind, actorName } }: { of: AuditEntry }) {
  const { t } = useTranslation()
  const name = actorKind === 'session' && actorName ? actorName : t(`audit.by.${actorKind}`, { name: actorName })
  return (
    <Text span fw={500}>
      {name}
    </Text>
  )
}

/** What was done, in words; calls that have none here are named as programs name them. */
function useAction(action: string): string {
  const { t, i18n } = useTranslation()
  const key = `audit.actions.${action}`
  return i18n.exists(key) ? t(key as 'audit.actions.agents.save') : action
}

/** The thing it was done to: a link where there is a page of it, and its name where the entry knows it. */
function About({ of: { action, objectType, objectId, detail } }: { of: AuditEntry }) {
  const { region } = useScope()
  const name = detail['key']
  if (typeof name === 'string') return <> «{name}»</>
  if (objectType === 'agent' && action !== 'agents.delete')
    return (
      <>
        {' '}
        <Anchor component={AppLink} target={paths.agentHome(region, objectId)}>
          {objectId}
        </Anchor>
      </>
    )
  // A key that did something is named already.
  return objectId && objectType !== 'workspace' && action !== 'keys.firstUse' ? <> {objectId}</> : null
}

/** What else the entry tells, in the order in which people ask for it. */
function useFacts({ detail }: AuditEntry): string[] {
  const { t } = useTranslation()
  const { before, after, count, fields, account, scopes } = detail
  const [was, is] = [said(before), said(after)]
  const facts: string[] = []
  if (typeof account === 'string') facts.push(account)
  if (typeof count === 'number') facts.push(t('audit.times', { count }))
  if (was !== undefined && is !== undefined) {
    if (was !== is) facts.push(t('audit.change', { before: was, after: is }))
  } else if (was !== undefined) facts.push(t('audit.before', { before: was }))
  if (scopes !== undefined && was === undefined) facts.push(said(scopes) ?? '')
  if (fields !== undefined && was === undefined && scopes === undefined)
    facts.push(t('audit.fields', { fields: said(fields) ?? '' }))
  return facts
}

const said = (fact: AuditEntry['detail'][string] | undefined): string | undefined =>
  fact === undefined ? undefined : Array.isArray(fact) ? listOf(fact) : String(fact)
