import { ActionIcon, Anchor, Tooltip } from '@mantine/core'
import type { AuditEntry } from '@parlance/contract/audit/schemas'
import type { Region } from '@parlance/contract/lib/regions'
import {
  IconBuilding,
  IconFilter,
  IconKey,
  IconLifebuoy,
  IconLock,
  IconRobot,
  IconServer,
  IconUser,
  IconUserQuestion,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../../lib/link.tsx'
import { paths } from '../../../../lib/paths.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { Avatar } from '../../../../components/layout/avatar.tsx'
import { dateWriter, labelled } from '../../../../components/content/locale.ts'
import { factsOf } from './audit-words.ts'
import classes from '../keys/keys.module.css'

const ICONS = {
  session: IconUser,
  workspace: IconLock,
  agency: IconBuilding,
  key: IconKey,
  agent: IconRobot,
  client: IconUsersGroup,
  system: IconServer,
  stranger: IconUserQuestion,
  support: IconLifebuoy,
} as const

interface Props {
  of: AuditEntry
  /** Path of the actor's photo, if any. */
  photo: string | undefined
  /** Titles of existing agents by id. */
  titles: ReadonlyMap<string, string>
  /** Props of the list item in virtual lists. */
  item: ComponentProps<'li'>
  onAbout: (id: string) => void
}

const clockTime = dateWriter({ hour: '2-digit', minute: '2-digit' })
const fullTime = dateWriter({ dateStyle: 'full', timeStyle: 'medium' })

/** Rendered thousands of times while scrolling fast: few and plain elements. */
export function AuditRow({ of, photo, titles, item, onAbout }: Props) {
  const { t, i18n } = useTranslation()
  const { region } = useScope()
  const Icon = ICONS[of.actorKind]
  const at = new Date(of.at)
  const agent = titles.get(String(of.detail['agent'] ?? ''))
  const action = `audit.actions.${of.action}`
  return (
    <li {...item} className={`${classes.row} ${classes.entry}`}>
      {photo ? (
        <Avatar name={of.actorName} photo={photo} size={20} />
      ) : (
        <Icon size={20} stroke={1.5} aria-hidden className={classes.icon} />
      )}
      <div className={classes.words}>
        <p className={classes.done}>
          <span className={classes.actor}>{actorName(of, t)}</span>{' '}
          {/* Calls that have no words here are named as programs name them. */}
          {i18n.exists(action) ? t(action as 'audit.actions.agents.save') : of.action}
          {about(of, region, titles)}
        </p>
        <p className={classes.more}>{[agent, ...factsOf(of, t), of.ip].filter(Boolean).join(' · ')}</p>
      </div>
      {of.objectId && of.objectType !== 'workspace' && (
        <Tooltip label={t('audit.object')}>
          <ActionIcon
            aria-label={labelled(t('audit.object'), titles.get(of.objectId) || of.objectId)}
            onClick={() => onAbout(of.objectId)}
          >
            <IconFilter size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      )}
      <time className={classes.time} dateTime={of.at} title={fullTime(at)}>
        {clockTime(at)}
      </time>
    </li>
  )
}

const actorName = ({ actorKind, actorName: name }: AuditEntry, t: TFunction): string =>
  actorKind === 'session' && name ? name : t(`audit.by.${actorKind}`, { name })

/** The object of the entry: a link if it has a page, and its name if known. */
function about(
  { action, actorName: who, objectType, objectId, detail }: AuditEntry,
  region: Region,
  titles: Props['titles'],
) {
  const name = detail['key']
  if (typeof name === 'string') return <> “{name}”</>
  if (objectType === 'agent' && action !== 'agents.delete')
    return (
      <>
        {' '}
        <Anchor component={AppLink} target={paths.agentHome(region, objectId)}>
          {titles.get(objectId) || objectId}
        </Anchor>
      </>
    )
  // The actor, a person or key, is already named.
  return objectId && objectId !== who && objectType !== 'workspace' && action !== 'keys.firstUse' ? (
    <> {objectId}</>
  ) : null
}
